"""How much people will make until a campaign has what it wants, and how much of that will count. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil

from pangea_server.annotate.campaigns.trust_rules import TrustRules
from pangea_server.annotate.kinds.kinds import declared, kind_names, words_kind


@dataclass(frozen=True, slots=True)
class Forecast:
    """The answers to one kind of task, where everybody does all that their learning period and check items ask of them.

    Attributes:
        wanted: tasks for answers that are to count.
        check_items: answers to check items.
        learning: answers of learning periods, without check items.
        after_learners: tasks about words that learners gave.
        made: all answers.
        counted: those that are neither of the three.
    """

    kind: str
    wanted: int
    check_items: int
    learning: int
    after_learners: int
    made: int
    counted: int


def forecast(
    wanted: Mapping[str, int], rules: TrustRules, people: int, check_items: Mapping[str, int]
) -> tuple[Forecast, ...]:
    """A forecast for each kind. Answers that are sent back, rejected or withdrawn are not in it: nobody knows them.

    Args:
        wanted: by kind, tasks for answers that are to count.
        people: how many take part in each kind.
        check_items: how many the campaign has, by kind.
    """
    words = wanted.get(words_kind(), 0)
    learners_words = _learning(words_kind(), words, rules, people, check_items)
    repeated = learners_words / words if words else 0.0
    return tuple(
        _forecast(kind, count, rules, people, check_items, repeated)
        for kind in dict.fromkeys((*kind_names(), *wanted))
        if (count := wanted.get(kind, 0))
    )


def _forecast(
    kind: str, wanted: int, rules: TrustRules, people: int, check_items: Mapping[str, int], repeated: float
) -> Forecast:
    declares = declared(kind)
    after_learners = round(wanted * repeated) if declares.is_about_words else 0
    learning = _learning(kind, wanted + after_learners, rules, people, check_items)
    tasks = wanted + after_learners + (learning if declares.learners_again else 0)
    counted = wanted
    if learning and not declares.learners_again:  # a share of the words that count is answered by learners
        counted = round(wanted * (1 - learning / tasks))
    checks = _checks(kind, wanted, rules, people, check_items.get(kind, 0))
    return Forecast(kind, wanted, checks, learning, after_learners, tasks + checks, counted)


def _learning(kind: str, tasks: int, rules: TrustRules, people: int, check_items: Mapping[str, int]) -> int:
    """Answers of learning periods that are no check items; where learners' tasks are not repeated, at most all."""
    asked = _in_tasks(kind, rules.learning) - _opening(kind, rules, check_items.get(kind, 0))
    learning = people * max(0, asked)
    return learning if declared(kind).learners_again and tasks else min(learning, tasks)


def _checks(kind: str, wanted: int, rules: TrustRules, people: int, available: int) -> int:
    """Check items: those that come first, and those among the tasks after them; nobody gets one twice."""
    share = rules.batches.checks / rules.batches.size if rules.batches else rules.share
    hidden = ceil(wanted * share / (1 - share)) if share < 1 else wanted
    return min(people * _opening(kind, rules, available) + hidden, people * available)


def _opening(kind: str, rules: TrustRules, available: int) -> int:
    return min(_in_tasks(kind, rules.opening), available)


def _in_tasks(kind: str, items: int) -> int:
    return ceil(items / declared(kind).items_per_task)
