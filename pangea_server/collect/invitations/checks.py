"""Whether there can be work for the people who are invited."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from environments.errors import InvalidDataError
from environments.nearest import not_among
from pangea_server.annotate.assignment.reach import Unreached, why_unreached
from pangea_server.annotate.campaigns.records import Campaign
from pangea_server.people.access.records import Annotator, Role
from pangea_server.people.accounts.directory import person_view
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore


def check_pools(records: RecordStore, pools: Iterable[str]) -> None:
    """Raise InvalidDataError for the first pool that no campaign has."""
    known = {pool for campaign in every(records, Campaign) for pool in campaign.definition.pools}
    for pool in pools:
        if pool not in known:
            raise InvalidDataError(
                f"No campaign has the pool {pool!r}.",
                remedy=not_among(pool, known) if known else "Create the campaign that has it first.",
            )


def unreached(records: RecordStore, planned: Campaign | None = None) -> Iterator[tuple[Annotator, Unreached]]:
    """The annotators who may sign in, and for whom no open campaign ever has a task; by number.

    Args:
        planned: a campaign that is new, or will take the place of the stored one.
    """
    found = {each.campaign_id: each for each in every(records, Campaign)}
    campaigns = (found | ({planned.campaign_id: planned} if planned else {})).values()
    for person in annotators(records):
        if why := why_unreached(person, campaigns):
            yield person, why


def annotators(records: RecordStore) -> Iterator[Annotator]:
    """Those who may sign in; by number."""
    for person in every(records, Annotator):
        if person.role is Role.ANNOTATOR and person_view(records, person).state in ("invited", "active"):
            yield person


def warning(person: Annotator, why: Unreached) -> str:
    """A line for whoever invites this person."""
    return f"Person {person.annotator_id} will get no task: {why.why}. {why.remedy}"
