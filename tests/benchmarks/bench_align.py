"""``make bench-align``: how near each engine puts word starts to where the synthesisers put them, and what it costs.

Speech with known word times lies in ``../shared/data/alignment``: per group a folder of NAME.flac, NAME.txt, NAME.json
(a list of words with ``start_time``) and NAME.meta.json (language, duration). Shares are of all words; a word without a
time, and every word of a recording that was refused, counts as wrong. Recordings are shared out over the cores; CPU
seconds are those of the process that aligned them, on one core, its first recording aside.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf
from multiprocessing import get_context
from pathlib import Path

from rich import box
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

from align import Alignment, Audio, TimedWord, align_transcript
from align.engines.protocol import ForcedAligner, Recognizer
from align.matching import Method
from align.pipeline import open_engine
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
"""Per cent within 50 and 100 ms that ``viterbi`` must reach on the recordings of SPEECH."""

RECOGNITION = "pocketsphinx_recognition"
METHODS: dict[str, Method] = {f"{RECOGNITION}, exact DTW": "exact", f"{RECOGNITION}, fastdtw": "fastdtw"}
"""The 2021 method: recognition, and DTW from recognised to written words. Recognised once, warped twice."""
ENGINES = ["viterbi", "pocketsphinx", "espeak", RECOGNITION]
TIMES_FEWER = 5


@dataclass
class Tally:
    """One engine on some recordings."""

    errors: list[float] = field(default_factory=list)  # signed seconds; inf where there is no time
    interpolated: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    refused: int = 0
    out_of_order: int = 0
    peak_mb: float = 0.0

    def within(self, tolerance: float) -> float:
        """Per cent of the words."""
        return 100 * (1 - self.beyond(tolerance) / max(len(self.errors), 1))

    def beyond(self, tolerance: float) -> int:
        """How many words."""
        return sum(abs(error) > tolerance + 1e-9 for error in self.errors)

    def add(self, other: Tally) -> None:
        self.errors += other.errors
        self.interpolated += other.interpolated
        self.seconds += other.seconds
        self.cpu += other.cpu
        self.refused += other.refused
        self.out_of_order += other.out_of_order
        self.peak_mb = max(self.peak_mb, other.peak_mb)


Tallies = dict[tuple[str, str], Tally]
"""By method and group."""


@dataclass
class Heard:
    """What a recogniser has heard already."""

    name: str
    words: Sequence[TimedWord]

    def recognize(self, recording: Audio, language: str) -> Sequence[TimedWord]:
        return self.words


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--engine", action="append", help=f"may be repeated; [default: {', '.join(ENGINES)}]")
    parser.add_argument("--group", action="append", help="may be repeated; [default: all]")
    parser.add_argument("--first", type=int, help="only so many recordings of each group; [default: all]")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="processes; [default: one per core]"
    )
    options = parser.parse_args()
    console = Console(width=160)
    if not SPEECH.is_dir():
        console.print(f"There is no speech with known word times at {SPEECH}: nothing was measured.")
        return
    groups = options.group or sorted(folder.name for folder in SPEECH.iterdir() if folder.is_dir())
    recordings = [
        (group, path) for group in groups for path in sorted((SPEECH / group).glob("*.flac"))[: options.first]
    ]
    tallies: Tallies = {}
    try:
        measure(tallies, options.engine or ENGINES, recordings, options.jobs)
    except KeyboardInterrupt:
        console.print("Interrupted: these are the recordings until then.")
    console.print(accuracy(tallies, groups))
    console.print(cost(tallies))
    if {*METHODS} < {method for method, _ in tallies}:
        console.print(fewer(tallies, groups))


def measure(
    tallies: Tallies, engines: Sequence[str], recordings: Sequence[tuple[str, Path]], jobs: int
) -> None:
    """Every engine on every recording of a language that it knows, in fresh processes for each engine."""
    work = {
        engine: [(group, path) for group, path in recordings if engine != RECOGNITION or _is_english(path)]
        for engine in engines
    }
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        for engine, found in work.items():
            task = progress.add_task(engine, total=len(found))
            context = get_context("spawn")
            first = found[0][1] if found else None
            with ProcessPoolExecutor(jobs, context, initializer=_warm_up, initargs=(engine, first)) as pool:
                running = {pool.submit(_measured, engine, path): group for group, path in found}
                for future in as_completed(running):
                    for method, tally in future.result().items():
                        tallies.setdefault((method, running[future]), Tally()).add(tally)
                    progress.advance(task)


def accuracy(tallies: Tallies, groups: Sequence[str]) -> Table:
    """Groups by methods: within 50 / 100 ms."""
    methods = list(dict.fromkeys(method for method, _ in tallies))
    table = _table("Word starts within 50 / 100 ms, per cent of all words")
    for name in ("group", "words", "viterbi's least", *methods):
        table.add_column(name)
    for group in groups:
        words = max((len(tally.errors) for (_, other), tally in tallies.items() if other == group), default=0)
        least = "{:.1f} / {:.1f}".format(*LEAST[group]) if group in LEAST else "-"
        table.add_row(group, str(words), least, *(_near(tallies.get((method, group))) for method in methods))
    return table


def cost(tallies: Tallies) -> Table:
    """What each method costs, over all its groups."""
    table = _table("All groups together")
    for name in (
        "method",
        "words with a time",
        "of them interpolated",
        "CPU s per s of speech",
        "peak memory",
    ):
        table.add_column(name)
    table.add_column("refused recordings")
    table.add_column("out of order")
    for method in dict.fromkeys(method for method, _ in tallies):
        total = Tally()
        rates = []
        for (other, _), tally in tallies.items():
            if other == method:
                total.add(tally)
                rates.append(tally.cpu / max(tally.seconds, 1e-9))
        timed = sum(error < inf for error in total.errors)
        table.add_row(
            method,
            f"{100 * timed / max(len(total.errors), 1):.1f} %",
            f"{100 * total.interpolated / max(timed, 1):.1f} %",
            f"{min(rates):.3f} to {max(rates):.3f}",
            f"{total.peak_mb:.0f} MB",
            str(total.refused),
            str(total.out_of_order),
        )
    return table


def fewer(tallies: Tallies, groups: Sequence[str]) -> Table:
    """How many times fewer words an aligner puts beyond 100 ms than the 2021 method, in English."""
    table = _table(f"Times fewer words beyond 100 ms than the 2021 method (viterbi: at least {TIMES_FEWER})")
    methods = [method for method in dict.fromkeys(method for method, _ in tallies) if method not in METHODS]
    table.add_column("group")
    for method in methods:
        table.add_column(f"{method}, than exact DTW / than fastdtw")
    for group in groups:
        if all((method, group) in tallies for method in METHODS):
            table.add_row(group, *(" / ".join(_ratios(tallies, method, group)) for method in methods))
    return table


def _ratios(tallies: Tallies, method: str, group: str) -> Iterator[str]:
    own = tallies[method, group].beyond(0.1)
    for baseline in METHODS:
        wrong = tallies[baseline, group].beyond(0.1)
        yield f"{wrong / own:.1f} ({own} : {wrong})" if own else f"all ({own} : {wrong})"


def _near(tally: Tally | None) -> str:
    return "-" if tally is None else f"{tally.within(0.05):.1f} / {tally.within(0.1):.1f}"


def _table(title: str) -> Table:
    return Table(title=title, box=box.MARKDOWN, title_justify="left")


def _warm_up(engine: str, path: Path | None) -> None:
    """What is loaded or compiled at the first use is none of the measured recordings' cost."""
    if path is not None:
        _measured(engine, path)


