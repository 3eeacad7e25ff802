"""``pangea landmarks verify``: are these the files that the papers counted?"""

from __future__ import annotations

import json
from enum import StrEnum
from math import isfinite
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from pangea_server.core.cli.exit_codes import FAILED


class DataSet(StrEnum):
    """The data sets whose figures are known."""

    FLICKR30K = "flickr30k"
    RXR_LANDMARKS = "rxr-landmarks"
    REVERIE = "reverie"
    REFER360 = "refer360"


def verify(
    name: Annotated[
        DataSet, typer.Argument(metavar="NAME", help="flickr30k, rxr-landmarks, reverie or refer360.")
    ],
    directory: Annotated[
        Path, typer.Argument(metavar="DIRECTORY", file_okay=False, help="Its folder, as it was unpacked.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Count again what is published about a data set of landmarks, and say what differs.

    Exit code 1 when something differs. Nothing is changed or imported.
    """
    from pangea_server.core.cli.progress import watched
    from pangea_server.core.cli.tables import Listing
    from pangea_server.dataset.landmarks.verify import DATASETS

    checked = DATASETS[name](directory, lambda files: watched(files, "Reading", 0, stays=False))
    if as_json:
        rows = [
            {
                "what": each.what,
                "published": each.published,
                "found": each.found if isfinite(each.found) else None,
                "differs": each.differs,
            }
            for each in checked
        ]
        typer.echo(json.dumps({"name": name.value, "figures": rows}, indent=2))
    else:
        listing = Listing("figure", "published", "found", "", numbers=("published", "found"))
        for each in checked:
            found = f"{each.found:.{each.digits}f}" if isfinite(each.found) else "-"
            listing.add(
                each.what, f"{each.published:.{each.digits}f}", found, "differs" if each.differs else ""
            )
        listing.show(Console())
    if any(each.differs for each in checked):
        raise typer.Exit(FAILED)
