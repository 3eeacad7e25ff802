"""``pangea align``: when each word was said, for one recording, a folder of them, or a whole store."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import track

from pangea_server.core.cli.options import BeamOptions, DataDir, Jobs, Runner
from pangea_server.stores.opening.command_line import StoreName

if TYPE_CHECKING:
    from align.batch import JobReport, Work
    from pangea_server.core.settings import Settings

FAILED = 1


Afterwards = Callable[["Settings", Sequence[str]], None]
"""Is called with the settings and the instructions of the store that were aligned."""


def align_command(then: Afterwards) -> Callable[..., None]:
    """The command ``align``; ``then`` does what the new times of a store's words make possible."""

    def align(
        recording: Annotated[
            Path | None,
            typer.Argument(
                metavar="RECORDING", exists=True, help="WAV, FLAC, MP3 or Ogg; or a folder of them."
            ),
        ] = None,
        transcript: Annotated[
            Path | None,
            typer.Argument(
                metavar="TRANSCRIPT.txt", exists=True, dir_okay=False, help="What was said, UTF-8."
            ),
        ] = None,
        language: Annotated[str, typer.Option(help="BCP 47 tag of the transcript.")] = "en-US",
        output: Annotated[
            list[Path] | None,
            typer.Option(
                help="Where the words go: .json, .vtt, .srt, .TextGrid, .ctm or .jsonl (Localized Narratives); "
                "or a picture: .svg or .png. May be repeated. For a folder, a folder."
            ),
        ] = None,
        pose_trace: Annotated[
            Path | None,
            typer.Option(
                exists=True, dir_okay=False, help="RxR pose trace (.npz): adds viewpoint and camera."
            ),
        ] = None,
        engine: Annotated[
            str | None, typer.Option(help="Which engine aligns.  [default: as the settings say]")
        ] = None,
        recognise: Annotated[
            str | None,
            typer.Option(
                metavar="RECOGNISER",
                help="For a store: first let this engine write down voices that nobody has written down yet.",
            ),
        ] = None,
        jobs: Jobs = None,
        runner: Runner = "local",
        beam_option: BeamOptions = None,
        format: Annotated[
            str, typer.Option(help="For a folder: json, vtt, srt, TextGrid, ctm, svg or png.")
        ] = "json",
        redo: Annotated[
            bool, typer.Option("--redo", help="Align again recordings that are already aligned.")
        ] = False,
        data_dir: DataDir = None,
        store: StoreName = None,
    ) -> None:
        """Give every word a start and an end.

        With RECORDING and TRANSCRIPT: a JSON list of {"word", "start_time", "end_time", ...}, one per whitespace
        token; the extension of --output chooses another format. NAME.report.json beside it says how far the words can
        be trusted.

        With a folder: every recording that has a transcript beside it (voice.wav, voice.txt), with its pose trace if
        that is there too (voice.npz). Run again, it goes on.

        Without arguments: every Guide annotation of the store that is not aligned yet. With --redo, words that a person
        has corrected keep their times, and the earlier alignment is kept as a version. With --recognise, Guides who
        only spoke get the words that a recogniser hears, marked as its words, until a person writes them down.
        """
        from pangea_server.core.settings import read_settings

        logging.getLogger("align").setLevel(logging.INFO)  # an engine that compiles at its first use says so
        settings = read_settings(data_dir=data_dir, store=store, align_engine=engine)
        plan = Plan(runner, jobs or os.cpu_count() or 1, tuple(beam_option or ()))
        outputs = output or []
        if recognise is not None:
            if recording is not None:
                raise typer.BadParameter("it is for a store, without a RECORDING", param_hint="--recognise")
            _recognise_store(settings, recognise)
        if recording is None:
            _align_store(settings, plan, redo, then)
        elif recording.is_dir():
            _align_folder(
                recording, _folder(outputs) or recording, f".{format}", language, settings, plan, redo
            )
        elif transcript is None:
            raise typer.BadParameter("a RECORDING needs its TRANSCRIPT.txt", param_hint="TRANSCRIPT.txt")
        else:
            _align_file(recording, transcript, language, settings.align_engine, pose_trace, outputs)

    return align


