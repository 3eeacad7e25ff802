"""Who is given which task: the rules, as pure functions over a person, their history, and the campaigns.

A person meets a path once: who guided it, or followed along it, is given no other task on it. So nobody follows their
own words or sees another's work, and the several people of one item are different people.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from pangea_server.annotate.campaigns.records import Campaign, CampaignState
from pangea_server.annotate.kinds.kinds import declarations, declared
from pangea_server.annotate.kinds.per_guide import tasks_per_guide
from pangea_server.annotate.tasks.records import History, Task
from pangea_server.people.access.records import Annotator


class Reason(StrEnum):
    """Why somebody is given nothing."""

    NOTHING = "nothing"  # no task fits them now
    TURN = "turn"  # it is their turn to do another kind of task
    CAP = "cap"  # they have done as many as the campaign wants of one person
    PAUSED = "paused"
    TRAINING = "training"  # nobody has seen them pass a training walk yet
    STANDING = "standing"  # they were demoted, see ``trust``


@dataclass(frozen=True, slots=True)
class Lane:
    """Tasks that are the same to the queue. ``campaign_id`` None: those that are older than campaigns."""

    kind: str
    language: str
    campaign_id: str | None = None
    pool: str | None = None
    priority: int = 0


def lanes(
    person: Annotator,
    history: History,
    campaigns: Sequence[Campaign],
    kinds: Sequence[str],
    languages: Collection[str],
    today: date,
) -> list[Lane]:
    """Where to look for this person's next task, best first.

    Whose turn at a kind it is comes before priority, and priority before all else. The lanes of a kind whose turn it
    is are named even when it is not among ``kinds``, so that the asker can be sent there.
    """
    found = [
        (rank, lane)
        for campaign in campaigns
        if campaign.state is CampaignState.RUNNING and not is_capped(history, campaign, today)
        for rank, lane in _lanes_of(person, history, campaign, kinds, languages)
    ]
    return [lane for _, lane in sorted(found, key=lambda pair: pair[0])]


def _lanes_of(
    person: Annotator, history: History, campaign: Campaign, kinds: Sequence[str], languages: Collection[str]
) -> Iterator[tuple[tuple[bool, int, int, str], Lane]]:
    definition = campaign.definition
    due = turn(history, campaign) if any(declared(kind).turns.rotates for kind in kinds) else None
    pools = [name for name in definition.pools if name in person.pools]
    for kind in dict.fromkeys((*([due] if due else []), *kinds)):
        of_paths = declared(kind).is_of_paths  # then they have the priority of their path
        for priority in {source.priority for source in definition.paths} if of_paths else (0,):
            rank = (due is not None and kind != due, -priority, kinds_rank(kind, kinds), campaign.campaign_id)
            for pool in (*pools, None):
                for language in definition.languages:
                    if language in languages:
                        yield rank, Lane(kind, language, campaign.campaign_id, pool, priority)


def kinds_rank(kind: str, kinds: Sequence[str]) -> int:
    """A kind may say that it goes first: words that wait to be followed go before paths that wait to be described."""
    if declared(kind).turns.first:
        return -1
    return kinds.index(kind) if kind in kinds else len(kinds)


def turn(history: History, campaign: Campaign) -> str | None:
    """The kind of task that this person should do next: of those that rotate, the one that they did least.

    None once they are through the rotation, and where the campaign does not ask for all of these kinds.
    """
    rotating = [each for each in declarations() if each.turns.rotates]
    done = {each.kind: taken(history, campaign.campaign_id, each.kind) for each in rotating}
    if sum(done.values()) >= campaign.definition.rotation.first:
        return None
    per_guide = tasks_per_guide(campaign.definition)
    if any(each.is_about_words and not per_guide[each.kind] for each in rotating):
        return None
    return min(done, key=lambda kind: done[kind])


def is_capped(history: History, campaign: Campaign, today: date) -> bool:
    """Whether this person has had as many tasks as the campaign wants of one."""
    caps = campaign.definition.caps
    prefix = f"{campaign.campaign_id}/"
    total = sum(count for key, count in history.taken.items() if key.startswith(prefix))
    of_day = history.today.get(campaign.campaign_id, 0) if not _is_later(today, history.day) else 0
    return (caps.per_person is not None and total >= caps.per_person) or (
        caps.per_day is not None and of_day >= caps.per_day
    )


def may_take(person: Annotator, history: History, task: Task) -> bool:
    """Whether the person has not met the task's path yet, other than in this very task."""
    met = history.met.get(str(task.path_id))
    return met in (None, task.record_id) and task.guide_annotator_id != person.annotator_id


def fitting(
    person: Annotator,
    history: History,
    kinds: Collection[str],
    tasks: Iterable[Task],
    refused: dict[str | None, str],
) -> Iterator[Task]:
    """Those of the ``tasks``, in their order, that this person may be given.

    Args:
        kinds: that were asked for.
        refused: filled with the kind whose turn it is, by campaign, where a task of it stands before what was asked
            for; nothing of that campaign is given then.
    """
    for task in tasks:
        if task.campaign_id in refused or not may_take(person, history, task):
            continue
        if task.kind in kinds:
            yield task
        else:
            refused[task.campaign_id] = task.kind


def taken(history: History, campaign_id: str | None, kind: str) -> int:
    """How many tasks of a kind the person took and did not give back."""
    return history.taken.get(_key(campaign_id, kind), 0)


def after_taking(history: History, task: Task, today: date) -> History:
    """The history once this task is begun. A clock that goes back does not begin a day anew."""
    new_day = _is_later(today, history.day)
    counts = {} if new_day else history.today
    return history.model_copy(
        update={
            "met": history.met | {str(task.path_id): task.record_id},
            "taken": _added(history.taken, _key(task.campaign_id, task.kind), 1),
            "day": today if new_day else history.day,
            "today": _added(counts, task.campaign_id, 1),
        }
    )


def after_giving_back(history: History, task: Task) -> History:
    """The history once this task is somebody else's to do. The person has still met its path."""
    return history.model_copy(
        update={
            "taken": _added(history.taken, _key(task.campaign_id, task.kind), -1),
            "today": _added(history.today, task.campaign_id, -1),
        }
    )


def _key(campaign_id: str | None, kind: str) -> str:
    return f"{campaign_id or ''}/{kind}"


def _added(counts: dict[str, int], key: str | None, number: int) -> dict[str, int]:
    """``key`` None: it is not counted. Firestore has no empty keys."""
    return counts if key is None else counts | {key: max(0, counts.get(key, 0) + number)}


def _is_later(today: date, day: date | None) -> bool:
    return day is None or today > day
