"""Which of a release's files ``datasets`` and Croissant's readers load: the richest tables that it has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pangea_server.dataset.formats.hub_configs import configurations, row_configurations

TABLES = ("huggingface", "parquet")
ROWS = "rxr"


@dataclass(frozen=True, slots=True)
class Loadable:
    """What a card's head says of the tables, as ``load_dataset`` reads it; ``rows`` if they are RxR's rows."""

    head: Mapping[str, Any]
    rows: bool = False


def loadable(release: Path) -> Loadable:
    """The tables of a release; none in one that has only other formats."""
    for name in TABLES:
        if any((release / name).glob("*/*.parquet")):
            return Loadable(configurations(release / name, f"{name}/"))
    if any((release / ROWS).glob("*.jsonl.gz")):
        return Loadable(row_configurations(release / ROWS, f"{ROWS}/"), rows=True)
    return Loadable({})
