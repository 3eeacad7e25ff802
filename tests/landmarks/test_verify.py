"""``pangea landmarks verify``: published figures counted again, on files made by hand and on published samples."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from environments import ConfigurationError, InvalidDataError
from pangea_server.app.command_line import app
from pangea_server.dataset.landmarks.verify import (
    BOXES,
    CHAINS,
    IMAGES,
    MENTIONS,
    SHARES,
    TABLE_4,
    CheckedFigure,
    arithmetic,
    bounds,
    flickr30k,
    refer360,
    reverie,
    rxr_landmarks,
)

VIEW = (-1.85840737, -0.17453292, 1.57079637, 1.57079637)
BOX = (0.3055555, 0.062690742, 0.80555558, 0.3457598)


def found(checked: list[CheckedFigure]) -> dict[str, float]:
    return {each.what: each.found for each in checked}


def test_the_papers_counts_give_the_papers_figures() -> None:
    told = arithmetic(IMAGES, CHAINS, BOXES, MENTIONS, 5 * IMAGES)
    assert [each.what for each in told if each.differs] == []
    assert found(told)["mentions a chain"] == pytest.approx(2.1048, abs=1e-4)
    assert found(told)["boxes a chain"] == pytest.approx(1.1301, abs=1e-4)


def test_a_figure_differs_in_the_digits_that_are_known() -> None:
    assert not CheckedFigure("a", 2.66, 2.6554, 2).differs
    assert CheckedFigure("a", 2.66, 2.6549, 2).differs
    assert CheckedFigure("a", 2.66, math.nan, 2).differs


def entities(folder: Path, xml: str | None = None) -> Path:
    (folder / "Sentences").mkdir()
    (folder / "Annotations").mkdir()
    (folder / "Sentences" / "1.txt").write_text(
        "[/EN#1/people A man] in [/EN#2/clothing/other a red hat] .\n"
        "[/EN#1/people He] waits for [/EN#0/notvisual it] .\n"
    )
    objects = "<object><name>1</name><bndbox><xmin>1</xmin></bndbox></object>" * 2
    (folder / "Annotations" / "1.xml").write_text(xml or f"<annotation>{objects}</annotation>")
    return folder


def test_flickr30k_is_counted(tmp_path: Path) -> None:
    told = found(flickr30k(entities(tmp_path)))
    assert (told["images"], told["coreference chains"], told["bounding boxes"], told["mentions"]) == (
        1,
        2,
        2,
        3,
    )
    assert told["mentions a caption"] == 1.5


def test_table_4_is_counted_by_type(tmp_path: Path) -> None:
    told = found(flickr30k(entities(tmp_path)))
    assert (told["people: chains"], told["people: mentions a chain"], told["people: boxes a chain"]) == (
        1,
        2,
        2,
    )
    assert (told["clothing: chains"], told["other: chains"], told["clothing: boxes a chain"]) == (1, 1, 0)
    assert math.isnan(told["animals: mentions a chain"])
    assert told["chains, by type and added up"] == 3  # one chain has two types
    assert [told[f"per cent of the chains with {what}"] for what in SHARES] == [50, 0, 50, 50]


def test_the_papers_chains_by_type_add_up_to_more_than_all() -> None:
    assert sum(chains for chains, *_ in TABLE_4.values()) == 256_446 > CHAINS
    mentions = sum(chains * each for chains, each, _ in TABLE_4.values())
    assert mentions > MENTIONS  # for the same reason


@pytest.mark.parametrize(
    ("xml", "why"),
    [
        ("<annotation>", "no element found"),
        ("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "declares entities or a document type"),
    ],
)
def test_damaged_or_growing_xml_is_refused(tmp_path: Path, xml: str, why: str) -> None:
    with pytest.raises(InvalidDataError, match=f"1.xml.*{why}"):
        flickr30k(entities(tmp_path, xml))


def test_boxes_bound_their_angles_to_a_millionth() -> None:
    assert bounds(BOX, VIEW)
    assert not bounds((BOX[0] + 2e-6, *BOX[1:]), VIEW)
    assert not bounds(BOX, (*VIEW[:2], 1.77858, VIEW[3]))  # the width of the box is no field of view
    assert not bounds(BOX, (0.0, 9.0, 1.0, 1.0))


def write_rows(folder: Path, *angles: Any) -> Path:
    rows = [{"landmark_bbox_coords": [BOX], "landmark_angle_coords": [each]} for each in angles]
    (folder / "rows.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return folder


def test_rxr_landmarks_are_checked_box_by_box(tmp_path: Path) -> None:
    assert not any(each.differs for each in rxr_landmarks(write_rows(tmp_path, VIEW)))
    off = rxr_landmarks(write_rows(tmp_path, VIEW, None, (0.0, 0.0, 1.0, 1.0)))
    assert [each.found for each in off] == [2, 0]


def test_reverie_is_counted(tmp_path: Path) -> None:
    (tmp_path / "BBox").mkdir()
    for at in "abc":
        things = {"1": {"visible_pos": [3]}, "2": {"visible_pos": [3] if at == "a" else []}}
        (tmp_path / "BBox" / f"scan_{at}.json").write_text(json.dumps({at: things}))
    told = list(found(reverie(tmp_path)).values())
    assert told == [3, 2, pytest.approx(4 / 3), 2, 50, 2]


def target(latitude: float = 0.0, shift: float = 0.015) -> dict[str, Any]:
    finder = {"pred_xlng_deg": 10.0, "pred_ylat_deg": 4.0, "pred_xlng_rad": math.radians(10) + 0.015}
    finder |= {"pred_ylat_rad": math.radians(4) - 0.1}
    told = {"xlng_deg": 10.0, "ylat_deg": latitude, "xlng_rad": math.radians(10) + shift + 2 * math.pi}
    return told | {"ylat_rad": math.radians(latitude) - 0.1, "actions": [finder]}


def test_refer360_has_its_offset_and_errors(tmp_path: Path) -> None:
    (tmp_path / "validation.seen.json").write_text(json.dumps([target(), target(2.0)]))
    told = found(refer360(tmp_path))
    assert told["median error in degrees"] == pytest.approx(3.0)
    assert told["radians that are added to longitude, most"] == pytest.approx(0.015)
    (tmp_path / "validation.seen.json").write_text(json.dumps([target(), target(shift=0.02)]))
    assert {each.what for each in refer360(tmp_path) if each.differs} >= {
        "radians that are added to longitude, most"
    }


@pytest.mark.shared_data
def test_refer360s_sample_has_the_published_offset(shared: Path, tmp_path: Path) -> None:
    sample = shared / "data/reference_samples/refer360_validation_seen_first2.json"
    (tmp_path / "validation.seen.json").write_bytes(sample.read_bytes())
    told = refer360(tmp_path)
    by_hand = (0.429845329 + 2.928929206) / 2  # with the haversine formula
    assert found(told)["median error in degrees"] == pytest.approx(by_hand, abs=1e-6)
    differs = {each.what for each in told if each.differs}
    assert differs == {"targets", "finders", "median error in degrees", "per cent within 23.5 degrees"}


@pytest.mark.shared_data
def test_markys_sample_has_boxes_that_bound_their_angles(shared: Path, tmp_path: Path) -> None:
    sample = json.loads((shared / "data/reference_samples/marky_readme_first2.json").read_text())
    (tmp_path / "rows.jsonl").write_text(json.dumps(sample))
    assert not any(each.differs for each in rxr_landmarks(tmp_path))


def test_the_command_says_what_differs(tmp_path: Path) -> None:
    boxes, rows = "boxes that their angles do not bound to 1e-6", "rows with more boxes than angles, or fewer"

    def told(angles: Any, *options: str) -> tuple[int, str]:
        asked = ["landmarks", "verify", "rxr-landmarks", str(write_rows(tmp_path, angles)), *options]
        done = CliRunner().invoke(app, asked, env={"COLUMNS": "120"})
        return done.exit_code, done.stdout

    head, even = f"{'figure':44}  published  found\n", f"{rows:44}  {0:9}  {0:5}\n"
    assert told(VIEW) == (0, f"{head}{boxes:44}  {0:9}  {0:5}\n{even}")
    assert told(None) == (1, f"{head}{boxes:44}  {0:9}  {1:5}  differs\n{even}")
    code, listed = told(None, "--json")
    figure = {"what": boxes, "published": 0, "found": 1, "differs": True}
    same = {"what": rows, "published": 0, "found": 0, "differs": False}
    assert (code, json.loads(listed)) == (1, {"name": "rxr-landmarks", "figures": [figure, same]})


def test_a_folder_without_the_data_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="BBox has no"):
        reverie(tmp_path)
