"""Inviting people, and who of them gets no task."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from typing import Annotated

from pydantic import Field

from environments.errors import InvalidDataError
from pangea_server.collect.invitations.checks import check_pools, unreached
from pangea_server.collect.invitations.table import invite_members, read_members
from pangea_server.core.wire import Wire
from pangea_server.http.edge.bodies import KIB, body_at_most
from pangea_server.http.services import TheServices
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.access.signed_in import Person
from pangea_server.people.accounts.enrolment import enrol
from pangea_server.people.accounts.invites import invite
from pangea_server.people.accounts.wire import Invited, InviteRequest

MOST_MEMBERS = 1000  # each takes two transactions; the command line has no limit
BYTE_ORDER_MARK = "\ufeff"  # what spreadsheets write first
router = GuardedRouter(prefix="/people", tags=["people"])


MOST_CHARACTERS = 200_000


class TableRequest(Wire):
    """A CSV table with the columns ``external_id``, ``languages`` and, if there are teams, ``pools``."""

    table: Annotated[str, Field(max_length=MOST_CHARACTERS)]
    days: Annotated[int, Field(ge=1, le=365)] = 30


class MemberLink(Wire):
    """A person of the table. ``token`` is null where they were invited before: it cannot be read again."""

    external_id: str
    annotator_id: int
    token: str | None


class WithoutTask(Wire):
    """A person for whom no open campaign ever has a task; ``why`` is part of a sentence."""

    annotator_id: int
    why: str
    remedy: str


@router.get("/without-task")
def list_without_task(services: TheServices) -> tuple[WithoutTask, ...]:
    """The annotators who may sign in and whose languages and pools leave nothing for them, by number."""
    found = unreached(services.store.records)
    return tuple(
        WithoutTask(annotator_id=each.annotator_id, why=why.why, remedy=why.remedy) for each, why in found
    )


@router.post("", status_code=201)
def invite_person(services: TheServices, person: Person, wanted: InviteRequest) -> Invited:
    """Add a person and create their link. Managers may add annotators and reviewers, owners anyone."""
    records = services.store.records
    check_pools(records, wanted.pools)
    added = enrol(records, wanted.role, wanted.languages, person, wanted.pools, wanted.label)
    token = invite(records, added.annotator_id, person, timedelta(days=wanted.days))
    return Invited(annotator_id=added.annotator_id, token=token)


@router.post("/table", status_code=201)
@body_at_most(1280 * KIB)
def invite_table(services: TheServices, person: Person, wanted: TableRequest) -> tuple[MemberLink, ...]:
    """Add the people of a table, and create a link for each who is new. A repeated call adds nobody twice."""
    members = read_members(StringIO(wanted.table.removeprefix(BYTE_ORDER_MARK), newline=""))
    if len(members) > MOST_MEMBERS:
        raise InvalidDataError(
            f"The table has {len(members)} people; at most {MOST_MEMBERS} are invited at once.",
            remedy="Divide it, or use pangea invite --csv.",
        )
    links = invite_members(services.store.records, members, {}, timedelta(days=wanted.days), person)
    return tuple(
        MemberLink(external_id=link.member.external_id, annotator_id=link.annotator_id, token=link.token)
        for link in links
    )
