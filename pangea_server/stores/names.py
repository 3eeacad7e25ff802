"""Valid ids, blob names and queries: the same in every back end."""

from __future__ import annotations

import re
from enum import Enum

from environments.errors import InvalidDataError
from pangea_server.core.records import Record
from pangea_server.stores.protocol import RECORD_ID, Scalar, Where

LONGEST_ID = 1500  # bytes of UTF-8, Firestore's limit for a document id
LONGEST_NAME = 1024  # bytes, Cloud Storage's limit for an object name
PART = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,199}")
RESERVED = re.compile(r"\.|\.\.|__.*__", re.DOTALL)


def is_record_id(record_id: str) -> bool:
    """Whether every back end can keep a record under this id."""
    try:
        length = len(record_id.encode())
    except UnicodeEncodeError:  # half of a surrogate pair
        return False
    odd = "/" in record_id or "\0" in record_id or RESERVED.fullmatch(record_id)
    return 0 < length <= LONGEST_ID and not odd


def check_record_id(record_id: str) -> str:
    """Raise InvalidDataError when no record may have this id."""
    if not is_record_id(record_id):
        raise InvalidDataError(
            f"{record_id!r} cannot be a record's id.",
            remedy=f"Use 1 to {LONGEST_ID} bytes of text without '/', and not '.', '..' or '__...__'.",
            record_id=record_id,
        )
    return record_id


def is_blob_name(name: str) -> bool:
    """Whether ``name`` is parts of ``A-Z a-z 0-9 . _ -`` separated by slashes; no part starts with a dot."""
    return len(name) <= LONGEST_NAME and all(PART.fullmatch(part) for part in name.split("/"))


def check_blob_name(name: str) -> str:
    """Raise InvalidDataError when no blob may have this name."""
    if not is_blob_name(name):
        raise InvalidDataError(
            f"{name!r} cannot be a blob's name.",
            remedy="Use letters, digits and '._-', with single slashes between the parts.",
            name=name,
        )
    return name


def plain_where(kind: type[Record], where: Where | None) -> dict[str, Scalar]:
    """``where`` with enumeration members replaced by their values.

    Raises:
        InvalidDataError: a field that ``kind`` is not indexed by.
    """
    for name in where or {}:
        if name not in kind.indexed:
            raise InvalidDataError(
                f"{kind.collection} cannot be searched by {name!r}.",
                remedy=f"Search by {', '.join(kind.indexed) or 'record id only'}.",
            )
    return {name: _plain(value) for name, value in (where or {}).items()}


def check_field(kind: type[Record], field: str) -> str:
    """Raise InvalidDataError for a field that is neither the record id nor indexed by ``kind``."""
    if field != RECORD_ID:
        plain_where(kind, {field: None})
    return field


def _plain(value: Scalar) -> Scalar:
    return value.value if isinstance(value, Enum) else value
