"""Reading the JSON output of recognisers; the structure alone shows which recogniser wrote it.

| recogniser | where its words are |
| --- | --- |
| Whisper, whisperX, faster-whisper | ``segments[].words[]``: ``word`` or ``text``, ``start``, ``end`` (s) |
| OpenAI's ``verbose_json`` | ``words[]``: ``word``, ``start``, ``end`` (s) |
| whisper.cpp ``--output-json-full`` | ``transcription[].tokens[]``: ``text``, ``offsets`` (ms) |
| Transformers ``return_timestamps="word"`` | ``chunks[]``: ``text``, ``timestamp`` (s) |
| Vosk | ``result[]``: ``word``, ``start``, ``end`` (s), in one document or a list of them |
| Google Cloud, v1 and v2 | ``results[].alternatives[0].words[]``: ``startTime`` or ``startOffset`` ("1.2s") |
| Amazon Transcribe | ``results.items[]``: ``alternatives[0].content``, ``start_time``, ``end_time`` (s, as text) |
| Azure Speech, batch | ``recognizedPhrases[].nBest[0].words[]`` or ``displayWords[]``: ``offsetInTicks`` (100 ns) |
| Azure Speech, fast | ``phrases[].words[]``: ``text``, ``offsetMilliseconds``, ``durationMilliseconds`` |
| Deepgram | ``results.channels[].alternatives[0].words[]``: ``word``, ``start``, ``end`` (s) |
| AssemblyAI | ``words[]``: ``text``, ``start``, ``end`` (ms) |

Sources: their public documentation, and for Whisper and its variants their output.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, NamedTuple

NAMES = (
    "Whisper, whisperX, faster-whisper, whisper.cpp (--output-json-full), Transformers, Vosk, Google Cloud "
    "Speech-to-Text, Amazon Transcribe, Azure Speech, Deepgram or AssemblyAI"
)

TICKS = 10_000_000
"""Azure's ticks per second."""


class FoundWord(NamedTuple):
    """A word as the file has it, unchecked: times in seconds, as numbers or text; None when the file has none."""

    text: Any
    start: Any
    end: Any
    confidence: Any


def found_words(document: Any) -> list[FoundWord] | None:
    """The words of a recogniser's document, in its order; None when the format is not known.

    Raises:
        KeyError, TypeError, ValueError, AttributeError: it looks like a known format but lacks some of its fields.
    """
    found = next((read for fits, read in _FORMS if fits(document)), None)
    return None if found is None else list(found(document))


def _in_seconds(words: Iterable[Any]) -> Iterator[FoundWord]:
    """Whisper's ``probability``, whisperX's ``score`` and Vosk's ``conf`` all mean confidence."""
    names = ("score", "probability", "conf", "confidence")
    for word in words:
        confidence = next((word[name] for name in names if name in word), None)
        text = word["word"] if "word" in word else word["text"]
        yield FoundWord(text, word.get("start"), word.get("end"), confidence)


def _whisper(document: Any) -> Iterator[FoundWord]:
    segments = document["segments"] if isinstance(document, dict) else document
    return _in_seconds(chain.from_iterable(segment["words"] for segment in segments))


def _whisper_cpp(document: Any) -> Iterator[FoundWord]:
    """Join tokens into words: a word begins with a space, and has the lowest confidence of its tokens."""
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


def _joined(tokens: list[Any]) -> FoundWord:
    text = "".join(token["text"] for token in tokens)
    sureness = min(token["p"] for token in tokens)
    if "offsets" not in tokens[0] or "offsets" not in tokens[-1]:  # seen where a recording repeats itself
        return FoundWord(text, None, None, sureness)
    start, end = tokens[0]["offsets"]["from"], tokens[-1]["offsets"]["to"]
    return FoundWord(text, start / 1000, end / 1000, sureness)


def _transformers(document: Any) -> Iterator[FoundWord]:
    for chunk in document["chunks"]:
        start, end = chunk["timestamp"]
        yield FoundWord(chunk["text"], start, end, None)


def _vosk(document: Any) -> Iterator[FoundWord]:
    results = document if isinstance(document, list) else [document]
    return _in_seconds(chain.from_iterable(result.get("result", ()) for result in results))


