"""``make structure``: measures of the code's structure, the same for any layout of folders.

``--verbose`` lists the places that each figure counts; ``--root FOLDER`` measures another checkout by the same rules.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.structure.features import measure_features
from tests.structure.figures import lines_of
from tests.structure.floors import measure_floors
from tests.structure.kinds import measure_kinds
from tests.structure.mirrors import measure_mirrors
from tests.structure.names import measure_names
from tests.structure.sizes import measure_sizes
from tests.structure.sources import read_sources
from tests.structure.web_floors import measure_web_floors
from tests.structure.web_kinds import measure_web_kinds

MEASURES = (
    measure_floors,
    measure_web_floors,
    measure_features,
    measure_kinds,
    measure_web_kinds,
    measure_mirrors,
    measure_names,
    measure_sizes,
)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.structure", description="Measure the structure of the code."
    )
    parser.add_argument("--verbose", action="store_true", help="list the places that each figure counts")
    parser.add_argument(
        "--root", type=Path, default=Path(__file__).parents[2], help="the checkout to measure"
    )
    asked = parser.parse_args()
    sources = read_sources(asked.root)
    for line in lines_of((measure(sources) for measure in MEASURES), asked.verbose):
        sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
