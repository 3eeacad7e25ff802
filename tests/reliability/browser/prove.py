"""``make prove-browser``: kills of the browser, power cuts of its computer (as root), ten minutes without network.

Prints what was lost.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import Playwright, sync_playwright

from tests.reliability.browser.interrupted import killed, offline
from tests.reliability.loop_disk import LoopDisk

DISK_MEGABYTES = 2000  # of a sparse file


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--power-cuts", type=int, default=0, help="as root")
    parser.add_argument("--offline", type=float, default=600, help="seconds without network")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    held = True
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as name:
        if options.kills:
            held &= _kills(playwright, _new(name, "kills"), options.kills, options.seed)
        if options.power_cuts:
            held &= _power_cuts(playwright, _new(name, "cuts"), options.power_cuts, options.seed)
        if options.offline:
            held &= _outage(playwright, _new(name, "offline"), options.offline)
    sys.exit(not held)


def _new(name: str, below: str) -> Path:
    folder = Path(name) / below
    folder.mkdir()
    return folder


def _kills(playwright: Playwright, folder: Path, kills: int, seed: int) -> bool:
    losses = killed(playwright, folder, kills, seed)
    lost = [loss.lost for loss in losses]
    missing = max(loss.missing for loss in losses)
    say(f"{kills} kills of a browser that records (seed {seed}): voice lost at most {max(lost):.2f} s")
    say(f"  (median {median(lost):.2f} s); of what was on the disk {missing:.2f} s")
    return max(lost) <= 0.5 and not missing


def _power_cuts(playwright: Playwright, folder: Path, cuts: int, seed: int) -> bool:
    disk = LoopDisk(folder, DISK_MEGABYTES)
    try:
        losses = killed(playwright, folder, cuts, seed, disk)
    finally:
        disk.remove()
    lost, missing = max(loss.lost for loss in losses), max(loss.missing for loss in losses)
    say(
        f"{cuts} power cuts of a computer whose browser records (seed {seed}): voice lost at most {lost:.2f} s;"
    )
    say(f"  of what was stored before a power cut {missing:.2f} s")
    return lost <= 0.5 and not missing


def _outage(playwright: Playwright, folder: Path, seconds: float) -> bool:
    outage = offline(playwright, folder, seconds)
    say(f"{seconds:.0f} s without network: {outage.recorded:.2f} s recorded, {outage.saved:.2f} s saved,")
    say(f"  {outage.drained:.1f} s after the network was back, without a click")
    say(
        f"  of its voice readable in the browser's files: {outage.readable} places, encrypted: {outage.locked}"
    )
    return outage.saved == outage.recorded and not outage.readable


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
