"""Campaigns of one path in a running demo, in a language that the demo's own campaign does not have."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from environments import open_environment, sample_paths
from tests.browser.demo import Demo

LANGUAGE = "en-GB"
WORDS = "Go through the door in front of you. Walk on, and stop where the way ends."


def one_path() -> tuple[str, list[str]]:
    """A scan of the demo house, and a path in it."""
    house = open_environment("demo")
    scan_id = house.scan_ids()[0]
    return scan_id, list(sample_paths(house.scan(scan_id).graph, 1, 5)[0])


def create(demo: Demo, folder: Path, **more: Any) -> list[str]:
    """A campaign whose Guides walk along one path; returns the path."""
    scan_id, path = one_path()
    _create(demo, folder, {"paths": [{"scan": scan_id, "viewpoints": [path]}]} | more)
    return path


def create_with_words(demo: Demo, folder: Path, **more: Any) -> list[str]:
    """A campaign whose Followers read one instruction from a file; returns the path that it is about."""
    scan_id, path = one_path()
    _create(demo, folder, {"written": {}, "paths": []} | more)
    row = {"scan": scan_id, "path": path, "instruction": WORDS, "language": LANGUAGE}
    (folder / "model.jsonl").write_text(json.dumps(row) + "\n")
    words = ("import", str(folder / "model.jsonl"), "--format", "instructions")
    _pangea(demo, *words, "--as-tasks", "--campaign", "one-path")
    return path


def somebody(demo: Demo, kind: str) -> str:
    """The link of a new person who is to do tasks of this kind."""
    link = demo.invite("--role", "annotator", "--language", LANGUAGE)
    return link.replace("/guide#", f"/{kind}#")


def _create(demo: Demo, folder: Path, more: Mapping[str, Any]) -> None:
    """JSON is YAML."""
    wanted = {"id": "one-path", "languages": [LANGUAGE], "rotation": {"first": 0}}
    file = folder / "campaign.yaml"
    file.write_text(json.dumps(wanted | dict(more)))
    _pangea(demo, "campaign", "create", str(file))


def _pangea(demo: Demo, *arguments: str) -> None:
    command = [sys.executable, "-m", "pangea_server.app", *arguments, "--data-dir", str(demo.data_dir)]
    subprocess.run(command, check=True, capture_output=True, text=True, timeout=60)
