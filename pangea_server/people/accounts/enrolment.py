"""Adding people, changing their role, shutting them out."""

from __future__ import annotations

from collections.abc import Sequence

from pangea_server.core.errors import AccessError
from pangea_server.core.languages import usual_tag
from pangea_server.core.records import now, padded
from pangea_server.people.access.policy import MAY_BRING_IN
from pangea_server.people.access.records import MOST_KEYS, Annotator, Role, Session
from pangea_server.people.accounts.records import Invite
from pangea_server.people.audit.log import note
from pangea_server.stores.numbering import take_numbers
from pangea_server.stores.protocol import RecordStore, Transaction


def enrol(
    records: RecordStore,
    role: Role,
    languages: Sequence[str],
    actor: Annotator | None = None,
    pools: Sequence[str] = (),
    label: str = "",
) -> Annotator:
    """Add a person, who signs in by an invite and works in these pools.

    Raises:
        AccessError: the ``actor`` (None for the command line) may not add a person with this role.
        InvalidDataError: a language is none.
    """
    spoken = tuple(dict.fromkeys(map(usual_tag, languages)))
    check_may_bring_in(records, actor, role)
    person = Annotator(
        annotator_id=take_numbers(records, "annotators", 1)[0],
        role=role,
        languages=spoken,
        pools=tuple(pools),
        label=label,
    )

    def write(transaction: Transaction) -> None:
        transaction.create(person)
        note(transaction, _number(actor), "enrolled", person.annotator_id, role.value)

    records.transact(write)
    return person


def change_role(records: RecordStore, annotator_id: int, role: Role, actor: Annotator | None) -> Annotator:
    """Give a person another role, from their next request on.

    Raises:
        AccessError: only owners may do this, and no one to themselves, or the last owner could be lost.
    """
    if actor and (actor.role is not Role.OWNER or actor.annotator_id == annotator_id):
        refuse(records, actor, annotator_id, f"role {role.value}")

    def write(transaction: Transaction) -> Annotator | None:
        person = transaction.get(Annotator, padded(annotator_id))
        if person is None:
            return None
        changed = person.model_copy(update={"role": role})
        transaction.replace(changed)
        detail = f"{person.role.value} to {role.value}"
        note(transaction, _number(actor), "role changed", annotator_id, detail)
        return changed

    return records.transact(write) or records.get(Annotator, padded(annotator_id))


def revoke(records: RecordStore, annotator_id: int, actor: Annotator | None) -> None:
    """Shut a person out: their links and browsers stop working at once, and no sign-in service or platform lets them in
    until they are invited again. Their data stays."""
    check_may_bring_in(records, actor, records.get(Annotator, padded(annotator_id)).role)

    def write(transaction: Transaction) -> None:
        person = transaction.get(Annotator, padded(annotator_id))
        take_keys(transaction, annotator_id)
        if person:
            transaction.replace(person.model_copy(update={"shut_out_at": now()}))
        note(transaction, _number(actor), "revoked", annotator_id)

    records.transact(write)


def take_keys(transaction: Transaction, annotator_id: int) -> None:
    """Remove a person's links and browsers; these must be the transaction's first writes."""
    mine = {"annotator_id": annotator_id}
    keys = (
        *transaction.find(Invite, mine, limit=MOST_KEYS),
        *transaction.find(Session, mine, limit=MOST_KEYS),
    )
    for key in keys:
        transaction.delete(type(key), key.record_id)


def check_may_bring_in(records: RecordStore, actor: Annotator | None, role: Role) -> None:
    """Raise AccessError when ``actor`` may not manage people with this role."""
    if actor and role not in MAY_BRING_IN[actor.role]:
        refuse(records, actor, None, f"a {role.value}")


def refuse(records: RecordStore, actor: Annotator, subject: int | None, what: str) -> None:
    """Write a line to the audit log, then raise AccessError."""
    records.transact(lambda transaction: note(transaction, actor.annotator_id, "refused", subject, what))
    raise AccessError(
        f"As a {actor.role.value} you may not do this.", remedy="Ask an owner of the collection."
    )


def _number(actor: Annotator | None) -> int | None:
    return actor.annotator_id if actor else None
