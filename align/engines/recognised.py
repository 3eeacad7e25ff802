"""Words that some recogniser has heard, from the file in which it left them.

Read are, told apart by their structure alone: JSON of whisperX, of OpenAI's Whisper (``word_timestamps``,
``verbose_json`` with words), of whisper.cpp (``--output-json-full``), of Vosk, and of Google Cloud Speech-to-Text (v1
and v2); and CTM.
Words that the recogniser gave no times, as whisperX does with numbers, are left out, and the log says how many.
"""

from __future__ import annotations

import json
import logging
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from align.exports.ctm import read_ctm
from align.timed import TimedWord
from environments.errors import InvalidDataError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from align.audio import Recording

LATEST_SECONDS = 1.0
"""How much later than the recording's end a recogniser may place a word; beyond, the file is another recording's."""

_EXPECTED = (
    "Expected are word times in the JSON of whisperX, Whisper, whisper.cpp (--output-json-full), Vosk or Google Cloud "
    "Speech-to-Text, or CTM of one utterance and channel."
)
_LOG = logging.getLogger(__name__)


class Recognised:
    """The engine ``recognised:FILE``.

    Args:
        path: the recogniser's file on the recording that will be aligned.
    """

    name = "recognised"

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)

    def recognize(self, recording: Recording, language: str) -> list[TimedWord]:
        """The file's words that have times, by their start.

        Raises:
            InvalidDataError: the file cannot be read, is none of the known ones, has impossible times, or its words lie
                beyond the recording's end.
        """
        words = sorted(recognised_words(self._path), key=lambda word: word.start_time)
        if words and words[-1].start_time > recording.duration + LATEST_SECONDS:
            raise InvalidDataError(
                f"{self._path}: {words[-1].word!r} is at {words[-1].start_time} s, and the recording lasts "
                f"{recording.duration:.1f} s.",
                remedy="Give the file that was recognised from this recording.",
            )
        return [_clipped(word, recording.duration) for word in words]


class _Word(NamedTuple):
    text: str
    start: Any
    end: Any
    confidence: Any


def recognised_words(path: Path) -> list[TimedWord]:
    """The words of a recogniser's file that have times, in its order.

    Raises:
        InvalidDataError: the file cannot be read, is none of the known ones, or has impossible times.
    """
    try:
        data = path.read_bytes()
        text = data.decode("utf-8-sig").strip()
    except (OSError, UnicodeDecodeError) as exc:
        raise InvalidDataError(f"{path} cannot be read: {exc}.", remedy=_EXPECTED) from exc
    return _from_json(text, path) if text[:1] in ("{", "[") else _from_ctm(data, path)


def _from_json(text: str, path: Path) -> list[TimedWord]:
    try:
        document = json.loads(text)
        found = next((read for fits, read in _FORMS if fits(document)), None)
        words = None if found is None else list(found(document))
    except (ValueError, KeyError, TypeError, AttributeError) as exc:
        raise InvalidDataError(f"{path}: {type(exc).__name__}: {exc}.", remedy=_EXPECTED) from exc
    if words is None:
        raise InvalidDataError(f"{path} is JSON of no known recogniser.", remedy=_EXPECTED)
    timed = [word for word in words if word.start is not None and word.end is not None]
    if len(timed) < len(words):
        _LOG.warning(
            "%s: %d of %d words have no times and are left out.", path, len(words) - len(timed), len(words)
        )
    return [_timed(word, path) for word in timed]


def _from_ctm(data: bytes, path: Path) -> list[TimedWord]:
    try:
        by_channel = read_ctm(data, source="recognised")
    except InvalidDataError as exc:
        raise InvalidDataError(f"{path}: {exc}", remedy=_EXPECTED) from exc
    if len(by_channel) != 1:
        raise InvalidDataError(
            f"{path} has {len(by_channel)} utterances and channels, not one.", remedy=_EXPECTED
        )
    (words,) = by_channel.values()
    return words


