"""What staff decide where people do not agree."""

from __future__ import annotations

from environments.errors import InvalidDataError
from pangea_server.core.errors import RecordNotFoundError, StoreConflictError
from pangea_server.core.records import now
from pangea_server.people.access.records import Annotator
from pangea_server.people.audit.log import note
from pangea_server.quality.votes.decision import VoteState
from pangea_server.quality.votes.records import VotedItem
from pangea_server.stores.protocol import RecordStore, Transaction


def settle(records: RecordStore, actor: Annotator | None, item_id: str, value: str) -> VotedItem:
    """Decide an item; the same decision again changes nothing. ``None`` as the actor is the command line.

    Raises:
        RecordNotFoundError: nobody has voted on such an item.
        InvalidDataError: it cannot be decided for this value.
        StoreConflictError: people agreed about it, or another person has decided otherwise.
    """
    known = records.get(VotedItem, item_id).ballot.choices
    if value not in known:
        raise InvalidDataError(
            f"The item {item_id} cannot be decided for {value!r}.", remedy=f"Name one of {', '.join(known)}."
        )

    def write(transaction: Transaction) -> VotedItem | None:
        item = transaction.get(VotedItem, item_id)
        if item is None or item.settled == value:
            return item
        if item.state is not VoteState.DISPUTED:
            raise StoreConflictError(f"The item {item_id} is {item.state}.", remedy="Reload the list.")
        by = actor.annotator_id if actor else None
        decided = {"state": VoteState.SETTLED, "settled": value, "settled_by": by, "settled_at": now()}
        transaction.replace(item.model_copy(update=decided))
        note(transaction, by, "vote settled", None, f"{item_id} {value}")
        return item.model_copy(update=decided)

    settled = records.transact(write)
    if settled is None:
        raise RecordNotFoundError(f"There is no item {item_id}.", remedy="Reload the list.")
    return settled
