"""In which arm of its campaign a task is given, and what the arm takes away."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.annotate.campaigns.condition_rules import Arm, ConditionRules, swapped
from pangea_server.annotate.campaigns.lookups import definition_of
from pangea_server.annotate.campaigns.records import Campaign
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.annotate.kinds.speaking import has_plan_only
from pangea_server.annotate.tasks.records import Task
from pangea_server.core.records import padded
from pangea_server.stores.protocol import RecordStore, Transaction

EVERYTHING = Arm()
PLAN_ALONE = Arm(pictures="none")
Pictured = Callable[[str], str | None]
"""Whose panorama is shown at a viewpoint; None: no panorama at all."""


def drawn_arm(transaction: Transaction, task: Task) -> str | None:
    """The arm of a task that is taken for the first time, and the one that it has from then on.

    An arm for a voice or a text that the instruction does not have is not drawn. Check items are in no arm: they show
    how good a person is, so everybody gets everything.
    """
    if task.condition is not None or task.check_item or task.campaign_id is None:
        return task.condition
    if not declared(task.kind).follows_words:
        return None
    campaign = transaction.get(Campaign, task.campaign_id)
    rules = campaign.definition.conditions if campaign else None
    if rules is None:
        return None
    words = transaction.get(GuideAnnotation, padded(task.instruction_id or 0))
    return rules.arm_of(task.number, lambda arm: can_be_given(arm, words))


def can_be_given(arm: Arm, words: GuideAnnotation | None) -> bool:
    """Whether the instruction has what the arm leaves of it."""
    if words is None or arm.instruction == "all":
        return True
    return words.voice is not None if arm.instruction == "voice" else bool(words.transcript)


def arm_of(records: RecordStore, task: Task) -> Arm:
    """What the task's arm gives; everything where it is in none, but no pictures to whom the kind gives the plan
    alone."""
    if has_plan_only(task):
        return PLAN_ALONE
    rules = conditions_of(records, task)
    if rules is None or task.condition is None:
        return EVERYTHING
    return rules.arms.get(task.condition, EVERYTHING)


def conditions_of(records: RecordStore, task: Task) -> ConditionRules | None:
    """The arms of the task's campaign; None where it has none."""
    definition = definition_of(records, task.campaign_id) if task.condition is not None else None
    return definition.conditions if definition else None


def pictured(records: RecordStore, task: Task, viewpoints: Iterable[str]) -> Pictured:
    """What the task's arm shows of a scan with these viewpoints.

    Where panoramas are swapped, every person of the campaign sees the same exchange, which the arms' seed decides.
    """
    rules, arm = conditions_of(records, task), arm_of(records, task)
    if arm.pictures == "none":
        return lambda viewpoint: None
    if arm.pictures == "swapped" and rules is not None:
        others = swapped(tuple(viewpoints), rules.seed)
        return lambda viewpoint: others.get(viewpoint)
    return lambda viewpoint: viewpoint
