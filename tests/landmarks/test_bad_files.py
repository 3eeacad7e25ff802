"""What no format of landmarks may bring in: every file that says it is refused by its place, and nothing is stored."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from environments import InvalidDataError, PanoramaFolder
from pangea_server.annotate.annotations.population import Population
from pangea_server.annotate.landmarks.records import Chain, Entity, Link, Mention, RegionRecord
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.exports.export import export, open_formats
from pangea_server.dataset.formats import IMPORTED_LANDMARKS
from pangea_server.dataset.imports.landmarks.import_files import import_landmarks
from pangea_server.dataset.imports.report import ImportRefusedError
from pangea_server.dataset.landmarks.entries import ReadsLandmarks
from pangea_server.stores.protocol import Store
from tests.exports.filled import annotated, corridor
from tests.landmarks.examples import fill

KINDS = (Mention, Link, Chain, Entity, RegionRecord)
FILES = {
    "coco": "instances.json",
    "conll2012": "train.v4_gold_conll",
    "flickr30k_entities": "Annotations/corridor.1.door.xml",
    "label_studio_regions": "tasks.json",
    "landmarks": "landmarks_train.jsonl.gz",
    "reverie": "BBox/corridor_door.json",
    "refer360": "train.json",
    "soon": "train.json",
    "touchdown": "train.json",
}
"""What a store's own export is called, of which one value is changed."""
NOT_A_NUMBER, INFINITY, EMPTY = "not a number", "infinity", "an empty phrase"
OUTSIDE, UNKNOWN = "characters outside the text", "an unknown viewpoint"
MASK, TWICE, HALF = (
    "a mask over half the sphere",
    "a polygon that goes round twice",
    "a polygon around more than half the sphere",
)
TWICE_ROUND = [1000, 500, 1000, 400, 1100, 400, 1100, 500] * 2
VIEW = '{"kind": "view", "heading": 0.1, "elevation": -0.2, "width": 0.4, "height": 0.3}'
BACKWARDS = {"kind": "polygon", "points": [[0.0, 0.0], [0.3, 0.0], [0.0, 0.3]]}
ROUND_AND_ROUND = {"kind": "polygon", "points": [[0.3, 0.0], [0.0, 0.3], [-0.3, 0.0], [0.0, -0.3]] * 2}


class Fault(NamedTuple):
    """What stands in a file, what takes its place, and where the refusal says that it is."""

    was: str
    becomes: str
    place: str
    file: str | None = None
    renamed: str | None = None


