"""What reviewers are told about answers that came in over HTTP."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from align import GroundedWord
from environments import NotFoundError
from pangea_server import Settings
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.annotations.records import GuideAnnotation, report_id
from pangea_server.annotate.annotations.transcripts import TranscriptBands
from pangea_server.annotate.campaigns.flag_rules import FlagRules
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.app.testing.server import People, Someone
from pangea_server.dataset.erasure.withdrawal import withdraw
from pangea_server.people.access.records import Role
from pangea_server.quality.flags.all_flags import installed_flags
from pangea_server.quality.flags.other_answers import usual_rate
from pangea_server.quality.flags.protocol import GUIDES, Finding, Seen
from pangea_server.quality.flags.records import FlagReport
from pangea_server.quality.flags.runner import FlagRunner, open_runner, reports_missing
from pangea_server.stores.numbering import take_numbers
from pangea_server.stores.protocol import Store
from pangea_server.stores.tombstones import Tombstone

pytestmark = pytest.mark.usefixtures("campaign")
WORDS = "Go past the lamp and stop in front of the sofa that stands by the window."


def findings(someone: Someone, kind: str = "guide") -> dict[str, dict[str, Any]]:
    view = someone.call("GET", f"/annotations/{kind}/1").json()
    return {finding["flag"]: finding for finding in view["flags"]}


def look_at_all(settings: Settings, *, redo: bool = False) -> list[str]:
    """What ``pangea flags`` does; returns what it looked at."""
    with open_runner(settings) as runner:
        names = runner.due(redo=redo)
        for name in names:
            runner.run(name)
    return names


def second_guide_task(store: Store) -> None:
    first = store.records.get(Task, "guide-000001")
    store.records.create(first.model_copy(update={"number": 2, "state": TaskState.OPEN, "lease_id": None}))


def test_staff_see_what_was_found_and_why(people: People, settings: Settings) -> None:
    people().guide(WORDS)
    reviewer = people(Role.REVIEWER)
    assert reviewer.call("GET", "/annotations/guide/1").json()["flags"] is None
    assert look_at_all(settings) == ["guide-000001"]
    found = findings(reviewer)
    assert found["silence"]["raised"] is True  # the fixture's voice is a constant
    assert found["silence"]["why"] == "0% of the 2 s are speech."
    assert found["silence"]["stretches"] == [{"start_time": 0.0, "end_time": 2.0}]
    assert found["path_not_completed"] | {"why": ""} == {
        "flag": "path_not_completed", "raised": False, "why": "", "value": 0.0, "unit": "m", "threshold": 0.5,
        "stretches": [],
    }  # fmt: skip
    assert (found["far_from_voice"]["raised"], found["far_from_voice"]["value"]) == (None, None)
    assert "not been aligned yet" in found["far_from_voice"]["why"]
    assert found["pasted_transcript"]["raised"] is None
    (row,) = reviewer.call("GET", "/annotations?kind=guide").json()["items"]
    assert row["flags"] == [{"flag": "silence", "why": "0% of the 2 s are speech."}]


def test_an_annotator_is_told_nothing(people: People, settings: Settings) -> None:
    guide = people()
    guide.guide(WORDS)
    look_at_all(settings)
    assert guide.call("GET", "/annotations/guide/1").status_code == 403


def test_what_was_looked_at_is_left_alone_until_the_rules_change(
    people: People, settings: Settings, store: Store
) -> None:
    people().guide(WORDS)
    assert look_at_all(settings) == ["guide-000001"]
    assert look_at_all(settings) == []
    assert look_at_all(settings, redo=True) == ["guide-000001"]
    report = store.records.get(FlagReport, "guide-000001")
    stale = report.model_copy(update={"rules": "others"})
    store.records.transact(lambda transaction: transaction.replace(stale))
    assert look_at_all(settings) == ["guide-000001"]


def test_a_follower_has_flags_of_their_own(people: People, settings: Settings) -> None:
    people().guide(WORDS)
    people().follow(["door"], outcome="gave_up")
    look_at_all(settings)
    found = findings(people(Role.MANAGER), "follower")
    assert set(found) == {"barely_moved", "jumped"}
    assert found["barely_moved"]["raised"] is True
    assert found["jumped"]["raised"] is None


def test_the_page_says_what_was_pasted(people: People, settings: Settings) -> None:
    guide = people()
    lease = guide.lease("guide")
    answer = guide.record(lease["lease_id"], lease["args"]["path"])
    typing = {"typed": 3, "pasted": len(WORDS), "pastes": 1}
    sent = answer | {"transcript": WORDS, "typing": typing}
    assert guide.submit(lease["lease_id"], sent).status_code == 200
    look_at_all(settings)
    found = findings(people(Role.MANAGER))["pasted_transcript"]
    assert (found["raised"], found["value"]) == (True, 1.0)
    assert found["why"] == f"{len(WORDS)} characters were pasted and 3 typed."


@pytest.mark.parametrize("typing", [{"typed": -1, "pasted": 0, "pastes": 0}, {"typed": 1}, {"typed": "1"}])
def test_typing_that_cannot_be_is_refused(people: People, typing: dict[str, Any]) -> None:
    guide = people()
    lease = guide.lease("guide")
    answer = guide.record(lease["lease_id"], lease["args"]["path"])
    response = guide.submit(lease["lease_id"], answer | {"transcript": WORDS, "typing": typing})
    assert response.status_code == 422


def test_a_copy_is_found_whoever_made_it_and_the_first_is_not_blamed(
    people: People, settings: Settings, store: Store
) -> None:
    people().guide(WORDS)
    second_guide_task(store)
    people().guide(WORDS.replace("window", "door"))
    look_at_all(settings)
    manager = people(Role.MANAGER)
    first, second = (manager.call("GET", f"/annotations/guide/{n}").json()["flags"] for n in (1, 2))
    copied = [found for found in (*first, *second) if found["flag"] == "copied_transcript"]
    assert [found["raised"] for found in copied] == [False, True]
    assert "another person's Guide 1" in copied[1]["why"]


def test_a_copy_is_found_also_where_it_has_the_smaller_number(
    people: People, settings: Settings, store: Store
) -> None:
    """Reports are made in the order of numbers, in which answers need not have come in."""
    second_guide_task(store)
    first = store.records.get(Task, "guide-000001")
    put = store.records.transact
    put(lambda transaction: transaction.replace(first.model_copy(update={"state": TaskState.WITHDRAWN})))
    people().guide(WORDS)
    put(lambda transaction: transaction.replace(first))
    people().guide(WORDS.replace("window", "door"))
    assert look_at_all(settings) == ["guide-000001", "guide-000002"]
    copied = findings(people(Role.MANAGER))["copied_transcript"]
    assert copied["raised"] is True
    assert "another person's Guide 2" in copied["why"]


def test_a_withdrawal_takes_flags_and_keys_with_it(people: People, settings: Settings, store: Store) -> None:
    for counter in ("instructions", "demonstrations"):
        take_numbers(store.records, counter, 1)  # the campaign's
    guide = people()
    guide.guide(WORDS)
    look_at_all(settings)
    assert store.records.count(FlagReport) == store.records.count(TranscriptBands) == 1
    withdraw(store, guide.annotator_id, actor=None)
    assert store.records.count(FlagReport) == store.records.count(TranscriptBands) == 0
    removed = {stone.removed_from for stone in store.records.find(Tombstone)}
    assert {FlagReport.collection, TranscriptBands.collection} <= removed
    with open_runner(settings) as runner:
        assert runner.run("guide-000001") is None


def test_a_voice_that_is_gone_leaves_its_flags_unknown(
    people: People, settings: Settings, store: Store
) -> None:
    people().guide(WORDS)
    voice = store.records.get(GuideAnnotation, "000001").voice
    assert voice is not None
    store.blobs.delete(voice.blob)
    look_at_all(settings)
    found = findings(people(Role.MANAGER))
    assert {name for name in found if found[name]["raised"] is None} >= {"silence", "clipping", "noise"}
    assert "voice.wav" in found["silence"]["why"]
    assert found["too_short"]["raised"] is False


class Broken:
    name = "broken"
    kinds = GUIDES

    def look(self, seen: Seen, rules: FlagRules) -> Finding:
        raise ZeroDivisionError


def test_another_packages_flag_that_breaks_takes_nothing_with_it(
    people: People, settings: Settings, server: TestClient
) -> None:
    people().guide(WORDS)
    with open_runner(settings) as runner:
        report = FlagRunner(runner.store, runner.environment, (*installed_flags(), Broken())).run(
            "guide-000001"
        )
    assert report is not None
    assert len(report.findings) == 13
    assert (report.findings[-1].raised, report.findings[-1].why) == (
        None,
        "The flag failed: ZeroDivisionError.",
    )


def test_an_annotation_nobody_can_have_is_refused(settings: Settings, server: TestClient) -> None:
    with open_runner(settings) as runner, pytest.raises(NotFoundError, match="guide-12"):
        runner.run("sofa-1")


def test_a_server_knows_when_answers_were_not_looked_at(
    people: People, settings: Settings, store: Store
) -> None:
    assert not reports_missing(store.records)
    people().guide(WORDS)
    assert reports_missing(store.records)
    look_at_all(settings)
    assert not reports_missing(store.records)


def test_a_persons_usual_speed_needs_three_other_answers(people: People, store: Store) -> None:
    people().guide(WORDS)
    first = store.records.get(GuideAnnotation, "000001")
    for number in range(2, 5):
        assert usual_rate(store.records, first) is None
        words = [GroundedWord("go", n, n + 1 / number, "aligned") for n in range(12)]
        store.records.create(first.model_copy(update={"instruction_id": number}))
        store.records.create(
            AlignmentRecord(
                task_id=report_id("guide", number),
                engine="viterbi",
                state="aligned",
                timed_instruction=tuple(words),
            )
        )
    assert usual_rate(store.records, first) == pytest.approx(3.0)
    other = first.model_copy(update={"annotator_id": first.annotator_id + 1})
    assert usual_rate(store.records, other) is None
