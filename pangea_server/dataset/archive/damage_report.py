"""Blobs that a backup could not keep, on the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from pangea_server.dataset.archive.layout import Damage

MOST_DAMAGED_NAMED = 20


def print_damaged(damaged: Sequence[Damage], what: str) -> None:
    """Name the blobs on stderr; ``what`` says what else is known of them."""
    typer.echo(f"{len(damaged)} damaged {what}:", err=True)
    for blob in damaged[:MOST_DAMAGED_NAMED]:
        typer.echo(f"  {blob.damaged}: {blob.reason}", err=True)
    if len(damaged) > MOST_DAMAGED_NAMED:
        typer.echo(f"  and {len(damaged) - MOST_DAMAGED_NAMED} more, in the file's manifest.jsonl", err=True)
