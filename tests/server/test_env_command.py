"""`pangea env check` and `pangea env build`, as a data team runs them."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner, Result

from pangea_server.app.command_line import app


def pangea_env(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["env", *map(str, arguments)])


def test_check_says_what_is_wrong_and_what_to_do(place: Path) -> None:
    (place / "lamp.jpg").unlink()
    done = pangea_env("check", f"folder:{place}")
    assert done.exit_code == 1
    first, where, remedy = done.stdout.splitlines()[:3]
    assert first == "error    missing image, 1 in 1 scan"
    assert where.startswith("         corridor lamp: The image ")
    assert remedy.startswith("         → Put it there")
    assert done.stdout.endswith("1 error, 0 warnings, 2 notes.\n")


def test_check_prints_json_worst_first(place: Path) -> None:
    (place / "sofa.jpg").write_bytes(b"")
    done = pangea_env("check", f"folder:{place}", "--json")
    assert done.exit_code == 1
    findings = json.loads(done.stdout)
    assert [finding["severity"] for finding in findings] == ["error", "note", "note"]
    assert findings[0]["viewpoint_ids"] == ["sofa"]
    assert findings[0]["kind"] == "unreadable image"


def test_check_of_a_graph_alone(place: Path) -> None:
    (place / "lamp.jpg").unlink()
    done = pangea_env("check", f"folder:{place}", "--no-images")
    assert done.exit_code == 0
    assert done.stdout.endswith("Nothing that people would stumble over.\n")


def test_build_tells_what_was_cut_and_what_was_refused(place: Path, tmp_path: Path) -> None:
    (place / "lamp.jpg").write_bytes((place / "lamp.jpg").read_bytes()[:-20])
    done = pangea_env("build", f"folder:{place}", "--output", tmp_path / "tiles")
    assert done.exit_code == 1
    summary, refused = done.stdout.splitlines()[-2:]
    assert summary == f"4 panoramas: 3 cut, 0 kept, 1 refused. Tiles are in {tmp_path / 'tiles'}."
    assert refused.startswith("✗ corridor lamp: The image cannot be decoded: image file is truncated")


def test_build_goes_on_when_a_scan_cannot_be_read(tmp_path: Path) -> None:
    folder = tmp_path / "connectivity"
    folder.mkdir()
    (folder / "broken_connectivity.json").write_text("[")
    done = pangea_env("build", f"matterport3d:{tmp_path}", "--output", tmp_path / "tiles")
    assert done.exit_code == 1
    assert "✗ broken: " in done.stdout
