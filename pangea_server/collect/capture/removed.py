"""Recordings that are removed while data is still being stored for them."""

from __future__ import annotations

from pangea_server.annotate.tasks.records import Recording
from pangea_server.core.errors import RecordNotFoundError, RecordWithdrawnError
from pangea_server.stores.protocol import BlobStore, Store


def remove_blobs(blobs: BlobStore, recording_id: str) -> None:
    """Remove all stored data of a recording."""
    while found := blobs.list(f"recordings/{recording_id}/"):
        for blob in found:
            blobs.delete(blob.name)


def refuse_removed(store: Store, recording_id: str) -> Recording:
    """After data was stored for a recording: remove the data again if the recording has been removed.

    Returns the current recording.

    Raises:
        RecordWithdrawnError: the recording was removed.
    """
    try:
        return store.records.get(Recording, recording_id)
    except RecordNotFoundError as error:
        remove_blobs(store.blobs, recording_id)
        raise RecordWithdrawnError(
            f"The recording {recording_id} was withdrawn; nothing of it is kept.", remedy="Close the page."
        ) from error
