"""From open questions to pages: what is asked together, of whom, and what becomes of tasks that there are."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from pangea_server.annotate.landmarks.protocol.asked import PER_PAGE, Asked, MentionKey, Step
from pangea_server.annotate.landmarks.protocol.work import ItemToAsk
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.collect.landmarks.pages import (
    LOOKED_AT,
    ShownItems,
    TaskChanges,
    fitted,
    fullest_first,
    keys_of,
    pages_of,
    task_changes,
)
from pangea_server.core.records import now

PATH, TYPES = ("door", "lamp"), ("furniture",)
DIGEST = "0" * 12
THERE = ShownItems(dict.fromkeys(range(30), DIGEST * 5), frozenset({"box_draw-000001-0"}))


def question(number: int, *not_for: int, step: Step = Step.NEED, language: str = "en-US") -> ItemToAsk:
    key = MentionKey(instruction_id=number, start_char=0, end_char=3, digest=DIGEST)
    return ItemToAsk(step, Asked(mentions=(key,)), (language,), frozenset(not_for))


def task(number: int, asked: Sequence[ItemToAsk], state: TaskState = TaskState.OPEN, **fields: Any) -> Task:
    """The task that was made of these questions."""
    [page] = pages_of(asked)
    args = page.args(PATH, TYPES, {})
    given: dict[str, Any] = {"path_id": 1, "scan_id": "flat", "language": "en-US", "not_for": page.not_for}
    return Task(kind=page.step, number=number, state=state, args=args, **given | fields)


def changes(asked: Sequence[ItemToAsk], tasks: Sequence[Task], shown: ShownItems = THERE) -> TaskChanges:
    return task_changes(asked, tasks, shown)


def held(number: int, asked: Sequence[ItemToAsk], minutes: float) -> Task:
    until = now() + timedelta(minutes=minutes)
    return task(number, asked, TaskState.LEASED, lease_id=f"lease{number}", lease_expires_at=until)


def test_a_page_has_one_step_and_one_language_and_is_full() -> None:
    asked = [
        *(question(number) for number in range(25)),
        question(1, language="hi-IN"),
        question(1, step=Step.DRAW),
    ]
    pages = pages_of(asked)
    assert [(page.step, page.languages, len(page.questions)) for page in pages] == [
        (Step.NEED, ("en-US",), 10),
        (Step.NEED, ("en-US",), 10),
        (Step.NEED, ("en-US",), 5),
        (Step.NEED, ("hi-IN",), 1),
        (Step.DRAW, ("en-US",), 1),
    ]
    assert PER_PAGE[Step.NEED] == 10


def test_a_page_is_for_nobody_only_who_may_answer_nothing_of_it() -> None:
    [page] = pages_of([question(1, 4, 5), question(2, 5, 6)])
    assert page.not_for == (5,)


def test_the_page_with_the_most_items_for_a_person_comes_first() -> None:
    mostly_theirs = task(1, [question(number, 4) for number in range(9)] + [question(9)])
    full, short = task(2, [question(number) for number in range(10, 15)]), task(3, [question(20)])
    pages = [mostly_theirs, short, full]
    assert [each.number for each in fullest_first(pages, 4)] == [2, 1, 3]
    assert [each.number for each in fullest_first(pages, 5)] == [1, 2, 3]
    many = [task(number, [question(number)]) for number in range(LOOKED_AT)]
    assert [*fullest_first([*many, full], 4)] == [*many, full], "no more are looked at than that"


def test_who_takes_a_page_gets_what_is_for_them() -> None:
    made = task(1, [question(1, 4), question(2, 5), question(3)])
    assert fitted(made, 4).leaves_some
    mine = fitted(made, 4).task
    assert keys_of(mine) == {question(2).key, question(3).key}
    assert mine.not_for == (5,)
    assert "not_for" not in mine.args
    assert fitted(mine, 5).task == mine  # as it was given back, until the next look
    assert not fitted(made, 9).leaves_some
    assert keys_of(fitted(made, 9).task) == keys_of(made)


def test_regions_beyond_the_path_are_in_reach() -> None:
    asked = Asked(mentions=question(1).asked.mentions, regions=("box_draw-000001-0",))
    [page] = pages_of([ItemToAsk(Step.QUALITY, asked, ("en-US",))])
    assert "reach" not in page.args(PATH, TYPES, {"box_draw-000001-0": "lamp"})
    assert page.args(PATH, TYPES, {"box_draw-000001-0": "sofa"})["reach"] == ["door", "lamp", "sofa"]


def test_what_is_asked_already_stays() -> None:
    asked = [question(1), question(2)]
    found = changes(asked, [task(1, asked)])
    assert (found.retired, found.missing) == ((), ())
    assert [each.number for each, _ in found.rewritten] == [1]


def test_an_open_task_takes_in_what_is_new_and_drops_what_is_over() -> None:
    found = changes([question(2), question(3)], [task(1, [question(1), question(2)])])
    [(there, page)] = found.rewritten
    assert (there.number, {each.key for each in page.questions}) == (1, {question(2).key, question(3).key})
    assert (found.retired, found.missing) == ((), ())


def test_a_task_that_asks_nothing_any_more_is_retired() -> None:
    over = task(1, [question(1)])
    assert changes([], [over]).retired == (over,)
    done = task(2, [question(1)], TaskState.DONE)
    assert changes([], [done]).retired == ()


def test_what_somebody_works_on_is_asked_nowhere_else() -> None:
    working = held(1, [question(1), question(2)], minutes=30)
    found = changes([question(2), question(3)], [working])
    assert (found.retired, found.rewritten) == ((), ())
    assert [each.key for page in found.missing for each in page.questions] == [question(3).key]


def test_who_left_keeps_a_page_as_long_as_all_of_it_is_asked() -> None:
    left = held(1, [question(1), question(2)], minutes=-5)
    assert changes([question(1), question(2)], [left]).retired == ()
    over = changes([question(2)], [left])
    assert over.retired == (left,)
    assert [each.key for page in over.missing for each in page.questions] == [question(2).key]


def test_a_check_item_is_nobodys_question() -> None:
    hidden = task(1, [question(1)], check_item=True)
    found = changes([question(1)], [hidden])
    assert found.retired == ()
    assert len(found.missing) == 1


def test_a_page_that_cannot_be_shown_is_taken_from_whoever_has_it() -> None:
    working = held(1, [question(1), question(2)], minutes=30)
    gone = changes([question(2)], [working], ShownItems({2: DIGEST}, frozenset()))
    assert gone.retired == (working,)
    assert [each.key for page in gone.missing for each in page.questions] == [question(2).key]
    beside = Asked(mentions=question(1).asked.mentions, beside=("box_draw-000001-0",))
    drawing = held(2, [ItemToAsk(Step.DRAW, beside, ("en-US",))], minutes=30)
    assert changes([], [drawing]).retired == ()
    assert changes([], [drawing], ShownItems({1: DIGEST}, frozenset())).retired == (drawing,)


def test_words_that_were_mended_cannot_be_marked_as_they_were() -> None:
    asked = [ItemToAsk(Step.MENTION, Asked(instruction=1, digest=DIGEST), ("en-US",))]
    marking = held(1, asked, minutes=30)
    assert changes([], [marking]).retired == ()
    assert changes([], [marking], ShownItems({1: "f" * 64}, frozenset())).retired == (marking,)
