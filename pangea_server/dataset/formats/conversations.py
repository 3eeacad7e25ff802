"""Dialogues for people who study conversation: both voices as the channels of one sound, and who says what when.

``{kind}/{navigator's number}.wav`` has the first role of the kind on the left and the second on the right, on one time
line that begins when the first of them began to record; beside it are ``.eaf`` for ELAN, ``.rttm`` and ``.ctm``, where
the channels are 1 and 2. Gaps of a recording are silence, and drift between the two devices' clocks is taken out.
A dialogue of which one side's time is not known, or one answer is not there, is not written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import soundfile

from align import Audio, TimedWord
from align.exports.whole import write_whole
from align.formats.ctm import ctm
from align.formats.elan import elan
from align.formats.rttm import rttm
from align.joint_voice import on_line
from environments import PangeaError
from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.core.records import padded
from pangea_server.dataset.dialogues.together import Dialogue, Side
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.entries.files import FailedFile
from pangea_server.dataset.entries.protocol import Format
from pangea_server.dataset.formats.dialogues import dialogues

UNTIMED = "dialogues of which one side's time is not known, so that nothing puts it beside the other"


class Conversations(Format):
    name = "conversations"
    summary = "dialogues as one sound of two channels (wav), for ELAN (eaf), and who speaks when (rttm, ctm)"
    of = TaskAnnotation
    about: Mapping[str, Any] = {
        "times": "seconds since the first of both began to record",
        "channels": "1 (left) is the first role of the kind, 2 (right) the second, who ends the dialogue",
    }

    def write(self, dataset: Dataset, folder: Path) -> Iterable[FailedFile]:
        faults = []
        for dialogue in dialogues(dataset):
            if not all(side.clock for side in dialogue.sides):
                dataset.notes[UNTIMED] += 1
                continue
            last = dialogue.sides[-1].annotation
            name = f"{last.kind}/{padded(last.annotation_id)}"
            try:
                _write(dataset, folder / name, dialogue)
            except PangeaError as error:  # a damaged voice
                faults.append(FailedFile(f"{self.name}/{name}", error))
        return faults


def _write(dataset: Dataset, file: Path, dialogue: Dialogue) -> None:
    voices = [_voice(dataset, side) for side in dialogue.sides]
    sound = file.with_suffix(".wav") if any(voice is not None for voice in voices) else None
    if sound:
        _write_sound(sound, dialogue, voices)
    said, roles = dialogue.said(), [side.role for side in dialogue.sides]
    timed = {side.role: _on_line(side) for side in dialogue.sides}
    first = dialogue.first
    document = elan(
        said,
        timed,
        sound=sound.name if sound else None,
        language=first.language,
        made_at=max(side.annotation.submitted_at for side in dialogue.sides),
    )
    write_whole(file.with_suffix(".eaf"), document)
    channels = {role: number for number, role in enumerate(roles, 1)}
    write_whole(file.with_suffix(".rttm"), rttm(said, file.name, channels).encode())
    lines = (ctm(timed[role], file.name, str(channels[role])) for role in roles)
    write_whole(file.with_suffix(".ctm"), "".join(lines).encode())


def _on_line(side: Side) -> list[TimedWord]:
    """The words with their times on the dialogue's line."""
    return [
        replace(word, start_time=side.at(word.start_time), end_time=side.at(word.end_time))
        for word in side.words
    ]


def _voice(dataset: Dataset, side: Side) -> Audio | None:
    if side.annotation.voice is None:
        return None
    with dataset.store.blobs.open(side.annotation.voice.blob) as file:
        return Audio.open(file)


def _write_sound(target: Path, dialogue: Dialogue, voices: list[Audio | None]) -> None:
    rate = max(voice.sample_rate for voice in voices if voice)
    channels = list(_channels(dialogue, voices, rate))
    both = np.zeros((max(each.size for each in channels), len(channels)), np.float32)
    for number, samples in enumerate(channels):
        both[: samples.size, number] = samples
    packed = BytesIO()
    soundfile.write(packed, both, rate, format="WAV", subtype="PCM_16")
    write_whole(target, packed.getvalue())


def _channels(dialogue: Dialogue, voices: list[Audio | None], rate: int) -> Iterator[Any]:
    for side, voice in zip(dialogue.sides, voices, strict=True):
        if voice is None or side.clock is None:
            yield np.zeros(0, np.float32)
        else:
            yield on_line(voice.resampled(rate), side.clock, side.zero, dialogue.seconds or 0.0)
