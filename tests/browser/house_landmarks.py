"""Words about the demo house's living room in a running demo's store, boxes of its things, and tasks about them."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import soundfile

from align.grounding import GroundedWord
from align.spoken_routes import SpokenPath, speak_path
from environments.demo import DemoHouse
from environments.regions import Region, bounding_view, region_as_json
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.annotations.records import GuideAnnotation, TaskAnnotation
from pangea_server.annotate.campaigns.records import PathRecord
from pangea_server.annotate.landmarks.records import RegionRecord, transcript_digest
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.core.records import Artefact
from pangea_server.stores.local.store import LocalStore
from tests.browser.conftest import SPEECH
from tests.browser.demo import Demo

SCAN = "demo-house"
PATH = ("living-room-piano", "living-room-sofa", "living-room-fireplace")
TRANSCRIPT = "Start at the piano, go past the red sofa and the coffee table, and stop at the fireplace."
PATH_ID = 900
GUIDE = 100
"""The number of the instruction, and of the person who gave it."""
SOFA, TABLE = "the red sofa", "the coffee table"
LOOKED_FROM = "living-room-piano"
TYPES = ("furniture", "structure", "other")


@cache
def spoken() -> SpokenPath:
    """What is seen from the places of the path."""
    house = DemoHouse()
    labels = house.labels(SCAN)
    assert labels is not None
    return speak_path(house.scan(SCAN), labels, PATH, ("en-US",), seed=1, path_id=1)


def box(thing: str, place: str) -> Region:
    """The tight box of a thing."""
    found = spoken().regions[f"label:{thing}", place].box
    assert found is not None
    return found


def centre(thing: str, place: str) -> tuple[float, float]:
    """Heading and elevation of the middle of its box."""
    found = bounding_view([box(thing, place)])
    assert found is not None
    return found.heading, found.elevation


def mention(text: str) -> dict[str, Any]:
    """The key of these words."""
    start = TRANSCRIPT.index(text)
    digest = transcript_digest(TRANSCRIPT)[:12]
    return {
        "instruction_id": GUIDE,
        "start_char": start,
        "end_char": start + len(text),
        "digest": digest,
    }


REGIONS = {
    "sofa-from-piano": ("red-sofa", "living-room-piano"),
    "sofa-from-fireplace": ("red-sofa", "living-room-fireplace"),
    "table-from-piano": ("coffee-table", "living-room-piano"),
}
"""By id, the thing and the place from which it is seen."""


def fill(demo: Demo) -> None:
    """The Guide's words with their times and camera, and boxes of what they mean."""
    samples, rate = soundfile.read(SPEECH, dtype="int16")
    wav = io.BytesIO()
    soundfile.write(wav, samples, rate, format="WAV")
    with LocalStore.open(demo.data_dir) as store:
        (other,) = store.records.find(PathRecord, limit=1)
        path = other.model_copy(update={"path_id": PATH_ID, "path": PATH, "heading": 0.0})
        store.records.create(path)
        store.blobs.create("recordings/living-room/voice.wav", io.BytesIO(wav.getvalue()))
        voice = store.blobs.stat("recordings/living-room/voice.wav")
        seconds = len(samples) / rate
        guide = GuideAnnotation(
            instruction_id=GUIDE,
            annotator_id=GUIDE,
            path_id=path.path_id,
            split=path.split,
            scan_id=SCAN,
            language="en-US",
            path=PATH,
            heading=0.0,
            walked=PATH,
            transcript=TRANSCRIPT,
            duration=seconds,
            sample_rate=rate,
            voice=Artefact(blob=voice.name, size=voice.size, sha256=voice.sha256),
            pose_trace=None,
            phases=(),
            scores=None,
        )
        store.records.create(guide)
        store.records.create(_alignment(seconds))
        for region_id, (thing, place) in REGIONS.items():
            store.records.create(
                RegionRecord(
                    region_id=region_id,
                    entity_id=None,
                    scan_id=SCAN,
                    viewpoint_id=place,
                    shape=box(thing, place),
                    source="drawn",
                    annotator_id=GUIDE,
                )
            )


def _alignment(seconds: float) -> AlignmentRecord:
    """Words of even length, while the camera looked at the sofa from the first place."""
    heading, elevation = centre("red-sofa", LOOKED_FROM)
    words = list(_words())
    each = seconds / len(words)
    timed = tuple(
        GroundedWord(
            word=text,
            source="aligned",
            start_time=number * each,
            end_time=(number + 1) * each,
            start_char=start,
            end_char=start + len(text),
            viewpoint_id=LOOKED_FROM,
            heading=heading,
            elevation=elevation,
        )
        for number, (start, text) in enumerate(words)
    )
    return AlignmentRecord(
        task_id=f"guide-{GUIDE:06d}", engine="test", state="aligned", timed_instruction=timed
    )


def _words() -> Iterator[tuple[int, str]]:
    start = 0
    for text in TRANSCRIPT.split(" "):
        yield start, text
        start += len(text) + 1


def ask(demo: Demo, kind: str, items: Sequence[Mapping[str, Any]], number: int = 1) -> str:
    """A task of this kind, and the link of somebody who is to do it."""
    with LocalStore.open(demo.data_dir) as store:
        args: Any = {"items": list(items), "path": list(PATH), "reach": list(PATH), "types": list(TYPES)}
        store.records.create(
            Task(
                kind=kind,
                number=number,
                path_id=PATH_ID,
                scan_id=SCAN,
                language="en-US",
                state=TaskState.OPEN,
                args=args,
            )
        )
    return demo.invite().replace("/guide#", f"/task/{kind}#")


def kept(demo: Demo, kind: str, number: int) -> TaskAnnotation:
    """What was handed in for a task."""
    with LocalStore.open(demo.data_dir) as store:
        return store.records.get(TaskAnnotation, f"{kind}-{number:06d}")


def foretold(thing: str, place: str, wider: float = 1.0) -> dict[str, Any]:
    """A region as it is carried there."""
    shape = region_as_json(box(thing, place))
    return {
        "from_region": "sofa-from-piano",
        "viewpoint_id": place,
        "shape": shape | {"width": shape["width"] * wider},
    }


DRAW = ({"mentions": [mention(SOFA)]}, {"mentions": [mention(TABLE)], "beside": ["table-from-piano"]})
QUALITY = (
    {"mentions": [mention(SOFA)], "regions": ["sofa-from-piano"], "beside": ["table-from-piano"]},
    {"mentions": [mention(TABLE)], "regions": ["sofa-from-fireplace"]},
)
COVERAGE = ({"mentions": [mention(SOFA)], "regions": ["sofa-from-piano", "sofa-from-fireplace"]},)
SAME = (
    {"mentions": [mention(SOFA), mention(SOFA)], "regions": ["sofa-from-piano", "sofa-from-fireplace"]},
    {"mentions": [mention(SOFA), mention(TABLE)], "regions": ["sofa-from-fireplace", "table-from-piano"]},
)
CARRY = tuple(
    {
        "mentions": [mention(SOFA)],
        "regions": ["sofa-from-piano"],
        "foretold": foretold("red-sofa", "living-room-fireplace", wider),
    }
    for wider in (1.0, 1.4, 1.0)
)
MEANT = ({"mentions": [mention(SOFA)]},)
PAGES: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "box_draw": DRAW,
    "box_quality": QUALITY,
    "box_coverage": COVERAGE,
    "same_thing": SAME,
    "carry": CARRY,
    "region_meant": MEANT,
}
