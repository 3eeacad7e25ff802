"""What every measure of reference writes: JSON for programs, CSV for tables, a table on the terminal."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape

from align.resampling import FEWEST_RESAMPLED, Measure
from pangea_server.core.cli.files import replacing
from pangea_server.core.cli.tables import Listing
from pangea_server.core.csv_cells import CsvWriter

REFERENCE_VERSION = 1
"""Changes when the readers of the JSON have to."""
FIGURE = ("value", "low", "high", "units", "judgements", "reason")


@dataclass(frozen=True, slots=True)
class Row:
    """A figure, and what it is of: a word for each heading of its report."""

    labels: tuple[str, ...]
    measure: Measure


@dataclass(frozen=True, slots=True)
class ReferenceReport:
    """What a command found.

    Attributes:
        name: of the measure; files are named after it.
        headings: of the rows' labels.
        unit: what intervals are resampled over, such as ``paths``.
        left_out: sentences about what was not compared, and why.
        pictures: SVG by file name.
        results: all of it, for JSON.
    """

    name: str
    headings: tuple[str, ...]
    unit: str
    rows: Sequence[Row]
    results: Any
    left_out: Sequence[str] = ()
    pictures: dict[str, str] = field(default_factory=dict)

    def write(self, folder: Path) -> None:
        """All its files."""
        with replacing(folder / f"{self.name}.json") as file:
            file.write(self.as_json())
        with replacing(folder / f"{self.name}.csv") as file:
            writer = CsvWriter(file, line_end="\n")
            writer.write((*self.headings, *FIGURE))
            for row in self.rows:
                writer.write("" if cell is None else cell for cell in (*row.labels, *_cells(row.measure)))
        for name, picture in self.pictures.items():
            with replacing(folder / name) as file:
                file.write(picture)

    def as_json(self) -> str:
        document = {
            "reference_version": REFERENCE_VERSION,
            "measure": self.name,
            "unit": self.unit,
            "left_out": list(self.left_out),
            "results": self.results,
        }
        return json.dumps(document, ensure_ascii=False, allow_nan=False, indent=1) + "\n"

    def show(self, folder: Path) -> None:
        """A table on the terminal, and where the files are."""
        title = f"{self.name} (95 % bootstrap over {self.unit}, from {FEWEST_RESAMPLED} on)"
        listing = Listing(*self.headings, "value", "of", "unknown because", title=title)
        for row in self.rows:
            found = row.measure
            of = f"{found.judgements} in {found.units} {self.unit}"
            listing.add(*row.labels, told(found), of, found.reason)
        listing.show()
        console = Console(soft_wrap=True, highlight=False)
        for sentence in self.left_out:
            console.print(f"[yellow]{escape(sentence)}[/yellow]")
        console.print(f"{folder} has {', '.join(self.files())}.", markup=False)

    def files(self) -> list[str]:
        return [f"{self.name}.json", f"{self.name}.csv", *self.pictures]


def told(measure: Measure) -> str:
    """A value with its interval, as people read it."""
    if measure.value is None:
        return "–"
    if measure.interval is None:
        return f"{measure.value:.4f}"
    low, high = measure.interval
    return f"{measure.value:.4f} ({low:.4f} to {high:.4f})"


def results_of(rows: Iterable[Row]) -> list[dict[str, Any]]:
    """Rows as JSON has them."""
    return [{"of": list(row.labels)} | asdict(row.measure) for row in rows]


def _cells(measure: Measure) -> tuple[Any, ...]:
    low, high = measure.interval or (None, None)
    return measure.value, low, high, measure.units, measure.judgements, measure.reason
