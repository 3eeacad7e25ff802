"""The data card: the contents of a release in text and tables, from the data, and its datasheet."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from environments import METRICS_VERSION
from pangea_server.core.counted import counted
from pangea_server.dataset.entries.protocol import Format
from pangea_server.dataset.entries.speakers import SPEAKERS, Speaker
from pangea_server.dataset.release.card.census import Census, CensusGroup, KindCensus
from pangea_server.dataset.release.card.datasheet import Datasheet
from pangea_server.dataset.release.card.datasheet_page import datasheet_page
from pangea_server.dataset.release.card.known import ReleaseRecords
from pangea_server.dataset.release.card.landmarks import LandmarkCensus, landmarks_page

COLUMNS = (
    *("split", "language", "Guides", "with word times", "words", "voice (h)", "scans", "paths"),
    *("Followers", "success (95 %)", "NE (m)", "SPL", "nDTW"),
)
SPEECH_COLUMNS = ("language", "dialect", "region", "people")
OTHER_COLUMNS = ("kind", "split", "language", "answers", "people", "words", "voice (h)", "scans")


FILES = {
    "release.json": "its version and formats.",
    "annotations.jsonl": "a line per annotation, with the SHA-256 of what is published of it.",
    "croissant.json": "the tables and their columns for machines (Croissant 1.0, with its fields on responsible AI).",
    "CITATION.cff": "how to cite it (Citation File Format 1.2).",
    "datacite.json": "what a DOI is registered with (DataCite 4.5).",
    "SHA256SUMS": "of every other file; check with `sha256sum --check SHA256SUMS`.",
}
CHANGED = (
    "- `changes.json`: what differs from the release before, with checksums; for `pangea release-update`."
)


LOADING = (
    "## Loading",
    "",
    "```python",
    "from datasets import load_dataset",
    "",
    'guides = load_dataset("FOLDER")  # this folder; with streaming=True nothing is copied',
    'walks = load_dataset("FOLDER", "follower")',
    "```",
    "",
)


def data_card(
    version: str,
    census: Census,
    formats: Sequence[Format],
    sheet: Datasheet,
    known: ReleaseRecords,
    changed: Sequence[str],
    removed: int,
    speakers: Sequence[Speaker] = (),
    loads: bool = False,
    landmarks: LandmarkCensus | None = None,
    pictures: Sequence[str] = (),
    left: Sequence[str] = (),
) -> str:
    """The data card, in Markdown, without its head.

    Args:
        changed: lines on what has changed since the release before; none for the first release.
        removed: how many annotations were taken back before this release.
        loads: whether its head says how it is loaded.
        speakers: those who said how they speak, and agreed that it is published.
        landmarks: those in it; None where no format has them.
        pictures: lines on the pictures of places that are in it.
        left: sentences on what was collected and is not in it, and why.
    """
    rows = [_row(split, language, group) for (split, language), group in sorted(census.groups.items())]
    lines = [
        f"# {sheet.title or 'Data card'}, version {version}",
        "",
        *([sheet.description, ""] if sheet.description else []),
        "People walked panoramas on a navigation graph: Guides told the way, and Followers walked where the words led.",
        "Collected and written by PanGEA.",
        "",
        "## What is in it",
        "",
        _cells(COLUMNS),
        _cells(["---"] * len(COLUMNS)),
        *rows,
        "",
        f"{counted(len(census.guides), 'Guide')} and {counted(len(census.followers), 'Follower')} took part, known by "
        f"numbers. Taken back before this release, and so not in it: {counted(removed, 'annotation')}.",
        *left,
        "",
        *_others(census),
        *_speakers(speakers),
        "No scan is in two splits, except that `val_seen` has other paths in the scans of `train`.",
        "",
        "## Scores",
        "",
        f"Of the Followers, by PanGEA's metrics, version {METRICS_VERSION}: success is strictly under 3 m of graph",
        "distance from the goal; the interval is Wilson's; NE, SPL and nDTW are means.",
        "",
        *(landmarks_page(landmarks) if landmarks else []),
        "## Files",
        "",
        *(
            f"- `{each.name}/`: {each.summary}; frames and units in `{each.name}/about.json`."
            for each in formats
        ),
        *(f"- `{name}`: {what}" for name, what in FILES.items()),
        *([CHANGED] if changed else ()),
        "",
        *pictures,
        *(LOADING if loads else ()),
        "## Datasheet",
        "",
        "What is not stated can be, under the name beside it: `pangea release --datasheet FILE`.",
        "",
        *datasheet_page(sheet, census, known),
        "## Changes",
        "",
        *(changed or ["This is the first release."]),
        "",
    ]
    return "\n".join(lines)


def _speakers(speakers: Sequence[Speaker]) -> list[str]:
    if not speakers:
        return []
    said = Counter((each.language, each.dialect or "-", each.region or "-") for each in speakers)
    head = [_cells(SPEECH_COLUMNS), _cells(["---"] * len(SPEECH_COLUMNS))]
    rows = [_cells([*map(_cell, key), count]) for key, count in sorted(said.items())]
    people = counted(len({each.annotator_id for each in speakers}), "person", "people")
    told = f"{people} said in their own words how they speak"
    return [f"{told} (`{SPEAKERS}`):", "", *head, *rows, ""]


def _cell(text: str) -> str:
    """A person's words as a cell of a Markdown table."""
    return re.sub(r"([\\|`*_<>\[\]])", r"\\\1", text)


def _others(census: Census) -> list[str]:
    if not census.others:
        return []
    rows = [_other_row(key, answers) for key, answers in sorted(census.others.items())]
    head = [_cells(OTHER_COLUMNS), _cells(["---"] * len(OTHER_COLUMNS))]
    return ["Tasks of other kinds, whose answers and scores are in words of their own:", "", *head, *rows, ""]


def _other_row(key: tuple[str, str, str], answers: KindCensus) -> str:
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
