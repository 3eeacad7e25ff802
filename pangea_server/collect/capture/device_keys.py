"""The keys with which browsers encrypt recordings and drafts that are not submitted yet.

A lease's key is derived from a secret of the store, so nothing else is stored. The holder of the lease gets the key
with it until the answer is accepted. Afterwards, and after a withdrawal or the end of retention (which remove the
lease), no one can read what is left of removed data in a browser's files.
"""

from __future__ import annotations

import base64
import hashlib
import hmac

from pangea_server.annotate.tasks.records import Lease, LeaseState
from pangea_server.stores.protocol import RecordStore
from pangea_server.stores.signing_keys import signing_key

DEVICE_KEY = "device"


class DeviceKeys:
    """The keys of one store's leases."""

    def __init__(self, records: RecordStore) -> None:
        self._secret = signing_key(records, DEVICE_KEY)

    def key_of(self, lease: Lease) -> str | None:
        """32 bytes in base64, always the same for a lease; browsers derive one key for each recording from it.

        None when the lease's answer was accepted.
        """
        if lease.state is LeaseState.SUBMITTED:
            return None
        return base64.b64encode(hmac.digest(self._secret, lease.lease_id.encode(), hashlib.sha256)).decode()
