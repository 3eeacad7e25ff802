"""Align a folder of recordings, each with its transcript beside it, into a folder of timed words and reports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from mimetypes import guess_type
from pathlib import Path
from typing import BinaryIO

from align.audio import SUFFIXES, Audio
from align.batch import AlignJob, JobOutcome, JobReport
from align.errors import TranscriptError
from align.exports import AlignedRecording, writer_for
from align.exports.heard import heard_file
from align.exports.reports import read_report_file, report_file
from align.exports.whole import write_whole
from align.matching import Method
from align.phones.lexicon_file import MOST_LEXICON_BYTES
from align.pose_trace import PoseTrace
from align.readings.own_words import OwnLexicon
from align.recognisers.by_name import of_recording, refuse_one_for_many
from align.recognisers.registry import NO_OPTIONS, RecogniserOptions
from environments.errors import InvalidDataError
from environments.input.names import FileIndex, readable_stem
from environments.input.regular_files import MOST_BYTES, open_regular, read_regular
from environments.input.text import text_at

MOST_TEXT_BYTES = 2**24
LEXICON_SUFFIX = ".lexicon.txt"


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


def _is_recording(file: Path) -> bool:
    """Whether the extension is one of sound or video."""
    kind, _ = guess_type(file.name)
    return kind is not None and kind.startswith(("audio/", "video/"))


def _unreadable(file: Path, exc: OSError) -> InvalidDataError:
    return InvalidDataError(
        f"{file} cannot be read: {exc.strerror}.", remedy="Put a copy of the file there, or remove it."
    )


@dataclass(frozen=True)
class FolderWork:
    """The recordings of ``folder`` that have a transcript of the same name (``.txt``) beside them.

    A pose trace of the same name (``.npz``) adds viewpoint and camera, and a file of pronunciations
    (``NAME.lexicon.txt``) goes before those of ``lexicon``, which are for all recordings.

    Attributes:
        output: folder for the words, with the same tree of folders.
        suffix: extension of the files to write; a key of ``align.exports.WRITERS``.
        language: of all transcripts, BCP 47.
        options: for the recogniser that ``engine`` names.
        dtw: how a recogniser's words are warped onto the written ones.
    """

    folder: Path
    output: Path
    suffix: str
    language: str
    engine: str
    options: RecogniserOptions = NO_OPTIONS
    dtw: Method = "exact"
    lexicon: OwnLexicon = field(default_factory=dict)

    def __enter__(self) -> FolderWork:
        writer_for(f"words{self.suffix}")  # refuses an unknown format before anything is aligned
        return self

    def __exit__(self, *exception: object) -> None: ...

    def names(self) -> list[str]:
        """All recordings, as paths relative to ``folder``, in order.

        Raises:
            TranscriptError: no recording has a transcript.
            ConfigurationError: the engine has the words of one recording only.
        """
        found = [name for name in self._sounds() if self._has_transcript(name)]
        if not found:
            raise TranscriptError(
                f"{self.folder} has no recording with a transcript beside it.",
                remedy=f"Name them alike, such as voice.wav and voice.txt; sound is {', '.join(SUFFIXES)}.",
            )
        if len(found) > 1:
            refuse_one_for_many(self.engine, f"all {len(found)} recordings in {self.folder}")
        return found

    def without_transcript(self) -> list[str]:
        """The recordings that have no transcript and are left out."""
        return [name for name in self._sounds() if not self._has_transcript(name)]

    def unreadable(self) -> list[str]:
        """The recordings with a transcript beside them that are in none of the formats of ``SUFFIXES``, and are left
        out."""
        files = (
            file for file in self._index.files if file.suffix.lower() not in SUFFIXES and _is_recording(file)
        )
        return [str(file) for file in files if self._has_transcript(str(file))]

    def _sounds(self) -> list[str]:
        """The recordings in the formats of ``SUFFIXES``, with and without transcript."""
        return [str(file) for file in self._index.files if file.suffix.lower() in SUFFIXES]

    def _has_transcript(self, name: str) -> bool:
        return self._index.beside(Path(name), ".txt") is not None

    @cached_property
    def _index(self) -> FileIndex:
        return FileIndex(self.folder)

    @cached_property
    def _alike(self) -> frozenset[str]:
        """The names without extension that several recordings have, such as a.mp3 and a.ogg."""
        stems = Counter(readable_stem(Path(name)) for name in self._sounds())
        return frozenset(stem for stem, count in stems.items() if count > 1)

    def is_done(self, name: str) -> bool:
        """Whether a recording's words are written; a file is complete or absent."""
        return self.target(name).exists()

    def target(self, name: str) -> Path:
        """The file for the words of a recording: a.json; of several that are named alike a.mp3.json and a.ogg.json."""
        file = self.output / name
        if readable_stem(Path(name)) in self._alike:
            return file.with_name(file.name + self.suffix)
        return file.with_suffix(self.suffix)

    def job(self, name: str) -> AlignJob:
        file = Path(name)
        text = self._index.beside(file, ".txt") or self.folder / file.with_suffix(".txt")
        trace, own = self._index.beside(file, ".npz"), self._index.beside(file, LEXICON_SUFFIX)
        return AlignJob(
            name,
            FileVoice(self.folder / file, self.folder),
            text_at(self._read(text, MOST_TEXT_BYTES), f"The transcript {text.name}"),
            self.language,
            of_recording(self.engine, str(Path(name).with_suffix(""))),
            self._read(trace) if trace else None,
            options=self.options,
            dtw=self.dtw,
            lexicon=self.lexicon,
            own_lexicon=self._read(own, MOST_LEXICON_BYTES) if own else None,
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
            trace = self._index.beside(Path(outcome.name), ".npz")
            aligned = AlignedRecording(
                file.name,
                Audio.open(file, for_speech=True),
                outcome.alignment.words,
                PoseTrace.load(trace) if trace else None,
                outcome.alignment.unwritten or (),
            )
            target = self.target(outcome.name)
            write_whole(target, writer_for(target)(aligned))
            if outcome.alignment.heard is not None:
                write_whole(target.with_suffix(".heard.json"), heard_file(outcome.alignment.heard))
        write_whole(self.report_file(outcome.name), report_file(outcome))

    def findings(self, names: Iterable[str]) -> Iterator[JobReport]:
        for name in names:
            try:
                yield read_report_file(name, self.report_file(name).read_bytes())
            except FileNotFoundError:
                yield JobReport(name, reason="The aligner did not reach this recording.")
