"""Reading the JSON output of recognisers; the structure alone shows which recogniser wrote it.

| recogniser | where its words are |
| --- | --- |
| Whisper, whisperX, faster-whisper | ``segments[].words[]``: ``word`` or ``text``, ``start``, ``end`` (s) |
| the same without word timestamps | ``segments[]``: ``text``, ``start``, ``end`` (s), shared out |
| OpenAI's ``verbose_json`` | ``words[]``: ``word``, ``start``, ``end`` (s) |
| whisper.cpp ``--output-json-full`` | ``transcription[].tokens[]``: ``text``, ``offsets`` (ms) |
| whisper.cpp ``--output-json`` | ``transcription[]``: ``text``, ``offsets`` (ms), shared out |
| Transformers ``return_timestamps`` | ``chunks[]``: ``text``, ``timestamp`` (s), shared out among several words |
| Vosk | ``result[]`` or ``alternatives[0].result[]``: ``word``, ``start``, ``end`` (s) |
| Google Cloud, v1 and v2 | ``results[].alternatives[0].words[]``: ``startTime`` or ``startOffset`` ("1.2s") |
| the same, long-running or a batch of one file | in ``response``; in ``results.URI.inlineResult.transcript`` |
| Amazon Transcribe | ``results.items[]``: ``alternatives[0].content``, ``start_time``, ``end_time`` (s, as text) |
| Azure Speech, batch | ``recognizedPhrases[].nBest[0].words[]`` or ``displayWords[]``: ``offsetInTicks`` (100 ns) |
| Azure Speech, detailed | ``NBest[0].Words[]``: ``Word``, ``Offset``, ``Duration`` (100 ns), in each phrase |
| Azure Speech, fast | ``phrases[].words[]``: ``text``, ``offsetMilliseconds``, ``durationMilliseconds`` |
| Deepgram | ``results.channels[].alternatives[0].words[]``: ``word``, ``start``, ``end`` (s) |
| AssemblyAI | ``words[]``: ``text``, ``start``, ``end`` (ms) |

A recogniser that writes one document for each phrase has them in a list, or one after the other in the file. Where only
a passage has times, its words share them by their number of letters, and are marked (``shared``).

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
    """A word as the file has it, unchecked: times in seconds, as numbers or text; None when the file has none.

    ``shared``: its times are a share of its passage's, since the recogniser gave none for each word.
    ``speaker`` and ``channel``: as the file names them; None when it does not.
    """

    text: Any
    start: Any
    end: Any
    confidence: Any
    shared: bool = False
    speaker: Any = None
    channel: Any = None


def found_words(document: Any) -> list[FoundWord] | None:
    """The words of a recogniser's document, in its order; None when the format is not known.

    Raises:
        KeyError, TypeError, ValueError, AttributeError: it looks like a known format but lacks some of its fields.
    """
    inner = _unwrapped(document)
    found = next((read for fits, read in _FORMS if fits(inner)), None)
    return None if found is None else list(found(inner))


def _unwrapped(document: Any) -> Any:
    """The response inside a long-running operation of Google's, and the transcript inside a batch of one file."""
    response = _within(document, "response")
    inner = response if isinstance(response, dict) else document
    files = _within(inner, "results")
    if not isinstance(files, dict) or not all(_is_file_result(file) for file in files.values()) or not files:
        return inner
    if len(files) > 1:
        raise ValueError(f"it has the results of {len(files)} recordings, not of one")
    (file,) = files.values()
    return (file.get("inlineResult") or file)["transcript"]


def _said_by(words: Iterable[FoundWord], *rows: Any) -> Iterator[FoundWord]:
    """The words, spoken by whom the first of these rows says, on the channel that the first of them says."""
    speaker, channel = (
        next((row[name] for row in rows for name in names if row.get(name) is not None), None)
        for names in (_SPEAKERS, _CHANNELS)
    )
    return (word._replace(speaker=speaker, channel=channel) for word in words)


_SPEAKERS = ("speaker", "speakerTag", "speaker_tag", "speakerLabel", "speaker_label", "SpeakerId")
_CHANNELS = ("channelTag", "channel_tag", "channel", "Channel", "channel_label")


def _is_file_result(file: Any) -> bool:
    return isinstance(file, dict) and ("inlineResult" in file or "transcript" in file)