FAULTS: dict[str, dict[str, Fault]] = {
    NOT_A_NUMBER: {
        "coco": Fault('"bfov": [0.1,', '"bfov": [NaN,', "annotations"),
        "flickr30k_entities": Fault("<xmin>1977<", "<xmin>nan<", "object 1"),
        "label_studio_regions": Fault('"heading": 0.1,', '"heading": NaN,', "entry 1"),
        "landmarks": Fault("[[0.5156048715510924,", "[[NaN,", "line 1"),
        "refer360": Fault('"xlng_deg": 5.7', '"xlng_deg": NaN, "x": 5.7', "entry 1"),
        "reverie": Fault("[[274,", "[[NaN,", "door 1"),
        "soon": Fault('{"heading": 6.1', '{"heading": NaN, "x": 6.1', "entry 1"),
        "touchdown": Fault('{\\"x\\":0.0', '{\\"x\\":NaN,\\"z\\":0.0', "line 1"),
    },
    INFINITY: {
        "coco": Fault('"bfov": [0.1,', '"bfov": [1e999,', "annotations"),
        "flickr30k_entities": Fault("<xmin>1977<", "<xmin>inf<", "object 1"),
        "label_studio_regions": Fault('"heading": 0.1,', '"heading": 1e999,', "entry 1"),
        "landmarks": Fault("[[0.5156048715510924,", "[[-1e999,", "line 1"),
        "refer360": Fault('"xlng_deg": 5.7', '"xlng_deg": 1e999, "x": 5.7', "entry 1"),
        "reverie": Fault("[[274,", "[[1e999,", "door 1"),
        "soon": Fault('{"heading": 6.1', '{"heading": 1e999, "x": 6.1', "entry 1"),
        "touchdown": Fault('{\\"x\\":0.0', '{\\"x\\":1e999,\\"z\\":0.0', "line 1"),
    },
    MASK: {
        "coco": Fault(
            '"segmentation": []',
            '"segmentation": {"size": [1024, 2048], "counts": [0, 2000000, 97152]}',
            "annotations",
        ),
    },
    TWICE: {
        "coco": Fault('"segmentation": []', f'"segmentation": [{TWICE_ROUND}]', "annotations"),
        "label_studio_regions": Fault(VIEW, json.dumps(ROUND_AND_ROUND), "entry 1"),
        "soon": Fault(
            '"left_top": {"heading": 6.18513154192835', '"left_top": {"heading": 0.48513154192835', "entry 1"
        ),
    },
    HALF: {
        "coco": Fault(
            '"segmentation": []', f'"segmentation": [], "region": {json.dumps(BACKWARDS)}', "annotations"
        ),
        "label_studio_regions": Fault(VIEW, json.dumps(BACKWARDS), "entry 1"),
    },
    EMPTY: {
        "flickr30k_entities": Fault(
            "[/EN#1/other the <lamp>]", "[/EN#1/other ]", "", "Sentences/corridor.1.door.txt"
        ),
        "label_studio_regions": Fault(
            '"start_char": 8, "end_char": 18, "text": "the <lamp>"',
            '"start_char": 8, "end_char": 8, "text": ""',
            "entry 1",
        ),
        "landmarks": Fault('"text_spans": ["the <lamp>"', '"text_spans": [""', "line 1"),
        "refer360": Fault('[["the", "<lamp>"]]', '[[" "]]', "entry 1"),
        "reverie": Fault('"spans": [[8, 18]', '"spans": [[8, 8]', "entry 1", "REVERIE_train.json"),
        "soon": Fault('"spans": [[8, 18]', '"spans": [[8, 8]', "entry 1"),
        "touchdown": Fault('"td_location_text": "the <lamp>"', '"td_location_text": ""', "line 1"),
    },
    OUTSIDE: {
        "conll2012": Fault("* @12", "* @120", ""),
        "label_studio_regions": Fault(
            '"start_char": 8, "end_char": 18, "text": "the <lamp>", "head": [12, 18]',
            '"start_char": 88, "end_char": 98, "text": "the <lamp>"',
            "entry 1",
        ),
        "landmarks": Fault(
            'start_indices": [8, 8], "text_spans_chars_end_indices": [18, 18]',
            'start_indices": [88, 88], "text_spans_chars_end_indices": [98, 98]',
            "line 1",
        ),
        "refer360": Fault('"start_char": 8', '"start_char": 88', "entry 1"),
        "reverie": Fault('"spans": [[8, 18]', '"spans": [[8, 180]', "entry 1", "REVERIE_train.json"),
        "soon": Fault('"spans": [[8, 18]', '"spans": [[-8, 18]', "entry 1"),
        "touchdown": Fault('"start_char": 8', '"start_char": 88', "line 1"),
    },
    UNKNOWN: {
        "coco": Fault('"viewpoint_id": "door"', '"viewpoint_id": "moon"', "images"),
        "flickr30k_entities": Fault("", "", "", renamed="Annotations/corridor.1.moon.xml"),
        "label_studio_regions": Fault('"viewpoint_id": "door"', '"viewpoint_id": "moon"', "entry 1"),
        "landmarks": Fault('"landmark_source_panos": ["door"', '"landmark_source_panos": ["moon"', "line 1"),
        "refer360": Fault('"img_idx": "door"', '"img_idx": "moon"', "entry 1"),
        "reverie": Fault('{"door":', '{"moon":', "moon 1", renamed="BBox/corridor_moon.json"),
        "soon": Fault('"image_id": "door"', '"image_id": "moon"', "entry 1"),
        "touchdown": Fault('"main_pano": "sofa"', '"main_pano": "moon"', "line 1"),
    },
}
CANNOT_SAY = {
    "coco": (EMPTY, OUTSIDE),
    "conll2012": (NOT_A_NUMBER, INFINITY, MASK, TWICE, HALF, EMPTY, UNKNOWN),
    "flickr30k_entities": (MASK, TWICE, HALF, OUTSIDE),
    "label_studio_regions": (MASK,),  # a cut is at most 150 degrees wide
    "landmarks": (MASK, TWICE, HALF),
    "refer360": (MASK, TWICE, HALF),
    "reverie": (MASK, TWICE, HALF),
    "soon": (MASK, HALF),
    "touchdown": (MASK, TWICE, HALF),
}
"""Words, regions or shapes that a form has not; phrases in brackets have no numbers of characters."""
CASES = [(what, name) for what, by_format in FAULTS.items() for name in by_format]


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> PanoramaFolder:
    return corridor(tmp_path_factory.mktemp("places") / "corridor")


