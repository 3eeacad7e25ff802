"""Whether a finished campaign kept each rule, read from what is stored."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.annotate.assignment.histories import read_history
from pangea_server.annotate.campaigns.records import CampaignDefinition
from pangea_server.annotate.tasks.records import History, Task, TaskState
from pangea_server.collect.platforms.records import Visit
from pangea_server.people.access.records import Annotator, Role
from pangea_server.quality.trust.eligibility import is_stopped
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore
from tests.simulation.finding import Finding


def findings(
    records: RecordStore,
    definition: CampaignDefinition,
    kinds: Sequence[Sequence[str]],
    by_turns: Sequence[Sequence[str]],
    accepted: int,
) -> Iterator[Finding]:
    """Every rule of the queue; check items are no work of the campaign.

    Args:
        kinds: of each person's answers, in order.
        by_turns: the same of those who came for both kinds, and found both: the first of all have nobody to follow.
        accepted: how many answers the reviewer accepted.
    """
    guides = {each.instruction_id: each for each in every(records, GuideAnnotation)}
    all_walks = list(every(records, FollowerAnnotation))
    walks = [walk for walk in all_walks if not walk.check_item]
    found = every(records, Task, {"campaign_id": definition.id})
    tasks = [task for task in found if not task.check_item]
    author = {number: guide.annotator_id for number, guide in guides.items()}
    answers: list[GuideAnnotation | FollowerAnnotation] = [*guides.values(), *all_walks]
    met = Counter((each.annotator_id, each.path_id) for each in answers)
    followers: dict[int, list[FollowerAnnotation]] = defaultdict(list)
    for walk in walks:
        followers[walk.instruction_id].append(walk)
    own = sum(author[walk.instruction_id] == walk.annotator_id for walk in all_walks)
    yield Finding("nobody followed their own words", len(all_walks), own)
    yield Finding("nobody met a path twice", len(met), sum(count > 1 for count in met.values()))
    yield Finding(
        "an instruction's Followers are different people",
        len(followers),
        sum(len({walk.annotator_id for walk in some}) < len(some) for some in followers.values()),
    )
    yield _turns(definition, by_turns)
    yield _caps(definition, kinds)
    yield from _failed(definition, tasks, followers)
    live = [task for task in tasks if task.state is not TaskState.RETIRED]
    left = [task for task in live if task.state is not TaskState.DONE]
    given_up = sum(_could_be_done(records, definition, task) for task in left)
    yield Finding("every task was done that somebody could still be given", len(live), given_up)
    wanted = Counter(
        (task.path_id, task.language) for task in live if task.kind == "guide" and not task.learning
    )
    yield Finding(
        "each path has its Guides in each language",
        len(wanted),
        sum(count != definition.guides_per_path for count in wanted.values()),
    )
    done = sum(not guide.check_item for guide in guides.values()) + len(walks)
    yield Finding("every answer was accepted", done, abs(done - accepted))


def _could_be_done(records: RecordStore, definition: CampaignDefinition, task: Task) -> bool:
    """Whether somebody who came for any kind has not met its path, and is not through with the campaign."""
    if task.state is TaskState.WAITING:
        return False  # for words that nobody is left to say
    return any(
        person.role is Role.ANNOTATOR
        and task.language in person.languages
        and not records.find(Visit, {"annotator_id": person.annotator_id}, limit=1)
        and _is_new_to(read_history(records, person), task, definition.caps.per_person)
        and not is_stopped(records, person, definition.id, task.kind)
        for person in every(records, Annotator)
    )


def _is_new_to(history: History, task: Task, most: int | None) -> bool:
    return str(task.path_id) not in history.met and (most is None or sum(history.taken.values()) < most)


def _turns(definition: CampaignDefinition, kinds: Sequence[Sequence[str]]) -> Finding:
    first = min(4, definition.rotation.first)
    early = [own[:first] for own in kinds if len(own) >= first]
    return Finding(
        f"the first {first} tasks were in turns",
        len(early),
        sum(abs(own.count("guide") - own.count("follower")) > 1 for own in early),
    )


def _caps(definition: CampaignDefinition, kinds: Sequence[Sequence[str]]) -> Finding:
    most = definition.caps.per_person or len(max(kinds, key=len))
    return Finding(f"nobody did more than {most} tasks", len(kinds), sum(len(own) > most for own in kinds))


def _failed(
    definition: CampaignDefinition, tasks: Sequence[Task], followers: dict[int, list[FollowerAnnotation]]
) -> Iterator[Finding]:
    limit = definition.send_back_after or 0
    learners = {task.number for task in tasks if task.learning}
    failed = {
        number
        for number, some in followers.items()
        if number not in learners and len(some) >= limit and not any(walk.scores.success for walk in some)
    }
    retired = {task.number for task in tasks if task.kind == "guide" and task.state is TaskState.RETIRED}
    yield Finding("words that failed were asked for again", len(failed), len(failed ^ retired))
