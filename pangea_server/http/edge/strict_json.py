"""JSON without anything that two parsers would read differently or that costs much more than its size.

RFC 8259 leaves open what repeated names, numbers beyond a double and lone surrogates mean; RFC 7493 (I-JSON) forbids
them, and so does this server.
"""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from msgspec import MsgspecError, Raw
from msgspec.json import decode, encode

from environments.errors import InvalidDataError
from pangea_server.core.errors import MalformedJsonError

MAX_CONTAINERS = 50_000  # an empty list takes 64 bytes in memory and 2 on the wire
MAX_DIGITS = 100
_AS_ZEROS = bytes.maketrans(b"0123456789.eE+-", b"0" * 15)
_SPACE_AFTER_NAME = re.compile(rb'"[ \t\r\n]+:')
_LONG_NUMBER = b"0" * (MAX_DIGITS + 1)


def check_json(body: bytes, most_values: int) -> None:
    """Raise an error for JSON that is refused.

    Args:
        most_values: how many values it may have. A value takes 2 bytes on the wire, and the interpreter's lock for a
            tenth of a microsecond: a third of a million of them would hold up everybody else.

    Raises:
        MalformedJsonError: it is not JSON, has too many values, a name occurs twice in one object, or it is nested too
            deeply.
        InvalidDataError: NaN, an infinity, a number of more than ``MAX_DIGITS`` digits, half a surrogate pair, U+0000.
    """
    if body.count(b"[") + body.count(b"{") > MAX_CONTAINERS:
        raise MalformedJsonError("The JSON has too many lists and objects.", remedy="Send less at a time.")
    if body.count(b",") > most_values and _separators(body) > most_values:
        raise MalformedJsonError(
            f"The JSON has more than {most_values} values.", remedy="Send less at a time."
        )
    if not _is_plainly_strict(body):
        _check_in_full(body)


def _separators(body: bytes) -> int:
    """How many commas are outside the texts of the object at the top: no fewer than those between values."""
    try:
        parts = decode(body, type=dict[str, Raw])  # looks for the ends of values without making any
    except (MsgspecError, RecursionError, UnicodeError):
        return body.count(b",")
    texts = (text for text in map(bytes, parts.values()) if text.startswith(b'"'))
    return body.count(b",") - sum(text.count(b",") for text in texts)


def _is_plainly_strict(body: bytes) -> bool:
    """A quick check that takes a tenth of the time: True when the JSON is accepted; False means that it is undecided.

    msgspec refuses NaN, infinities, half a surrogate pair and invalid UTF-8. A name that occurs twice is lost
    when the value is written again, and with it one ``":``; strings have the same of these before and after, since
    nothing that could turn into a quote or a colon is escaped.
    """
    if b"\\u" in body or _SPACE_AFTER_NAME.search(body):
        return False
    if _LONG_NUMBER in body.translate(_AS_ZEROS):
        return False
    try:
        return body.count(b'":') == encode(decode(body)).count(b'":')
    except (MsgspecError, RecursionError, UnicodeError, OverflowError):
        return False


def _check_in_full(body: bytes) -> None:
    try:
        value = json.loads(
            body.decode(),
            object_pairs_hook=_without_repeated_names,
            parse_int=_number,
            parse_float=_number,
            parse_constant=_no_number,
        )
    except (RecursionError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise MalformedJsonError("The body is not JSON, or is nested too deeply.") from error
    _check_text(value)


def _without_repeated_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise MalformedJsonError("A name occurs twice in one object of the JSON.")
    return found


def _number(text: str) -> float:
    if len(text) > MAX_DIGITS or abs(number := float(text)) == float("inf"):
        _no_number(text)
    return number


def _no_number(text: str) -> NoReturn:
    raise InvalidDataError(f"{text[:20]} is not a number that can be stored.", remedy="Send finite numbers.")


def _check_text(value: Any) -> None:
    """Refuse strings that are not valid Unicode, or that a database cannot store. Without recursion, as the parser
    limits the depth.
    """
    left = [value]
    while left:
        match left.pop():
            case str() as text:
                if "\0" in text or not _is_unicode(text):
                    raise InvalidDataError("A text contains U+0000 or half a surrogate pair.")
            case dict() as found:
                left.extend(found.keys())
                left.extend(found.values())
            case list() as found:
                left.extend(found)


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
