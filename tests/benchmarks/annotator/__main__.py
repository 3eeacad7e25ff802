"""``make bench-annotator``: a Guide and a Follower do three-step tasks, by a fixed script, in a real Chromium.

It counts what the page asks of a practised person: actions (a click, a key, a drag, a scroll; typing and speaking are
not counted), how far the pointer travels, and how long the person waits for the machine. The first task of a person
includes the check of their equipment and the introduction; "each further task" is what is repeated thousands of times.
Waiting depends on the machine and on what else it does; actions and travel do not.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import soundfile
from playwright.sync_api import Browser, BrowserContext, Playwright, sync_playwright
from rich.console import Console
from rich.table import Table

from environments import open_environment, sample_paths
from tests.benchmarks.annotator import tasks
from tests.benchmarks.annotator.before import BEFORE, MEASURED_AT
from tests.benchmarks.annotator.practised import Cost, Practised
from tests.browser import chromium
from tests.browser.conftest import SPEECH
from tests.browser.demo import Demo

LANGUAGE = "en-GB"  # which the demo's own campaign does not have
SCREEN = {"width": 1366, "height": 650}
STEPS, TASKS, SEED = 3, 3, 1


@dataclass(frozen=True)
class Measured:
    """The costs of one person's tasks, in order."""

    costs: list[Cost]

    @property
    def first(self) -> Cost:
        return self.costs[0]

    @property
    def further(self) -> Cost:
        """The median of the tasks after the first, by actions."""
        rest = sorted(self.costs[1:], key=lambda cost: cost.count)
        return rest[len(rest) // 2]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        demo = Demo(Path(folder) / "data")
        try:
            measured = measure(playwright, demo, Path(folder))
        finally:
            demo.stop()
    show(measured)


def measure(playwright: Playwright, demo: Demo, folder: Path) -> dict[str, Measured]:
    """Three tasks of a Guide, and three of a Follower who follows these words."""
    paths = create_campaign(demo, folder)
    browser = launch(playwright, folder)
    try:
        guide = Practised(context(browser).new_page(), invite(demo, "guide"))
        guided = [tasks.guide(guide) for _ in range(TASKS)]
        follower = Practised(context(browser).new_page(), invite(demo, "follower"))
        followed = [tasks.follower(follower, paths) for _ in range(TASKS)]
    finally:
        browser.close()
    return {"Guide": Measured(guided), "Follower": Measured(followed)}


def create_campaign(demo: Demo, folder: Path) -> list[list[str]]:
    """A campaign of three paths of three steps, each to be followed once; returns the paths."""
    house = open_environment("demo")
    (scan_id,) = house.scan_ids()
    viewpoints = STEPS + 1
    graph = house.scan(scan_id).graph
    sampled = sample_paths(graph, TASKS, SEED, min_viewpoints=viewpoints, max_viewpoints=viewpoints)
    paths = [list(path) for path in sampled]
    file = folder / "campaign.yaml"
    wanted = {
        "id": "bench",
        "languages": [LANGUAGE],
        "paths": [{"scan": scan_id, "viewpoints": paths}],
        "rotation": {"first": 0},
    }
    file.write_text(json.dumps(wanted))
    command = [sys.executable, "-m", "pangea_server.app", "campaign", "create", str(file)]
    subprocess.run([*command, "--data-dir", str(demo.data_dir)], check=True, capture_output=True, timeout=60)
    return paths


def invite(demo: Demo, page: str) -> str:
    return demo.invite("--role", "annotator", "--language", LANGUAGE).replace("/guide#", f"/{page}#")


def launch(playwright: Playwright, folder: Path) -> Browser:
    """A Chromium whose microphone says the instruction of our tests over and over."""
    wav = folder / "instruction.wav"
    samples, rate = soundfile.read(SPEECH, dtype="int16")
    soundfile.write(wav, samples, rate)
    flags = [*chromium.FLAGS, chromium.microphone(wav)]
    return playwright.chromium.launch(executable_path=chromium.executable(), args=flags)


def context(browser: Browser) -> BrowserContext:
    return browser.new_context(viewport=SCREEN, permissions=["microphone"])  # type: ignore[arg-type]


def show(measured: dict[str, Measured]) -> None:
    console = Console()
    table = Table("", "actions", "pointer travel", "waiting", "what they were")
    for who, costs in measured.items():
        for name, cost in (("first task", costs.first), ("each further task", costs.further)):
            table.add_row(f"{who}, {name}", *_cells(cost))
        table.add_row(f"[dim]{who}, each further task at {MEASURED_AT}[/dim]", *_cells(BEFORE[who]))
    console.print(table)


def _cells(cost: Cost) -> tuple[str, str, str, str]:
    what = ", ".join(name if count == 1 else f"{count} × {name}" for name, count in cost.actions.items())
    return str(cost.count), f"{cost.travel:,.0f} px", f"{cost.waited:.1f} s", what


if __name__ == "__main__":
    main()
