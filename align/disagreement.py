"""Where a recogniser heard other words than are written: passages that were not said, and speech that is not written.

Single words differ because recognisers err. A whole passage without a word in common is another matter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from align.calibration.unspoken import StateChange, unspoken_passages
from align.report import EngineEvidence, Stretch
from align.transcript import spoken_form

if TYPE_CHECKING:
    from collections.abc import Sequence

    from align.timed import TimedWord
    from align.transcript import Transcript

SAME, OTHER = 2.0, -2.0
"""Evidence, as of ``Scale.said``, of a word that was heard as written, and of one for which nothing alike was heard."""

CHANGE = StateChange(2.0, 5.0)
"""Recognisers mishear two or three words in a row: at the costs for measured words, nine more of 68 right transcripts
would be doubted with PocketSphinx."""


def disagreement(heard: Sequence[TimedWord], transcript: Transcript) -> EngineEvidence:
    """What the words of a recogniser tell about the transcript; it does not know where silence is."""
    spoken = [
        (index, word)
        for index, known in enumerate(heard)
        for word in spoken_form(known.word, transcript.language)
    ]
    written = transcript.spoken
    of_written, of_heard = _alike([word for _, word in written], [word for _, word in spoken])
    tokens: list[float | None] = [None] * len(transcript.tokens)
    for (token, _), alike in zip(written, of_written, strict=True):
        tokens[token] = (tokens[token] or 0.0) + alike
    words: list[float | None] = [None] * len(heard)
    for (index, _), alike in zip(spoken, of_heard, strict=True):
        words[index] = (words[index] or 0.0) + alike
    extra = unspoken_passages([word.word for word in heard], words, CHANGE)
    unwritten = tuple(Stretch(heard[first].start_time, heard[end - 1].end_time) for first, end in extra)
    return EngineEvidence(
        unwritten=unwritten,
        silence=None,
        unstable=None,
        new_seconds=tuple(stretch.duration for stretch in unwritten),
        unspoken=tuple(unspoken_passages(transcript.words, tokens, CHANGE)),
    )


def _alike(written: Sequence[str], heard: Sequence[str]) -> tuple[list[float], list[float]]:
    """Evidence for each written and each heard word, from the fewest edits that turn the ones into the others."""
    from rapidfuzz.distance import Levenshtein

    of_written, of_heard = [OTHER] * len(written), [OTHER] * len(heard)
    for edit in Levenshtein.opcodes(written, heard):
        if edit.tag in ("equal", "replace"):
            for i, j in zip(
                range(edit.src_start, edit.src_end), range(edit.dest_start, edit.dest_end), strict=True
            ):
                share = Levenshtein.normalized_similarity(written[i], heard[j])
                of_written[i] = of_heard[j] = OTHER + (SAME - OTHER) * share
    return of_written, of_heard
