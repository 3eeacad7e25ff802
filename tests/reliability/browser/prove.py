"""``make prove-browser``: kills of the browser, and ten minutes without network; prints what was lost."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import sync_playwright

from tests.reliability.browser.interrupted import killed, offline


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--offline", type=float, default=600, help="seconds without network")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with sync_playwright() as playwright:
        with tempfile.TemporaryDirectory() as folder:
            losses = killed(playwright, Path(folder), options.kills, options.seed)
        lost = [loss.lost for loss in losses]
        say(
            f"{len(losses)} kills of a browser that records (seed {options.seed}): voice lost at most {max(lost):.2f} s"
        )
        say(
            f"  (median {median(lost):.2f} s); of what was on the disk {max(loss.missing for loss in losses):.2f} s"
        )
        with tempfile.TemporaryDirectory() as folder:
            outage = offline(playwright, Path(folder), options.offline)
        say(
            f"{options.offline:.0f} s without network: {outage.recorded:.2f} s recorded, {outage.saved:.2f} s saved,"
        )
        say(f"  {outage.drained:.1f} s after the network was back, without a click")
    sys.exit(max(lost) > 0.5 or any(loss.missing for loss in losses) or outage.saved != outage.recorded)


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