def shared_out(text: str, start: float, end: float) -> Iterator[FoundWord]:
    """The words of a passage, each with a share of its time in proportion to its letters."""
    words = text.split()
    if len(words) == 1:
        yield FoundWord(words[0], start, end, None)
        return
    letters, begin = sum(map(len, words)), 0
    for word in words:
        first, last = begin / letters, (begin + len(word)) / letters
        begin += len(word)
        yield FoundWord(word, start + (end - start) * first, start + (end - start) * last, None, shared=True)


def _in_seconds(words: Iterable[Any], *passage: Any) -> Iterator[FoundWord]:
    """Whisper's ``probability``, whisperX's ``score`` and Vosk's ``conf`` all mean confidence."""
    names = ("score", "probability", "conf", "confidence")
    for word in words:
        confidence = next((word[name] for name in names if name in word), None)
        text = word["word"] if "word" in word else word["text"]
        found = FoundWord(text, word.get("start"), word.get("end"), confidence, word.get("shared") is True)
        yield from _said_by([found], word, *passage)


def _whisper(document: Any) -> Iterator[FoundWord]:
    segments = document["segments"] if isinstance(document, dict) else document
    for segment in segments:
        if segment.get("words") is not None:
            yield from _in_seconds(segment["words"], segment)
        else:
            words = shared_out(segment["text"], segment["start"], segment["end"])
            yield from _said_by(words, segment)


def _are_segments(rows: Any) -> bool:
    """Whether these are Whisper's segments: each with its words, or with a text and its times."""
    return isinstance(rows, list) and all(
        isinstance(row, dict)
        and (isinstance(row.get("words"), list) or row.keys() >= {"text", "start", "end"})
        for row in rows
    )


def _whisper_cpp(document: Any) -> Iterator[FoundWord]:
    """Join tokens into words: a word begins with a space, and has the lowest confidence of its tokens."""
    for segment in document["transcription"]:
        word: list[Any] = []
        if "tokens" not in segment:
            start, end = segment["offsets"]["from"] / 1000, segment["offsets"]["to"] / 1000
            yield from shared_out(segment["text"], start, end)
        for token in segment.get("tokens", ()):
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
        if start is None or end is None:  # the last chunk may have no end
            yield FoundWord(chunk["text"], start, end, None)
        else:
            yield from shared_out(chunk["text"], start, end)


def _vosk(document: Any) -> Iterator[FoundWord]:
    results = document if isinstance(document, list) else [document]
    likeliest = ((result.get("alternatives") or [result])[0] for result in results)
    return _in_seconds(chain.from_iterable(result.get("result", ()) for result in likeliest))


def _google(document: Any) -> Iterator[FoundWord]:
    results = [result for result in document["results"] if result.get("alternatives")]
    with_words = [result for result in results if result["alternatives"][0].get("words")]
    if not with_words and any(result["alternatives"][0].get("transcript") for result in results):
        raise ValueError("its words have no times: recognise again with enableWordTimeOffsets")
    for result in _without_repeated(with_words):
        for word in result["alternatives"][0]["words"]:
            start, end = _first(word, *_STARTS), _first(word, *_ENDS)
            if start is None and end is not None:
                start = "0s"  # protocol buffers leave out what is zero
            confidence = word.get("confidence") or None
            found = FoundWord(word["word"], _seconds(start), _seconds(end), confidence)
            yield from _said_by([found], word, result)


def _without_repeated(results: list[Any]) -> list[Any]:
    """Where Google's first interface tells speakers apart, the last result, which repeats all words."""
    tagged = ("speakerTag", "speaker_tag")
    last = results[-1]["alternatives"][0]["words"] if results else ()
    return results[-1:] if any(tag in word for word in last for tag in tagged) else results


_STARTS = ("startTime", "startOffset", "start_time", "start_offset")
_ENDS = ("endTime", "endOffset", "end_time", "end_offset")


def _first(row: Any, *names: str) -> Any:
    """The value of the first of these names that the row has."""
    return next((row[name] for name in names if name in row), None)


def _seconds(duration: Any) -> Any:
    """A protocol buffer's duration: "1.2s", or whole seconds and nanoseconds, as some clients write it."""
    if isinstance(duration, dict):
        return int(duration.get("seconds", 0)) + int(duration.get("nanos", 0)) / 1e9
    return duration.removesuffix("s") if isinstance(duration, str) else duration


