"""Align a folder of recordings, each with its transcript beside it, into a folder of timed words and reports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from align.audio import Audio
from align.batch import Job, JobOutcome, JobReport
from align.errors import TranscriptError
from align.exports import AlignedRecording, writer_for
from align.exports.reports import read_report_file, report_file
from align.exports.whole import write_whole
from align.pose_trace import PoseTrace

SOUND = (".flac", ".mp3", ".ogg", ".wav")


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
        return (self.folder / name).with_suffix(".txt").is_file()

    def is_done(self, name: str) -> bool:
        """Whether a recording's words are written; a file is complete or absent."""
        return self.target(name).exists()

    def target(self, name: str) -> Path:
        """The file for the words of a recording."""
        return (self.output / name).with_suffix(self.suffix)

    def job(self, name: str) -> Job:
        file = self.folder / name
        transcript = file.with_suffix(".txt").read_text(encoding="utf-8-sig", errors="replace")
        trace = file.with_suffix(".npz")
        return Job(
            name,
            file.read_bytes(),
            transcript,
            self.language,
            self.engine,
            trace.read_bytes() if trace.is_file() else None,
        )

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
                Audio.open(file),
                outcome.alignment.words,
                PoseTrace.load(trace) if trace.is_file() else None,
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
