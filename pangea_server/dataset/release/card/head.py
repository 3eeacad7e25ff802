"""The head of a data card: what the Hugging Face Hub reads of it, and what a search finds it by.

Source: https://github.com/huggingface/hub-docs/blob/main/datasetcard.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pangea_server.dataset.release.card.census import Census
from pangea_server.dataset.release.card.datasheet import LICENSES, Datasheet

SIZES = (
    *((10**3, "n<1K"), (10**4, "1K<n<10K"), (10**5, "10K<n<100K"), (10**6, "100K<n<1M"), (10**7, "1M<n<10M")),
    *((10**8, "10M<n<100M"), (10**9, "100M<n<1B")),
)


def card_head(sheet: Datasheet, census: Census, tables: Mapping[str, Any]) -> dict[str, Any]:
    """The head's keys; those of which nothing is known are left out.

    Args:
        sheet: filled in.
        tables: ``configs`` and ``dataset_info`` of the files that can be loaded.
    """
    head: dict[str, Any] = {
        "pretty_name": sheet.title,
        **_license(sheet.license),
        "language": sorted({tag.partition("-")[0] for tag in census.languages}),
        "language_bcp47": census.languages,
        "multilinguality": ["monolingual" if len(census.languages) == 1 else "multilingual"],
        "annotations_creators": list(sheet.annotations_creators),
        "source_datasets": list(sheet.source_datasets),
        "size_categories": [size_category(census.rows)],
        "task_categories": _tasks(census),
        "tags": ["vision-and-language-navigation", *sheet.keywords],
        "citation": sheet.citation,
    }
    return {key: value for key, value in (head | dict(tables)).items() if value}


def size_category(rows: int) -> str:
    return next((name for most, name in SIZES if rows < most), "n>1B")


def _license(stated: str | None) -> dict[str, Any]:
    """The Hub has small names for licences, and ``other`` for those that it does not know."""
    if stated is None or stated in LICENSES:
        return {"license": stated and stated.lower()}
    key = "license_link" if stated.startswith("http") else "license_name"
    return {"license": "other", key: stated}


def _tasks(census: Census) -> list[str]:
    said = any(group.guides for group in census.groups.values())
    heard = any(group.voice and group.words for group in census.groups.values())
    return ["robotics"] * said + ["automatic-speech-recognition"] * heard
