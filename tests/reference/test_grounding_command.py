"""``pangea evaluate grounding`` over files: what it writes, and what it refuses."""

from __future__ import annotations

import json
import random
from math import radians
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from environments import InvalidDataError
from environments.regions import region_as_json
from pangea_server.dataset.reference.grounding import compare_grounding
from pangea_server.dataset.reference.phrase_files import read_phrases, read_predictions
from tests.reference.asked import pangea
from tests.reference.test_coreference_command import write
from tests.reference.test_phrases import box

CUES = ("camera prior", "gaze prior", "largest", "nearest", "centre", "whole sphere")
SVG_TEXT = "{http://www.w3.org/2000/svg}text"


def told(heading: float, elevation: float = 0, size: float = 10) -> dict[str, Any]:
    return region_as_json(box(heading, elevation, size, size))


def phrase(number: int) -> dict[str, Any]:
    """A thing at which the camera looks, beside a larger and a nearer one."""
    chance = random.Random(number)
    heading = chance.uniform(-180, 180)
    thing, larger, nearer = told(heading), told(heading + 60, 0, 30), told(heading - 60)
    proposals = [
        {"regions": [larger]},
        {"regions": [nearer], "distance": 0.5},
        {"regions": [thing], "distance": 2.0},
    ]
    view = {"viewpoint_id": "a", "seconds": 1.0} | region_as_json(box(heading + 4, 0, 90, 60))
    del view["kind"]
    return {
        "phrase": f"p{number}",
        "walk": number // 2,
        "language": ("en-US", "hi-IN")[number % 2],
        "types": ["furniture"],
        "said_from": "a",
        "regions": {"a": [thing]},
        "proposals": {"a": proposals},
        "views": [view],
    }


def test_where_the_guide_looked_finds_what_size_and_distance_do_not(tmp_path: Path) -> None:
    scene = {"phrase": "s", "walk": 0, "need": "scene"}
    undrawn = {"phrase": "u", "walk": 0}
    key = write(tmp_path / "key.jsonl", *(phrase(number) for number in range(16)), scene, undrawn)
    answers = [
        {"phrase": f"p{n}", "proposals": {"a": [[told(0, 80)], phrase(n)["regions"]["a"]]}} for n in range(15)
    ]
    answers[0]["points"] = {"a": [0.0, 1.5]}
    response = write(tmp_path / "answers.jsonl", *answers)
    out = tmp_path / "out"
    shown = pangea("evaluate", "grounding", "--key", key, "--response", f"ours={response}", "--output", out)
    assert shown.returncode == 0, shown.stderr
    for line in (
        "1 phrases mean a scene or place, and are not compared.",
        "1 phrases have no region, and are not compared.",
        "ours has nothing for 1 of 16 phrases (first: p15): it finds nothing.",
    ):
        assert line in shown.stdout
    rows = {tuple(row["of"]): row for row in json.loads((out / "grounding.json").read_text())["results"]}
    found = {name: rows[name, "c-IoU", "all", "R@1"]["value"] for name in CUES}
    assert found == {
        "camera prior": 1,
        "gaze prior": 1,
        "largest": 0,
        "nearest": 0,
        "centre": 1,
        "whole sphere": 0,
    }
    assert rows["ours", "IoU", "all", "R@1"]["value"] == 0
    assert rows["ours", "IoU", "all", "R@5"]["value"] == pytest.approx(15 / 16)
    assert rows["ours", "c-IoU", "language hi-IN", "R@all"]["value"] == pytest.approx(7 / 8)
    assert rows["ours", "direction", "all", "hit"]["value"] == 0
    assert rows["camera prior", "direction", "all", "hit"]["value"] == 1
    assert rows["largest", "c-IoU", "all", "R@5"]["interval"] == [1, 1]
    assert rows["largest", "c-IoU", "all", "R@5"]["units"] == 8
    for name in ("recall.svg", "sizes.svg"):
        texts = {part.text for part in ElementTree.parse(out / name).iter(SVG_TEXT)}
        assert {"ours", "camera prior", "whole sphere"} <= texts


def test_directions_are_counted_as_others_do_where_it_is_asked(tmp_path: Path) -> None:
    near = phrase(0) | {"regions": {"a": [told(170)]}}
    over = phrase(1) | {"regions": {"a": [told(179)]}}
    key = write(tmp_path / "key.jsonl", near, over)
    looks = [(radians(173), 0.0), (radians(-179), 0.0)]  # both inside; the second beyond the seam
    answers = [{"phrase": f"p{n}", "points": {"a": look}} for n, look in enumerate(looks)]
    response = write(tmp_path / "answers.jsonl", *answers)
    arguments = ("--response", f"ours={response}", "--compat", "soon", "--compat", "touchdown")
    shown = pangea("evaluate", "grounding", "--key", key, *arguments, "--output", tmp_path / "out")
    assert shown.returncode == 0, shown.stderr
    results = json.loads((tmp_path / "out" / "grounding.json").read_text())["results"]
    found = {row["of"][3]: row["value"] for row in results if row["of"][:2] == ["ours", "direction"]}
    assert found["hit"] == 1
    assert found["hit, as SOON counts"] == 0.5
    assert found["within 40 px, as Touchdown counts"] == 0.5
    pixels = (3 + 358) / 2 * 3712 / 360
    assert found["mean distance in px, as Touchdown counts"] == pytest.approx(pixels)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"phrase": "p0"}, "phrase p0 is also in key.jsonl line 1."),
        ({"need": "scene"}, "p1 is scene, and has a region."),
        ({"regions": {"a": [told(0) | {"elevation": 9}]}}, "elevation of a ViewBox is 9.0."),
        ({"regions": {"a": [{"kind": "ball"}]}}, "kind of a region is 'ball'."),
        ({"proposals": {"a": [{"regions": []}]}}, "has no region where there must be one."),
        ({"views": [{**phrase(1)["views"][0], "seconds": -1}]}, "a view was seen for -1.0 seconds."),
        ({"views": [{**phrase(1)["views"][0], "width": 4}]}, "width of a ViewBox is 4.0."),
    ],
)  # fmt: skip
def test_a_wrong_row_is_refused_by_its_place(tmp_path: Path, change: dict[str, Any], fault: str) -> None:
    file = write(tmp_path / "key.jsonl", phrase(0), phrase(1) | change)
    with pytest.raises(InvalidDataError) as refused:
        list(read_phrases(file))
    assert str(refused.value).startswith("key.jsonl line 2")
    assert fault in str(refused.value)


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ({"phrase": "nobody"}, "line 1: the key has no phrase nobody."),
        ({"phrase": "p0", "proposals": {"a": [[]]}}, "line 1 has no region where there must be one."),
        ({"phrase": "p0", "points": {"a": [0, 2]}}, "heading 0.0 and elevation 2.0 are no direction."),
        ({"phrase": "p0", "points": {"a": [0]}}, "Expected `array` of length 2"),
    ],
)
def test_a_wrong_prediction_is_refused_by_its_place(tmp_path: Path, row: dict[str, Any], fault: str) -> None:
    phrases = read_phrases(write(tmp_path / "key.jsonl", phrase(0)))
    answers = write(tmp_path / "answers.jsonl", row)
    with pytest.raises(InvalidDataError) as refused:
        compare_grounding(phrases, {"ours": read_predictions(answers)})
    assert fault in str(refused.value)
