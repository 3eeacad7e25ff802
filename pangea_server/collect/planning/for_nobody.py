"""Free tasks that nobody who is invited may take any more: people have left, and those who stay know the paths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from pangea_server.annotate.assignment.open_tasks import is_free
from pangea_server.annotate.assignment.rules import has_taken_all, may_take
from pangea_server.annotate.campaigns.records import Campaign, CampaignState
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.annotate.tasks.records import History, Task
from pangea_server.collect.invitations.checks import annotators
from pangea_server.people.access.records import Annotator
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore


def for_nobody(records: RecordStore, campaign: Campaign, tasks: Iterable[Task]) -> Counter[tuple[str, str]]:
    """How many of a campaign's tasks are free and for none of the annotators who may sign in, by kind and language.

    None of them where nobody is invited yet, or the campaign is closed. Who may still pass a training or rise again
    counts as able to.
    """
    people = list(annotators(records))
    if not people or campaign.state is CampaignState.CLOSED:
        return Counter()
    known = {each.annotator_id: each for each in every(records, History)}
    histories = [known.get(each.annotator_id, History(annotator_id=each.annotator_id)) for each in people]
    able = [pair for pair in zip(people, histories, strict=True) if not has_taken_all(pair[1], campaign)]
    return Counter(
        (task.kind, task.language)
        for task in tasks
        if is_free(task)
        and not any(_knows(person, task) and may_take(person, history, task) for person, history in able)
    )


def _knows(person: Annotator, task: Task) -> bool:
    """Whether the task is in a language and a pool of this person's."""
    spoken = task.language in person.languages or declared(task.kind).any_language
    return spoken and task.pool in (None, *person.pools)
