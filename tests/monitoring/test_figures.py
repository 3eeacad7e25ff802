"""Small figures by hand: intervals at their limits, what is told of others, progress, drafts, and changes."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from types import SimpleNamespace

import numpy as np
import pytest

from align.resampling import FEWEST_RESAMPLED
from pangea_server.annotate.annotations.changes import Change, change_id
from pangea_server.annotate.annotations.reviews import Review, ReviewState
from pangea_server.annotate.drafting.records import DraftedTranscript
from pangea_server.annotate.tasks.records import TaskState
from pangea_server.app.testing.server import People
from pangea_server.app.testing.stores.examples import task
from pangea_server.dataset.drafted.figures import draft_figures
from pangea_server.dataset.monitoring import progress as progress_module
from pangea_server.dataset.monitoring.intervals import MOST_RESAMPLED, grouped_means, means, wilson_interval
from pangea_server.dataset.monitoring.own_work import comparisons
from pangea_server.dataset.monitoring.progress import OLDEST_SECONDS, PROGRESS_FRESH_SECONDS, Progress
from pangea_server.dataset.monitoring.snapshots import OVERLAP, changes_since, newest_cursor, touched
from pangea_server.dataset.monitoring.table import Table
from pangea_server.people.access.records import Role
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import Store
from tests.monitoring.test_own_work import ME, walks


@pytest.mark.parametrize(
    ("n", "method"), [(1, None), (5, None), (6, "bootstrap"), (200, "bootstrap"), (201, "normal")]
)
def test_the_number_of_values_says_which_interval_a_mean_has(n: int, method: str | None) -> None:
    [mean] = means(np.arange(n, dtype=float)[:, None])
    assert mean
    assert (mean.value, mean.n, mean.method, mean.low is None) == ((n - 1) / 2, n, method, method is None)
    assert (FEWEST_RESAMPLED, MOST_RESAMPLED) == (6, 200)


def test_grouped_means_are_those_of_each_group() -> None:
    values, groups = np.array([1.0, 2, 3, 4, 5, 6, 7, 100]), np.array([0, 0, 0, 0, 0, 0, 0, 2])
    first, second, third = grouped_means(values, values**2, groups, np.array([7, 0, 1]))
    assert first
    assert third
    margin = 1.959963984540054 * np.sqrt(28 / 6 / 7)  # the squares of 1..7 from 4 are 28
    assert (first.value, first.n, first.method) == (4.0, 7, "normal")
    assert (first.low, first.high) == pytest.approx((4 - margin, 4 + margin))
    assert (second, third.value, third.n, third.low, third.method) == (None, 100.0, 1, None, None)


def test_who_has_three_values_is_among_the_others_and_quartiles_are_rounded() -> None:
    people = {person: [person / 3] * 3 for person in range(2, 8)} | {ME: [9.0], 20: [50.0, 50.0]}
    told = {(each.kind, each.measure): each for each in comparisons(walks(people), ME)}
    others = told["follower", "ne"].others
    assert others
    assert (others.people, others.low, others.middle, others.high) == (6, 1.08, 1.5, 1.92)
    assert (told["follower", "ne"].withheld, told["follower", "ne"].n) == (None, 1)


def test_a_person_without_a_figure_has_none_and_is_told_the_others() -> None:
    told = {each.measure: each for each in comparisons(walks({n: [1.0] * 3 for n in range(2, 7)}), ME)}
    assert (told["ne"].value, told["ne"].n) == (None, 0)
    assert told["ne"].others
    assert told["ndtw"].withheld is None  # the table has zeros
    assert told["transcription_ratio"].withheld == "too_few_others"  # nobody has spoken


def test_whose_words_were_understood_is_counted_for_the_guide() -> None:
    table = walks({2: [1.0, 9.0, 1.0, 1.0]})
    table.rows["guide"] = [ME, ME, ME, 0]
    understood = [each for each in comparisons(table, ME) if each.measure == "understood"]
    [mine] = [each for each in understood if each.n]
    assert (mine.kind, mine.n) == ("guide", 3)
    assert mine.value == pytest.approx(2 / 3)


def drafted(number: int, person: int, campaign: str | None = "winter", **counts: int) -> DraftedTranscript:
    known = {"inserted": 0, "edited": 0, "heard": 0, "untouched": 0, "planted": 0, "planted_left": 0} | counts
    return DraftedTranscript.model_validate(
        {"instruction_id": number, "annotator_id": person, "campaign_id": campaign, "language": "en-US"}
        | {"recogniser": "tiny", "submitted": "", "words": ()}
        | known
    )


def test_the_drafts_of_a_person_are_counted_together(store: Store) -> None:
    for record in (
        drafted(1, 2, edited=4, heard=3, untouched=1, inserted=1, planted=4, planted_left=1),
        drafted(2, 2, edited=1, untouched=1, planted=1, planted_left=1),
        drafted(3, 1, untouched=4),
        drafted(4, 9, None, heard=2),
    ):
        store.records.create(record)
    none, first, second = draft_figures(store.records)
    low, high = wilson_interval(3, 5)
    assert second.model_dump() == {
        **{"campaign_id": "winter", "annotator_id": 2, "recogniser": "tiny", "drafts": 2, "words": 10},
        **{"edits_per_word": 0.3, "heard": 0.3, "untouched": 0.2, "planted": 5, "planted_left": 2},
        **{"planted_found": 0.6, "found_low": low, "found_high": high},
    }
    assert (none.campaign_id, none.annotator_id, none.heard, none.planted_found) == (None, 9, 1.0, None)
    assert (first.annotator_id, first.edits_per_word, first.found_low) == (1, 0.0, None)
    assert [each.annotator_id for each in draft_figures(store.records, "winter")] == [1, 2]
    assert list(draft_figures(store.records, "summer")) == []


def test_drafts_are_for_the_data_team(people: People, store: Store) -> None:
    store.records.create(drafted(1, 2, heard=3))
    manager = people(Role.MANAGER)
    [row] = manager.call("GET", "/monitor/drafts?campaign=winter").json()
    assert (row["annotator_id"], row["words"]) == (2, 3)
    assert manager.call("GET", "/monitor/drafts?campaign=summer").json() == []
    table = manager.call("GET", "/monitor/drafts", headers={"Accept": "text/csv"}).text.splitlines()
    assert table[0].startswith("campaign_id,annotator_id,recogniser,drafts,words,edits_per_word")
    assert table[1].startswith("winter,2,tiny,1,3,0.0,1.0,0.0,0,0")
    assert people().call("GET", "/monitor/drafts").status_code == 403


def test_tasks_are_counted_by_state_and_those_of_no_campaign_together(store: Store) -> None:
    states = (TaskState.OPEN, TaskState.OPEN, TaskState.DONE, TaskState.LEASED, TaskState.WAITING)
    for number, state in enumerate(states, 1):
        store.records.create(task(number, state=state))
    store.records.create(task(9, state=TaskState.RETIRED).model_copy(update={"kind": "follower"}))
    counts = Progress(store.records, ("follower", "guide")).counts(Table.empty())
    unknown = {"language": None, "pool": None, "withdrawn": 0}
    assert [each.model_dump() for each in counts] == [
        {"kind": "follower", "waiting": 0, "open": 0, "leased": 0, "done": 0, "retired": 1} | unknown,
        {"kind": "guide", "waiting": 1, "open": 2, "leased": 1, "done": 1, "retired": 0} | unknown,
    ]


def test_tasks_are_counted_again_when_the_count_is_two_seconds_old(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [100.0]
    monkeypatch.setattr(progress_module, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    progress, told = Progress(store.records, ("guide",)), list[int]()
    for passed, number in ((0.0, 1), (PROGRESS_FRESH_SECONDS, 2), (0.001, 3)):
        clock[0] += passed
        store.records.create(task(number))
        told.append(sum(each.open for each in progress.counts(Table.empty())))
    assert told == [1, 1, 3]


def test_nobody_waits_for_a_long_count_unless_the_last_one_is_old(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, started = [100.0], list[Callable[[], None]]()

    def thread(target: Callable[[Table], None], args: list[Table], **_: object) -> SimpleNamespace:
        return SimpleNamespace(start=lambda: started.append(lambda: target(*args)))

    monkeypatch.setattr(progress_module, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    monkeypatch.setattr(progress_module, "Thread", thread)
    progress = Progress(store.records, ("guide",))

    def counted(passed: float) -> int:
        """With one task more, after so many seconds, where the last count took two."""
        clock[0] += passed
        store.records.create(task(round(clock[0])))
        progress._took = 2.0
        return sum(each.open for each in progress.counts(Table.empty()))

    progress.counts(Table.empty())
    assert [counted(30), counted(30), len(started)] == [0, 0, 1]  # one at a time
    started.pop()()
    assert [counted(1), counted(30), len(started)] == [2, 2, 1]
    monkeypatch.setattr(progress, "_count", lambda table: 1 / 0)
    started.pop()()
    assert progress._good_until < inf


def test_an_old_count_is_made_anew_however_long_it_takes(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [100.0]
    monkeypatch.setattr(progress_module, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    progress = Progress(store.records, ("guide",))
    progress.counts(Table.empty())
    progress._took, clock[0] = 2.0, 100.0 + OLDEST_SECONDS
    store.records.create(task(1))
    assert sum(each.open for each in progress.counts(Table.empty())) == 1


MINUTE = OVERLAP
AT = 10**12


def changes(store: LocalStore | Store, *moments: int) -> None:
    for number, moment in enumerate(moments, 1):
        store.records.create(Change(change_id=change_id(moment), kind="guide", number=number))


def test_changes_of_the_minute_before_are_read_again_but_those_that_are_known(store: Store) -> None:
    changes(store, AT - MINUTE - 1, AT - MINUTE + 1, AT, AT + 5)
    ids = [each.record_id for each in store.records.find(Change)]
    cursor = ids[2]
    found = changes_since(store.records, cursor)
    assert found is not None
    assert [*found] == ids[1:]
    assert touched(found.values()) == {("guide", 2), ("guide", 3), ("guide", 4)}
    assert [*(changes_since(store.records, cursor, {ids[1], ids[2]}) or ())] == ids[3:]
    assert newest_cursor(store.records) == ids[3]


@pytest.mark.parametrize(("most", "are_read"), [(3, True), (2, False)])
def test_too_many_changes_are_not_followed(store: Store, most: int, are_read: bool) -> None:
    changes(store, AT, AT + 1, AT + 2)
    assert (changes_since(store.records, "", most=most) is not None) == are_read


def review(number: int, state: ReviewState, reason: str, decided: int) -> Review:
    return Review.model_validate(
        {"task_id": f"guide-{number:06d}", "kind": "guide", "number": number, "lease_id": f"l{number}"}
        | {"annotator_id": 2, "language": "en-US", "scan_id": "corridor", "state": state, "reason": reason}
        | {"submitted_at": f"2026-01-01T00:00:0{number}Z", "decided_at": f"2026-01-02T00:00:0{decided}Z"}
    )


@pytest.mark.usefixtures("campaign")
def test_decisions_with_a_reason_come_the_latest_first_and_pending_ones_are_not_told(
    people: People, store: Store
) -> None:
    person = people()
    for each in (
        review(1, ReviewState.ACCEPTED, "Well told.", 5),
        review(2, ReviewState.REJECTED, "Nothing is heard.", 7),
        review(3, ReviewState.SENT_BACK, "The end is missing.", 6),
        review(4, ReviewState.ACCEPTED, "", 8),
        review(5, ReviewState.PENDING, "", 9),
    ):
        store.records.create(each.model_copy(update={"annotator_id": person.annotator_id}))
    store.records.create(
        review(6, ReviewState.ACCEPTED, "Another's.", 9).model_copy(update={"annotator_id": 99})
    )
    told = person.call("GET", "/me/work").json()["reviews"]
    assert [each["number"] for each in told.pop("with_reason")] == [2, 3, 1]
    assert told == {"accepted": 2, "rejected": 1, "sent_back": 1}
