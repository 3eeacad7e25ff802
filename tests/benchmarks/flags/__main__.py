"""``make bench-flags``: precision and recall of every quality flag, on simulated annotators.

Nobody talks with anybody here: flags of dialogues alone are not looked at (``echo.py`` has one of them).
Thresholds were chosen on one half of the recordings and paths; the figures of the other half are those that count.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from pangea_server.annotate.campaigns.flag_rules import FlagRules
from pangea_server.quality.flags.all_flags import installed_flags, judge
from pangea_server.quality.flags.protocol import TALKERS
from tests.benchmarks.flags import aligned, cases, material, texts
from tests.benchmarks.flags.cases import Case, Casting
from tests.benchmarks.flags.material import Half

DATA = Path(__file__).resolve().parents[4] / "shared/data"
GOAL = 0.95
ELSEWHERE = {"sounds_read"}
"""Flags that these voices, which are read out, say nothing about; ``reading.py`` has its own."""
HALVES: tuple[Half, ...] = ("chosen on", "held out")


@dataclass
class Tally:
    """One flag over one half."""

    found: int = 0
    missed: list[str] = field(default_factory=list)
    wrongly: list[str] = field(default_factory=list)

    @property
    def recall(self) -> float:
        return self.found / max(1, self.found + len(self.missed))

    @property
    def precision(self) -> float:
        return self.found / max(1, self.found + len(self.wrongly))

    @property
    def reached(self) -> bool:
        return min(self.recall, self.precision) >= GOAL


Tallies = dict[tuple[str, Half], Tally]


def simulated(data: Path, *, quick: bool = False) -> Iterator[Case]:
    """Every case; a part of each kind with ``quick``."""
    spoken, ways = material.recordings(data), material.ways(data)
    few = slice(None, None, 9 if quick else 1)
    quiet = [each for each in spoken if each.snr is None and each.language == "en-US"]
    cast = Casting(ways)
    voice, way, trace = material.real_guide(data)
    yield cases.real(voice, way, trace)
    yield from cases.honest_guides(cast, spoken[few])
    yield from cases.readers(cast, spoken[few])
    yield from cases.noisy_voices(cast, quiet[:: 12 if quick else 3])
    yield from cases.loud_voices(cast, quiet[:: 12 if quick else 3])
    yield from cases.silent_voices(cast, quiet[:: 12 if quick else 2])
    yield from cases.short_texts(cast, ways[few], quiet[few])
    yield from cases.incomplete_paths(cast, ways[few])
    yield from cases.followers(cast, ways[few])
    yield from cases.pasters(ways[few])
    yield from cases.drafters(ways[few])
    yield from texts.wrong_languages(cast, spoken)
    yield from texts.copies(ways[few])
    yield from aligned.far_transcripts(cast, spoken, 40 if quick else 6)


def score(found: Iterable[Case]) -> tuple[Tallies, dict[str, list[bool]]]:
    """Tallies by flag and half; and of what is out of reach, group by group, whether it was found."""
    flags = [flag for flag in installed_flags() if flag.name not in ELSEWHERE and flag.kinds != TALKERS]
    rules = FlagRules()
    tallies: Tallies = {(flag.name, half): Tally() for flag in flags for half in HALVES}
    beyond: dict[str, list[bool]] = {}
    for case in found:
        findings = {finding.flag: finding for finding in judge(case.seen, rules, flags)}
        raised = {name for name, finding in findings.items() if finding.raised}
        if case.beyond:
            beyond.setdefault(case.group, []).append(case.expected <= raised)
            continue
        for name in {flag.name for flag in flags} - case.excused:
            tally = tallies[name, case.half]
            what = f"{case.group}: {case.name}: {findings[name].why}" if name in findings else ""
            if name in case.expected:
                tally.missed += [] if name in raised else [what]
                tally.found += name in raised
            elif name in raised:
                tally.wrongly.append(what)
    return tallies, beyond


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA, help="the folder of real input")
    parser.add_argument("--quick", action="store_true", help="a part of the cases")
    options = parser.parse_args()
    console, begun = Console(width=150), time.perf_counter()
    made = track(simulated(options.data, quick=options.quick), "simulating", console=Console(stderr=True))
    tallies, beyond = score(made)
    show(console, tallies, beyond)
    console.print(f"{time.perf_counter() - begun:.0f} s")
    sys.exit(not all(tally.reached for tally in tallies.values()))


def show(console: Console, tallies: Tallies, beyond: dict[str, list[bool]]) -> None:
    table = Table("flag", "half", "bad cases", "found", "wrongly raised", "precision", "recall")
    for (name, half), tally in tallies.items():
        cases_of = tally.found + len(tally.missed)
        counts = (cases_of, tally.found, len(tally.wrongly))
        table.add_row(name, half, *map(str, counts), f"{tally.precision:.3f}", f"{tally.recall:.3f}")
    console.print(table)
    for (name, half), tally in tallies.items():
        for kind, missed in (("missed", tally.missed), ("wrongly raised", tally.wrongly)):
            for what in missed:
                console.print(f"{name} ({half}), {kind}: {what}", soft_wrap=True, markup=False)
    for group, outcomes in beyond.items():
        console.print(f"Out of reach, not counted: {group}: {sum(outcomes)} of {len(outcomes)} found.")


if __name__ == "__main__":
    main()
