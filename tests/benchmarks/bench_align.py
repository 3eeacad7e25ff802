"""``make bench-align``: how near each engine puts word starts to where the synthesisers put them, and what it costs.

Speech with known word times lies in ``../shared/data/alignment``: per group a folder of NAME.flac, NAME.txt, NAME.json
(a list of words with ``start_time``) and NAME.meta.json (language, duration). Shares are of all words; a word without a
time, and every word of a recording that was refused, counts as wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from align import Alignment, Recording, align_transcript
from environments.errors import PangeaError

SPEECH = Path(__file__).resolve().parents[3] / "shared" / "data" / "alignment"
LEAST = {
    "hi": (90.2, 100.0),
    "te": (97.2, 98.6),
    "tts_clean": (98.4, 99.7),
    "tts_disfluent": (96.9, 98.4),
    "tts_noise10": (83.7, 97.0),
    "tts_noise20": (94.3, 99.1),
    "tts_pauses": (98.6, 99.4),
}
"""Per cent within 50 and 100 ms that the default engine must reach on the recordings of SPEECH."""


@dataclass
class Tally:
    """One engine on one group."""

    errors: list[float] = field(default_factory=list)  # signed seconds; inf where there is no time
    seconds: float = 0.0
    cpu: float = 0.0
    refused: int = 0
    out_of_order: int = 0

    def within(self, tolerance: float) -> float:
        """Per cent of the words."""
        near = sum(abs(error) <= tolerance + 1e-9 for error in self.errors)
        return 100 * near / max(len(self.errors), 1)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--engine", action="append", help="may be repeated; [default: viterbi, pocketsphinx]")
    parser.add_argument("--group", action="append", help="may be repeated; [default: all]")
    options = parser.parse_args()
    console = Console(width=120)
    if not SPEECH.is_dir():
        console.print(f"There is no speech with known word times at {SPEECH}: nothing was measured.")
        return
    engines = options.engine or ["viterbi", "pocketsphinx"]
    groups = options.group or sorted(folder.name for folder in SPEECH.iterdir() if folder.is_dir())
    tallies = measure(engines, groups, console)
    console.print(table(engines, groups, tallies))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    console.print(f"Peak memory of this process, all engines together: {peak:.0f} MB.")


def measure(engines: Sequence[str], groups: Sequence[str], console: Console) -> dict[tuple[str, str], Tally]:
    """Every engine on every recording; the first one is aligned once more beforehand, to warm up."""
    tallies = {(engine, group): Tally() for engine in engines for group in groups}
    recordings = [(group, path) for group in groups for path in sorted((SPEECH / group).glob("*.flac"))]
    for engine in engines:
        _align(engine, recordings[0][1])
        for group, path in track(recordings, engine, console=console, transient=True):
            _add(tallies[engine, group], engine, path)
    return tallies


def table(engines: Sequence[str], groups: Sequence[str], tallies: dict[tuple[str, str], Tally]) -> Table:
    """Groups by engines: within 50 / 100 ms, and CPU seconds per second of speech."""
    printed = Table("group", "words", "least 50 / 100 ms", title="Word starts, per cent of all words")
    for engine in engines:
        printed.add_column(f"{engine} 25 / 50 / 100 ms")
        printed.add_column("CPU s/s")
    for group in groups:
        first = tallies[engines[0], group]
        least = "{:.1f} / {:.1f}".format(*LEAST[group]) if group in LEAST else "-"
        row = [cell for engine in engines for cell in _cells(tallies[engine, group])]
        printed.add_row(group, str(len(first.errors)), least, *row)
    return printed


def _cells(tally: Tally) -> Iterator[str]:
    troubles = f" ({tally.refused} refused)" if tally.refused else ""
    troubles += f" ({tally.out_of_order} out of order)" if tally.out_of_order else ""
    yield " / ".join(f"{tally.within(tolerance):.1f}" for tolerance in (0.025, 0.05, 0.1)) + troubles
    yield f"{tally.cpu / max(tally.seconds, 1e-9):.3f}"


def _add(tally: Tally, engine: str, path: Path) -> None:
    truth = [word["start_time"] for word in json.loads(path.with_suffix(".json").read_text())]
    began = time.process_time()
    try:
        alignment = _align(engine, path)
    except PangeaError:
        tally.refused += 1
        tally.errors += [float("inf")] * len(truth)
        return
    tally.cpu += time.process_time() - began
    tally.seconds += alignment.duration
    starts = [word.start_time for word in alignment.words]
    tally.errors += [start - known for start, known in zip(starts, truth, strict=True)]
    tally.out_of_order += sum(later < start for start, later in pairwise(starts))


def _align(engine: str, path: Path) -> Alignment:
    language = json.loads(path.with_suffix(".meta.json").read_text())["lang"]
    text = path.with_suffix(".txt").read_text(encoding="utf-8")
    return align_transcript(Recording.open(path), text, language=language, engine=engine)


if __name__ == "__main__":
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    main()