@pytest.fixture(scope="module")
def exported(places: PanoramaFolder, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every format of a store's landmarks."""
    folder = tmp_path_factory.mktemp("exported")
    with closing(annotated(folder / "data")) as store:
        fill(store)
        dataset = Dataset(store, places, population=Population.LEARNING)
        assert not export(dataset, folder / "out", open_formats(IMPORTED_LANDMARKS)).faults
    return folder / "out"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """The instructions alone."""
    with closing(annotated(tmp_path / "data")) as opened:
        yield opened


def changed(exported: Path, name: str, fault: Fault, folder: Path) -> Path:
    """The file with the fault, or the folder where the format is one."""
    shutil.copytree(exported / name, folder)
    file = folder / (fault.file or FILES[name])
    packed = file.suffix == ".gz"
    text = (gzip.decompress(file.read_bytes()) if packed else file.read_bytes()).decode()
    assert fault.was in text
    data = text.replace(fault.was, fault.becomes, 1).encode()
    file.write_bytes(gzip.compress(data) if packed else data)
    if fault.renamed:
        file = file.rename(folder / fault.renamed)
    return folder if name == "flickr30k_entities" else file


def stored(store: Store) -> int:
    return sum(store.records.count(kind) for kind in KINDS)


@pytest.mark.parametrize(("what", "name"), CASES)
def test_it_is_refused_by_its_place_and_nothing_is_stored(
    what: str, name: str, exported: Path, store: Store, places: PanoramaFolder, tmp_path: Path
) -> None:
    fault = FAULTS[what][name]
    file = changed(exported, name, fault, tmp_path / name)
    (chosen,) = open_formats([name])
    assert isinstance(chosen, ReadsLandmarks)
    is_whole = what == NOT_A_NUMBER and FILES[name].endswith(".json") and name != "touchdown"
    with pytest.raises(InvalidDataError if is_whole else ImportRefusedError) as refused:
        import_landmarks(store, places, chosen, [file], name=name)
    assert stored(store) == 0
    if is_whole:  # Python's json writes NaN, which is no JSON: nothing behind it can be told apart
        assert "is NaN, which is no number of JSON" in refused.value.message
        return
    (line, *_) = refused.value.message.split("\n")[1:]
    assert Path(fault.renamed or fault.file or FILES[name]).stem in line.partition(": ")[0]
    assert fault.place in line
    report = import_landmarks(store, places, chosen, [file], name=name, skip_broken=True)
    assert [each.place for each in report.skipped] == refused.value.context["places"]


@pytest.mark.parametrize("name", IMPORTED_LANDMARKS)
def test_every_format_has_each_fault_that_it_can_say(name: str) -> None:
    lacking = [what for what, by_format in FAULTS.items() if name not in by_format]
    assert lacking == list(CANNOT_SAY.get(name, ()))
