"""Reading timed words from files that a person may have edited."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

import msgspec

from align.formats.ctm import read_ctm
from align.formats.srt import read_srt
from align.formats.textgrid import read_textgrid
from align.formats.tokens import decoded
from align.formats.webvtt import read_webvtt
from align.timed import Source, TimedWord
from environments.errors import ConfigurationError, InvalidDataError
from environments.input.json_documents import json_of
from environments.input.regular_files import read_regular
from environments.input.text import NotTextError

MOST_WORDS_BYTES = 2**26
"""Largest file of words that is read; those of an hour have a few megabytes."""


def read_words(path: str | Path, *, source: Source) -> list[TimedWord]:
    """Read the words of a file; its extension, a key of ``READERS``, decides the format.

    Args:
        source: the origin of the times; only JSON files state it themselves.

    Raises:
        ConfigurationError: there is no reader for this extension.
        InvalidDataError: the file cannot be read, or is not in the format of its extension.
    """
    file = Path(path)
    read = READERS.get(file.suffix.lower())
    if read is None:
        raise ConfigurationError(
            f"There is no reader for {file.name!r}.", remedy=f"Name it {', '.join(READERS)}."
        )
    try:
        return read(read_regular(file, most=MOST_WORDS_BYTES), source)
    except OSError as exc:
        raise InvalidDataError(f"{file} cannot be read: {exc.strerror}.", remedy="Check the path.") from exc


def _from_ctm(data: bytes, source: Source) -> list[TimedWord]:
    by_channel = read_ctm(data, source=source)
    if len(by_channel) != 1:
        raise InvalidDataError(
            f"The CTM has {len(by_channel)} utterances and channels, not one.",
            remedy="Give a file with one recording.",
        )
    (words,) = by_channel.values()
    return words


def _from_json(data: bytes, source: Source) -> list[TimedWord]:
    try:
        return msgspec.convert(json_of(decoded(data)), type=list[TimedWord])
    except (msgspec.ValidationError, NotTextError) as exc:
        raise InvalidDataError(
            f"This is not a list of timed words: {exc}.", remedy="Give a file that PanGEA wrote."
        ) from exc


READERS: Mapping[str, Callable[[bytes, Source], list[TimedWord]]] = MappingProxyType(
    {
        ".ctm": _from_ctm,
        ".json": _from_json,
        ".srt": lambda data, source: read_srt(data, source=source),
        ".textgrid": lambda data, source: read_textgrid(data, source=source),
        ".vtt": lambda data, source: read_webvtt(data, source=source),
    }
)
"""Readers by file extension in lower case."""
