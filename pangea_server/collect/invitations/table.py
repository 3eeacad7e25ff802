"""A table of a team's own people, and a table of their links.

The store keeps a keyed hash of each person's external id, by which the next run recognises them. A link is shown only
once, in the written table, so a run copies the links that the table already has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TextIO

from environments.errors import InvalidDataError
from pangea_server.collect.invitations.checks import check_pools
from pangea_server.collect.platforms.keys import PlatformKeys
from pangea_server.core.csv_cells import rows_of
from pangea_server.core.equal_faults import told_once
from pangea_server.core.languages import usual_tag
from pangea_server.people.access.records import Annotator, Role
from pangea_server.people.accounts.invites import invite
from pangea_server.people.audit.log import note
from pangea_server.stores.numbering import take_numbers
from pangea_server.stores.protocol import RecordStore, Transaction

COLUMNS = ("external_id", "languages", "pools")
LINK_COLUMNS = ("external_id", "annotator_id", "link")


@dataclass(frozen=True, slots=True)
class PoolMember:
    """A line of the table: an external id, languages and pools (teams), separated by spaces."""

    external_id: str
    languages: tuple[str, ...]
    pools: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class InvitationLink:
    """A member's link; ``token`` is None if it was given out before."""

    member: PoolMember
    annotator_id: int
    token: str | None


def read_members(table: TextIO) -> list[PoolMember]:
    """The people of a table; the whole table is read before anything is written.

    Raises:
        InvalidDataError: lines are wrong; the message names each.
    """
    reader = rows_of(table)
    if not {"external_id", "languages"} <= set(reader.fieldnames or ()):
        raise InvalidDataError(
            "The table has no columns external_id and languages.", remedy=f"Known are {', '.join(COLUMNS)}."
        )
    members: dict[str, PoolMember] = {}
    faults: list[tuple[str, str]] = []
    for line in reader:
        fields = {name: (line.get(name) or "").strip() for name in COLUMNS}
        try:
            member = _member(fields)
            if member.external_id in members:
                raise InvalidDataError("The external_id is in an earlier line as well.")
        except InvalidDataError as error:
            faults.append((f"Line {reader.line_num}", str(error)))
        else:
            members[member.external_id] = member
    if faults:
        raise InvalidDataError(
            "\n".join(told_once(faults)), remedy="Nobody was invited; mend these lines first."
        )
    return list(members.values())


def _member(fields: Mapping[str, str]) -> PoolMember:
    """Raises InvalidDataError where a line names nobody, no language, or something that is none."""
    if not fields["external_id"]:
        raise InvalidDataError("There is no external_id.")
    languages = tuple(dict.fromkeys(map(usual_tag, fields["languages"].split())))
    if not languages:
        raise InvalidDataError("There is no language.")
    return PoolMember(fields["external_id"], languages, tuple(fields["pools"].split()))


def invite_members(
    records: RecordStore,
    members: Sequence[PoolMember],
    known: Mapping[str, str],
    valid: timedelta,
    actor: Annotator | None = None,
) -> Iterator[InvitationLink]:
    """Add new people and create a link for each; existing people stay unchanged.

    Args:
        known: links of an earlier run, by external id.
        actor: who invites them; None for the command line.

    Raises:
        InvalidDataError: no campaign has a pool of theirs; nobody is added.
    """
    check_pools(records, [pool for member in members for pool in member.pools])
    keys = PlatformKeys(records)
    for member in members:
        known_as = keys.identity("pool", member.external_id)
        found = records.find(Annotator, {"member": known_as}, limit=1)
        person = found[0] if found else _add(records, member, known_as, actor)
        is_new = not found and member.external_id not in known
        token = invite(records, person.annotator_id, actor, valid) if is_new else None
        yield InvitationLink(member, person.annotator_id, token)


def _add(records: RecordStore, member: PoolMember, known_as: str, actor: Annotator | None) -> Annotator:
    person = Annotator(
        annotator_id=take_numbers(records, "annotators", 1)[0],
        role=Role.ANNOTATOR,
        languages=member.languages,
        pools=member.pools,
        member=known_as,
    )

    def write(transaction: Transaction) -> Annotator:
        known = transaction.find(Annotator, {"member": known_as}, limit=1)
        if known:  # another run was faster
            return known[0]
        transaction.create(person)
        by = actor.annotator_id if actor else None
        note(transaction, by, "enrolled", person.annotator_id, person.role.value)
        return person

    return records.transact(write)
