"""Voices against other transcripts, by the aligner."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from align import ground
from align.audio import Audio
from align.batch import JobOutcome
from align.pipeline import align_transcript
from environments import PangeaError
from pangea_server.annotate.alignments.aligner import alignment_record
from tests.benchmarks.flags.cases import BY_SOUND, Case, Casting
from tests.benchmarks.flags.material import Spoken
from tests.benchmarks.flags.walking import trace_of


def far_transcripts(cast: Casting, spoken: Sequence[Spoken], stride: int) -> Iterator[Case]:
    """Every ``stride``-th recording; another transcript is any other recording's of its language."""
    rng, bad = random.Random(5), frozenset({"far_from_voice"})
    excused = BY_SOUND | {"too_short", "wrong_language"}
    for index, each in enumerate(spoken[1::stride]):
        yield _case(cast, "honest, aligned", each, each.text, frozenset(), excused)
        others = [other for other in spoken if other.language == each.language and other.text != each.text]
        other = others[index % len(others)].text.split()
        words = each.text.split()
        half = len(words) // 2
        shuffled = rng.sample(words, len(words))
        for group, text in {
            "another transcript": other,
            "words in another order": shuffled,
            "half of it another's": words[:half] + other[half:],
            "half of it missing": words[:half],
        }.items():
            yield _case(cast, group, each, " ".join(text), bad, excused)


def _case(
    cast: Casting, group: str, spoken: Spoken, text: str, expected: frozenset[str], excused: frozenset[str]
) -> Case:
    seen = cast.seen(replace(spoken, text=text))
    assert seen.words is not None
    record = alignment_record(_aligned(spoken, text), "viterbi")
    seen = replace(seen, words=replace(seen.words, alignment=record))
    return Case(group, spoken.name, spoken.half, seen, expected, excused)


def _aligned(spoken: Spoken, text: str) -> JobOutcome:
    recording = Audio(spoken.samples, spoken.rate)
    try:
        alignment = align_transcript(recording, text, language=spoken.language)
    except PangeaError as error:
        return JobOutcome("1", text, reason=str(error), fault=error.code)
    return JobOutcome(
        "1", text, alignment, tuple(ground(alignment.words, trace_of(("a",), (), recording.duration)))
    )
