"""``make bench-align``: how near each engine puts word starts to where the synthesisers put them, and what it costs.

Speech with known word times lies in ``../shared/data/alignment`` or below ``--recordings FOLDER``: per group a folder
of NAME.flac, NAME.txt, NAME.json (a list of words with ``start_time``) and NAME.meta.json (``lang``). Shares are of all
words; a word without a time, and every word of a recording that was refused, counts as wrong. A recogniser hears a
recording once, and its words are warped by each DTW method. Recordings are shared out over the cores; CPU seconds are
those of the process that aligned them, on one core, its first recording aside; peak memory is that process's until
then.

Groups ``human-...`` are people, in halves of their speakers, marked by hand: recordings in ``tests/data/people``, and
those that ``tests.benchmarks.people`` wrote into ``../shared/data/people`` (or ``--people FOLDER``). Their words whose
start is doubtful are not counted.
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
from align.engines.protocol import ForcedAligner
from align.matching import Method
from align.pipeline import open_engine
from align.recognisers.by_name import of_recording
from align.recognisers.protocol import Recognizer
from align.recognisers.registry import RECOGNISERS, open_recogniser
from environments.errors import PangeaError
from tests.benchmarks.people import PEOPLE, groups_of_people

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
LEAST_OF_PEOPLE = dict.fromkeys(("human-dev", "human-report"), (89.0, 95.5))
"""The same on people who speak English."""

RECOGNITION = "pocketsphinx_recognition"
WARPED: dict[str, Method] = {"exact DTW": "exact", "banded DTW": "banded", "fastdtw": "fastdtw"}
BASELINES = tuple(f"{RECOGNITION}, {name}" for name in ("exact DTW", "fastdtw"))
"""The 2021 method: recognition, and DTW from recognised to written words."""
ENGINES = ["viterbi", "pocketsphinx", "espeak", RECOGNITION]
TIMES_FEWER = 5


@dataclass
class Tally:
    """One engine on some recordings."""

    errors: list[float] = field(default_factory=list)  # signed seconds; inf where there is no time
    interpolated: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    recordings: int = 1
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
        self.recordings += other.recordings
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
    parser.add_argument(
        "--people", type=Path, default=PEOPLE, help="more recordings of people; [default: %(default)s]"
    )
    parser.add_argument("--first", type=int, help="only so many recordings of each group; [default: all]")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="processes; [default: one per core]"
    )
    parser.add_argument("--recordings", type=Path, default=SPEECH, help="[default: %(default)s]")
    options = parser.parse_args()
    console = Console(width=160)
    speech = recordings_in(options.recordings) | groups_of_people(options.people)
    groups = options.group or list(speech)
    recordings = [(group, path) for group in groups for path in speech.get(group, [])[: options.first]]
    if not recordings:
        console.print(
            f"There is no speech with known word times at {options.recordings}: nothing was measured."
        )
        return
    tallies: Tallies = {}
    try:
        measure(tallies, options.engine or ENGINES, recordings, options.jobs)
    except KeyboardInterrupt:
        console.print("Interrupted: these are the recordings until then.")
    console.print(rows(tallies, groups))
    console.print(cost(tallies))
    if {*BASELINES} < {method for method, _ in tallies}:
        console.print(fewer(tallies, groups))


def recordings_in(folder: Path) -> dict[str, list[Path]]:
    """The recordings by group: the folders below, and ``folder`` itself, that have sound with known word times."""
    places = [place for place in (folder, *sorted(folder.glob("*"))) if place.is_dir()]
    found = {place.name: sorted(filter(_is_known, place.glob("*.flac"))) for place in places}
    return {group: paths for group, paths in found.items() if paths}


def _is_known(path: Path) -> bool:
    return all(path.with_suffix(suffix).exists() for suffix in (".txt", ".json", ".meta.json"))


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
                        tallies.setdefault((method, running[future]), Tally(recordings=0)).add(tally)
                    progress.advance(task)


def rows(tallies: Tallies, groups: Sequence[str]) -> Table:
    """A row for each method on each group."""
    methods = list(dict.fromkeys(method for method, _ in tallies))
    table = _table("Word starts within 50 / 100 ms, per cent of all words")
    for name in (
        "group",
        "method",
        "words",
        "within 50 / 100 ms",
        "least",
        "interpolated",
        "CPU s per s",
        "peak memory",
        "refused",
    ):
        table.add_column(name)
    for group in groups:
        for method in methods:
            if (method, group) in tallies:
                table.add_row(group, method, *_row(tallies[method, group], method, group))
    return table


def _row(tally: Tally, method: str, group: str) -> Iterator[str]:
    timed = sum(error < inf for error in tally.errors)
    yield str(len(tally.errors))
    yield f"{tally.within(0.05):.1f} / {tally.within(0.1):.1f}"
    least = (LEAST | LEAST_OF_PEOPLE).get(group) if method == "viterbi" else None
    yield "{:.1f} / {:.1f}".format(*least) if least else "-"
    yield f"{100 * tally.interpolated / max(timed, 1):.1f} %"
    yield f"{tally.cpu / max(tally.seconds, 1e-9):.3f}"
    yield f"{tally.peak_mb:.0f} MB"
    yield f"{tally.refused} of {tally.recordings}"


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
        total = Tally(recordings=0)
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
    methods = [each for each in dict.fromkeys(method for method, _ in tallies) if RECOGNITION not in each]
    table.add_column("group")
    for method in methods:
        table.add_column(f"{method}, than exact DTW / than fastdtw")
    for group in groups:
        if all((method, group) in tallies for method in BASELINES):
            table.add_row(group, *(" / ".join(_ratios(tallies, method, group)) for method in methods))
    return table


def _ratios(tallies: Tallies, method: str, group: str) -> Iterator[str]:
    own = tallies[method, group].beyond(0.1)
    for baseline in BASELINES:
        wrong = tallies[baseline, group].beyond(0.1)
        yield f"{wrong / own:.1f} ({own} : {wrong})" if own else f"all ({own} : {wrong})"


def _table(title: str) -> Table:
    return Table(title=title, box=box.MARKDOWN, title_justify="left")


def _warm_up(engine: str, path: Path | None) -> None:
    """What is loaded or compiled at the first use is none of the measured recordings' cost."""
    if path is not None:
        _measured(engine, path)


