"""The keys under which browsers encrypt what they keep of recordings and drafts that are not handed in yet.

A lease's key is derived from a secret of the store, so nothing more is stored. It is given with the lease, to whose
lease it is, until the answer is accepted: what a browser's files still have of what it removed, nobody reads then. Nor
after a withdrawal, or at the end of retention, which remove the lease.
"""

from __future__ import annotations

import base64
import hashlib
import hmac

from pangea_server.annotate.tasks.records import Lease, LeaseState
from pangea_server.stores.protocol import RecordStore
from pangea_server.stores.signing_keys import signing_key

KEY_NAME = "device"


class DeviceKeys:
    """The keys of one store's leases."""

    def __init__(self, records: RecordStore) -> None:
        self._secret = signing_key(records, KEY_NAME)

    def key_of(self, lease: Lease) -> str | None:
        """32 bytes in base64, the same whenever it is asked for; browsers derive one key for each take from it.

        None when the lease's answer was accepted.
        """
        if lease.state is LeaseState.SUBMITTED:
            return None
        return base64.b64encode(hmac.digest(self._secret, lease.lease_id.encode(), hashlib.sha256)).decode()
