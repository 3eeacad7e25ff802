"""``pangea align``: when each word was said, for one recording, a folder of them, or a whole store."""

from __future__ import annotations

import logging
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from pangea_server.cli.options import DataDir, StoreName

if TYPE_CHECKING:
    from align.batch import Work
    from pangea_server.settings import Settings

FAILED = 1


def align(
    recording: Annotated[
        Path | None,
        typer.Argument(metavar="RECORDING", exists=True, help="WAV, FLAC, MP3 or Ogg; or a folder of them."),
    ] = None,
    transcript: Annotated[
        Path | None,
        typer.Argument(metavar="TRANSCRIPT.txt", exists=True, dir_okay=False, help="What was said, UTF-8."),
    ] = None,
    language: Annotated[str, typer.Option(help="BCP 47 tag of the transcript.")] = "en-US",
    output: Annotated[
        Path | None,
        typer.Option(
            help="Write the words here: .json, .vtt, .srt, .TextGrid or .ctm; a folder for a folder."
        ),
    ] = None,
    pose_trace: Annotated[
        Path | None,
        typer.Option(exists=True, dir_okay=False, help="RxR pose trace (.npz): adds viewpoint and camera."),
    ] = None,
    engine: Annotated[
        str | None, typer.Option(help="Which engine aligns.  [default: as the settings say]")
    ] = None,
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes.  [default: one per core]")] = None,
    runner: Annotated[
        str, typer.Option(help="local; or, with the extra beam: direct, dataflow, flink or spark.")
    ] = "local",
    beam_option: Annotated[
        list[str] | None,
        typer.Option(metavar="--NAME=VALUE", help="Given to the Beam runner; may be repeated."),
    ] = None,
    format: Annotated[str, typer.Option(help="For a folder: json, vtt, srt, TextGrid or ctm.")] = "json",
    redo: Annotated[bool, typer.Option("--redo", help="Align again what is aligned already.")] = False,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Give every word a start and an end.

    With RECORDING and TRANSCRIPT: a JSON list of {"word", "start_time", "end_time", ...}, one per whitespace token;
    the extension of --output chooses another format.

    With a folder: every recording that has a transcript beside it (take.wav, take.txt). Run again, it goes on.

    Without: every Guide annotation of the store that is not aligned yet.
    """
    from pangea_server.settings import read_settings

    logging.getLogger("align").setLevel(logging.INFO)  # an engine that compiles at its first use says so
    settings = read_settings(data_dir=data_dir, store=store, align_engine=engine)
    plan = Plan(runner, jobs or os.cpu_count() or 1, tuple(beam_option or ()))
    if recording is None:
        _align_store(settings, plan, redo)
    elif recording.is_dir():
        _align_folder(
            recording, output or recording, f".{format}", language, settings.align_engine, plan, redo
        )
    elif transcript is None:
        raise typer.BadParameter("a RECORDING needs its TRANSCRIPT.txt", param_hint="TRANSCRIPT.txt")
    else:
        _align_file(recording, transcript, language, settings.align_engine, pose_trace, output)


def _align_file(
    recording: Path,
    transcript: Path,
    language: str,
    engine: str,
    pose_trace: Path | None,
    output: Path | None,
) -> None:
    from align import PoseTrace, Recording, align_transcript
    from align.exports import AlignedRecording, writer_for
    from pangea_server.cli.files import replacing

    write = writer_for(output or "words.json")
    voice = Recording.open(recording)
    trace = PoseTrace.load(pose_trace) if pose_trace else None
    alignment = align_transcript(voice, _text(transcript), language=language, engine=engine)
    unwritten = [(stretch.start_time, stretch.end_time) for stretch in alignment.unwritten or ()]
    aligned = AlignedRecording(recording.name, voice, alignment.words, trace, unwritten)
    text = write(aligned)
    if output is None:
        typer.echo(text, nl=False)
        return
    with replacing(output) as file:
        file.write(text)


def _text(transcript: Path) -> str:
    try:
        return transcript.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise typer.BadParameter(f"{transcript} is not UTF-8", param_hint="TRANSCRIPT.txt") from error


def _align_folder(
    folder: Path, output: Path, suffix: str, language: str, engine: str, plan: Plan, redo: bool
) -> None:
    from align.folders import FolderWork

    work = FolderWork(folder, output, suffix, language, engine)
    found = work.names()
    due = [name for name in found if redo or not work.is_done(name)]
    _report(plan.carry_out(work, due), len(due), len(found) - len(due))


def _align_store(settings: Settings, plan: Plan, redo: bool) -> None:
    from pangea_server.alignments import StoreWork

    work = StoreWork(settings)
    with work:
        due = work.names(redo=redo)
    failed = plan.carry_out(work, due)
    _report({f"instruction {name}": reason for name, reason in failed.items()}, len(due), 0)


@dataclass(frozen=True, slots=True)
class Plan:
    """Where and how the work is done."""

    runner: str
    workers: int
    beam_options: tuple[str, ...]

    def carry_out(self, work: Work, names: list[str]) -> dict[str, str]:
        """Align; returns the names of those that failed, with their reasons."""
        from align.batch import run_work
        from align.beam import run_on_beam

        if not names:
            return {}
        if self.runner != "local":
            run_on_beam(work, names, self.runner, self.beam_options)
            with work:
                return work.failures(names)
        outcomes = run_work(work, names, min(self.workers, len(names)))
        watched = track(outcomes, "aligning", total=len(names), console=Console(stderr=True))
        return {outcome.name: outcome.reason for outcome in watched if outcome.alignment is None}


def _report(failed: dict[str, str], tried: int, done_before: int) -> None:
    """What failed comes first, as it is what somebody has to look at."""
    console = Console(stderr=True)
    if failed:
        table = Table("not aligned", "why", title="Failed")
        for name, reason in sorted(failed.items()):
            table.add_row(name, reason)
        console.print(table)
    before = f", {done_before} were aligned before" if done_before else ""
    console.print(f"{tried - len(failed)} aligned, {len(failed)} failed{before}.")
    if failed:
        raise typer.Exit(FAILED)
