"""People who wait for a partner after the time that was agreed for it, when nobody comes any more."""

from __future__ import annotations

from datetime import datetime

from pangea_server.annotate.assignment.leases import return_task
from pangea_server.annotate.campaigns.agreed_times import is_given_out
from pangea_server.annotate.campaigns.lookups import definition_of
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.annotate.pairing.machine import waited_in_vain
from pangea_server.annotate.pairing.records import Pairing, PairingState
from pangea_server.annotate.tasks.records import Lease, Task
from pangea_server.people.access.records import Annotator
from pangea_server.stores.protocol import RecordStore, found


def waits_in_vain(records: RecordStore, lease: Lease, at: datetime) -> bool:
    """Whether the holder of a lease sits alone, and it is not the agreed time any more."""
    if not declared(lease.kind).seats:
        return False
    task = records.get(Task, lease.task_id)
    definition = definition_of(records, task.campaign_id)
    if definition is None or is_given_out(definition.agreed_times, lease.kind, at):
        return False
    pairing = found(records, Pairing, task.pairing_id) if task.pairing_id else None
    return (
        pairing is not None
        and pairing.state is PairingState.WAITING
        and any(seat.lease_id == lease.lease_id for seat in pairing.seats)
    )


def end_vain_wait(records: RecordStore, person: Annotator, lease: Lease, at: datetime) -> bool:
    """Give the task back of a person who waits in vain, so that they may do others; whether they did."""
    if not waits_in_vain(records, lease, at):
        return False
    return_task(records, person, lease.lease_id, waited_in_vain)
    return True
