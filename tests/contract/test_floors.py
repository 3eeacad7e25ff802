"""The rooms of all three packages have one order, and each refers only to rooms before it.

A reference is an import anywhere in a file (also a lazy one, or one for type checking), or a string that names
a module. A new room is entered where it belongs; one that fits nowhere has an import that points the wrong way.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.structure.floors import Rooms
from tests.structure.references import Reference, references
from tests.structure.sources import Sources, read_sources

ROOT = Path(__file__).parents[2]
ORDER = """
environments: compilation errors folders regular_files floor_plan geometry demo/masks demo/model demo/drawing
    demo/ground_floor demo/upper_floor demo/house distances graph processes sampling scan pictures regions
    labels sightings carrying demo/blender demo/render demo/held_out
    protocol check metrics reading connectivity gibson graph_json graph_csv matterport3d pano2021 folder
    demo/__init__ streetlearn plugins __init__ testing tiles segmenting
align: errors resampling containers audio compact_trace npz readings snapshot_lines pose_trace trace_decoder transcript
    phones timed spoken_routes grounding masks reference formats matching mending calibration viterbi languages report
    picture loudness disagreement recognisers engines pipeline __init__ batch beam exports listening folders testing
pangea_server:
    core core/cli
    stores stores/firebase stores/sqlite stores/migrations stores/local stores/opening
    http http/edge
    people/__init__ people/access people/audit people/labels people/accounts people/consent people/speech people/sign_in
    annotate/__init__ annotate/campaigns annotate/forms annotate/tasks annotate/annotations annotate/alignments
        annotate/landmarks annotate/landmarks/proposing annotate/landmarks/protocol annotate/drafting
        annotate/links annotate/kinds annotate/assignment annotate/kinds/*
        annotate/pictures annotate/media annotate/attachments
    quality/__init__ quality/comparison quality/text_metrics quality/agreement quality/flags
        quality/review quality/reviewers quality/gold quality/trust quality/lesson quality/exercises
        quality/votes
    collect/__init__ collect/landmarks collect/landmarks/simulation collect/landmarks/snapping collect/planning
        collect/questionnaires collect/platforms collect/ledger collect/landmarks/overview collect/actions
        collect/capture collect/drafting collect/queue collect/tally collect/questions collect/scans collect/live
    dataset/__init__ dataset/collections dataset/entries dataset/landmarks
        dataset/formats/landmarks/label_studio dataset/formats/landmarks
        dataset/formats dataset/exports dataset/matching dataset/monitoring
        dataset/campaigns dataset/drafted dataset/erasure dataset/verify dataset/archive dataset/imports
        dataset/imports/landmarks
        dataset/written dataset/evaluation dataset/reference dataset/personal
        dataset/release/card dataset/release
    app/doctor app/testing app/demo_landmarks app app/testing/stores
    __init__
"""


def in_order() -> Iterator[str]:
    package = ""
    for word in ORDER.split():
        if word.endswith(":"):
            package = word.removesuffix(":")
        else:
            yield f"{package}/{word}"


FLOOR = {room: number for number, room in enumerate(in_order())}


def floor_of(room: str) -> str:
    """Kinds of task stand on one floor, so that a new one is entered nowhere."""
    return re.sub(r"(pangea_server/annotate/kinds/).+", r"\1*", room)


def upward(sources: Sources) -> list[str]:
    """References to a room that does not come before their own."""
    rooms = Rooms(sources)
    return [str(found) for found in references(sources) if _points_up(rooms, found)]


def _points_up(rooms: Rooms, found: Reference) -> bool:
    start, end = floor_of(rooms.room(found.file.module)), floor_of(rooms.room(found.target))
    return start != end and FLOOR.get(end, -1) >= FLOOR.get(start, -1)


@pytest.fixture(scope="module")
def ours() -> Sources:
    return read_sources(ROOT)


def test_every_room_has_its_place(ours: Sources) -> None:
    rooms = Rooms(ours)
    assert {floor_of(rooms.room(file.module)) for file in ours.python} == set(FLOOR)


def test_every_room_refers_only_to_rooms_before_it(ours: Sources) -> None:
    assert upward(ours) == []


def test_nothing_imports_tests_or_deploy(ours: Sources) -> None:
    named = {
        (str(file.path), name.partition(".")[0])
        for file in ours.python
        for node in ast.walk(file.tree)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert {(file, name) for file, name in named if name in {"tests", "deploy", "static"}} == set()