def _align_file(
    recording: Path,
    transcript: Path,
    language: str,
    engine: str,
    pose_trace: Path | None,
    outputs: list[Path],
) -> None:
    from align import Audio, PoseTrace, align_transcript
    from align.batch import JobOutcome, JobReport
    from align.exports import AlignedRecording, writer_for
    from align.exports.reports import report_file
    from align.exports.whole import write_whole

    writers = [
        writer_for(output) for output in outputs
    ]  # refuses an unknown format before anything is aligned
    voice = Audio.open(recording, for_speech=True)
    trace = PoseTrace.load(pose_trace) if pose_trace else None
    alignment = align_transcript(voice, _text(transcript), language=language, engine=engine)
    aligned = AlignedRecording(recording.name, voice, alignment.words, trace, alignment.unwritten or ())
    for output, write in zip(outputs, writers, strict=True):
        write_whole(output, write(aligned))
    if outputs:
        report = report_file(JobOutcome(recording.name, alignment))
        write_whole(outputs[0].with_suffix(".report.json"), report)
    else:
        typer.echo(writer_for("words.json")(aligned), nl=False)
    _show([JobReport(recording.name, alignment.report)])


def _text(transcript: Path) -> str:
    try:
        return transcript.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise typer.BadParameter(f"{transcript} is not UTF-8", param_hint="TRANSCRIPT.txt") from error


def _folder(outputs: list[Path]) -> Path | None:
    if len(outputs) > 1 or any(output.is_file() for output in outputs):
        raise typer.BadParameter("give one folder for the words of a folder", param_hint="--output")
    return outputs[0] if outputs else None


def _align_folder(
    folder: Path, output: Path, suffix: str, language: str, settings: Settings, plan: Plan, redo: bool
) -> None:
    from align.folders import FolderWork

    work = FolderWork(folder, output, suffix, language, settings.align_engine)
    found = work.names()
    due = [name for name in found if redo or not work.is_done(name)]
    plan.carry_out(work, due)
    if left_out := work.without_transcript():
        typer.echo(f"Left out, because they have no transcript beside them: {', '.join(left_out)}", err=True)
    _show(work.findings(found), before=len(found) - len(due))


def _recognise_store(settings: Settings, specification: str) -> None:
    from pangea_server.annotate.alignments.recognising import (
        open_recogniser,
        recognise,
        voices_without_words,
    )
    from pangea_server.stores.opening import open_store

    engine = open_recogniser(specification)
    with closing(open_store(settings)) as store:
        numbers = voices_without_words(store)
        console = Console(stderr=True)
        found = track(recognise(store, engine, numbers), "recognising", total=len(numbers), console=console)
        for each in found:
            if each.reason:
                console.print(f"instruction {each.instruction_id}: {each.reason}", markup=False)


def _align_store(settings: Settings, plan: Plan, redo: bool, then: Afterwards) -> None:
    from pangea_server.annotate.alignments.aligning import StoreWork

    work = StoreWork(settings)
    with work:
        due = work.names(redo=redo)
    plan.carry_out(work, due)
    then(settings, due)
    with work:
        _show(work.findings(due))


@dataclass(frozen=True, slots=True)
class Plan:
    """Where and how the work is done."""

    runner: str
    workers: int
    beam_options: tuple[str, ...]

    def carry_out(self, work: Work, names: list[str]) -> None:
        """Align; ``work`` stores each outcome."""
        from align.batch import run_work
        from align.beam import run_on_beam

        if self.runner != "local":
            run_on_beam(work, names, self.runner, self.beam_options)
        elif names:
            outcomes = run_work(work, names, min(self.workers, len(names)))
            for _ in track(outcomes, "aligning", total=len(names), console=Console(stderr=True)):
                pass


def _show(findings: Iterable[JobReport], before: int = 0) -> None:
    from pangea_server.annotate.alignments.align_summary import show

    if show(list(findings), Console(stderr=True), before):
        raise typer.Exit(FAILED)
