"""``make bench-verdict``: what each engine says about transcripts that are wrong, and about those that are right.

The transcripts are made from recordings with known word times (``sets.py``); of each kind 24 in English, and as many as
the recordings give in Hindi and Telugu. A sentence counts as found if more than half of its words, or of its seconds,
are in the passages that the report names.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

from tests.benchmarks.verdict.examining import Finding, run
from tests.benchmarks.verdict.sets import SPEECH, TEXTS

ENGINES = ("viterbi", "pocketsphinx", "espeak")


def main() -> None:
    """Print a table for each language; and with ``--list`` every case."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--engine", action="append", choices=ENGINES, help="may be repeated; [default: all]")
    parser.add_argument(
        "--kind", action="append", choices=("right", *TEXTS), help="may be repeated; [default: all]"
    )
    parser.add_argument(
        "--recordings", type=Path, default=SPEECH, help="a folder like ../shared/data/alignment"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--list", action="store_true", help="print every case")
    options = parser.parse_args()
    console = Console(width=160)
    if not options.recordings.is_dir():
        console.print(
            f"There is no speech with known word times at {options.recordings}: nothing was measured."
        )
        return
    findings: list[Finding] = []
    for engine in options.engine or ENGINES:
        findings += run(engine, options.recordings, options.kind or ("right", *TEXTS), options.jobs)
    if options.list:
        for each in findings:
            said = "; ".join(each.reasons)
            console.print(
                f"{each.engine} {each.name}: {each.verdict} {each.found}/{each.passages} {each.falsely} {said}"
            )
    console.print(table(findings))


def table(findings: Sequence[Finding]) -> Table:
    """Verdicts by engine, language and kind."""
    shown = Table(title="Verdicts on transcripts", box=box.MARKDOWN, title_justify="left")
    for name in ("engine", "language", "transcripts", "cases", "refused", "doubtful", "unknown", "fits"):
        shown.add_column(name)
    shown.add_column("passages named")
    shown.add_column("words falsely not said")
    groups = dict.fromkeys((each.engine, each.language, each.kind) for each in findings)
    for engine, language, kind in groups:
        these = [
            each for each in findings if (each.engine, each.language, each.kind) == (engine, language, kind)
        ]
        verdicts = [each.verdict for each in these]
        counts = [str(verdicts.count(verdict)) for verdict in ("refused", "doubtful", "unknown", "fits")]
        named = f"{sum(each.found for each in these)} of {sum(each.passages for each in these)}"
        shown.add_row(
            engine, language, kind, str(len(these)), *counts, named, str(sum(each.falsely for each in these))
        )
    return shown


if __name__ == "__main__":
    main()
