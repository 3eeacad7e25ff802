"""A record as text, small enough for every back end: Firestore keeps documents of up to 1 MiB.

A larger record (such as the words of half an hour's recording) is kept compressed, as text of a tenth of its size.
A record that is too large even when compressed is refused by every store. Nested lists (the paths of a campaign file)
are compressed as well, since Firestore does not support them.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from msgspec import DecodeError, Struct
from msgspec.json import Decoder
from pydantic import ValidationError

from environments.errors import InvalidDataError
from pangea_server.core.records import STORED, Record
from pangea_server.stores.failures import unreadable_record

R = TypeVar("R", bound=Record)
P = TypeVar("P", bound=Struct)

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


def parsed(kind: type[R], record_id: str, document: str) -> R:
    """The record that ``text_of`` wrote.

    Raises:
        UnreadableRecordError: it is not a valid one.
    """
    try:
        return kind.model_validate_json(document)
    except ValidationError as error:
        raise unreadable_record(kind, record_id) from error


def parts_in(kind: type[Record], parts: type[P], rows: Iterable[tuple[str, str]]) -> Sequence[tuple[str, P]]:
    """The ids, and these parts of the documents, in rows of ids and documents.

    Raises:
        UnreadableRecordError: one has no such parts.
    """
    decoder = Decoder(parts)
    return [(record_id, _part(decoder, kind, record_id, document)) for record_id, document in rows]


def _part(decoder: Decoder[P], kind: type[Record], record_id: str, document: str) -> P:
    try:
        return decoder.decode(document)
    except DecodeError as error:
        raise unreadable_record(kind, record_id) from error


def in_order(value: Any) -> Any:
    """``value`` with the keys of its mappings sorted, for back ends that return them in no fixed order."""
    if isinstance(value, dict):
        return {key: in_order(value[key]) for key in sorted(value)}
    return [in_order(item) for item in value] if isinstance(value, list) else value
