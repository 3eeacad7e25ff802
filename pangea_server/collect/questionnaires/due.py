"""Which forms a person is asked to fill in: the rules, as a pure function of what they have done and answered."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from pangea_server.annotate.campaigns.form_rules import FormRules

ENTRY, SESSION = "entry", "session"


@dataclass(frozen=True, slots=True)
class WorkDone:
    """What a person has done in a campaign.

    Attributes:
        tasks: how many tasks they handed in, by kind.
        newest: the id and the kind of the task that they handed in last; None before the first.
    """

    tasks: Mapping[str, int]
    newest: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class DueForm:
    """A form to fill in, and the occasion for it."""

    form: str
    occasion: str


def due_forms(
    forms: Mapping[str, FormRules], done: WorkDone, answered: Collection[tuple[str, str]]
) -> Iterator[DueForm]:
    """The forms that are due, in the order of the campaign file.

    Each is due once on each occasion. A person who had done much before a form was added is asked once, not once for
    each task or session before.

    Args:
        answered: form and occasion of each answer so far.
    """
    for name, rules in forms.items():
        occasion = _occasion(name, rules, done, answered)
        if occasion is not None and (name, occasion) not in answered:
            yield DueForm(name, occasion)


def _occasion(
    name: str, rules: FormRules, done: WorkDone, answered: Collection[tuple[str, str]]
) -> str | None:
    if rules.asked == "entry":
        return ENTRY
    if rules.asked == "after_task" and done.newest:
        task_id, kind = done.newest
        return task_id if not rules.kinds or kind in rules.kinds else None
    if rules.asked == "after_session":
        tasks = sum(count for kind, count in done.tasks.items() if not rules.kinds or kind in rules.kinds)
        session = tasks // rules.tasks
        last = max(
            (int(occasion.rpartition("-")[2]) for form, occasion in answered if form == name), default=0
        )
        return f"{SESSION}-{session}" if session > last else None
    return None
