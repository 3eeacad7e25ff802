"""Who is given which task: the rules, as pure functions of a person, their history, and the campaigns.

A person meets a path only once: a person who guided or followed on it is given no other task on it. So nobody follows
their own words or sees another person's work, and the people who work on one item are different people. Kinds that are
given again on a path say themselves, task by task, who may not do it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from itertools import groupby, islice

from pangea_server.annotate.campaigns.records import Campaign, CampaignDefinition, CampaignState
from pangea_server.annotate.kinds.kinds import declarations, declared
from pangea_server.annotate.kinds.per_guide import tasks_per_guide
from pangea_server.annotate.tasks.records import History, Task
from pangea_server.people.access.records import Annotator

LOOK_AHEAD = 12
"""Tasks of which the system may be chosen: several of each system, and few enough to keep paths balanced."""


class Reason(StrEnum):
    """Why a person is given no task."""

    NOTHING = "nothing"  # there is no task for them now
    TURN = "turn"  # it is their turn to do another kind of task
    LATER = "later"  # it is not the time that is agreed for it, which comes
    STEP = "step"  # another step of the same work waits for them, on its own page
    OTHER = "other"  # tasks of another kind wait for them
    CAP = "cap"  # they have taken as many tasks as the campaign allows one person
    PAUSED = "paused"
    UNREACHED = "unreached"  # no open campaign has tasks in their languages and pools
    TRAINING = "training"  # they have not passed a training walk yet
    STANDING = "standing"  # they were demoted, see ``trust``
    FORM = "form"  # the campaign asks them to fill in a questionnaire first


@dataclass(frozen=True, slots=True)
class Lane:
    """Tasks that the queue treats alike. ``campaign_id`` is None for tasks that are older than campaigns."""

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

    The kind whose turn it is comes first, then priority counts. The lanes of the kind whose turn it is are returned
    even when it is not among ``kinds``, so that the person can be sent to its page.
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
    due = turn(history, campaign) if any(declared(kind).rotates for kind in kinds) else None
    pools = [name for name in definition.pools if name in person.pools]
    for kind in dict.fromkeys((*([due] if due else []), *kinds)):
        of_paths = declared(kind).is_of_paths  # then its tasks have the priority of their path
        for priority in _priorities(definition) if of_paths else (0,):
            rank = (due is not None and kind != due, -priority, kinds_rank(kind, kinds), campaign.campaign_id)
            for pool in (*pools, None):
                for language in definition.languages:
                    if language in languages or declared(kind).any_language:
                        yield rank, Lane(kind, language, campaign.campaign_id, pool, priority)


def _priorities(definition: CampaignDefinition) -> set[int]:
    """Of tasks on paths; those about instructions from files have the lowest."""
    of_paths = {source.priority for source in definition.paths}
    return of_paths | {0} if definition.written else of_paths


def kinds_rank(kind: str, kinds: Sequence[str]) -> int:
    """A kind can declare that it goes first: words that wait to be followed go before paths that wait for a Guide."""
    if declared(kind).follows_words:
        return -1
    return kinds.index(kind) if kind in kinds else len(kinds)


def turn(history: History, campaign: Campaign) -> str | None:
    """The kind of task that this person should do next: of the kinds that rotate, the one of which they
    took the fewest tasks.

    None once they have finished the rotation, and where the campaign does not ask for all of these kinds.
    """
    rotating = [each for each in declarations() if each.rotates]
    done = {each.kind: taken(history, campaign.campaign_id, each.kind) for each in rotating}
    if sum(done.values()) >= campaign.definition.rotation.first:
        return None
    per_guide = tasks_per_guide(campaign.definition)
    if any(each.is_about_words and not per_guide[each.kind] for each in rotating):
        return None
    return min(done, key=lambda kind: done[kind])


def is_capped(history: History, campaign: Campaign, today: date) -> bool:
    """Whether this person has taken as many tasks as the campaign allows one person."""
    return room_left(history, campaign, today) == 0


def room_left(history: History, campaign: Campaign, today: date) -> int | None:
    """How many more tasks the campaign allows this person today; None where it sets no limit."""
    caps = campaign.definition.caps
    of_day = history.today.get(campaign.campaign_id, 0) if not _is_later(today, history.day) else 0
    rooms = ((caps.per_person, _taken_in_all(history, campaign)), (caps.per_day, of_day))
    return min((max(0, most - taken) for most, taken in rooms if most is not None), default=None)


def has_taken_all(history: History, campaign: Campaign) -> bool:
    """Whether this person has taken as many tasks as the campaign ever allows one person."""
    most = campaign.definition.caps.per_person
    return most is not None and _taken_in_all(history, campaign) >= most


def _taken_in_all(history: History, campaign: Campaign) -> int:
    prefix = f"{campaign.campaign_id}/"
    return sum(count for key, count in history.taken.items() if key.startswith(prefix))


def may_take(person: Annotator, history: History, task: Task) -> bool:
    """Whether the task is not about the person's own words or work, they know its languages, and they have met its path
    in no other task, unless its kind is given again on a path."""
    if task.also_language is not None and task.also_language not in person.languages:
        return False
    if person.annotator_id in (task.guide_annotator_id, *task.not_for):
        return False
    met = history.met.get(str(task.path_id))
    return met in (None, task.record_id) or declared(task.kind).again_on_path


def fitting(
    person: Annotator,
    history: History,
    kinds: Collection[str],
    tasks: Iterable[Task],
    refused: dict[str | None, str],
) -> Iterator[Task]:
    """The ``tasks`` that this person may be given, in the same order.

    Args:
        kinds: the kinds that were asked for.
        refused: filled by this function: for each campaign where a task of another kind comes before those that
            were asked for, that other kind, whose turn it is. No task of that campaign is given from then on.
    """
    for task in tasks:
        if task.campaign_id in refused or not may_take(person, history, task):
            continue
        if task.kind in kinds:
            yield task
        else:
            refused[task.campaign_id] = task.kind


def taken(history: History, campaign_id: str | None, kind: str) -> int:
    """How many tasks of a kind the person has taken and not given back."""
    return history.taken.get(_key(campaign_id, kind), 0)


def after_taking(history: History, task: Task, today: date) -> History:
    """The history after this task is taken. A clock that is set back does not start a new day."""
    new_day = _is_later(today, history.day)
    counts = {} if new_day else history.today
    met = {str(task.path_id): task.record_id}
    again = declared(task.kind).again_on_path  # then the task in which the path was met first is remembered
    return history.model_copy(
        update={
            "met": met | history.met if again else history.met | met,
            "taken": _added(history.taken, _key(task.campaign_id, task.kind), 1),
            "day": today if new_day else history.day,
            "today": _added(counts, task.campaign_id, 1),
            "systems": _added(history.systems, _system_key(task), 1),
        }
    )


def after_giving_back(history: History, task: Task) -> History:
    """The history after this task is given back. The person has still met its path."""
    return history.model_copy(
        update={
            "taken": _added(history.taken, _key(task.campaign_id, task.kind), -1),
            "today": _added(history.today, task.campaign_id, -1),
            "systems": _added(history.systems, _system_key(task), -1),
        }
    )


def rarer_systems_first(history: History, tasks: Iterable[Task]) -> Iterator[Task]:
    """The same tasks; of those whose words systems wrote, next come those of the system that this person has met least.

    Only the next ``LOOK_AHEAD`` change places, and each lane keeps its turn: the order balances systems over paths
    (``dataset/written/order.py``), and this balances them over each person, whoever comes and goes.
    """
    held: list[Task] = []
    for task in tasks:
        if held and (_system_key(task) is None or _lane(task) != _lane(held[0])):
            yield from _rarest_first(history, held)
            held = []
        if _system_key(task) is None:
            yield task
        else:
            held.append(task)
        if len(held) == LOOK_AHEAD:
            yield from _rarest_first(history, held)
            held = []
    yield from _rarest_first(history, held)


def apart(annotator_id: int, tasks: Iterable[Task], lost: Collection[Task]) -> Iterator[Task]:
    """The same tasks. Once this person has ``lost`` one to somebody who asked at the same moment, equally good ones
    begin at a place of the person's own, so that those who lost together do not meet again at the next one.

    Only the next ``LOOK_AHEAD`` change places, and whoever asks alone gets all in their order.
    """
    for _, alike in groupby(tasks, lambda task: (_lane(task), _system_key(task))):
        yield from _from_own_place(annotator_id, alike, lost)


def _from_own_place(annotator_id: int, alike: Iterator[Task], lost: Collection[Task]) -> Iterator[Task]:
    for task in alike:
        ahead = [task, *islice(alike, LOOK_AHEAD - 1)] if lost else [task]
        first = annotator_id % len(ahead)
        yield from ahead[first:]
        yield from ahead[:first]


def _rarest_first(history: History, tasks: Sequence[Task]) -> list[Task]:
    return sorted(tasks, key=lambda task: history.systems.get(_system_key(task) or "", 0))


def _lane(task: Task) -> tuple[object, ...]:
    return task.kind, task.language, task.campaign_id, task.pool, task.priority


def _system_key(task: Task) -> str | None:
    system = task.args.get("system")
    return f"{task.campaign_id}/{system}" if task.campaign_id and isinstance(system, str) else None


def _key(campaign_id: str | None, kind: str) -> str:
    return f"{campaign_id or ''}/{kind}"


def _added(counts: dict[str, int], key: str | None, number: int) -> dict[str, int]:
    """The counts with ``number`` added at ``key``. None is not counted, because Firestore has no empty keys."""
    return counts if key is None else counts | {key: max(0, counts.get(key, 0) + number)}


def _is_later(today: date, day: date | None) -> bool:
    return day is None or today > day
