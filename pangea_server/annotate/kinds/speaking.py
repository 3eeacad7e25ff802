"""Whether whoever does a task speaks, and sees the place: its kind says so, and a campaign may ask its Guides to write
instead."""

from __future__ import annotations

from pangea_server.annotate.campaigns.guide_rules import GuideRules
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.annotate.kinds.protocol import TaskType
from pangea_server.annotate.tasks.records import Task


def speaks(task_type: TaskType, rules: GuideRules) -> bool:
    """Whether an answer of this kind has a voice; ``rules`` are those of the task's campaign."""
    writes = rules.voice == "none" and declared(task_type.kind).gives_words
    return task_type.has_voice and not writes


def has_plan_only(task: Task) -> bool:
    """Whether whoever does this task stands nowhere: they have no pictures of the place, and nobody tells them the
    start, which is their partner's."""
    return task.role is not None and task.role == declared(task.kind).plan_only
