"""``pangea audit pictures``: who asked for which panorama, for those who gave the licence."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated

import typer

from pangea_server.core.cli.options import DataDir
from pangea_server.stores.opening.command_line import StoreName


class PictureForm(StrEnum):
    TEXT = "text"
    CSV = "csv"
    JSON = "json"


def pictures(
    person: Annotated[int | None, typer.Option(help="Only what this person asked for.")] = None,
    scan: Annotated[str | None, typer.Option(help="Only panoramas of this scan.")] = None,
    since: Annotated[datetime | None, typer.Option(formats=["%Y-%m-%d"], help="From this day (UTC).")] = None,
    form: Annotated[
        PictureForm, typer.Option("--format", help="A line of text, CSV, or JSON for each panorama.")
    ] = PictureForm.TEXT,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Who asked for which panorama, and when first, task by task.

    What was asked for in a server's last five seconds may be missing after it was killed.
    """
    import json

    from pydantic import TypeAdapter

    from pangea_server.annotate.pictures.log import SeenPicture, seen_pictures
    from pangea_server.core.settings import read_settings
    from pangea_server.http.csv_tables import csv_lines
    from pangea_server.stores.opening import open_store

    with closing(open_store(read_settings(data_dir=data_dir, store=store))) as opened:
        found = seen_pictures(opened.records, person, scan, since and since.replace(tzinfo=UTC))
        if form is PictureForm.CSV:
            for block in csv_lines(SeenPicture, found):
                typer.echo(block, nl=False)
            return
        plain = TypeAdapter(SeenPicture)
        for seen in found:
            if form is PictureForm.JSON:
                typer.echo(json.dumps(plain.dump_python(seen, mode="json")))
                continue
            what = f"{seen.scan_id} {seen.viewpoint_id} {seen.task_id or 'no task'}"
            typer.echo(f"{seen.first_seen:%Y-%m-%d %H:%M:%S} person {seen.annotator_id}: {what}")
