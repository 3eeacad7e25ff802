"""``pangea align``: when each word was said, for one recording or for a whole store."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from pangea_server.cli.options import DataDir, StoreName

if TYPE_CHECKING:
    from pangea_server.settings import Settings

FAILED = 1


def align(
    recording: Annotated[
        Path | None,
        typer.Argument(metavar="RECORDING", exists=True, dir_okay=False, help="WAV, FLAC, MP3 or Ogg."),
    ] = None,
    transcript: Annotated[
        Path | None,
        typer.Argument(metavar="TRANSCRIPT.txt", exists=True, dir_okay=False, help="What was said, UTF-8."),
    ] = None,
    language: Annotated[str, typer.Option(help="BCP 47 tag of the transcript.")] = "en-US",
    output: Annotated[
        Path | None, typer.Option(help="Write the words here; to the terminal when left out.")
    ] = None,
    pose_trace: Annotated[
        Path | None,
        typer.Option(exists=True, dir_okay=False, help="RxR pose trace (.npz): adds viewpoint and camera."),
    ] = None,
    engine: Annotated[
        str | None, typer.Option(help="pocketsphinx or google_speech.  [default: pocketsphinx]")
    ] = None,
    redo: Annotated[
        bool, typer.Option("--redo", help="Store only: align again what is aligned already.")
    ] = False,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Give every word a start and an end.

    With RECORDING and TRANSCRIPT: a JSON list of {"word", "start_time", "end_time", ...}, one per whitespace token.
    Without: every Guide annotation of the store that is not aligned yet.
    """
    from pangea_server.settings import read_settings

    settings = read_settings(data_dir=data_dir, store=store, align_engine=engine)
    if recording is None:
        _align_store(settings, redo)
        return
    if transcript is None:
        raise typer.BadParameter("a RECORDING needs its TRANSCRIPT.txt", param_hint="TRANSCRIPT.txt")
    _align_file(recording, transcript, language, settings.align_engine, pose_trace, output)


def _align_file(
    recording: Path,
    transcript: Path,
    language: str,
    engine: str,
    pose_trace: Path | None,
    output: Path | None,
) -> None:
    import json

    from align import align_files
    from pangea_server.cli.files import replacing

    words = align_files(recording, transcript, language=language, engine=engine, pose_trace=pose_trace)
    text = json.dumps(words, ensure_ascii=False, indent=1) + "\n"
    if output is None:
        typer.echo(text, nl=False)
        return
    with replacing(output) as file:
        file.write(text)


def _align_store(settings: Settings, redo: bool) -> None:
    from rich.progress import track

    from pangea_server.alignments import align_all, pending
    from pangea_server.house import open_store

    console = Console(stderr=True)
    with closing(open_store(settings)) as store:
        guides = pending(store, redo=redo)
        done = align_all(store, guides, settings.align_engine)
        progress = track(done, "aligning", total=len(guides), console=console)
        failed = [record for record in progress if record.state == "failed"]
    for record in failed:
        console.print(f"[red]instruction {record.instruction_id}:[/red] {record.reason}")
    console.print(f"{len(guides) - len(failed)} aligned, {len(failed)} failed.")
    if failed:
        raise typer.Exit(FAILED)
