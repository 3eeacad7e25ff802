"""`pangea env check`, `build` and `picture`, as a data team runs them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from environments.errors import ConfigurationError, PangeaError
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
    assert done.stdout.endswith("1 error, 0 warnings, 3 notes.\n")


def test_check_prints_json_worst_first(place: Path) -> None:
    (place / "sofa.jpg").write_bytes(b"")
    done = pangea_env("check", f"folder:{place}", "--json")
    assert done.exit_code == 1
    findings = json.loads(done.stdout)
    assert [finding["severity"] for finding in findings] == ["error", "note", "note", "note"]
    assert findings[0]["viewpoint_ids"] == ["sofa"]
    assert findings[0]["kind"] == "unreadable image"


def test_check_of_a_graph_alone(place: Path) -> None:
    (place / "lamp.jpg").unlink()
    done = pangea_env("check", f"folder:{place}", "--no-images")
    assert done.exit_code == 0
    assert done.stdout.endswith("No mistakes found.\n")


def test_view_serves_each_scan_and_begins_with_the_one_that_is_asked_for(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    invited: list[str] = []
    monkeypatch.setattr(
        "pangea_server.app.serve.run_server", lambda *_, invitation, **__: invited.append(invitation)
    )
    assert pangea_env("view", f"folder:{place}", "--scan", "corridor", "--port", "0").exit_code == 0
    assert re.fullmatch(
        r"http://127\.0\.0\.1:\d+/place\?scan=corridor#token=\S+", invited[0].splitlines()[-1]
    )


def test_view_names_the_scan_that_was_probably_meant(place: Path) -> None:
    done = pangea_env("view", f"folder:{place}", "--scan", "coridor")
    assert isinstance(done.exception, ConfigurationError)
    assert str(done.exception).endswith("has no scan 'coridor'. Perhaps corridor was meant.")


def test_check_says_how_sure_it_is_and_which_pictures_it_could_not_compare(place: Path) -> None:
    graph = json.loads((place / "graph.json").read_text())
    for viewpoint in graph["viewpoints"]:
        viewpoint["heading"] = 90
    (place / "graph.json").write_text(json.dumps(graph))
    said = pangea_env("check", f"folder:{place}").stdout
    assert "corridor door lamp sofa and 1 more: 4 headings are beyond a whole turn" in said
    assert "such as 90. (likely)\n         → Write headings in radians" in said
    assert "Nothing lies where the numbers say: headings in degrees.\n" in said
    assert "pictures not compared" not in pangea_env("check", f"folder:{place}", "--no-compare").stdout


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


def test_picture_writes_a_viewpoint_and_overwrites_nothing(place: Path, tmp_path: Path) -> None:
    for name, form in (("new/lamp.jpg", "JPEG"), ("lamp.PNG", "PNG")):
        done = pangea_env("picture", f"folder:{place}", "lamp", "--output", tmp_path / name, "--width", 40)
        assert done.exit_code == 0, done.output
        assert done.stdout.strip().endswith("40 x 20 pixels, heading 0 in the middle.")
        with Image.open(tmp_path / name) as written:
            assert (written.size, written.format) == ((40, 20), form)
    before = (tmp_path / "lamp.PNG").read_bytes()
    again = pangea_env("picture", f"folder:{place}", "sofa", "--output", tmp_path / "lamp.PNG")
    assert isinstance(again.exception, ConfigurationError)
    assert "File exists" in again.exception.message
    assert (tmp_path / "lamp.PNG").read_bytes() == before


@pytest.mark.parametrize(
    ("viewpoint", "options", "fault"),
    [
        ("cellar", [], "No scan has a viewpoint 'cellar'"),
        ("lamp", ["--scan", "castle"], "castle"),
        ("lamp", ["--width", "7"], "7 pixels wide"),
        ("lamp", ["--width", "-4"], "-4 pixels wide"),
        ("lamp", ["--width", "1000000"], "1000000 pixels wide"),
        ("lamp", ["--output", "lamp.bmp"], "lamp.bmp is no name of a picture"),
        ("../lamp", [], "No scan has a viewpoint"),
    ],
)
def test_picture_says_what_cannot_be_written(
    place: Path, tmp_path: Path, viewpoint: str, options: list[str], fault: str
) -> None:
    output = tmp_path / "out.jpg"
    done = pangea_env("picture", f"folder:{place}", viewpoint, "--output", output, *options)
    assert isinstance(done.exception, PangeaError)
    assert fault in done.exception.message
    assert not output.exists()


def test_picture_of_a_damaged_image_leaves_no_file(place: Path, tmp_path: Path) -> None:
    (place / "lamp.jpg").write_bytes((place / "lamp.jpg").read_bytes()[:-20])
    done = pangea_env("picture", f"folder:{place}", "lamp", "--output", tmp_path / "out.jpg")
    assert isinstance(done.exception, PangeaError)
    assert not (tmp_path / "out.jpg").exists()
