"""What the engines say about the cases of ``sets.py``."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from align import Alignment, align_transcript
from align.errors import TranscriptMismatchError
from align.pipeline import open_engine
from tests.benchmarks.verdict.sets import Case, Recording, cases, recordings

EACH = 24
FOUND = 0.5
"""Share of a passage that must be named."""


@dataclass(frozen=True)
class Finding:
    """What an engine said in one case.

    Attributes:
        verdict: ``refused``, ``doubtful``, ``fits``, ``unknown`` or ``failed``.
        passages: how many passages were not said or not written.
        found: how many of them the report names.
        falsely: how many words the report says were not said, and were.
    """

    engine: str
    kind: str
    language: str
    name: str
    verdict: str
    reasons: tuple[str, ...] = ()
    passages: int = 0
    found: int = 0
    falsely: int = 0


def run(engine: str, folder: Path, kinds: Sequence[str], jobs: int) -> Iterator[Finding]:
    """What an engine says in every case."""
    count = len(all_cases(folder, kinds))
    arguments = (engine, folder, tuple(kinds))
    with ProcessPoolExecutor(jobs, get_context("spawn"), _begin, arguments) as pool:
        yield from pool.map(_examined, range(count), chunksize=4)


def all_cases(folder: Path, kinds: Sequence[str]) -> list[Case]:
    """The right transcripts of all recordings, and of each other kind ``EACH`` for each language."""
    everyone = recordings(folder)
    found: list[Case] = []
    for kind in kinds:
        for language in sorted({each.language for each in everyone}):
            these = [each for each in everyone if each.language == language]
            plain = [each for each in these if _is_plain(each)] or these
            found += cases(kind, these if kind == "right" else plain, these, 999 if kind == "right" else EACH)
    return found


def examine(engine: str, case: Case) -> Finding:
    """What an engine says in one case."""
    known = (engine, case.kind, case.language, case.name)
    try:
        alignment = align_transcript(
            case.sound(), case.text, language=case.language, engine=open_engine(engine)
        )
    except TranscriptMismatchError as error:
        return Finding(*known, "refused", (error.message,))
    report = alignment.report
    return Finding(
        *known,
        report.verdict or "unknown",
        report.reasons,
        len(case.unspoken) + len(case.unwritten),
        _named_in_the_text(case, alignment) + _named_in_the_sound(case, alignment),
        _falsely(case, alignment),
    )


def _named_in_the_text(case: Case, alignment: Alignment) -> int:
    words, unspoken = alignment.words, _unspoken(alignment)
    return sum(
        sum(index in unspoken for index in range(first, end)) > FOUND * (end - first) and bool(words)
        for first, end in case.unspoken
    )


def _unspoken(alignment: Alignment) -> set[int]:
    """The tokens of the passages that the report names."""
    passages = alignment.report.unspoken or ()
    return {
        index
        for index, word in enumerate(alignment.words)
        for passage in passages
        if passage.start_char <= (word.start_char or 0) < passage.end_char
    }


def _named_in_the_sound(case: Case, alignment: Alignment) -> int:
    named = 0
    for start, end in case.unwritten:
        overlaps = (min(end, s.end_time) - max(start, s.start_time) for s in alignment.unwritten or ())
        named += sum(max(0.0, overlap) for overlap in overlaps) > FOUND * (end - start)
    return named


def _falsely(case: Case, alignment: Alignment) -> int:
    return sum(case.truth[index] is not None for index in _unspoken(alignment))


def _is_plain(recording: Recording) -> bool:
    group = recording.path.parent.name
    return "noise" not in group and "disfluent" not in group


def _begin(engine: str, folder: Path, kinds: Sequence[str]) -> None:
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    _engine.append(engine)
    _cases.extend(all_cases(folder, kinds))


def _examined(place: int) -> Finding:
    return examine(_engine[0], _cases[place])


_engine: list[str] = []
_cases: list[Case] = []
