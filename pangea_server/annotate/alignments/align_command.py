"""``pangea align``: when each word was said, for one recording, a folder of them, or a whole store."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, get_args

import typer
from rich.console import Console

from pangea_server.core.cli.exit_codes import FAILED
from pangea_server.core.cli.known import KnownNames
from pangea_server.core.cli.options import BeamOptions, DataDir, Jobs, Runner, check_language
from pangea_server.core.cli.progress import watched
from pangea_server.stores.opening.command_line import StoreName

if TYPE_CHECKING:
    from align.batch import JobReport, Work
    from pangea_server.core.settings import Settings


def _engines() -> list[str]:
    from align.pipeline import ENGINES
    from align.recognisers.registry import RECOGNISERS

    return sorted({*ENGINES.names(), *RECOGNISERS.names()})


def _methods() -> object:
    from align.matching import Method

    return Method


ENGINE = KnownNames("engine", _engines)


def _check_is_no_text(recording: Path | None) -> Path | None:
    """Raise BadParameter for a transcript, so that arguments in the wrong order are named."""
    if recording is not None and recording.suffix.lower() == ".txt":
        raise typer.BadParameter(f"{recording} is a text, not a recording")
    return recording


def _check_engine(value: str | None) -> str | None:
    """``NAME`` or ``NAME:ARGUMENT``."""
    if value is not None:
        ENGINE.check_name(value.partition(":")[0])
    return value


DTW = KnownNames("DTW method", lambda: get_args(_methods()))
WORD_FILES = KnownNames("kind of file", lambda: ("json", "vtt", "srt", "TextGrid", "ctm", "svg", "png"))
Afterwards = Callable[["Settings", Sequence[str]], None]
"""Is called with the settings and the task ids of the answers of the store that were aligned."""


def align_command(then: Afterwards) -> Callable[..., None]:
    """The command ``align``; ``then`` does what the new times of a store's words make possible."""

    def align(
        recording: Annotated[
            Path | None,
            typer.Argument(
                metavar="RECORDING",
                exists=True,
                help="WAV, AIFF, FLAC, MP3, AAC, Ogg, WebM or MP4; or a folder of them.",
                callback=_check_is_no_text,
            ),
        ] = None,
        transcript: Annotated[
            Path | None,
            typer.Argument(
                metavar="TRANSCRIPT.txt", exists=True, dir_okay=False, help="What was said, UTF-8."
            ),
        ] = None,
        language: Annotated[
            str,
            typer.Option(
                help="BCP 47 tag of the transcript. en leaves the region to the sound, and the report names it.",
                callback=check_language,
            ),
        ] = "en-US",
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
            str | None,
            typer.Option(
                help="Which engine aligns.",
                show_default="as the settings say",
                autocompletion=ENGINE.complete,
                callback=_check_engine,
            ),
        ] = None,
        dtw: Annotated[
            str | None,
            typer.Option(
                metavar="METHOD",
                help="How an engine that recognises carries its words over to the written ones: exact (dynamic time "
                "warping along the cheapest path), banded (the cheapest near the diagonal, for very long texts), or "
                "fastdtw (an approximation, as in 2021).",
                show_default="as the settings say: exact",
                autocompletion=DTW.complete,
                callback=DTW.check,
            ),
        ] = None,
        recognise: Annotated[
            str | None,
            typer.Option(
                metavar="RECOGNISER",
                help="For a store: first let this engine write down voices that nobody has written down yet.",
                autocompletion=ENGINE.complete,
                callback=_check_engine,
            ),
        ] = None,
        endpoint: Annotated[
            str | None,
            typer.Option(
                metavar="HOST:PORT", help="Which service google_speech asks, instead of Google's own."
            ),
        ] = None,
        model: Annotated[
            Path | None,
            typer.Option(
                metavar="FOLDER", help="The model with which whisper listens, in CTranslate2's form."
            ),
        ] = None,
        speaker: Annotated[
            str | None,
            typer.Option(
                metavar="NAME",
                help="Whose words are meant in a recogniser's file with those of several speakers or channels, as it "
                "names them; with commas between several.",
            ),
        ] = None,
        lexicon: Annotated[
            Path | None,
            typer.Option(
                metavar="FILE",
                exists=True,
                dir_okay=False,
                help="Pronunciations of your own words, as in CMUdict: WORD P R O N. For a folder, "
                "NAME.lexicon.txt beside a recording adds its own.",
            ),
        ] = None,
        jobs: Jobs = None,
        runner: Runner = "local",
        beam_option: BeamOptions = None,
        format: Annotated[
            str,
            WORD_FILES.option(
                help="For a folder: json, vtt, srt, TextGrid, ctm, svg or png.",
            ),
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
        be trusted, and NAME.heard.json has what a recogniser heard.

        With a folder: every recording that has a transcript beside it (voice.wav, voice.txt), with its pose trace if
        that is there too (voice.npz). Run again, it goes on.

        Without arguments: every answer of the store with a voice and words that is not aligned yet: Guides', both sides
        of dialogues, tours. With --redo, words that a person has corrected keep their times, and the earlier alignment
        is kept as a version. With --recognise, Guides who
        only spoke get the words that a recogniser hears, marked as its words, until a person writes them down.
        """
        from pangea_server.core.settings import read_settings

        logging.getLogger("align").setLevel(logging.INFO)  # an engine that compiles at its first use says so
        settings = read_settings(
            data_dir=data_dir,
            store=store,
            align_engine=engine,
            align_dtw=dtw,
            recogniser_endpoint=endpoint,
            recogniser_model=model,
            recogniser_speaker=speaker,
            align_lexicon=lexicon,
        )
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
            _align_file(recording, transcript, language, settings, pose_trace, outputs)

    return align


def _align_file(
    recording: Path,
    transcript: Path,
    language: str,
    settings: Settings,
    pose_trace: Path | None,
    outputs: list[Path],
) -> None:
    from align import Audio, PoseTrace, align_transcript
    from align.batch import JobOutcome, JobReport
    from align.exports import AlignedRecording, writer_for
    from align.exports.heard import heard_file
    from align.exports.reports import report_file
    from align.exports.whole import write_whole
    from align.recognisers.by_name import of_recording

    writers = [
        writer_for(output) for output in outputs
    ]  # refuses an unknown format before anything is aligned
    voice = Audio.open(recording, for_speech=True)
    trace = PoseTrace.load(pose_trace) if pose_trace else None
    text = _text(transcript)
    alignment = align_transcript(
        voice,
        text,
        language=language,
        engine=of_recording(settings.align_engine, recording.stem),
        options=settings.recogniser_options,
        dtw=settings.align_dtw,
        lexicon=settings.own_lexicon(),
    )
    aligned = AlignedRecording(recording.name, voice, alignment.words, trace, alignment.unwritten or ())
    for output, write in zip(outputs, writers, strict=True):
        write_whole(output, write(aligned))
    if outputs:
        if alignment.heard is not None:
            write_whole(outputs[0].with_suffix(".heard.json"), heard_file(alignment.heard))
        report = report_file(JobOutcome(recording.name, text, alignment))
        write_whole(outputs[0].with_suffix(".report.json"), report)
    else:
        typer.echo(writer_for("words.json")(aligned), nl=False)
    _show([JobReport(recording.name, alignment.report)])


def _text(transcript: Path) -> str:
    from environments.input.text import NotTextError, text_of

    try:
        return text_of(transcript.read_bytes())
    except NotTextError as error:
        raise typer.BadParameter(
            f"{transcript} cannot be read: {error}", param_hint="TRANSCRIPT.txt"
        ) from error


def _folder(outputs: list[Path]) -> Path | None:
    if len(outputs) > 1 or any(output.is_file() for output in outputs):
        raise typer.BadParameter("give one folder for the words of a folder", param_hint="--output")
    return outputs[0] if outputs else None


def _align_folder(
    folder: Path, output: Path, suffix: str, language: str, settings: Settings, plan: Plan, redo: bool
) -> None:
    from align.folders import FolderWork

    work = FolderWork(
        folder,
        output,
        suffix,
        language,
        settings.align_engine,
        settings.recogniser_options,
        settings.align_dtw,
        settings.own_lexicon(),
    )
    found = work.names()
    due = [name for name in found if redo or not work.is_done(name)]
    plan.carry_out(work, due)
    _say_left_out("they have no transcript beside them", work.without_transcript())
    _say_left_out("their format is not read (convert them to FLAC or WAV)", work.unreadable())
    _show(work.findings(found), before=len(found) - len(due))


def _say_left_out(reason: str, names: list[str]) -> None:
    if names:
        typer.echo(f"Left out {len(names)}, because {reason}: {', '.join(names)}", err=True)


def _recognise_store(settings: Settings, specification: str) -> None:
    from pangea_server.annotate.alignments.recogniser import (
        listener,
        recognise,
        voices_without_words,
    )
    from pangea_server.stores.opening import open_store

    opened = listener(specification, settings.recogniser_options)
    with closing(open_store(settings)) as store:
        numbers = voices_without_words(store)
        console = Console(stderr=True)
        for each in watched(recognise(store, opened, numbers), "recognising", len(numbers)):
            if each.reason:
                console.print(f"instruction {each.instruction_id}: {each.reason}", markup=False)


def _align_store(settings: Settings, plan: Plan, redo: bool, then: Afterwards) -> None:
    from pangea_server.annotate.alignments.aligner import StoreWork

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
            for _ in watched(outcomes, "aligning", len(names)):
                pass


def _show(findings: Iterable[JobReport], before: int = 0) -> None:
    from pangea_server.annotate.alignments.align_summary import show

    if show(list(findings), Console(stderr=True), before):
        raise typer.Exit(FAILED)
