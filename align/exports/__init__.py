"""Writing timed words, annotations and pose traces in the formats that other programs read.

``WRITERS`` has a writer for each file extension::

    from align.exports import AlignedRecording, writer_for

    aligned = AlignedRecording("guide.wav", recording, alignment.words)
    Path("words.vtt").write_bytes(writer_for("words.vtt")(aligned))
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from align.exports.words import alignment_row, word_rows
from align.formats.ctm import ctm, read_ctm
from align.formats.edited_files import read_words
from align.formats.localized_narratives import localized_narratives, read_localized_narratives
from align.formats.srt import read_srt, srt
from align.formats.textgrid import read_textgrid, textgrid
from align.formats.webvtt import read_webvtt, webvtt
from align.picture import alignment_picture, png
from environments.errors import ConfigurationError

if TYPE_CHECKING:
    from align.audio import Audio
    from align.pose_trace import PoseTrace
    from align.report import Stretch
    from align.timed import TimedWord

__all__ = [
    "WRITERS",
    "AlignedRecording",
    "Writer",
    "alignment_row",
    "ctm",
    "localized_narratives",
    "read_ctm",
    "read_localized_narratives",
    "read_srt",
    "read_textgrid",
    "read_webvtt",
    "read_words",
    "srt",
    "textgrid",
    "webvtt",
    "word_rows",
    "writer_for",
]


@dataclass(frozen=True, slots=True, eq=False)
class AlignedRecording:
    """A recording with its timed words.

    Attributes:
        file_name: the recording's file name without its folder.
        recording: the sound; None if there is none, and then there is no TextGrid and no picture.
        trace: on the recording's clock; None when the camera is not known.
        unwritten: stretches of speech that are not written in the transcript.
    """

    file_name: str
    recording: Audio | None
    words: Sequence[TimedWord]
    trace: PoseTrace | None = None
    unwritten: Sequence[Stretch] = ()


Writer = Callable[[AlignedRecording], bytes]


def writer_for(path: str | Path) -> Writer:
    """The writer for a file, chosen by its extension.

    Raises:
        ConfigurationError: there is no writer for this extension.
    """
    suffix = Path(path).suffix.lower()
    if suffix not in WRITERS:
        raise ConfigurationError(
            f"There is no writer for {Path(path).name!r}.", remedy=f"Name it {', '.join(sorted(WRITERS))}."
        )
    return WRITERS[suffix]


def _utf8(write: Callable[[AlignedRecording], str]) -> Writer:
    return lambda aligned: write(aligned).encode()


def _json(aligned: AlignedRecording) -> str:
    return json.dumps(word_rows(aligned.words, aligned.trace), ensure_ascii=False, indent=1) + "\n"


def _narratives(aligned: AlignedRecording) -> str:
    if aligned.trace is None:
        raise ConfigurationError(
            "Localized Narratives need the camera's direction, and there is no pose trace.",
            remedy="Give the recording's pose trace.",
        )
    return localized_narratives(aligned.words, aligned.trace, voice_recording=aligned.file_name)


def _picture(aligned: AlignedRecording) -> str:
    return alignment_picture(
        _sound(aligned), aligned.words, aligned.trace, title=aligned.file_name, unwritten=aligned.unwritten
    )


def _sound(aligned: AlignedRecording) -> Audio:
    if aligned.recording is None:
        raise ConfigurationError(
            f"The format of {aligned.file_name} needs the sound or its length, and there is none.",
            remedy="Give the recording, or choose WebVTT, SRT, CTM or JSON.",
        )
    return aligned.recording


def _utterance(aligned: AlignedRecording) -> str:
    return "_".join(Path(aligned.file_name).stem.split())


WRITERS: Mapping[str, Writer] = MappingProxyType(
    {
        ".ctm": _utf8(lambda aligned: ctm(aligned.words, _utterance(aligned))),
        ".json": _utf8(_json),
        ".jsonl": _utf8(_narratives),
        ".png": lambda aligned: png(_picture(aligned)),
        ".srt": _utf8(lambda aligned: srt(aligned.words)),
        ".svg": _utf8(_picture),
        ".textgrid": _utf8(lambda aligned: textgrid(aligned.words, _sound(aligned).duration)),
        ".vtt": _utf8(lambda aligned: webvtt(aligned.words)),
    }
)
"""Writers by file extension in lower case. ``.jsonl`` is Localized Narratives, which need a pose trace; ``.svg`` and
``.png`` are pictures."""
