"""``pangea mend``: reads word times that a person has corrected into the store."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from pangea_server.core.cli.options import DataDir
from pangea_server.stores.opening.command_line import StoreName

MendedBy = Annotated[
    int,
    typer.Option("--by", metavar="PERSON", min=0, help="Who worked on the words, by number; 0 is unnamed."),
]
ForceOlder = Annotated[
    bool,
    typer.Option(
        "--force", help="Keep words of an older file as the newest version; the others stay as one."
    ),
]


def mend(
    instruction_id: Annotated[int, typer.Argument(metavar="INSTRUCTION", min=1, help="Its number.")],
    words: Annotated[
        Path,
        typer.Argument(
            exists=True,
            dir_okay=False,
            help="Its words, as `pangea export --format textgrid` wrote them, with times changed.",
        ),
    ],
    by: MendedBy = 0,
    force: ForceOlder = False,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Store the times that a person has corrected, in Praat for example, as a new version of the instruction's words.

    Words that were moved are labelled "mended"; they keep their times when the instruction is aligned again. A file
    that was exported before the words were mended is refused.
    """
    from align.exports import read_words
    from align.formats.made_from import made_from
    from pangea_server.annotate.alignments.mending import FileOrigin, mend_words
    from pangea_server.core.settings import read_settings
    from pangea_server.stores.opening import open_store

    edited = read_words(words, source="mended")
    with closing(open_store(read_settings(data_dir=data_dir, store=store))) as opened:
        mended = mend_words(opened, instruction_id, edited, FileOrigin(made_from(words), by, force))
    count = sum(word.source == "mended" for word in mended.timed_instruction)
    Console().print(f"Instruction {instruction_id}: {count} mended words, version {mended.version}.")
