"""Localized Narratives (JSON Lines): words and where on the image they point; here the camera is the pointer.

A narrative is about one image, so a walk becomes one line per visit to a viewpoint, in order, with the words that began
there. ``x`` and ``y`` are the centre of the view on the viewpoint's equirectangular image whose centre column looks
along heading 0, as fractions of its width and height from the upper left corner; ``t``, ``start_time`` and ``end_time``
are seconds since the recording began, on every line. One line, wrapped here::

    {"dataset_id": "demo-house", "image_id": "hallway-mirror", "annotator_id": 19, "caption": "Turn left",
     "timed_caption": [{"utterance": "Turn", "start_time": 0.5, "end_time": 0.88},
                       {"utterance": "left", "start_time": 0.88, "end_time": 1.24}],
     "traces": [[{"x": 0.75, "y": 0.5, "t": 0.0}, {"x": 0.751389, "y": 0.5, "t": 0.016}]],
     "voice_recording": "000026.wav"}

Our choice: a new trace begins where the view crosses the image's left or right edge, so that no line is drawn across
the whole image.
Escaping: as in JSON. Rounding: times to the microsecond, fractions to 6 decimals. ``source`` and ``confidence`` are
lost.

Source: Pont-Tuset et al. 2020, arXiv:1912.03098; https://google.github.io/localized-narratives/.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from typing import TYPE_CHECKING, Any

import numpy as np

from align.formats.tokens import check_tokens, decoded, timed_token
from align.masks.visits import check_own_voice, visits
from environments.errors import InvalidDataError
from environments.input.json_documents import json_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from align.pose_trace import PoseTrace
    from align.timed import Source, TimedWord

PLACE_DECIMALS = 6


def localized_narratives(
    words: Sequence[TimedWord],
    trace: PoseTrace,
    *,
    voice_recording: str,
    dataset_id: str = "",
    annotator_id: int = 0,
) -> str:
    """The words and the camera of a Guide's walk, one line per visit to a viewpoint.

    Args:
        trace: on the clock of the words.
        voice_recording: name of the sound file; empty where there is none.
        dataset_id: the scan, or the collection to which the images belong.

    Raises:
        InvalidDataError, AlignmentError: see ``align.formats.tokens.check_tokens``; or the trace is a Follower's.
    """
    check_tokens(words)
    check_own_voice(trace)
    walk = visits(trace)
    said: list[list[TimedWord]] = [[] for _ in walk]
    for word in words:
        row = trace.at(word.start_time)
        said[bisect_right(walk, row, key=lambda visit: visit.start) - 1].append(word)
    rows = (
        {
            "dataset_id": dataset_id,
            "image_id": trace.viewpoint_ids[visit.start],
            "annotator_id": annotator_id,
            "caption": " ".join(word.word for word in spoken),
            "timed_caption": [_utterance(word) for word in spoken],
            "traces": _traces(trace, visit),
            "voice_recording": voice_recording,
        }
        for visit, spoken in zip(walk, said, strict=True)
    )
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def read_localized_narratives(data: bytes, *, source: Source) -> list[TimedWord]:
    """The words of all lines, in order.

    Args:
        source: the origin of the file's times.

    Raises:
        InvalidDataError: a line is not a narrative, or an utterance has several words.
    """
    words = []
    for number, line in enumerate(decoded(data).strip("\n").split("\n"), start=1):
        for entry in _entries(line, number):
            words.append(_word(entry, source, f"Line {number}"))
    return words


def _utterance(word: TimedWord) -> dict[str, Any]:
    return {
        "utterance": word.word,
        "start_time": round(word.start_time, PLACE_DECIMALS),
        "end_time": round(word.end_time, PLACE_DECIMALS),
    }


def _traces(trace: PoseTrace, visit: range) -> list[list[dict[str, float]]]:
    rows = slice(visit.start, visit.stop)
    x = (trace.heading[rows] / (2 * np.pi) + 0.5) % 1
    points = np.round(
        np.stack([x, 0.5 - trace.elevation[rows] / np.pi, trace.time[rows]], axis=-1), PLACE_DECIMALS
    )
    crossings = np.flatnonzero(np.abs(np.diff(x)) > 0.5) + 1
    return [
        [dict(zip("xyt", point, strict=True)) for point in piece.tolist()]
        for piece in np.split(points, crossings)
    ]


def _entries(line: str, number: int) -> list[Any]:
    try:
        return list(json_of(line)["timed_caption"])
    except (ValueError, KeyError, TypeError, RecursionError) as exc:
        raise InvalidDataError(
            f"Line {number} has no timed_caption: {line[:60]!r}.",
            remedy="Give Localized Narratives, with one JSON object per line.",
        ) from exc


def _word(entry: Any, source: Source, place: str) -> TimedWord:
    try:
        text, start, end = str(entry["utterance"]), float(entry["start_time"]), float(entry["end_time"])
    except (ValueError, KeyError, TypeError) as exc:
        raise InvalidDataError(
            f"{place} has an utterance without text or times.",
            remedy="Give utterance, start_time and end_time.",
        ) from exc
    return timed_token(text, start, end, source, place)
