"""Twenty minutes on one clock: ``make bench-clock``."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.clock import measure


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--pauses", type=int, default=40)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        report = measure(playwright, Path(folder), seconds=60 * options.minutes, pauses=options.pauses)
    sys.stdout.write(f"{report}\n")


if __name__ == "__main__":
    main()
