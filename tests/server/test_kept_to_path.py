"""A Guide keeps to the path: which walks are their answer, what is kept of the others, and who may walk freely."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from environments import PanoramaFolder
from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.annotate.campaigns.guide_rules import GuideRules
from pangea_server.annotate.campaigns.records import Campaign, CampaignDefinition, PathSource, RoleRotation
from pangea_server.annotate.campaigns.trust_rules import TrustRules
from pangea_server.annotate.kinds.guide import refuse_other_walks
from pangea_server.annotate.tasks.records import Recording, RecordingState
from pangea_server.app.testing.server import People, assert_problem
from pangea_server.collect.ledger.records import Attendance
from pangea_server.collect.planning.lifecycle import create_campaign
from pangea_server.core.errors import SubmissionError
from pangea_server.stores.protocol import Store

PATH = ("door", "lamp", "sofa")
KEPT = GuideRules()
WORDS = {"transcript": "Go past the lamp to the sofa."}
Begin = Callable[..., Campaign]


@pytest.fixture
def begin(store: Store, place: Path) -> Begin:
    """Begins a campaign whose Guides go from the door past the lamp to the sofa; the window lies behind it."""

    def create(guide: GuideRules = KEPT) -> Campaign:
        definition = CampaignDefinition(
            id="walks",
            languages=("en-US",),
            paths=(PathSource(scan="corridor", viewpoints=(PATH,)),),
            rotation=RoleRotation(first=0),
            trust=TrustRules(learning=0),
            guide=guide,
        )
        environment = PanoramaFolder(place)
        return create_campaign(store.records, environment, f"folder:{place}", definition).campaign

    return create


@pytest.mark.parametrize(
    ("walk", "why"),
    [
        (["door", "lamp", "sofa", "window"], "Step 3 of the walk, from sofa to window, leaves the path"),
        (["door", "lamp", "sofa", "window", "sofa"], "leaves the path"),
        (["door", "lamp"], "ends at lamp, but the path's goal is sofa"),
        (["door", "lamp", "door"], "ends at door"),
        (["door", "door"], "never left its start"),
    ],
)
def test_another_walk_is_no_answer_and_nothing_of_it_is_lost(
    people: People, store: Store, begin: Begin, walk: list[str], why: str
) -> None:
    begin()
    guide = people()
    lease_id = guide.lease("guide")["lease_id"]
    refused = assert_problem(guide.submit(lease_id, guide.record(lease_id, walk) | WORDS), 422, "submission")
    assert why in refused["detail"]
    assert "report a problem" in refused["remedy"]
    assert store.records.count(GuideAnnotation) == 0
    assert guide.submit(lease_id, guide.record(lease_id, PATH, attempt=1) | WORDS).status_code == 200
    states = {recording.attempt: recording.state for recording in store.records.find(Recording)}
    assert states == {0: RecordingState.SUPERSEDED, 1: RecordingState.ACCEPTED}


def test_handing_in_a_walk_that_is_refused_is_a_sign_of_work(
    people: People, store: Store, begin: Begin
) -> None:
    begin()
    guide = people()
    lease_id = guide.lease("guide")["lease_id"]
    guide.submit(lease_id, guide.record(lease_id, ["door", "lamp"]) | WORDS)
    attendance = store.records.get(Attendance, lease_id)
    assert "submit" in {sign.source for sign in attendance.signs}


def test_a_guide_may_go_back_along_the_path(people: People, store: Store, begin: Begin) -> None:
    begin()
    assert people().guide(walk=["door", "lamp", "door", "lamp", "sofa", "lamp", "sofa"]).status_code == 200
    assert store.records.find(GuideAnnotation)[0].walked[-1] == "sofa"


def test_a_free_campaign_takes_any_walk(people: People, begin: Begin) -> None:
    begin(GuideRules(free=True))
    guide = people()
    lease = guide.lease("guide")
    assert lease["args"]["free"] is True
    answer = guide.record(lease["lease_id"], ["door", "lamp", "sofa", "window"])
    assert guide.submit(lease["lease_id"], answer | WORDS).status_code == 200


def test_the_page_is_told_what_it_may_offer(people: People, begin: Begin) -> None:
    begin()
    args = people().lease("guide")["args"]
    assert (args["free"], args["typed"], args["hints"]["silent_seconds"]) == (False, True, 15.0)


@pytest.mark.parametrize("walk", ["abcabd", "abcbcabd", "ababcabd"])
def test_a_path_may_pass_a_viewpoint_twice(walk: str) -> None:
    refuse_other_walks("abcabd", walk)


@pytest.mark.parametrize("walk", ["abd", "abcad", "acabd", "abcab"])
def test_no_part_of_such_a_path_may_be_left_out(walk: str) -> None:
    with pytest.raises(SubmissionError):
        refuse_other_walks("abcabd", walk)


def test_a_path_of_one_viewpoint_is_walked_by_standing_there() -> None:
    refuse_other_walks(("door",), ("door",))
