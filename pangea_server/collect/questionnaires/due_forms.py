"""The forms that a person is asked to fill in now, from the store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from pangea_server.annotate.assignment.histories import read_history
from pangea_server.annotate.assignment.open_tasks import running_campaigns
from pangea_server.annotate.campaigns.form_rules import FormRules
from pangea_server.annotate.campaigns.records import Campaign
from pangea_server.annotate.tasks.records import Lease, LeaseState, Task
from pangea_server.collect.questionnaires.due import ENTRY, DueForm, WorkDone, due_forms
from pangea_server.collect.questionnaires.records import FormAnswer
from pangea_server.people.access.records import Annotator
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore, found


@dataclass(frozen=True, slots=True)
class AskedForm:
    """A form of a campaign that is due."""

    campaign_id: str
    due: DueForm
    rules: FormRules


def forms_due(records: RecordStore, person: Annotator, beginning: str | None = None) -> Iterator[AskedForm]:
    """The forms that this person is asked to fill in.

    Args:
        beginning: the campaign whose next task the person is about to get: its entry form is asked as well.
    """
    for campaign in running_campaigns(records):
        for asked in due_in(records, person, campaign):
            if asked.due.occasion != ENTRY or campaign.campaign_id == beginning:
                yield asked


def due_in(records: RecordStore, person: Annotator, campaign: Campaign) -> Iterator[AskedForm]:
    """The forms of one campaign that are due; nothing is read for a campaign that asks for none."""
    forms = campaign.definition.forms
    if not any(rules.asked for rules in forms.values()):
        return
    answers = every(records, FormAnswer, {"annotator_id": person.annotator_id})
    answered = {(each.form, each.occasion) for each in answers if each.campaign_id == campaign.campaign_id}
    done = work_done(records, person, campaign.campaign_id)
    for due in due_forms(forms, done, answered):
        yield AskedForm(campaign.campaign_id, due, forms[due.form])


def work_done(records: RecordStore, person: Annotator, campaign_id: str) -> WorkDone:
    """What the person handed in, in this campaign.

    Their history says how many tasks they took; those that they still hold are not handed in yet.
    """
    taken = read_history(records, person).taken
    held: Counter[str] = Counter()
    newest: Lease | None = None
    for lease in every(records, Lease, {"annotator_id": person.annotator_id}):
        if lease.state is LeaseState.SUBMITTED and (newest is None or lease.created_at > newest.created_at):
            newest = lease
        elif lease.state is LeaseState.ACTIVE and _campaign_of(records, lease) == campaign_id:
            held[lease.kind] += 1
    prefix = f"{campaign_id}/"
    counts = {
        key.removeprefix(prefix): count - held[key.removeprefix(prefix)]
        for key, count in taken.items()
        if key.startswith(prefix)
    }
    here = newest is not None and _campaign_of(records, newest) == campaign_id
    return WorkDone(counts, (newest.task_id, newest.kind) if newest and here else None)


def _campaign_of(records: RecordStore, lease: Lease) -> str | None:
    task = found(records, Task, lease.task_id)
    return task.campaign_id if task else None
