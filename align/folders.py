"""Align a folder of recordings, each with its transcript beside it, into a folder of timed words and reports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from align.audio import Audio
from align.batch import Job, JobOutcome, JobReport
from align.errors import TranscriptError
from align.exports import AlignedRecording, writer_for
from align.exports.reports import read_report_file, report_file
from align.exports.whole import write_whole
from align.pose_trace import PoseTrace
from environments.errors import InvalidDataError
from environments.regular_files import MOST_BYTES, open_regular, read_regular

MOST_TEXT_BYTES = 2**24
SOUND = (".flac", ".mp3", ".ogg", ".wav")


@dataclass(frozen=True, slots=True)
class FileVoice:
    """A sound file that lies ``inside`` a folder."""

    file: Path
    inside: Path

    def opened(self) -> BinaryIO:
        """The file.

        Raises:
            InvalidDataError: it is missing, lies elsewhere, or is not a regular file.
        """
        try:
            return open_regular(self.file, self.inside)
        except OSError as exc:
            raise _unreadable(self.file, exc) from exc


def _unreadable(file: Path, exc: OSError) -> InvalidDataError:
    return InvalidDataError(
        f"{file} cannot be read: {exc.strerror}.", remedy="Put a copy of the file there, or remove it."
    )


@dataclass(frozen=True, slots=True)
class FolderWork:
    """The recordings of ``folder`` that have a transcript of the same name (``.txt``) beside them.

    A pose trace of the same name (``.npz``) adds viewpoint and camera.

    Attributes:
        output: folder for the words, with the same tree of folders.
        suffix: extension of the files to write; a key of ``align.exports.WRITERS``.
        language: of all transcripts, BCP 47.
    """

    folder: Path
    output: Path
    suffix: str
    language: str
    engine: str

    def __enter__(self) -> FolderWork:
        writer_for(f"words{self.suffix}")  # refuses an unknown format before anything is aligned
        return self

    def __exit__(self, *exception: object) -> None: ...

    def names(self) -> list[str]:
        """All recordings, as paths relative to ``folder``, in order.

        Raises:
            TranscriptError: no recording has a transcript.
        """
        found = [name for name in self._sounds() if self._has_transcript(name)]
        if not found:
            raise TranscriptError(
                f"{self.folder} has no recording with a transcript beside it.",
                remedy=f"Name them alike, such as voice.wav and voice.txt; sound is {', '.join(SOUND)}.",
            )
        return found

    def without_transcript(self) -> list[str]:
        """The recordings that have no transcript and are left out."""
        return [name for name in self._sounds() if not self._has_transcript(name)]

    def _sounds(self) -> list[str]:
        files = (file for file in self.folder.rglob("*") if file.suffix.lower() in SOUND)
        return sorted(str(file.relative_to(self.folder)) for file in files)

    def _has_transcript(self, name: str) -> bool:
        return (self.folder / name).with_suffix(".txt").exists()

    def is_done(self, name: str) -> bool:
        """Whether a recording's words are written; a file is complete or absent."""
        return self.target(name).exists()

    def target(self, name: str) -> Path:
        """The file for the words of a recording."""
        return (self.output / name).with_suffix(self.suffix)

    def job(self, name: str) -> Job:
        file = self.folder / name
        transcript = self._read(file.with_suffix(".txt"), MOST_TEXT_BYTES)
        trace = file.with_suffix(".npz")
        return Job(
            name,
            FileVoice(file, self.folder),
            transcript.decode("utf-8-sig", errors="replace"),
            self.language,
            self.engine,
            self._read(trace) if trace.exists() else None,
        )

    def _read(self, file: Path, most: int = MOST_BYTES) -> bytes:
        try:
            return read_regular(file, self.folder, most)
        except OSError as exc:
            raise _unreadable(file, exc) from exc

    def report_file(self, name: str) -> Path:
        """The file for the report on a recording, beside its words."""
        return self.target(name).with_suffix(".report.json")

    def write(self, outcome: JobOutcome) -> None:
        """Write the words, if there are any, and then the report."""
        if outcome.alignment is not None:
            file = self.folder / outcome.name
            trace = file.with_suffix(".npz")
            aligned = AlignedRecording(
                file.name,
                Audio.open(file, for_speech=True),
                outcome.alignment.words,
                PoseTrace.load(trace) if trace.exists() else None,
                outcome.alignment.unwritten or (),
            )
            target = self.target(outcome.name)
            write_whole(target, writer_for(target)(aligned))
        write_whole(self.report_file(outcome.name), report_file(outcome))

    def findings(self, names: Iterable[str]) -> Iterator[JobReport]:
        for name in names:
            try:
                yield read_report_file(name, self.report_file(name).read_bytes())
            except FileNotFoundError:
                yield JobReport(name, reason="The aligner did not reach this recording.")
