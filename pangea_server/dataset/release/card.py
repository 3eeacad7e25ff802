"""The data card: the contents of a release in text and tables, from the data alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from environments import METRICS_VERSION
from pangea_server.dataset.entries.protocol import Format
from pangea_server.dataset.entries.speakers import SPEAKERS, Speaker
from pangea_server.dataset.release.census import Answers, Census, CensusGroup
from pangea_server.dataset.release.index import INDEX, ReleaseChange

COLUMNS = (
    *("split", "language", "Guides", "with word times", "words", "voice (h)", "scans", "paths"),
    *("Followers", "success (95 %)", "NE (m)", "SPL", "nDTW"),
)
SPEECH_COLUMNS = ("language", "dialect", "region", "people")
OTHER_COLUMNS = ("kind", "split", "language", "answers", "people", "words", "voice (h)", "scans")


def data_card(
    version: str,
    census: Census,
    formats: Sequence[Format],
    delta: ReleaseChange | None,
    before: str,
    removed: int,
    speakers: Sequence[Speaker] = (),
) -> str:
    """The data card, in Markdown.

    Args:
        delta: what has changed since ``before``; None for the first release.
        removed: how many annotations were taken back before this release.
        speakers: those who said how they speak, and agreed that it is published.
    """
    rows = [_row(split, language, group) for (split, language), group in sorted(census.groups.items())]
    lines = [
        f"# Data card, version {version}",
        "",
        "People walked panoramas on a navigation graph: Guides spoke while they walked, and typed what they had said;",
        "Followers walked where the words led. Collected and written by PanGEA.",
        "",
        "## What is in it",
        "",
        _cells(COLUMNS),
        _cells(["---"] * len(COLUMNS)),
        *rows,
        "",
        f"{len(census.guides)} Guides and {len(census.followers)} Followers took part, known by numbers. "
        f"{removed} annotations were taken back before this release, and are not in it.",
        "",
        *_others(census),
        *_speakers(speakers),
        "No scan is in two splits, but that `val_seen` has other paths in the scans of `train`.",
        "",
        "## Scores",
        "",
        f"Of the Followers, by PanGEA's metrics, version {METRICS_VERSION}: success is strictly under 3 m of graph",
        "distance from the goal; the interval is Wilson's; NE, SPL and nDTW are means.",
        "",
        "## Files",
        "",
        *(
            f"- `{each.name}/`: {each.summary}; frames and units in `{each.name}/about.json`."
            for each in formats
        ),
        f"- `{INDEX}`: a line per annotation, with the SHA-256 of what is published of it.",
        "- `SHA256SUMS`: of every other file; check with `sha256sum --check SHA256SUMS`.",
        "",
        *_changes(delta, before),
    ]
    return "\n".join(lines)


def _speakers(speakers: Sequence[Speaker]) -> list[str]:
    if not speakers:
        return []
    said = Counter((each.language, each.dialect or "-", each.region or "-") for each in speakers)
    head = [_cells(SPEECH_COLUMNS), _cells(["---"] * len(SPEECH_COLUMNS))]
    rows = [_cells([*map(_cell, key), count]) for key, count in sorted(said.items())]
    told = f"{len({each.annotator_id for each in speakers})} people said how they speak, in their own words"
    return [f"{told} (`{SPEAKERS}`):", "", *head, *rows, ""]


def _cell(text: str) -> str:
    """Somebody's words as a cell of a Markdown table."""
    return re.sub(r"([\\|`*_<>\[\]])", r"\\\1", text)


def _others(census: Census) -> list[str]:
    if not census.others:
        return []
    rows = [_other_row(key, answers) for key, answers in sorted(census.others.items())]
    head = [_cells(OTHER_COLUMNS), _cells(["---"] * len(OTHER_COLUMNS))]
    return ["Tasks of other kinds, whose answers and scores are in words of their own:", "", *head, *rows, ""]


def _other_row(key: tuple[str, str, str], answers: Answers) -> str:
    counts = (answers.count, len(answers.people), answers.words)
    return _cells([*key, *counts, f"{answers.voice / 3600:.2f}", len(answers.scans)])


def _row(split: str, language: str, group: CensusGroup) -> str:
    interval = group.success_interval()
    success = (
        f"{group.mean('success'):.1%} ({interval[0]:.1%} to {interval[1]:.1%})"
        if interval is not None
        else "-"
    )
    cells = [
        split,
        language,
        group.guides,
        group.aligned,
        group.words,
        f"{group.voice / 3600:.2f}",
        len(group.scans),
        len(group.paths),
        group.followers,
        success,
        *(_decimal(group.mean(score)) for score in ("ne", "spl", "ndtw")),
    ]
    return _cells(cells)


def _cells(cells: Sequence[object]) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"


def _decimal(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _changes(delta: ReleaseChange | None, before: str) -> list[str]:
    if delta is None:
        return ["## Changes", "", "This is the first release.", ""]
    told = [
        f"- {kind} annotations: "
        + ", ".join(f"{len(each[what])} {what}" for what in ("added", "changed", "removed"))
        for kind, each in delta.items()
    ]
    return ["## Changes", "", f"Since version {before}; the ids are in `changes.json`:", "", *told, ""]
