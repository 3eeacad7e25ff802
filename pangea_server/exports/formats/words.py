"""The words of each Guide in a file of their own: what ``align.exports`` writes, below ``{split}/{instruction}``.

A Guide whose words have no times has no such file, and neither has one without a voice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pangea_server.exports.dataset import Follower, Guide
from pangea_server.exports.files import ExportedFile, narrative_file, words_file
from pangea_server.exports.protocol import VOICE, Format

TIMES = {"times": VOICE}


class _Words(Format):
    """Words with times, in the format of ``align.exports`` that has this file extension."""

    suffix: str
    about: Mapping[str, Any] = TIMES

    def files(self, item: Guide | Follower) -> Iterable[ExportedFile]:
        if isinstance(item, Guide) and item.alignment and item.words and item.annotation.voice:
            guide = item.annotation
            name = f"{guide.split}/{guide.record_id}{self.suffix}"
            yield words_file(name, guide, item.annotation.voice, item.alignment, item.words)


class WebVTT(_Words):
    name, suffix = "webvtt", ".vtt"
    summary = "words as WebVTT cues"


class Srt(_Words):
    name, suffix = "srt", ".srt"
    summary = "words as SubRip subtitles"


class TextGrid(_Words):
    name, suffix = "textgrid", ".TextGrid"
    summary = "words for Praat and the Montreal Forced Aligner"


class Ctm(_Words):
    name, suffix = "ctm", ".ctm"
    summary = "words as NIST's CTM"


class Json(_Words):
    name, suffix = "json", ".json"
    summary = "words with viewpoint and camera"
    about = TIMES | {"heading, elevation": "radians; heading 0 along +y, growing to the right"}


class Svg(_Words):
    name, suffix = "svg", ".svg"
    summary = "a picture of voice, words and camera"


class Png(_Words):
    name, suffix = "png", ".png"
    summary = "the same picture in pixels"


class LocalizedNarratives(Format):
    name = "localized_narratives"
    summary = "words and where the camera pointed (jsonl)"
    about: Mapping[str, Any] = TIMES | {
        "x, y": "0 to 1 on the viewpoint's equirectangular image, heading 0 in the centre, from the upper left"
    }

    def files(self, item: Guide | Follower) -> Iterable[ExportedFile]:
        if isinstance(item, Guide) and item.words and item.annotation.pose_trace:
            guide, name = item.annotation, f"{item.annotation.split}/{item.annotation.record_id}"
            yield narrative_file(
                f"{name}.jsonl", guide, item.annotation.pose_trace, item.words, f"{guide.record_id}.wav"
            )
