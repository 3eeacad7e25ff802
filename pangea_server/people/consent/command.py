"""``pangea consent`` and ``pangea retention``: what people agree to, and for how long it is kept."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from pangea_server.core.cli.options import DataDir
from pangea_server.stores.opening.command_line import StoreName

MOST_BYTES = 2**20


def consent(
    folder: Annotated[
        Path,
        typer.Argument(
            exists=True, file_okay=False, help="A Markdown file per language: en.md, hi.md, te-IN.md."
        ),
    ],
    retention_days: Annotated[
        int | None, typer.Option(min=1, help="Days after which recordings are removed.")
    ] = None,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Ask everyone to agree to this text before anything is recorded. A changed text is a new version."""
    from environments.errors import ConfigurationError
    from pangea_server.core.settings import read_settings
    from pangea_server.people.consent.texts import publish
    from pangea_server.stores.opening import open_store

    texts = {file.stem: _text(file, folder) for file in sorted(folder.glob("*.md"))}
    if not texts:
        raise ConfigurationError(f"There is no text in {folder}.", remedy="Write one, as en.md for example.")
    with closing(open_store(read_settings(data_dir=data_dir, store=store))) as opened:
        text = publish(opened.records, texts, retention_days)
    typer.echo(f"Version {text.version} is in force, in {', '.join(text.texts)}.")


def _text(file: Path, folder: Path) -> str:
    from environments.errors import ConfigurationError
    from environments.input.regular_files import read_regular
    from environments.input.text import NotTextError, text_of

    try:
        return text_of(read_regular(file, folder, MOST_BYTES))
    except (OSError, NotTextError) as error:
        raise ConfigurationError(f"{file} cannot be read: {error}.", remedy="Write it in UTF-8.") from error
