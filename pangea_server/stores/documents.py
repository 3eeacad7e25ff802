"""A record as text, small enough for every back end: Firestore keeps documents of up to 1 MiB.

What outgrows it as it is, the words of half an hour's recording, is kept compressed: text of a tenth of its size. What
outgrows it even so is refused, and by every store alike. Lists in lists, the paths of a campaign file, are compressed
as well, since Firestore knows none.
"""

from __future__ import annotations

import zlib
from typing import Any

from environments.errors import InvalidDataError
from pangea_server.core.records import Record

PLAIN = 200_000  # bytes of JSON up to which a document stays readable; a small number is 4 times as long in Firestore
LISTS_IN_LISTS = ("[[", ",[")  # in JSON without spaces; the same in a text only compresses without need
LARGEST = 1_000_000  # bytes of a compressed document; 48,576 are left for its name and indexed fields


def text_of(record: Record) -> str:
    """The record as JSON.

    Raises:
        InvalidDataError: no back end keeps so large a record.
    """
    text = record.model_dump_json()
    pack(record, text)
    return text


def pack(record: Record, text: str) -> bytes | None:
    """``text`` compressed, when it has to be.

    Raises:
        InvalidDataError: it is too large all the same.
    """
    data = text.encode()
    if len(data) <= PLAIN and not any(sign in text for sign in LISTS_IN_LISTS):
        return None
    packed = zlib.compress(data)
    if len(packed) > LARGEST:
        raise InvalidDataError(
            f"{record.record_id!r} among the {record.collection} has {len(data)} bytes, compressed {len(packed)}; "
            f"a record has at most {LARGEST}.",
            remedy="Split what it is about, or keep the large part of it as a blob.",
        )
    return packed


def unpack(packed: bytes) -> bytes:
    """The JSON that ``pack`` compressed."""
    return zlib.decompress(packed)


def in_order(value: Any) -> Any:
    """``value`` with the keys of its mappings sorted, where a back end hands them out in an order of chance."""
    if isinstance(value, dict):
        return {key: in_order(value[key]) for key in sorted(value)}
    return [in_order(item) for item in value] if isinstance(value, list) else value
