"""What one path of a campaign needs, as a pure difference between the definition and the tasks that there are."""

from __future__ import annotations

from typing import Any

import pytest

from pangea_server.annotate.campaigns.records import CampaignDefinition, PathRecord
from pangea_server.annotate.kinds.kinds import kinds_about_words
from pangea_server.annotate.kinds.protocol import TaskSpec
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.collect.planning.changes import NewGuide, PathChange, changes, pool_of
from pangea_server.collect.planning.other_tasks import WantedWork, other_changes
from pangea_server.collect.planning.wanted import WantedPath

WALK = ("door", "lamp")
WANTED = WantedPath("corridor", WALK, 0.0, None, None, 0)
PATH = PathRecord(path_id=1, scan_id="corridor", path=WALK, heading=0.0)
ONE = {kind: int(kind == "follower") for kind in kinds_about_words()}


def definition(**changed: Any) -> CampaignDefinition:
    base = {"id": "c", "languages": ["en-US"], "paths": [{"sampler": "r2r"}]}
    return CampaignDefinition.model_validate(base | changed)


def guide(number: int, state: TaskState = TaskState.OPEN, **more: Any) -> Task:
    usual = {"kind": "guide", "path_id": 1, "scan_id": "corridor", "language": "en-US"}
    return Task.model_validate(usual | {"number": number, "state": state} | more)


def follower(number: int, about: int, state: TaskState = TaskState.WAITING, **more: Any) -> Task:
    return guide(number, state, kind="follower", instruction_id=about, **more)


def needed(
    tasks: list[Task], wanted: WantedPath | None = WANTED, path: PathRecord | None = PATH, **changed: Any
) -> list[PathChange]:
    return [*changes(definition(**changed), [wanted] if wanted else [], [path] if path else [], tasks)]


def test_a_new_path_gets_its_guides_in_each_language() -> None:
    languages = ["en-US", "hi-IN"]
    guides = [NewGuide(language, None, 0, ONE) for language in languages for _ in range(2)]
    [change] = needed([], path=None, languages=languages, guides_per_path=2)
    assert change == PathChange(WANTED, None, tuple(guides))
    assert (change.new_guides, change.new_waiting("follower"), bool(change)) == (4, 4, True)


def test_what_is_as_it_should_be_needs_nothing() -> None:
    assert needed([guide(1), follower(1, 1)]) == []
    assert needed([guide(1, TaskState.DONE), follower(1, 1, TaskState.DONE)]) == []
    assert needed([guide(1, TaskState.LEASED), follower(1, 1)]) == []


@pytest.mark.parametrize("gone", [{"state": TaskState.RETIRED}, {"check_item": True}, {"learning": True}])
def test_retired_tasks_check_items_and_those_of_learners_do_not_count(gone: dict[str, Any]) -> None:
    known = guide(1).model_copy(update=gone)
    assert needed([known]) == [PathChange(WANTED, PATH, (NewGuide("en-US", None, 0, ONE),))]


def test_more_followers_are_added_to_each_guide_that_is_kept() -> None:
    first, second = guide(1, TaskState.DONE), guide(2)
    found = needed([first, second, follower(1, 1), follower(2, 2)], guides_per_path=2, followers_per_guide=3)
    assert found == [PathChange(WANTED, PATH, added=((first, "follower", 2), (second, "follower", 2)))]
    assert found[0].new_waiting("follower") == 4


def test_those_that_somebody_has_begun_are_kept_and_of_others_the_first() -> None:
    tasks = [guide(1), guide(2), guide(3, TaskState.LEASED), follower(4, 1), follower(5, 2), follower(6, 3)]
    [change] = needed(tasks, guides_per_path=2)
    assert change == PathChange(WANTED, PATH, retired=(tasks[1], tasks[4]))
    [change] = needed(tasks, guides_per_path=1)
    assert change.retired == (tasks[0], tasks[1], tasks[3], tasks[4])


