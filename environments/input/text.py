"""Text in UTF-8."""

from __future__ import annotations

import codecs

from environments.errors import InvalidDataError

_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class NotTextError(ValueError):
    """Bytes that are not the text that they should be; ``str`` says why, to stand after the file's name."""


def text_of(data: bytes, *, utf16: bool = False) -> str:
    """A text without its byte order mark; line ends are ``\\n``.

    Args:
        utf16: also read UTF-16 that begins with a byte order mark, as Praat writes it.

    Raises:
        NotTextError: it is in another encoding.
    """
    if data.startswith(_UTF16) and not utf16:
        raise NotTextError("it is not UTF-8, but UTF-16")
    try:
        text = data.decode("utf-16" if data.startswith(_UTF16) else "utf-8-sig")
    except UnicodeDecodeError as exc:
        raise NotTextError(f"it is not UTF-8: {exc.reason} at byte {exc.start}") from exc
    if "\0" in text:
        raise NotTextError(
            f"it has a zero byte at character {text.index(chr(0))}, as UTF-16 without its mark has"
        )
    return text.replace("\r\n", "\n").replace("\r", "\n")


def text_at(data: bytes, place: str) -> str:
    """A text that stands at a place, such as a line of a file.

    Raises:
        InvalidDataError: see ``text_of``; the message begins with the place.
    """
    try:
        return text_of(data)
    except NotTextError as exc:
        raise InvalidDataError(f"{place}: {exc}.", remedy="Save it as UTF-8.") from exc
