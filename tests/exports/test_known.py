"""An import beside what the store has: existing records stay, withdrawn ones stay away, and scores are ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec.structs import replace

from environments import InvalidDataError, PanoramaFolder
from environments.regions import ViewBox
from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.annotate.annotations.reviews import Review
from pangea_server.annotate.campaigns.records import PathRecord, ScanRecord
from pangea_server.annotate.landmarks.records import Chain, Entity, RegionRecord
from pangea_server.core.errors import RecordWithdrawnError, StoreConflictError
from pangea_server.core.records import Record
from pangea_server.dataset.entries.entries import FlagsEntry, FollowerEntry, GuideEntry, ReviewEntry
from pangea_server.dataset.entries.protocol import Found
from pangea_server.dataset.erasure.removal import tombstone
from pangea_server.dataset.imports.followed import FollowedInstruction, followed_in
from pangea_server.dataset.imports.imported import imported_follower, imported_guide, numbers_of
from pangea_server.dataset.imports.known import in_store, key_of, known_or_withdrawn, missing, withdrawn_among
from pangea_server.dataset.imports.landmarks.known import OTHERWISE, FileRegions, check_known, grown
from pangea_server.dataset.imports.walk_scores import WalkScores
from pangea_server.people.access.records import Annotator, Role
from pangea_server.quality.flags.records import FlagReport
from pangea_server.stores.protocol import Transaction
from tests.exports.filled import SCORES, annotated

PATH = PathRecord(path_id=1, scan_id="corridor", path=("door", "lamp"), heading=0.5)
PERSON = Annotator(annotator_id=1, role=Role.ANNOTATOR, languages=("en",), imported=True)
SCAN = ScanRecord(scan_id="corridor", environment="folder", viewpoint_count=4)
WALK = FollowerAnnotation(
    demonstration_id=1,
    instruction_id=1,
    annotator_id=7,
    path_id=1,
    scan_id="corridor",
    language="en-US",
    path=("door",),
    outcome="done",
    pose_trace=None,
    phases=(),
    scores=SCORES,
)


class Stored:
    """A transaction over these records."""

    def __init__(self, *records: Record) -> None:
        self._records = {(type(each), each.record_id): each for each in records}

    def get(self, kind: type[Record], record_id: str) -> Record | None:
        return self._records.get((kind, record_id))


def lacking(
    stored: list[Record], *coming: Record, same_time: Mapping[Any, Record] | None = None
) -> list[Record]:
    return missing(cast("Transaction", Stored(*stored)), coming, same_time or {})


@pytest.mark.parametrize(
    ("known", "change", "agrees"),
    [
        (PATH, {}, True),
        (PATH, {"campaign_id": "other"}, True),
        (PATH, {"heading": 0.25}, False),
        (SCAN, {"viewpoint_count": 9}, True),
        (PERSON, {"languages": ("hi",)}, True),
        (PERSON.model_copy(update={"imported": False}), {"imported": True}, False),
        (WALK, {"outcome": None}, True),
        (WALK, {"outcome": "gave_up"}, False),
        (WALK.model_copy(update={"outcome": None}), {"outcome": "done"}, False),
        (WALK, {"submitted_at": WALK.submitted_at.replace(year=2001)}, True),
        (WALK, {"path": ("lamp",)}, False),
    ],
)
def test_what_the_store_has_otherwise_is_a_conflict(
    known: Record, change: dict[str, Any], agrees: bool
) -> None:
    coming = known.model_copy(update=change)
    for stored, same_time in (([known], {}), ([], {key_of(known): known})):
        if agrees:
            assert lacking(stored, coming, same_time=same_time) == []
        else:
            with pytest.raises(
                StoreConflictError, match=f"^Another {known.record_id} is in {known.collection}"
            ):
                lacking(stored, coming, same_time=same_time)


def test_what_the_store_lacks_comes_in_order_unless_it_was_withdrawn() -> None:
    assert lacking([SCAN], PERSON, SCAN, PATH) == [PERSON, PATH]
    with pytest.raises(RecordWithdrawnError, match=r"^000001 of paths was withdrawn"):
        lacking([PATH, tombstone(PATH, "withdrawn")], PATH)


def test_withdrawn_records_are_known_by_their_kind(tmp_path: Path) -> None:
    store = annotated(tmp_path / "data", guides=1)
    ids: dict[type[Record], list[str]] = {
        GuideAnnotation: ["000001", "000002"],
        FollowerAnnotation: ["000002"],
    }
    assert withdrawn_among(store.records, ids) == set()
    store.records.create(tombstone(WALK.model_copy(update={"demonstration_id": 2}), "retention"))
    gone, here = (FollowerAnnotation.collection, "000002"), (GuideAnnotation.collection, "000001")
    assert withdrawn_among(store.records, ids) == {gone}
    assert in_store(store.records, ids) == {gone, here}
    wanted = [
        WALK.model_copy(update={"demonstration_id": 2}),
        store.records.get(GuideAnnotation, "000001"),
        PERSON,
    ]
    assert store.records.transact(lambda transaction: known_or_withdrawn(transaction, wanted)) == {gone, here}
    path = ("door", "lamp", "sofa")
    told = FollowedInstruction(1, "corridor", "en-US", path, 0.25, "train")
    assert followed_in(store.records, [1, 2]) == {1: told}
    assert followed_in(store.records, []) == {}
    store.close()


def test_walks_are_scored_where_they_can_be_and_keep_their_places(places: PanoramaFolder) -> None:
    told = FollowedInstruction(1, "corridor", "en-US", ("door", "lamp", "sofa"), 0.25, "train")
    walk = FollowerEntry(1, 1, None, ("door", "lamp"))
    astray, whole = replace(walk, path=("door", "attic")), replace(walk, path=told.path)
    elsewhere = (walk, told._replace(scan_id="attic"))
    found = WalkScores(places).of([None, (whole, told), elsewhere, (astray, told), (walk, told)])
    assert [each and (each.ne, each.success, each.path_length) for each in found] == [
        None,
        (0.0, 1.0, 4.0),
        None,
        None,
        (2.0, 1.0, 2.0),
    ]


GUIDE = GuideEntry(
    path_id=3,
    split="train",
    scan="corridor",
    heading=0.25,
    path=("door", "lamp"),
    instruction_id=5,
    language="en-US",
    transcript="Stop.",
    submitted_at=WALK.submitted_at,
)
JUDGED = FollowerEntry(
    8,
    5,
    9,
    ("door", "lamp"),
    submitted_at=WALK.submitted_at,
    review=ReviewEntry("accepted", 2, "Good.", WALK.submitted_at),
    flags=FlagsEntry("rules", 1, 2, (), WALK.submitted_at),
)
TOLD = FollowedInstruction(3, "corridor", "en-US", ("door", "lamp"), 0.25, "train")


def test_an_instruction_of_nobody_without_sound_invents_nothing(places: PanoramaFolder) -> None:
    made = imported_guide(GUIDE, Found("here", GUIDE), places)
    (annotation,) = made.own
    assert annotation.model_dump(exclude_defaults=True) == {
        "instruction_id": 5,
        "annotator_id": 0,
        "path_id": 3,
        "scan_id": "corridor",
        "language": "en-US",
        "split": "train",
        "path": ("door", "lamp"),
        "heading": 0.25,
        "walked": (),
        "transcript": "Stop.",
        "duration": None,
        "sample_rate": None,
        "voice": None,
        "pose_trace": None,
        "phases": (),
        "scores": None,
        "submitted_at": WALK.submitted_at,
    }
    assert (made.scan_id, made.blobs, made.notes) == ("corridor", {}, Counter())
    assert made.numbers == {"paths": 3, "instructions": 5, "annotators": 0}
    assert [type(each).__name__ for each in made.records] == [
        *("ScanRecord", "PathRecord", "Annotator", "Task", "Lease", "Recording", "GuideAnnotation")
    ]
    assert made.records[1] == PathRecord(path_id=3, scan_id="corridor", path=("door", "lamp"), heading=0.25)


def test_a_walk_comes_with_its_review_and_its_flags(places: PanoramaFolder) -> None:
    made = imported_follower(JUDGED, Found("here", JUDGED), places, TOLD)
    annotation, review, flags = made.own
    assert isinstance(annotation, FollowerAnnotation)
    assert (annotation.path_id, annotation.annotator_id, annotation.scores.path_length) == (3, 9, 2.0)
    assert review == Review(
        state="accepted",
        version=2,
        reason="Good.",
        decided_at=WALK.submitted_at,
        flagged=False,
        task_id="follower-000008",
        kind="follower",
        number=8,
        annotator_id=9,
        language="en-US",
        scan_id="corridor",
        submitted_at=WALK.submitted_at,
        lease_id="imported-follower-000008",
    )
    assert isinstance(flags, FlagReport)
    assert (flags.kind, flags.annotation_id, flags.annotation_version, flags.alignment_version) == (
        "follower",
        8,
        1,
        2,
    )
    assert numbers_of(JUDGED) == made.numbers == {"demonstrations": 8, "annotators": 9}
    untimed = replace(JUDGED, submitted_at=None)
    with pytest.raises(InvalidDataError, match="It has a review and no submitted_at"):
        imported_follower(untimed, Found("here", untimed), places, TOLD)


@pytest.mark.parametrize(
    ("metrics", "outcome", "noted"),
    [
        ({"path_length": 2.0, "theirs": 9.0}, "done", (0, 0)),
        ({"ne": 0.02}, "done", (0, 0)),
        ({"ne": 0.03}, "done", (1, 0)),
        ({"sr": 0.0}, "done", (1, 0)),
        ({"osr": 0.0, "sr": 1.0}, "done", (1, 0)),
        ({"path_length": 2.04, "ndtw": 1.0}, "gave_up", (0, 0)),
        ({"path_length": 2.1, "ndtw": 1.0}, None, (1, 1)),
    ],
)
def test_other_metrics_and_no_outcome_are_noted(
    metrics: dict[str, float], outcome: Any, noted: tuple[int, int], places: PanoramaFolder
) -> None:
    entry = replace(JUDGED, metrics=metrics, outcome=outcome, review=None, flags=None)
    notes = imported_follower(entry, Found("here", entry), places, TOLD).notes
    assert [notes[each] for each in sorted(notes)] == [noted[1], noted[0]]


CHAIN = Chain(chain_id="c", path_id=1, scan_id="s", mentions=("b", "a"), entities=("e",), source="imported")


@pytest.mark.parametrize(
    ("known", "coming", "larger"),
    [
        (
            {},
            {"mentions": ("c", "a"), "entities": ("f", "e")},
            {"mentions": ("b", "a", "c"), "entities": ("e", "f")},
        ),
        ({}, {"mentions": ("a",)}, None),
        ({}, {"need": "box"}, {"need": "box"}),
        ({"need": "scene"}, {"need": "box"}, None),
        ({"source": "judged"}, {"mentions": ("c",)}, None),
    ],
)
def test_an_imported_chain_grows_by_what_is_new(
    known: dict[str, Any], coming: dict[str, Any], larger: dict[str, Any] | None
) -> None:
    there = CHAIN.model_copy(update=known)
    expected = None if larger is None else there.model_copy(update=larger)
    assert grown(there, CHAIN.model_copy(update=coming)) == expected


REGION = RegionRecord(
    region_id="r", entity_id="e", scan_id="s", viewpoint_id="v", shape=ViewBox(0, 0, 1, 1), source="imported"
)


@pytest.mark.parametrize(
    "change", [{"viewpoint_id": "w"}, {"entity_id": "f"}, {"visible": "cut"}, {"group": True}]
)
def test_a_region_is_one_thing_in_a_file_and_in_the_store(change: dict[str, Any]) -> None:
    other, seen = REGION.model_copy(update=change), FileRegions()
    seen.check([REGION, REGION.model_copy(update={"quality": "good"})])
    with pytest.raises(InvalidDataError, match="stands in the file twice, and is two"):
        seen.check([other])
    seen.close()
    assert check_known(cast("Any", [REGION]), {key_of(REGION): REGION}) == Counter()
    with pytest.raises(StoreConflictError, match=r"^Another r is in regions"):
        check_known(cast("Any", [other]), {key_of(REGION): REGION})


@pytest.mark.parametrize(
    ("known", "change", "noted"),
    [
        (CHAIN, {"mentions": ("c",)}, 0),
        (CHAIN.model_copy(update={"source": "judged"}), {"mentions": ("a",)}, 0),
        (CHAIN.model_copy(update={"source": "judged"}), {"mentions": ("c",)}, 1),
        (CHAIN.model_copy(update={"source": "judged"}), {"entities": ("f",)}, 1),
        (Entity(entity_id="e", scan_id="s", labels={"en": "sofa"}), {"labels": {"en": "chair"}}, 1),
        (Entity(entity_id="e", scan_id="s"), {"how": "hand", "source": "reverie 1"}, 0),
    ],
)
def test_what_the_store_says_otherwise_of_other_landmarks_is_counted(
    known: Record, change: dict[str, Any], noted: int
) -> None:
    coming = known.model_copy(update=change)
    assert +check_known(cast("Any", [coming]), {key_of(known): known}) == +Counter({OTHERWISE: noted})
