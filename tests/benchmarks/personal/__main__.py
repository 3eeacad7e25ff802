"""Recall and false marks of the recogniser of personal data: ``make bench-personal``.

A plant is found if a finding of its kind overlaps with it, since a human looks at each. False marks are counted on
texts without personal data: the language's clean ones, and findings beside the plants.

Rules were tuned on every split after its first run: figures of today say that nothing fell, first runs what to expect
(README of ``pangea_server/dataset/personal``).
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

import typer

from pangea_server.dataset.personal.finding import PersonalText
from pangea_server.dataset.personal.recogniser import Recogniser, installed_recogniser
from tests.benchmarks.personal.planting import LANGUAGES, SPLITS, Planted, clean_texts, planted_texts


@dataclass(slots=True)
class Outcome:
    """Plants and findings by kind; findings that meet no plant of their kind are beside."""

    planted: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    marks: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    missed: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    beside: list[str] = field(default_factory=list)
    clean: int = 0
    false_marks: list[str] = field(default_factory=list)

    @property
    def recall(self) -> float:
        return self.found.total() / self.planted.total()

    @property
    def precision(self) -> float:
        return self.right.total() / self.marks.total() if self.marks else 1.0

    @property
    def false_mark_rate(self) -> float:
        return len(self.false_marks) / self.clean


def measured(recogniser: Recogniser, language: str, split: str) -> Outcome:
    outcome = Outcome()
    for planted in planted_texts(language, split):
        _compare(outcome, planted, recogniser.findings(planted.text, planted.language))
    for text in clean_texts(language, split):
        outcome.clean += 1
        for finding in recogniser.findings(text, LANGUAGES[language]):
            outcome.false_marks.append(f"{finding.kind} {finding.text!r} ({finding.rule}) in {text}")
    return outcome


def _compare(outcome: Outcome, planted: Planted, findings: Sequence[PersonalText]) -> None:
    for plant in planted.plants:
        outcome.planted[plant.kind] += 1
        if any(_meets(finding, plant.start, plant.end, plant.kind) for finding in findings):
            outcome.found[plant.kind] += 1
        else:
            outcome.missed[plant.kind].append(f"{planted.text[plant.start : plant.end]!r} in {planted.text}")
    for finding in findings:
        outcome.marks[finding.kind] += 1
        if any(
            _meets(finding, plant.start, plant.end, finding.kind)
            for plant in planted.plants
            if plant.kind == finding.kind
        ):
            outcome.right[finding.kind] += 1
        else:
            outcome.beside.append(f"{finding.kind} {finding.text!r} ({finding.rule}) in {planted.text}")


def _meets(finding: PersonalText, start: int, end: int, kind: str) -> bool:
    return finding.kind == kind and finding.start < end and start < finding.end


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules-only", action="store_true", help="as without the extra `personal`")
    parser.add_argument("--show", default="", help="a split whose mistakes are listed")
    asked = parser.parse_args()
    recogniser = Recogniser(None) if asked.rules_only else installed_recogniser()
    typer.echo(f"knows names: {recogniser.knows_names}")
    for language in LANGUAGES:
        for split in SPLITS:
            outcome = measured(recogniser, language, split)
            typer.echo(
                f"{language} {split:4} recall {outcome.recall:.3f} of {outcome.planted.total()},"
                f" precision {outcome.precision:.3f},"
                f" {len(outcome.false_marks)} false marks in {outcome.clean} clean texts"
            )
            for kind, planted in sorted(outcome.planted.items()):
                marks = outcome.marks[kind]
                precision = f"{outcome.right[kind] / marks:.3f}" if marks else "-"
                typer.echo(
                    f"    {kind:10} recall {outcome.found[kind] / planted:.3f} of {planted:3}, precision {precision}"
                )
            if asked.show == split:
                for line in [
                    *(each for kind in outcome.missed.values() for each in kind),
                    "beside:",
                    *outcome.beside,
                    "false:",
                    *outcome.false_marks,
                ]:
                    typer.echo(f"       {line}")


if __name__ == "__main__":
    main()
