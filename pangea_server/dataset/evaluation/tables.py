"""The report for programs: JSON with all figures, and CSV of systems and of differences."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import IO, Any

from pangea_server.core.csv_cells import CsvWriter
from pangea_server.dataset.evaluation.evaluation import EVALUATION_VERSION, Evaluation
from pangea_server.dataset.evaluation.findings import findings

ESTIMATE = ("value", "low", "high", "walks", "paths", "people", "reason")
DIFFERENCE = (
    *("first", "second", "value", "low", "high", "p", "p_holm", "effect", "detectable"),
    *("higher", "equal", "lower", "paths", "reason"),
)


def as_json(evaluation: Evaluation) -> str:
    """The whole evaluation; ``evaluation_version`` changes when its readers have to."""
    document: dict[str, Any] = {"evaluation_version": EVALUATION_VERSION} | asdict(evaluation)
    document["findings"] = findings(evaluation.differences)
    return json.dumps(document, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def write_systems(evaluation: Evaluation, file: IO[str]) -> None:
    """A row for each system and measure."""
    rows = (
        (system.name, key, *(getattr(estimate, name) for name in ESTIMATE))
        for system in evaluation.systems
        for key, estimate in system.estimates.items()
    )
    _write(file, ("system", "measure", *ESTIMATE), rows)


def write_differences(evaluation: Evaluation, file: IO[str]) -> None:
    """A row for each measure and pair of systems."""
    rows = (
        (key, *(getattr(pair, name) for name in DIFFERENCE), pair.mcnemar.p if pair.mcnemar else None)
        for key, pairs in evaluation.differences.items()
        for pair in pairs
    )
    _write(file, ("measure", *DIFFERENCE, "mcnemar_p"), rows)


def write_texts(evaluation: Evaluation, file: IO[str]) -> None:
    """A row for each system, language and metric of words."""
    names = ("system", "language", "metric", "value", "low", "high", "texts", "copies", "reason")
    _write(file, names, (tuple(getattr(score, name) for name in names) for score in evaluation.texts))


def _write(file: IO[str], header: tuple[str, ...], rows: Iterable[tuple[Any, ...]]) -> None:
    writer = CsvWriter(file, line_end="\n")
    writer.write(header)
    for row in rows:
        writer.write("" if cell is None else cell for cell in row)
