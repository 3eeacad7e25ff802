"""Points of Refer360 and Touchdown: degrees on the sphere, pixels in the plane, and what the command refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from align.reference.pointing import PointedTarget, score_targets
from environments import ConfigurationError, InvalidDataError
from pangea_server.app.command_line import app
from pangea_server.dataset.reference.pointing import PointingDataset, read_points


def target(number: int, longitude: float, *people: float) -> dict[str, Any]:
    """A point at a longitude on the horizon, and where people pointed there."""
    return {
        "annotationid": number,
        "refexp": [["the", "lamp"]],
        "img_cat": "restaurant",
        "img_idx": f"pano{number}",
        "xlng_deg": longitude,
        "ylat_deg": 0,
        "actions": [
            {"actionid": n, "pred_xlng_deg": each, "pred_ylat_deg": 0} for n, each in enumerate(people)
        ],
    }


def route(number: int, *points: tuple[float, float]) -> dict[str, Any]:
    names = ("main", "pre", "post")
    told = {f"{name}_pano": f"{name}{number}" for name in names}
    centers = {
        f"{name}_static_center": json.dumps({"x": x, "y": y})
        for name, (x, y) in zip(names, points, strict=True)
    }
    words = {
        "full_text": "It is red.",
        "td_location_text": "It is red.",
        "route_panoids": ["a"],
        "city": "NYC",
    }
    return {"route_id": number, **words, **told, **centers}


def written(file: Path, *rows: Any) -> Path:
    lines = "\n".join(map(json.dumps, rows))
    file.write_text(lines if "route_id" in rows[0] else json.dumps(rows))
    return file


def evaluated(folder: Path, *asked: str) -> dict[tuple[str, str], float]:
    done = CliRunner().invoke(app, ["evaluate", "pointing", *asked, "--output", str(folder / "out")])
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == 0, done.output
    told = json.loads((folder / "out" / "pointing.json").read_text())["results"]
    assert (folder / "out" / "pointing.csv").exists()
    return {tuple(each["of"]): each["value"] for each in told}


def test_degrees_go_over_the_seam_and_pixels_do_not() -> None:
    seam = PointedTarget("1", (0.99, 0.5), (0.01, 0.5))
    assert seam.degrees == pytest.approx(7.2)
    assert seam.pixels == pytest.approx(0.98 * 3712)
    high = PointedTarget("2", (0.25, 0.0), (0.75, 0.0))  # both are straight up
    assert high.degrees == pytest.approx(0, abs=1e-9)
    assert high.pixels == pytest.approx(1856)
    assert PointedTarget("3", (0.5, 0.5), (0.5 + 80 / 3712, 0.5)).degrees == pytest.approx(7.76, abs=5e-3)


def test_shares_within_and_targets_that_are_right_in_all_panoramas() -> None:
    def at(name: str, pixels: float) -> PointedTarget:
        return PointedTarget(name, (0.5, 0.5), (0.5 + pixels / 3712, 0.5))

    found = score_targets([at("a", 10), at("a", 100), at("b", 10)], degrees=(1, 180), pixels=(80, 120))
    assert {name: each.value for name, each in found.items() if "within" in name and "90" not in name} == {
        "within 1°": pytest.approx(2 / 3),
        "within 180°": 1,
        "within 80 px": pytest.approx(2 / 3),
        "within 120 px": 1,
        "within 80 px in all panoramas": 0.5,
        "within 120 px in all panoramas": 1,
    }
    assert found["mean pixels"].value == pytest.approx(40)
    assert found["mean pixels"].units == 2
    assert score_targets([])["median degrees"].reason == "Nobody pointed."


def test_the_command_compares_people_and_systems(tmp_path: Path) -> None:
    key = written(tmp_path / "key.json", target(1, 0, 2, 4), target(2, 179, -179))
    mine = written(tmp_path / "mine.json", target(1, 20))
    asked = ("--key", str(key), "--format", "refer360", "--response", f"mine={mine}", "--within", "2")
    found = evaluated(tmp_path, *asked)
    assert found["people", "median degrees"] == pytest.approx(2)
    assert found["people", "within 2°"] == pytest.approx(2 / 3, abs=1e-6)
    assert found["mine", "median degrees"] == pytest.approx(20)
    assert ("mine", "within 5°") not in found
    left_out = json.loads((tmp_path / "out" / "pointing.json").read_text())["left_out"]
    assert left_out == ["mine does not point at 1 of 2, which are not compared."]


def test_touchdown_counts_what_can_be_found(tmp_path: Path) -> None:
    hidden = (-1.0, -1.0)
    key = written(tmp_path / "test.json", route(4, (0.5, 0.5), (0.2, 0.5), hidden))
    mine = written(tmp_path / "mine.json", route(4, (0.5, 0.5), (0.25, 0.5), hidden))
    found = evaluated(tmp_path, "--key", str(key), "--format", "touchdown", "--response", f"mine={mine}")
    assert found["mine", "within 80 px"] == 0.5
    assert found["mine", "within 80 px in all panoramas"] == 0
    assert found["mine", "mean pixels"] == pytest.approx(0.025 * 3712)


def test_what_does_not_fit_is_refused(tmp_path: Path) -> None:
    key = written(tmp_path / "key.json", target(1, 0))
    other = written(tmp_path / "other.json", target(2, 0))
    with pytest.raises(InvalidDataError, match=r"other.json: the key has no target 000002-0-8 in pano2"):
        evaluated(tmp_path, "--key", str(key), "--format", "refer360", "--response", str(other))
    twice = written(tmp_path / "twice.json", target(1, 0), target(1, 3))
    with pytest.raises(InvalidDataError, match=r"000001-0-8 is there twice"):
        read_points(twice, PointingDataset.REFER360)
    with pytest.raises(ConfigurationError):
        read_points(tmp_path / "nofile.json", PointingDataset.REFER360)
    assert not (tmp_path / "out").exists()


@pytest.mark.shared_data
def test_refer360s_people_on_the_published_sample(shared: Path, tmp_path: Path) -> None:
    """By hand with the haversine formula."""
    file = shared / "data/reference_samples/refer360_validation_seen_first2.json"
    meant, people = read_points(file, PointingDataset.REFER360)
    assert len(meant) == len(people) == 2
    assert [each.degrees for each in people] == pytest.approx([0.429845329, 2.928929206], abs=1e-6)
