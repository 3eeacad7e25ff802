"""What ``deploy/build.sh`` says of where a build comes from."""

from __future__ import annotations

import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


def statement(made: Path) -> dict[str, Any]:
    command = [sys.executable, "deploy/provenance.py", "--started", "2026-11-23T05:00:00Z", str(made)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    parsed: dict[str, Any] = json.loads(done.stdout)
    return parsed


def test_it_names_what_was_made_and_from_what_by_digest(tmp_path: Path) -> None:
    made = tmp_path / "pangea.whl"
    made.write_bytes(b"a wheel")
    said = statement(made)
    assert said["subject"] == [{"name": "pangea.whl", "digest": {"sha256": sha256(b"a wheel").hexdigest()}}]
    sources = {
        source["name"]: source["digest"]
        for source in said["predicate"]["buildDefinition"]["resolvedDependencies"]
        if "digest" in source
    }
    for lock in ("deploy/locks/run.txt", "static/package-lock.json"):
        assert sources[lock] == {"sha256": sha256((ROOT / lock).read_bytes()).hexdigest()}


def test_it_names_no_machine(tmp_path: Path) -> None:
    made = tmp_path / "pangea.whl"
    made.touch()
    text = json.dumps(statement(made))
    assert str(ROOT) not in text
    assert str(tmp_path) not in text
