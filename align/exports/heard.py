"""What a recogniser heard, as a JSON list of words with times and confidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from align.timed import TimedWord


def heard_file(words: Sequence[TimedWord]) -> bytes:
    """The words in a form that the recogniser ``recognised:FILE`` reads; ``confidence`` is null where there is none.

    ``shared`` words have a share of the time of their passage.
    """
    rows = [
        {
            "word": word.word,
            "start": word.start_time,
            "end": word.end_time,
            "confidence": word.confidence,
            **({"shared": True} if word.source == "interpolated" else {}),
        }
        for word in words
    ]
    return msgspec.json.format(msgspec.json.encode({"words": rows}), indent=1) + b"\n"