def _measured(engine: str, path: Path) -> dict[str, Tally]:
    opened = open_engine(engine)
    if engine != RECOGNITION:
        return {engine: _aligned(path, opened, "exact")}
    began = time.process_time()
    heard = Heard(engine, opened.recognize(Audio.open(path), _language(path)))  # type: ignore[union-attr]
    cpu = time.process_time() - began
    return {name: _aligned(path, heard, method, cpu) for name, method in METHODS.items()}


def _aligned(path: Path, engine: ForcedAligner | Recognizer, method: Method, cpu: float = 0.0) -> Tally:
    truth = [word["start_time"] for word in json.loads(path.with_suffix(".json").read_text())]
    recording, text = Audio.open(path), path.with_suffix(".txt").read_text(encoding="utf-8")
    began = time.process_time()
    try:
        alignment = align_transcript(recording, text, language=_language(path), engine=engine, dtw=method)
    except PangeaError:
        return Tally([inf] * len(truth), refused=1)
    return _tally(alignment, truth, cpu + time.process_time() - began)


def _tally(alignment: Alignment, truth: Sequence[float], cpu: float) -> Tally:
    starts = [word.start_time for word in alignment.words]
    return Tally(
        errors=[start - known for start, known in zip(starts, truth, strict=True)],
        interpolated=sum(word.source == "interpolated" for word in alignment.words),
        seconds=alignment.duration,
        cpu=cpu,
        out_of_order=sum(later < start for start, later in pairwise(starts)),
        peak_mb=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    )


def _language(path: Path) -> str:
    language: str = json.loads(path.with_suffix(".meta.json").read_text())["lang"]
    return language


def _is_english(path: Path) -> bool:
    return _language(path).startswith("en")


if __name__ == "__main__":
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    main()
