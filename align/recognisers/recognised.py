"""Words from a recogniser's output file: JSON (``recogniser_json.py``) or CTM.

``recognised:FOLDER/{name}.json`` names the file of each of many recordings: ``{name}`` is a recording's path in its
folder without the extension, or an annotation's number. Words without times, such as whisperX's numbers, words that end
before they begin, and words that begin behind the recording's end, which Whisper makes up, are left out, and the log
says how many. Words that share the time of their passage are ``interpolated``.

A file may have the words of several channels (of one voice on two channels each word twice) or speakers: whose are
meant has to be said.
"""

from __future__ import annotations

import json
import logging
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from align.formats.ctm import read_ctm
from align.formats.edited_files import MOST_WORDS_BYTES
from align.recognisers.by_name import NAME
from align.recognisers.recogniser_json import NAMES, FoundWord, found_words, shared_out
from align.timed import TimedWord
from environments.errors import ConfigurationError, InvalidDataError
from environments.input.json_documents import NotJsonError, json_of
from environments.input.regular_files import read_regular
from environments.input.text import NotTextError, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from align.audio import Audio
    from align.timed import Source

T = TypeVar("T")

LATEST_SECONDS = 1.0
"""How far after the recording's end a word may start; a later word means that the file is of another recording."""

_EXPECTED = f"Expected are word times in the JSON of {NAMES}; or CTM of one utterance."
_LOG = logging.getLogger(__name__)


class Recognised:
    """The recogniser ``recognised:FILE``.

    Args:
        path: the recogniser's output for the recording that will be aligned.
        speaker: whose words are meant, where it has those of several channels or speakers; as the file names them,
            with commas between several.

    Raises:
        ConfigurationError: the path still has ``{name}`` in it, or is a folder.
    """

    name = "recognised"
    of_one_recording = True

    def __init__(self, path: str | Path, speaker: str | None = None) -> None:
        self._path, self._speaker = Path(path), speaker
        if NAME in str(path) or self._path.is_dir():
            wrong = "names the files of many recordings" if NAME in str(path) else "is a folder"
            raise ConfigurationError(
                f"recognised:{path} {wrong}, and this recording has no name.",
                remedy=f"For many recordings, write recognised:FOLDER/{NAME}.json; for one, its file.",
            )

    def recognize(self, recording: Audio, language: str) -> list[TimedWord]:
        """The file's words that have times, sorted by their start.

        Raises:
            InvalidDataError: the file cannot be read, is of no known format, has impossible times, or its words lie
                beyond the recording's end.
        """
        found = sorted(recognised_words(self._path, self._speaker), key=lambda word: word.start_time)
        words = [word for word in found if word.start_time <= recording.duration + LATEST_SECONDS]
        if len(words) < len(found) / 2:
            raise InvalidDataError(
                f"{self._path}: {found[-1].word!r} is at {found[-1].start_time} s, and the recording lasts "
                f"{recording.duration:.1f} s.",
                remedy="Give the file that was recognised from this recording.",
            )
        _say_left_out(self._path, len(found), len(words), "begin behind the end of the recording")
        return [_clipped(word, recording.duration) for word in words]


def recognised_words(path: Path, speaker: str | None = None) -> list[TimedWord]:
    """The words of a recogniser's file that have times, in the file's order.

    Args:
        speaker: see ``Recognised``.

    Raises:
        InvalidDataError: the file cannot be read, is of no known format, has impossible times, or has the words of
            several channels or speakers and not of those that are asked for.
    """
    try:
        data = read_regular(path, most=MOST_WORDS_BYTES)
        text = _text(data).strip()
    except FileNotFoundError as exc:
        raise InvalidDataError(
            f"There are no recognised words at {path}.",
            remedy="Recognise this recording too, or correct the name of the file.",
        ) from exc
    except (OSError, NotTextError) as exc:
        raise InvalidDataError(f"{path} cannot be read: {exc}.", remedy=_EXPECTED) from exc
    return _from_json(text, path, speaker) if text[:1] in ("{", "[") else _from_ctm(data, path, speaker)


def _text(data: bytes) -> str:
    """The file's text; where whisper.cpp cut a letter into tokens, with signs that stand for single bytes (PEP 383)."""
    try:
        return text_of(data)
    except NotTextError:
        if data[:1] not in (b"{", b"["):
            raise
        return data.decode("utf-8", "surrogateescape")


