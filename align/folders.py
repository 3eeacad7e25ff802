"""A folder of recordings, each beside its transcript, into a folder of timed words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from align.audio import Recording
from align.batch import Job, Outcome, run_all
from align.errors import TranscriptError
from align.exports import AlignedRecording, writer_for

SOUND = (".flac", ".mp3", ".ogg", ".wav")


def recordings(folder: Path) -> list[Path]:
    """The sound files below ``folder`` that have a transcript of the same name (``.txt``) beside them, in order.

    Raises:
        TranscriptError: there is none.
    """
    found = sorted(
        file
        for file in folder.rglob("*")
        if file.suffix.lower() in SOUND and file.with_suffix(".txt").is_file()
    )
    if not found:
        raise TranscriptError(
            f"{folder} has no recording with a transcript beside it.",
            remedy=f"Name them alike, such as take.wav and take.txt; sound is {', '.join(SOUND)}.",
        )
    return found


def target_of(recording: Path, folder: Path, output: Path, suffix: str) -> Path:
    """Where the words of a recording go: the same place below ``output``."""
    return (output / recording.relative_to(folder)).with_suffix(suffix)


def align_folder(
    folder: Path, files: list[Path], output: Path, *, suffix: str, language: str, engine: str, workers: int
) -> Iterator[Outcome]:
    """Align ``files`` of ``folder`` and write the words of each as it comes; ``name`` of an outcome is its file's.

    Args:
        suffix: of the files to write; a key of ``align.exports.WRITERS``.
    """
    write = writer_for(f"words{suffix}")
    jobs = (_job(file, folder, language, engine) for file in files)
    for outcome in run_all(jobs, workers):
        if outcome.alignment is not None:
            source = folder / outcome.name
            aligned = AlignedRecording(source.name, Recording.open(source), outcome.alignment.words)
            _replace(target_of(source, folder, output, suffix), write(aligned))
        yield outcome


def _job(file: Path, folder: Path, language: str, engine: str) -> Job:
    text = file.with_suffix(".txt").read_text(encoding="utf-8-sig", errors="replace")
    return Job(str(file.relative_to(folder)), file.read_bytes(), text, language, engine)


def _replace(target: Path, text: str) -> None:
    """Words are there whole or not at all: what is there counts as done."""
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(f".{target.name}.partial")
    partial.write_text(text, encoding="utf-8")
    partial.replace(target)