def test_superfluous_followers_go_unless_they_are_held_or_done() -> None:
    tasks = [guide(1, TaskState.DONE), follower(1, 1, TaskState.DONE), follower(2, 1, TaskState.OPEN)]
    held = follower(3, 1, TaskState.LEASED)
    assert needed([*tasks, held]) == [PathChange(WANTED, PATH, retired=(tasks[2],))]
    assert needed(tasks, followers_per_guide=0) == [PathChange(WANTED, PATH, retired=(tasks[2],))]


def test_a_language_that_is_left_out_loses_what_nobody_has_begun() -> None:
    hindi = [guide(2, language="hi-IN"), follower(2, 2, language="hi-IN")]
    held = guide(3, TaskState.LEASED, language="hi-IN")
    assert needed([guide(1), follower(1, 1), *hindi, held]) == [
        PathChange(WANTED, PATH, retired=tuple(hindi))
    ]


def test_a_path_that_is_wanted_no_more_loses_what_nobody_has_begun() -> None:
    tasks = [guide(1), follower(1, 1), guide(2, TaskState.LEASED)]
    assert needed(tasks, wanted=None) == [PathChange(None, PATH, retired=(tasks[0], tasks[1]))]
    assert needed([tasks[2]], wanted=None) == []


def test_unfinished_tasks_move_to_another_pool_and_priority_also_held_ones() -> None:
    wanted = WantedPath("corridor", WALK, 0.0, None, "a", 3)
    tasks = [guide(1, TaskState.LEASED), follower(1, 1)]
    pools = {"a": {}, "b": {"languages": ["en-US"]}}
    assert needed(tasks, wanted, pools=pools) == [
        PathChange(wanted, PATH, moved=tuple((task, "a", 3) for task in tasks))
    ]
    assert needed([guide(1, TaskState.DONE), follower(1, 1, TaskState.DONE)], wanted, pools=pools) == []
    plain = definition(pools=pools)
    assert [pool_of(plain, each, "en-US") for each in (wanted, WANTED)] == ["a", "b"]
    assert pool_of(plain, WANTED, "hi-IN") is None


# Work that its kind plans


def tour(number: int, language: str, state: TaskState = TaskState.OPEN, **more: Any) -> Task:
    return guide(number, state, kind="tour", language=language, args={"a": 1, "b": 2}, **more)


def work(people: int = 1, language: str | None = None) -> WantedWork:
    return WantedWork("tour", "corridor", TaskSpec(WALK, 0.0, {"b": 2, "a": 1}, people, language))


@pytest.mark.parametrize(
    ("languages", "wanted", "tasks", "missing", "retired"),
    [
        (["en-US"], [work()], [tour(1, "en-US")], [], []),
        (["en-US", "hi-IN"], [work()], [tour(1, "en-US")], [("hi-IN",)], []),
        (["en-US"], [work(people=3)], [tour(1, "en-US")], [("en-US", "en-US")], []),
        (["en-US"], [work()], [tour(1, "en-US"), tour(2, "hi-IN")], [], [2]),
        (["en-US", "hi-IN"], [work(language="hi-IN")], [tour(1, "en-US")], [("hi-IN",)], [1]),
        (["en-US"], [], [tour(1, "en-US"), tour(2, "en-US", TaskState.LEASED)], [], [1]),
        (["en-US"], [work()], [tour(1, "en-US", TaskState.RETIRED)], [("en-US",)], []),
        (["en-US"], [work()], [tour(1, "en-US", TaskState.DONE)], [], []),
    ],
)
def test_work_is_done_once_in_each_of_its_languages(
    languages: list[str],
    wanted: list[WantedWork],
    tasks: list[Task],
    missing: list[tuple[str, ...]],
    retired: list[int],
) -> None:
    found = other_changes(languages, wanted, [PATH], tasks)
    assert [lacking for _, _, lacking in found.missing] == missing
    assert [task.number for task in found.retired] == retired
    assert found.new_tasks == sum(map(len, missing))
