"""``make bench-viewer``: our viewer beside a bare three.js page, Pannellum, Marzipano and Photo Sphere Viewer.

All show the same two panoramas in one real Chromium that draws in software, one after the other in each round, so that
a busy machine slows all of them; figures are medians over the rounds. What counts is on the screen: pages are filmed,
and the frames are compared with the finished picture, which must look as the panorama says. Pages come through a line
of 10 Mbit/s and 40 ms, from a server of our own kind; other viewers get tiles that look as sharp, in their own layouts.
Chromium and servers end with this program.
"""

from __future__ import annotations

import json
import signal
import sys
import time
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from playwright.sync_api import Browser
from rich.console import Console

from tests.benchmarks.viewer.browser import chromium
from tests.benchmarks.viewer.contest import BARE, NAMES, OURS, WrongPictureError
from tests.benchmarks.viewer.measure_guide import open_guide
from tests.benchmarks.viewer.measure_line import lateness, load_and_step, load_step_and_turn, longest_gap
from tests.benchmarks.viewer.measure_memory import memory_over_steps
from tests.benchmarks.viewer.measure_regions import turns_with_regions
from tests.benchmarks.viewer.report import show
from tests.benchmarks.viewer.results import Results
from tests.benchmarks.viewer.screen import sharpness
from tests.benchmarks.viewer.stage import Stage, set_stage

ROUNDS, QUICK_ROUNDS = 3, 1
MORE_LOADS = 3
LONGEST_SECONDS = 1500
LAST_BEGIN_SECONDS = 1000
"""A round that would begin later is left out."""

log = Console(stderr=True)


def main(
    quick: Annotated[bool, typer.Option("--quick", help="One round instead of three.")] = False,
    as_json: Annotated[
        Path | None, typer.Option("--json", help="Write medians and all samples there.")
    ] = None,
) -> None:
    """Compare the viewers and print the tables. Exits with 1 when something that is asked does not hold."""
    signal.signal(signal.SIGALRM, _give_up)
    signal.alarm(LONGEST_SECONDS)
    began = time.monotonic()
    with set_stage() as stage, chromium() as browser:
        for viewer in (BARE, OURS):  # the first pages of all wake the browser and both servers up
            load_and_step(browser, stage.fast, viewer, stage.pictures)
        results = Results(stage.source, sharpness(stage.pictures.first))
        for number in range(QUICK_ROUNDS if quick else ROUNDS):
            seconds = time.monotonic() - began
            if seconds < LAST_BEGIN_SECONDS:
                log.print(f"Round {number + 1} begins after {seconds:.0f} s.")
                measure_round(browser, stage, results)
        results.memory = memory_over_steps(browser, stage.fast, stage.pictures)
    show(results)
    if as_json:
        as_json.write_text(json.dumps(results.as_json(), indent=1))
    sys.exit(0 if all(claim.holds for claim in results.claims()) else 1)


def measure_round(browser: Browser, stage: Stage, results: Results) -> None:
    """Everything once, each viewer in its turn. A viewer that fails is told of, and has one sample less."""
    for viewer in NAMES:
        samples = results.viewers[viewer]
        try:
            loaded, prefetched, turned = load_step_and_turn(browser, stage.slow, viewer, stage.pictures)
            samples.load.append(loaded)
            samples.prefetched.append(prefetched)
            samples.turn.append(turned)
        except WrongPictureError as error:
            log.print(f"[red]{error}[/red]")
    for viewer in [*NAMES, *MORE_LOADS * (results.soonest_sharp(), OURS)]:
        measure_cold(browser, stage, results, viewer)
    results.late += lateness(browser, stage.slow, stage.pictures)
    results.gaps.append(longest_gap(browser, stage.slow, stage.pictures))
    results.regions += turns_with_regions(browser, stage.fast, stage.pictures)
    results.guide.append(open_guide(browser, stage.slow.ours, stage.slow.token))


def measure_cold(browser: Browser, stage: Stage, results: Results, viewer: str) -> None:
    """A new visitor's first view and step. Ours and the best other viewer's are close: those two load more often."""
    try:
        loaded, cold = load_and_step(browser, stage.slow, viewer, stage.pictures)
        results.viewers[viewer].load.append(loaded)
        results.viewers[viewer].cold.append(cold)
    except WrongPictureError as error:
        log.print(f"[red]{error}[/red]")


def _give_up(*_: object) -> NoReturn:
    raise TimeoutError(
        f"The benchmark takes longer than {LONGEST_SECONDS} s; try --quick on a calmer machine."
    )


if __name__ == "__main__":
    typer.run(main)