def _measured(engine: str, path: Path) -> dict[str, Tally]:
    if engine.partition(":")[0] not in RECOGNISERS.names():
        return {engine: _aligned(path, open_engine(engine), "exact")}
    began = time.process_time()
    try:
        recogniser = open_recogniser(of_recording(engine, path.stem))
        heard = Heard(engine, recogniser.recognize(Audio.open(path), _language(path)))
    except PangeaError:
        return {f"{engine}, {name}": _refused(path) for name in WARPED}
    cpu = time.process_time() - began
    return {f"{engine}, {name}": _aligned(path, heard, method, cpu) for name, method in WARPED.items()}


def _aligned(path: Path, engine: ForcedAligner | Recognizer, method: Method, cpu: float = 0.0) -> Tally:
    truth = _starts(path)
    recording, text = Audio.open(path), path.with_suffix(".txt").read_text(encoding="utf-8")
    began = time.process_time()
    try:
        alignment = align_transcript(recording, text, language=_language(path), engine=engine, dtw=method)
    except PangeaError:
        return _refused(path)
    return _tally(alignment, truth, cpu + time.process_time() - began)


def _starts(path: Path) -> list[float | None]:
    """The known word starts, in seconds; None where whoever marked them doubts it."""
    words = json.loads(path.with_suffix(".json").read_text())
    return [None if word.get("doubtful") else word["start_time"] for word in words]


def _refused(path: Path) -> Tally:
    return Tally([inf for known in _starts(path) if known is not None], refused=1)


def _tally(alignment: Alignment, truth: Sequence[float | None], cpu: float) -> Tally:
    starts = [word.start_time for word in alignment.words]
    return Tally(
        errors=[start - known for start, known in zip(starts, truth, strict=True) if known is not None],
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
