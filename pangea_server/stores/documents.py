"""A record as text, small enough for every back end: Firestore keeps documents of up to 1 MiB.

A larger record (such as the words of half an hour's recording) is kept compressed, as text of a tenth of its size.
A record that is too large even when compressed is refused by every store. Nested lists (the paths of a campaign file)
are compressed as well, since Firestore does not support them.
"""

from __future__ import annotations

import zlib
from typing import Any

from environments.errors import InvalidDataError
from pangea_server.core.records import STORED, Record

PLAIN = 200_000  # bytes of JSON up to which a document stays readable; a small number is 4 times as long in Firestore
LISTS_IN_LISTS = (
    "[[",
    ",[",
)  # in JSON without spaces; a text that contains this is compressed as well
LARGEST_BYTES = 1_000_000  # bytes of a compressed document; 48,576 are left for its name and indexed fields


def text_of(record: Record) -> str:
    """The record as JSON.

    Raises:
        InvalidDataError: the record is too large for every back end.
    """
    text = record.model_dump_json(context=STORED)
    if 4 * len(text) > PLAIN:  # a shorter one has no more bytes than that
        pack(record, text)
    return text


def pack(record: Record, text: str) -> bytes | None:
    """``text``, compressed if necessary.

    Raises:
        InvalidDataError: it is too large even when compressed.
    """
    data = text.encode()
    if len(data) <= PLAIN and not any(sign in text for sign in LISTS_IN_LISTS):
        return None
    packed = zlib.compress(data)
    if len(packed) > LARGEST_BYTES:
        raise InvalidDataError(
            f"{record.record_id!r} among the {record.collection} has {len(data)} bytes, compressed {len(packed)}; "
            f"a record has at most {LARGEST_BYTES}.",
            remedy="Split it into several records, or store its large part as a blob.",
        )
    return packed


def unpack(packed: bytes) -> bytes:
    """The JSON that ``pack`` compressed."""
    return zlib.decompress(packed)


def in_order(value: Any) -> Any:
    """``value`` with the keys of its mappings sorted, for back ends that return them in no fixed order."""
    if isinstance(value, dict):
        return {key: in_order(value[key]) for key in sorted(value)}
    return [in_order(item) for item in value] if isinstance(value, list) else value
