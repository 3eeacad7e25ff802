"""Flickr30k Entities: what is written comes back, and what is broken is named."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from environments import ConfigurationError, Environment, InvalidDataError
from environments.own_places.folder import PanoramaFolder
from environments.regions import LatLonBox, ViewBox, bounding_latlon, iou
from pangea_server.dataset.formats.landmarks.flickr30k_entities import Flickr30kEntities
from pangea_server.dataset.formats.landmarks.flickr30k_read import path_of
from pangea_server.dataset.landmarks.entries import FoundLandmarks, LandmarkEntry, SaidText
from tests.landmarks.sample import ENTRY, MENTIONS, SAID, SCAN, SHAPES, chain, region

NAME = "corridor.3.door"
XML = "<annotation><size><width>360</width><height>180</height></size>{}</annotation>"
BOX = "<object><name>1</name><bndbox><xmin>{}</xmin><ymin>{}</ymin><xmax>{}</xmax><ymax>{}</ymax></bndbox></object>"


def written(entry: LandmarkEntry, places: PanoramaFolder, folder: Path) -> dict[str, int]:
    return Flickr30kEntities().write_landmarks(iter([entry]), places, folder)


def read(folder: Path, places: PanoramaFolder) -> list[FoundLandmarks]:
    return list(Flickr30kEntities().read_landmarks(folder, places))


def by_hand(folder: Path, xml: bytes | str, text: str = "") -> Path:
    file = folder / "Annotations" / f"{NAME}.xml"
    for each in ("Annotations", "Sentences"):
        (folder / each).mkdir(exist_ok=True)
    file.write_bytes(xml if isinstance(xml, bytes) else xml.encode())
    (folder / "Sentences" / f"{NAME}.txt").write_text(text, encoding="utf-8")
    return file


def only(found: list[FoundLandmarks]) -> LandmarkEntry:
    (one,) = found
    assert isinstance(one.entry, LandmarkEntry), one.entry
    return one.entry


def fault(found: list[FoundLandmarks]) -> str:
    (one,) = found
    assert isinstance(one.entry, InvalidDataError)
    assert one.entry.remedy
    return one.entry.message


def test_words_chains_and_boxes_come_back(places: PanoramaFolder, tmp_path: Path) -> None:
    lost = written(ENTRY, places, tmp_path)
    entry = only(read(tmp_path, places))
    assert entry.said == SAID
    kept = [each for each in MENTIONS if each.text != "the corner"]
    assert [(each.mention_id, each.text, each.language) for each in entry.mentions] == [
        (each.mention_id, each.text, each.language) for each in kept
    ]
    assert [each.transcript_sha256 for each in entry.mentions] == [each.transcript_sha256 for each in kept]
    told = {each.chain_id: (each.need, each.entities) for each in entry.chains}
    assert told == {each.chain_id: (each.need, each.entities) for each in ENTRY.chains}
    assert [each.mentions for each in entry.chains[:2]] == [each.mentions for each in ENTRY.chains[:2]]
    assert {each.entity_id for each in entry.entities} == set(SHAPES)
    for back, was in zip(entry.regions, ENTRY.regions, strict=True):
        assert (back.entity_id, back.viewpoint_id) == (was.entity_id, was.viewpoint_id)
        assert iou(back.shape, bounding_latlon(was.shape)) > 0.97
    assert lost["mention within another one, left out"] == 1
    assert lost["type that Flickr30k Entities does not have: other"] == 5
    assert lost["region as a box of whole pixels"] == 4


def test_splits_are_lists_of_ids(places: PanoramaFolder, tmp_path: Path) -> None:
    written(replace(ENTRY, split="val"), places, tmp_path)
    assert (tmp_path / "val.txt").read_text().split() == [NAME, "corridor.3.lamp"]
    assert only(read(tmp_path, places)).split == "val"
    (alone,) = Flickr30kEntities().read_landmarks(tmp_path / "Annotations" / f"{NAME}.xml", places)
    assert isinstance(alone.entry, LandmarkEntry)
    assert alone.entry.split == "val"
    (tmp_path / "README.txt").write_text(NAME)  # no list
    (tmp_path / "test.txt").write_text("corridor.3.lamp\n")
    (tmp_path / "val.txt").write_text(f"{NAME}\n")
    assert "viewpoints of its path are in test and in val" in fault(read(tmp_path, places))
    (tmp_path / "test.txt").write_text(f"{NAME}\n")
    with pytest.raises(InvalidDataError, match=f"{NAME} is in test.txt and in val.txt"):
        read(tmp_path, places)
    (tmp_path / "test.txt").write_bytes(b"\xff")
    with pytest.raises(InvalidDataError, match=r"test\.txt: it is not UTF-8"):
        read(tmp_path, places)


def test_what_was_read_is_written_to_the_same_bytes(places: PanoramaFolder, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    written(ENTRY, places, first)
    once = only(read(first, places))
    written(once, places, second)
    again = only(read(second, places))
    assert [each.shape for each in again.regions] == [each.shape for each in once.regions]
    assert [each.mention_id for each in again.mentions] == [each.mention_id for each in once.mentions]


def test_the_files_are_in_the_documented_form(places: PanoramaFolder, tmp_path: Path) -> None:
    written(ENTRY, places, tmp_path)
    lines = (tmp_path / "Sentences" / f"{NAME}.txt").read_text(encoding="utf-8").splitlines()
    assert lines[0] == (
        "Pass [/EN#1/other the two chairs] , and stop at [/EN#2/other the lamp in the corner] :"
        " [/EN#2/other it] is lit."
    )
    assert lines[1].startswith("[/EN#1/other कुर्सियों] के")
    root = ElementTree.parse(tmp_path / "Annotations" / f"{NAME}.xml").getroot()
    boxes = [
        (
            [name.text for name in each.findall("name")],
            int(each.findtext("bndbox/xmin") or 0),
            int(each.findtext("bndbox/xmax") or 0),
        )
        for each in root.findall("object")
        if each.find("bndbox") is not None
    ]
    assert [names for names, _, _ in boxes] == [["1"], ["1"], ["1"], ["2"]]
    assert boxes[0][2] == 4096  # the left chair stands on the seam
    assert boxes[1][1] == 1
    assert boxes[3][1:] == (1, 4096)
    scenes = [each.findtext("name") for each in root.findall("object") if each.findtext("scene") == "1"]
    assert scenes == ["4"]


def test_several_types_and_several_chains_of_a_box(places: PanoramaFolder, tmp_path: Path) -> None:
    box = BOX.format(350, 50, 360, 60).replace("<name>1</name>", "<name>6729</name><name>2</name>")
    file = by_hand(
        tmp_path,
        XML.format(box),
        "[/EN#6729/vehicles/scene A bus] by [/EN#0/notvisual it] and/or [/EN#2/people men]\n",
    )
    (found,) = Flickr30kEntities().read_landmarks(file, places)
    entry = only([found])
    assert [each.types for each in entry.mentions] == [("vehicle", "scene"), (), ("person",)]
    assert {each.entities for each in entry.chains} == {(f"{NAME}-o1",)}
    assert entry.said == (SaidText(0, "A bus by it and/or men", None, stored=False),)
    assert "phrases of chain 0 are mentions of no chain" in found.notes
    shape = entry.regions[0].shape
    assert isinstance(shape, LatLonBox)
    assert (shape.width, shape.high) == pytest.approx((11 / 180 * 3.14159265, (90 - 49) / 180 * 3.14159265))


def test_what_the_form_cannot_say_is_counted(places: PanoramaFolder, tmp_path: Path) -> None:
    said = (SaidText(7, "go [there]", "en"), SaidText(8, "  ", "en"), SaidText(9, "bad \x00", "en"))
    entry = LandmarkEntry(
        SCAN,
        3,
        ("door",),
        said,
        regions=(region("r", None, ViewBox(0, 0, 0.1, 0.1)),),
        chains=(chain(2, ()),),
    )
    lost = written(entry, places, tmp_path)
    assert lost == {
        "region that no chain means": 1,
        "sentence with a square bracket, left out": 1,
        "sentence that is empty or has characters that XML cannot hold, left out": 2,
    }
    assert only(read(tmp_path, places)).said == ()


def test_an_entry_of_nothing_writes_nothing(places: PanoramaFolder, tmp_path: Path) -> None:
    assert written(LandmarkEntry(SCAN, 3), places, tmp_path) == {}
    with pytest.raises(ConfigurationError):
        read(tmp_path, places)


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("a [ b", "line 1: '['"),
        ("[/EN#1/other a", "line 1: '[/EN#1'"),
        ("[/EN#x/other a]", "line 1: '[/EN#x/other'"),
        ("[/EN#1/other a [/EN#2/other b] c]", "line 1: '[/EN#2/other'"),
        ("a] b", "line 1: 'a]'"),
        ("[/EN#1/other ]", "line 1: ']'"),
    ],
)
def test_broken_phrases_are_named(line: str, named: str, places: PanoramaFolder, tmp_path: Path) -> None:
    by_hand(tmp_path, XML.format(""), line)
    assert named in fault(read(tmp_path, places))


@pytest.mark.parametrize(
    ("xml", "named"),
    [
        ("<annotation>", "is no XML"),
        ("", "is no XML"),
        ("<a>" * 100_000, "nested deeper than 16"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "document type"),
        ('<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', "document type"),
        (XML.format(BOX.format(5, 5, 4, 9)), "object 1 has a box from (5, 5) to (4, 9)"),
        (XML.format(BOX.format(5, 5, "x", 9)), "object 1 has the bndbox/xmax 'x'"),
        (XML.format(BOX.format(5, 5, 9, 400)), "box 1: A box"),
        (XML.format(BOX.format(-5, 5, 9, 40)), "box 1: A box"),
        (XML.format("<object/>"), "object 1 has the names []"),
        (f"<annotation>{BOX.format(1, 1, 2, 2)}</annotation>", "has the size/width ''"),
    ],
)
def test_broken_annotations_are_named(xml: str, named: str, places: PanoramaFolder, tmp_path: Path) -> None:
    by_hand(tmp_path, xml)
    assert named in fault(read(tmp_path, places))


def test_a_bomb_of_entities_is_refused(places: PanoramaFolder, tmp_path: Path) -> None:
    levels = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    by_hand(tmp_path, f'<!DOCTYPE a [<!ENTITY l0 "lol">{levels}]><annotation>&l9;</annotation>')
    assert "declares entities or a document type" in fault(read(tmp_path, places))


def test_a_file_of_no_viewpoint_is_named(places: PanoramaFolder, tmp_path: Path) -> None:
    file = by_hand(tmp_path, XML.format(""))
    file.rename(file.with_name("1000092795.xml"))
    assert "1000092795.xml is of no viewpoint" in fault(read(tmp_path, places))


def test_scans_and_viewpoints_may_have_dots() -> None:
    """Those of an environment that somebody else wrote."""
    scan = SimpleNamespace(viewpoints={"up.hall": None, "hall": None})
    places = cast("Environment", SimpleNamespace(scan_ids=lambda: ["house.b"], scan=lambda _: scan))
    for name in ("house.b.12.up.hall", "house.b.12.hall"):
        assert path_of(name, places) == ("house.b", 12)
    for name in ("house.b.12.up", "house.12.hall", "house.b.up.hall"):
        assert path_of(name, places) == (name, None)


def test_viewpoints_of_a_path_with_other_words_are_refused(places: PanoramaFolder, tmp_path: Path) -> None:
    written(ENTRY, places, tmp_path)
    by_hand(tmp_path, XML.format(""), "Other words")
    assert "has other sentences" in fault(read(tmp_path, places))


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(at=st.integers(0, 10**6), byte=st.integers(0, 255), which=st.booleans(), cut=st.booleans())
def test_damaged_files_are_named_or_read(
    at: int, byte: int, which: bool, cut: bool, places: PanoramaFolder, tmp_path: Path
) -> None:
    written(replace(ENTRY, regions=ENTRY.regions[:3]), places, tmp_path)
    name = f"Annotations/{NAME}.xml" if which else f"Sentences/{NAME}.txt"
    data = bytearray((tmp_path / name).read_bytes())
    data[at % len(data)] = byte
    (tmp_path / name).write_bytes(data[: at % len(data)] if cut else data)
    for found in read(tmp_path, places):
        assert isinstance(found.entry, LandmarkEntry | InvalidDataError | ConfigurationError)


def test_of_mentions_that_begin_together_the_longest_is_written(
    places: PanoramaFolder, tmp_path: Path
) -> None:
    text = "the red sofa stands"
    mentions = tuple(
        MENTIONS[0].model_copy(
            update={"instruction_id": 7, "start_char": 0, "end_char": end, "text": text[:end]}
        )
        for end in (7, 12, 3)
    )
    entry = LandmarkEntry(SCAN, 3, ("door",), (SaidText(7, text, "en"),), mentions)
    assert written(entry, places, tmp_path) == {
        "mention within another one, left out": 2,
        "mention of no chain, or of one that is not visual: chain 0": 1,
    }
    (file,) = (tmp_path / "Sentences").iterdir()
    assert file.read_text(encoding="utf-8") == "[/EN#0/notvisual the red sofa] stands\n"