def _timed(word: _Word, path: Path) -> TimedWord:
    try:
        start, end = float(word.start), float(word.end)
        confidence = None if word.confidence is None else float(word.confidence)
        possible = isinstance(word.text, str) and 0 <= start <= end < float("inf")
    except (TypeError, ValueError):
        possible = False
    if not possible:
        raise InvalidDataError(
            f"{path}: {word.text!r} is said from {word.start!r} to {word.end!r}.",
            remedy="Recognise it again.",
        )
    known = confidence if confidence is not None and 0 <= confidence <= 1 else None
    return TimedWord(word.text.strip(), start, end, "recognised", known)


def _clipped(word: TimedWord, duration: float) -> TimedWord:
    start, end = min(word.start_time, duration), min(word.end_time, duration)
    return TimedWord(word.word, start, end, word.source, word.confidence)


def _plain(words: Iterable[dict[str, Any]]) -> Iterator[_Word]:
    """Whisper's ``probability``, whisperX's ``score`` and Vosk's ``conf`` all mean confidence."""
    for word in words:
        confidence = next((word[key] for key in ("score", "probability", "conf") if key in word), None)
        yield _Word(word["word"], word.get("start"), word.get("end"), confidence)


def _whisper(document: Any) -> Iterator[_Word]:
    return _plain(chain.from_iterable(segment["words"] for segment in document["segments"]))


def _vosk(document: Any) -> Iterator[_Word]:
    results = document if isinstance(document, list) else [document]
    return _plain(chain.from_iterable(result.get("result", ()) for result in results))


def _google(document: Any) -> Iterator[_Word]:
    """v1 says startTime, v2 startOffset; both write "1.200s"."""
    likeliest = [result["alternatives"][0] for result in document["results"] if result.get("alternatives")]
    for word in chain.from_iterable(alternative.get("words", ()) for alternative in likeliest):
        start = word.get("startTime", word.get("startOffset"))
        end = word.get("endTime", word.get("endOffset"))
        yield _Word(word["word"], _seconds(start), _seconds(end), word.get("confidence") or None)


def _seconds(duration: str | None) -> str | None:
    return None if duration is None else duration.removesuffix("s")


def _whisper_cpp(document: Any) -> Iterator[_Word]:
    """Tokens are pieces of words: a word begins with a space, and is as sure as its least sure token."""
    for segment in document["transcription"]:
        word: list[Any] = []
        for token in segment["tokens"]:
            if token["text"].startswith(" ") and word:
                yield _joined(word)
                word = []
            if not token["text"].startswith("[_"):
                word.append(token)
        if word:
            yield _joined(word)


def _joined(tokens: list[Any]) -> _Word:
    text = "".join(token["text"] for token in tokens)
    sureness = min(token["p"] for token in tokens)
    if "offsets" not in tokens[0] or "offsets" not in tokens[-1]:  # seen where a recording repeats itself
        return _Word(text, None, None, sureness)
    start, end = tokens[0]["offsets"]["from"], tokens[-1]["offsets"]["to"]
    return _Word(text, start / 1000, end / 1000, sureness)


def _has(key: str, inner: str) -> Callable[[Any], bool]:
    """Whether ``document[key]`` lists objects that all have ``inner``."""

    def fits(document: Any) -> bool:
        rows = document.get(key) if isinstance(document, dict) else None
        return isinstance(rows, list) and all(isinstance(row, dict) and inner in row for row in rows)

    return fits


def _is_google(document: Any) -> bool:
    """Results without alternatives are silence."""
    rows = document.get("results") if isinstance(document, dict) else None
    return isinstance(rows, list) and any(isinstance(row, dict) and "alternatives" in row for row in rows)


def _is_vosk(document: Any) -> bool:
    results = document if isinstance(document, list) else [document]
    fits = all(isinstance(result, dict) and "text" in result for result in results)
    return fits and any("result" in result for result in results)


_FORMS: list[tuple[Callable[[Any], bool], Callable[[Any], Iterator[_Word]]]] = [
    (_has("words", "word"), lambda document: _plain(document["words"])),
    (_has("segments", "words"), _whisper),
    (_has("transcription", "tokens"), _whisper_cpp),
    (_is_google, _google),
    (_is_vosk, _vosk),
]
"""How each recogniser's document is known, and read. OpenAI's service writes words beside segments without any."""