def _google(document: Any) -> Iterator[FoundWord]:
    likeliest = [result["alternatives"][0] for result in document["results"] if result.get("alternatives")]
    for word in chain.from_iterable(alternative.get("words", ()) for alternative in likeliest):
        start = word.get("startTime", word.get("startOffset"))
        end = word.get("endTime", word.get("endOffset"))
        yield FoundWord(
            word["word"], _without_unit(start), _without_unit(end), word.get("confidence") or None
        )


def _without_unit(duration: str | None) -> str | None:
    return None if duration is None else duration.removesuffix("s")


def _amazon(document: Any) -> Iterator[FoundWord]:
    """The words of Amazon's items. Punctuation marks are items without times and are left out."""
    for item in document["results"]["items"]:
        if item["type"] == "pronunciation":
            likeliest = item["alternatives"][0]
            yield FoundWord(
                likeliest["content"],
                item.get("start_time"),
                item.get("end_time"),
                likeliest.get("confidence"),
            )


def _azure_batch(document: Any) -> Iterator[FoundWord]:
    """The words of Azure's phrases; a phrase has ``displayWords`` instead of ``words`` if the request asked for
    them."""
    for phrase in document["recognizedPhrases"]:
        for likeliest in phrase.get("nBest", ())[:1]:
            words = likeliest.get("words") or likeliest.get("displayWords") or ()
            for word in words:
                start = word["offsetInTicks"]
                text = word["word"] if "word" in word else word["displayText"]
                yield FoundWord(
                    text, start / TICKS, (start + word["durationInTicks"]) / TICKS, word.get("confidence")
                )


def _azure_fast(document: Any) -> Iterator[FoundWord]:
    for word in chain.from_iterable(phrase.get("words", ()) for phrase in document["phrases"]):
        start = word["offsetMilliseconds"]
        yield FoundWord(word["text"], start / 1000, (start + word["durationMilliseconds"]) / 1000, None)


def _deepgram(document: Any) -> Iterator[FoundWord]:
    likeliest = (channel["alternatives"][0] for channel in document["results"]["channels"])
    return _in_seconds(chain.from_iterable(alternative["words"] for alternative in likeliest))


def _assembly_ai(document: Any) -> Iterator[FoundWord]:
    for word in document["words"]:
        yield FoundWord(word["text"], word["start"] / 1000, word["end"] / 1000, word["confidence"])


def _lists(document: Any, key: str, *inner: str) -> bool:
    """Whether ``document[key]`` is a list of objects that all have the ``inner`` keys."""
    rows = document.get(key) if isinstance(document, dict) else None
    return isinstance(rows, list) and all(isinstance(row, dict) and row.keys() >= {*inner} for row in rows)


def _is_google(document: Any) -> bool:
    """Whether these are Google's results. Results without alternatives are silence."""
    return _lists(document, "results") and any("alternatives" in row for row in document["results"])


def _is_assembly_ai(document: Any) -> bool:
    """Whether AssemblyAI wrote these words. Others that write ``text`` also write ``type``, and use seconds."""
    return _lists(document, "words", "text", "start", "end", "confidence") and not any(
        "type" in word for word in document["words"]
    )


def _is_vosk(document: Any) -> bool:
    results = document if isinstance(document, list) else [document]
    fits = all(isinstance(result, dict) and "text" in result for result in results)
    return fits and any("result" in result for result in results)


def _within(document: Any, key: str) -> Any:
    return document.get(key) if isinstance(document, dict) else None


_FORMS: list[tuple[Callable[[Any], bool], Callable[[Any], Iterator[FoundWord]]]] = [
    (lambda document: _lists(document, "words", "word"), lambda document: _in_seconds(document["words"])),
    (_is_assembly_ai, _assembly_ai),
    (lambda document: _lists(document, "segments", "words"), _whisper),
    (lambda document: bool(document) and _lists({"segments": document}, "segments", "words"), _whisper),
    (lambda document: _lists(document, "transcription", "tokens"), _whisper_cpp),
    (lambda document: _lists(document, "chunks", "text", "timestamp"), _transformers),
    (lambda document: _lists(document, "recognizedPhrases"), _azure_batch),
    (lambda document: _lists(document, "phrases", "words"), _azure_fast),
    (lambda document: _lists(_within(document, "results"), "items", "type"), _amazon),
    (lambda document: _lists(_within(document, "results"), "channels", "alternatives"), _deepgram),
    (_is_google, _google),
    (_is_vosk, _vosk),
]
"""How each recogniser's document is detected and read. OpenAI's service writes words beside segments that have none."""
