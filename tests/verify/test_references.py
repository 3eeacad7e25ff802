"""What a record names: other records by their ids, and blobs."""

from __future__ import annotations

import pytest

from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.annotate.tasks.records import Lease, LeaseState, Recording
from pangea_server.app.testing.stores.examples import task
from pangea_server.core.records import Artefact, Record, now
from pangea_server.dataset.verify.references import artefacts, referred
from tests.benchmarks.monitor.annotations import generated
from tests.landmarks.examples import corridor_landmarks

GUIDE = next(each for each in generated(1) if isinstance(each, GuideAnnotation))


def lease(lease_id: str) -> Lease:
    known = {"task_id": "guide-000007", "kind": "guide", "annotator_id": 3, "state": LeaseState.ACTIVE}
    return Lease.model_validate(known | {"lease_id": lease_id, "expires_at": now()})


@pytest.mark.parametrize(
    ("record", "named"),
    [
        (task(1, path_id=12), [("paths", "000012")]),
        (lease("l1"), [("tasks", "guide-000007"), ("annotators", "000003")]),
        (lease(f"{Lease.IMPORTED}1"), []),
        (
            Recording(recording_id="r", lease_id="l1", annotator_id=1, sample_rate=None),
            [("leases", "l1")],
        ),
        (GUIDE, []),
    ],
)
def test_a_record_names_others_by_their_ids(record: Record, named: list[tuple[str, str]]) -> None:
    assert list(referred(record)) == named


def test_a_chain_names_its_path_and_each_mention_and_thing() -> None:
    chain = next(each for each in corridor_landmarks() if each.collection == "chains")
    others = {each.record_id: each.collection for each in corridor_landmarks()}
    found = list(referred(chain))
    assert found[0][0] == "paths"
    assert found[1:] == [(others[name], name) for _, name in found[1:]]
    assert {collection for collection, _ in found} >= {"mentions", "entities"}


def test_an_annotation_describes_its_voice_its_poses_and_its_actions() -> None:
    one, two, three = (Artefact(blob=name, size=1, sha256="") for name in ("v", "p", "a"))
    whole = GUIDE.model_copy(update={"voice": one, "pose_trace": two, "actions": three})
    assert artefacts(whole) == [one, two, three]
    assert artefacts(whole.model_copy(update={"voice": None, "actions": None})) == [two]
    assert artefacts(task(1)) == []