def _amazon(document: Any) -> Iterator[FoundWord]:
    """The words of Amazon's items. Punctuation marks are items without times and are left out."""
    for item in document["results"]["items"]:
        if item["type"] == "pronunciation":
            likeliest = item["alternatives"][0]
            start, end, confidence = item.get("start_time"), item.get("end_time"), likeliest.get("confidence")
            yield from _said_by([FoundWord(likeliest["content"], start, end, confidence)], item)


def _azure_batch(document: Any) -> Iterator[FoundWord]:
    """The words of Azure's phrases; a phrase has ``displayWords`` instead of ``words`` if the request asked for
    them."""
    for phrase in document["recognizedPhrases"]:
        for likeliest in phrase.get("nBest", ())[:1]:
            words = likeliest.get("words") or likeliest.get("displayWords") or ()
            for word in words:
                start = word["offsetInTicks"]
                text = word["word"] if "word" in word else word["displayText"]
                end, confidence = start + word["durationInTicks"], word.get("confidence")
                yield from _said_by([FoundWord(text, start / TICKS, end / TICKS, confidence)], phrase)


def _azure_detailed(document: Any) -> Iterator[FoundWord]:
    """The words of each phrase's likeliest reading. A phrase in which nothing was understood has none."""
    for phrase in document if isinstance(document, list) else [document]:
        for likeliest in (phrase.get("NBest") or ())[:1]:
            if likeliest.get("Display") and not likeliest.get("Words"):
                raise ValueError(
                    "its words have no times: recognise again with word-level timestamps, in the detailed format"
                )
            for word in likeliest.get("Words", ()):
                start, end = word["Offset"], word["Offset"] + word["Duration"]
                found = FoundWord(word["Word"], start / TICKS, end / TICKS, word.get("Confidence"))
                yield from _said_by([found], phrase)


def _is_azure_detailed(document: Any) -> bool:
    phrases = document if isinstance(document, list) else [document]
    fits = all(isinstance(phrase, dict) and "RecognitionStatus" in phrase for phrase in phrases)
    return fits and any("NBest" in phrase for phrase in phrases)


def _azure_fast(document: Any) -> Iterator[FoundWord]:
    for phrase in document["phrases"]:
        for word in phrase.get("words", ()):
            start = word["offsetMilliseconds"]
            end = start + word["durationMilliseconds"]
            yield from _said_by([FoundWord(word["text"], start / 1000, end / 1000, None)], phrase)


def _deepgram(document: Any) -> Iterator[FoundWord]:
    for number, channel in enumerate(document["results"]["channels"]):
        yield from _in_seconds(channel["alternatives"][0]["words"], {"channel": number})


def _assembly_ai(document: Any) -> Iterator[FoundWord]:
    for word in document["words"]:
        found = FoundWord(word["text"], word["start"] / 1000, word["end"] / 1000, word["confidence"])
        yield from _said_by([found], word)


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
    fits = all(isinstance(result, dict) and _VOSK & result.keys() for result in results)
    return fits and any("result" in row for result in results for row in _vosk_readings(result))


_VOSK = {"text", "alternatives", "partial"}


def _vosk_readings(result: Any) -> list[Any]:
    readings = result.get("alternatives") or [result]
    return [reading for reading in readings if isinstance(reading, dict)]


def _within(document: Any, key: str) -> Any:
    return document.get(key) if isinstance(document, dict) else None


_FORMS: list[tuple[Callable[[Any], bool], Callable[[Any], Iterator[FoundWord]]]] = [
    (lambda document: _lists(document, "words", "word"), lambda document: _in_seconds(document["words"])),
    (_is_assembly_ai, _assembly_ai),
    (lambda document: _are_segments(_within(document, "segments")), _whisper),
    (lambda document: bool(document) and _are_segments(document), _whisper),
    (lambda document: _lists(document, "transcription", "tokens"), _whisper_cpp),
    (lambda document: _lists(document, "transcription", "text", "offsets"), _whisper_cpp),
    (lambda document: _lists(document, "chunks", "text", "timestamp"), _transformers),
    (lambda document: _lists(document, "recognizedPhrases"), _azure_batch),
    (_is_azure_detailed, _azure_detailed),
    (lambda document: _lists(document, "phrases", "words"), _azure_fast),
    (lambda document: _lists(_within(document, "results"), "items", "type"), _amazon),
    (lambda document: _lists(_within(document, "results"), "channels", "alternatives"), _deepgram),
    (_is_google, _google),
    (_is_vosk, _vosk),
]
"""How each recogniser's document is detected and read. OpenAI's service writes words beside segments that have none."""