def _from_json(text: str, path: Path, speaker: str | None) -> list[TimedWord]:
    try:
        words = found_words(_document(text))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as exc:
        reason = exc if isinstance(exc, ValueError) else f"{type(exc).__name__}: {exc}"
        raise InvalidDataError(f"{path}: {reason}.", remedy=_EXPECTED) from exc
    if words is None:
        raise InvalidDataError(f"{path} is JSON of no known recogniser.", remedy=_EXPECTED)
    by_channel = len({word.channel for word in words if word.channel is not None}) > 1
    who = [word.channel if by_channel else word.speaker for word in words]
    meant = _of_speaker(words, who, "channel" if by_channel else "speaker", path, speaker)
    timed = [word for word in meant if word.start is not None and word.end is not None]
    _say_left_out(path, len(meant), len(timed), "have no times")
    placed = [_timed(word, path) for word in timed]
    forward = [word for word in placed if word is not None]
    _say_left_out(path, len(placed), len(forward), "end before they begin")
    return [part for word in forward for part in _parted(word)]


def _parted(word: TimedWord) -> Iterator[TimedWord]:
    """The words of what a recogniser calls a word, such as a name of two; they share its time."""
    parts = list(shared_out(word.word, word.start_time, word.end_time))
    if len(parts) == 1:
        yield word
    else:
        yield from (
            replace(word, word=part.text, start_time=part.start, end_time=part.end, source="interpolated")
            for part in parts
        )


def _of_speaker(
    words: Sequence[T], who: Sequence[Any], kind: str, path: Path, speaker: str | None
) -> list[T]:
    """The words that are meant.

    Args:
        who: said each word, None where the file does not say.
        kind: of ``who``: speaker or channel.
        speaker: whose are meant; None: there is only one.
    """
    counts = Counter(str(one) for one in who if one is not None)
    wanted = set(counts) if speaker is None else {one.strip() for one in speaker.split(",")}
    if (speaker is None and len(counts) > 1) or (counts and not wanted <= counts.keys()):
        each = ", ".join(f"{one} ({count})" for one, count in sorted(counts.items()))
        number = f"{len(counts)} {kind}{'s' * (len(counts) > 1)}"
        lacking = "" if speaker is None else f"; not {speaker}"
        raise InvalidDataError(
            f"{path} has words of {number}: {each}{lacking}.",
            remedy=f"Choose with --speaker {min(counts)}; with commas between several.",
        )
    if speaker is None or not counts:
        return list(words)
    meant = [word for word, one in zip(words, who, strict=True) if str(one) in wanted]
    _say_left_out(path, len(words), len(meant), f"are not of the {kind} {speaker}")
    return meant


def _say_left_out(path: Path, of: int, left: int, why: str) -> None:
    if left < of:
        _LOG.warning("%s: %d of %d words %s, and are left out.", path, of - left, of, why)


def _document(text: str) -> Any:
    """The file's document; a list of them where several follow each other, as some recognisers print their phrases."""
    try:
        return json_of(text)
    except NotJsonError:
        decoder, found, rest = json.JSONDecoder(), [], text
        while rest:
            try:
                _, end = decoder.raw_decode(rest)
            except json.JSONDecodeError:
                end = len(rest)
            found.append(json_of(rest[:end]))
            rest = rest[end:].lstrip()
        return found


def _from_ctm(data: bytes, path: Path, speaker: str | None) -> list[TimedWord]:
    try:
        found = read_ctm(data, source="recognised")
    except InvalidDataError as exc:
        raise InvalidDataError(f"{path}: {exc}", remedy=_EXPECTED) from exc
    utterances = {utterance for utterance, _ in found}
    if len(utterances) != 1:
        raise InvalidDataError(f"{path} has {len(utterances)} utterances, not one.", remedy=_EXPECTED)
    words = [(channel, word) for (_, channel), spoken in found.items() for word in spoken]
    who = [channel for channel, _ in words]
    return [word for _, word in _of_speaker(words, who, "channel", path, speaker)]


def _timed(word: FoundWord, path: Path) -> TimedWord | None:
    """The word with its times; None: it ends before it begins."""
    try:
        start, end = float(word.start), float(word.end)
        confidence = None if word.confidence is None else float(word.confidence)
        possible = isinstance(word.text, str) and 0 <= min(start, end) <= max(start, end) < float("inf")
    except (TypeError, ValueError):
        possible = False
    if not possible:
        raise InvalidDataError(
            f"{path}: {word.text!r} is said from {word.start!r} to {word.end!r}.",
            remedy="Recognise it again.",
        )
    known = confidence if confidence is not None and 0 <= confidence <= 1 else None
    source: Source = "interpolated" if word.shared else "recognised"
    return (
        TimedWord(_whole_letters(word.text, path).strip(), start, end, source, known)
        if start <= end
        else None
    )


def _whole_letters(text: str, path: Path) -> str:
    """The text of a word whose tokens whisper.cpp cut within a letter, and wrote as bytes that are no UTF-8 alone."""
    try:
        return text.encode("utf-8", "surrogateescape").decode()
    except UnicodeError as exc:
        raise InvalidDataError(f"{path} cannot be read: {text!r} is not UTF-8.", remedy=_EXPECTED) from exc


def _clipped(word: TimedWord, duration: float) -> TimedWord:
    return replace(word, start_time=min(word.start_time, duration), end_time=min(word.end_time, duration))
