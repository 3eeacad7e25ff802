"""A folder of recordings, each beside its transcript, into a folder of timed words and reports."""

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
        output: where the words go, in the same tree.
        suffix: of the files to write; a key of ``align.exports.WRITERS``.
        language: BCP 47, of all transcripts.
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
            TranscriptError: there is none.
        """
        found = [name for name in self._sounds() if self._has_transcript(name)]
        if not found:
            raise TranscriptError(
                f"{self.folder} has no recording with a transcript beside it.",
                remedy=f"Name them alike, such as take.wav and take.txt; sound is {', '.join(SOUND)}.",
            )
        return found

    def without_transcript(self) -> list[str]:
        """The recordings that are left out."""
        return [name for name in self._sounds() if not self._has_transcript(name)]

    def _sounds(self) -> list[str]:
        files = (file for file in self.folder.rglob("*") if file.suffix.lower() in SOUND)
        return sorted(str(file.relative_to(self.folder)) for file in files)

    def _has_transcript(self, name: str) -> bool:
        return (self.folder / name).with_suffix(".txt").is_file()

    def is_done(self, name: str) -> bool:
        """Whether its words are there: they are written whole or not at all."""
        return self.target(name).exists()

    def target(self, name: str) -> Path:
        """Where the words of a recording go."""
        return (self.output / name).with_suffix(self.suffix)

    def job(self, name: str) -> Job:
        file = self.folder / name
        text = file.with_suffix(".txt").read_text(encoding="utf-8-sig", errors="replace")
        trace = file.with_suffix(".npz")
        return Job(
            name,
            file.read_bytes(),
            text,
            self.language,
            self.engine,
            trace.read_bytes() if trace.is_file() else None,
        )

    def report_file(self, name: str) -> Path:
        """Where the report on a recording goes: beside its words, or in their place."""
        return self.target(name).with_suffix(".report.json")

    def write(self, outcome: JobOutcome) -> None:
        """The words, where there are some, and then the report."""
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
                yield JobReport(name, reason="The aligner did not get to it.")
