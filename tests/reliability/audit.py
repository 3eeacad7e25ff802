"""What was acknowledged, held against what is stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from align.audio import wav_header
from environments.errors import PangeaError
from pangea_server.annotate.annotations.lookups import voice_of
from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.annotate.tasks.records import Recording, RecordingState, Task, TaskState
from pangea_server.collect.capture.chunks import stored_chunks
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import Store
from tests.reliability.guides import CHUNK_BYTES, SAMPLE_RATE, Chunk, chunks_of, whole_voice


@dataclass
class Findings:
    """How much of what was acknowledged is not as it was; all zero when the promise holds."""

    lost: int = 0
    changed: int = 0
    incomplete: int = 0
    doubled: int = 0
    refused: int = 0

    @property
    def total(self) -> int:
        return self.lost + self.changed + self.incomplete + self.doubled + self.refused

    def check_chunks(self, store: Store, acknowledged: Iterable[Chunk]) -> None:
        """Each chunk's bytes, from its blob or, once its recording was accepted, from the whole voice."""
        for chunk in acknowledged:
            try:
                found = _bytes_of(store, chunk)
            except PangeaError:
                self.lost += 1
                continue
            self.changed += found != chunks_of(chunk.lease_id)[chunk.stream][chunk.index]

    def check_annotations(self, store: Store, submitted: dict[str, int]) -> None:
        """One annotation for each receipt, with every sample of its voice; none that no task stands for."""
        annotations = {guide.instruction_id: guide for guide in every(store.records, GuideAnnotation)}
        for lease_id, instruction_id in submitted.items():
            annotation = annotations.get(instruction_id)
            if annotation is None:
                self.lost += 1
            else:
                self.changed += not _is_whole(store, lease_id, annotation)
        done = store.records.count(Task, {"kind": "guide", "state": TaskState.DONE})
        self.doubled += abs(len(annotations) - done)
        attempts = Counter(recording.lease_id for recording in every(store.records, Recording))
        self.doubled += sum(number - 1 for number in attempts.values())

    def check_that_all_is_submitted(self, store: Store) -> None:
        """Every recording that was started became an annotation, and left no chunk behind."""
        states = [recording.state for recording in every(store.records, Recording)]
        self.incomplete += sum(state is not RecordingState.ACCEPTED for state in states)
        self.incomplete += sum(
            "/voice/" in blob.name or "/pose/" in blob.name for blob in store.blobs.list("")
        )


def _bytes_of(store: Store, chunk: Chunk) -> bytes:
    recording = store.records.get(Recording, chunk.recording_id)
    folder = f"recordings/{chunk.recording_id}"
    if recording.state is RecordingState.OPEN:
        return store.blobs.read(f"{folder}/{chunk.stream}/{chunk.index:06d}")
    receipts = stored_chunks(store.blobs, recording, "voice" if chunk.stream == "voice" else "pose")
    (receipt,) = (receipt for receipt in receipts if receipt.index == chunk.index)
    if chunk.stream == "pose":  # kept as a trace, no longer as these bytes
        return chunks_of(chunk.lease_id)["pose"][chunk.index] if receipt.size else b""
    start = len(wav_header(0, SAMPLE_RATE)) + chunk.index * CHUNK_BYTES
    return store.blobs.read(f"{folder}/voice.wav")[start : start + CHUNK_BYTES]


def _is_whole(store: Store, lease_id: str, annotation: GuideAnnotation) -> bool:
    voice = whole_voice(lease_id)
    return store.blobs.read(voice_of(annotation)[0].blob) == wav_header(len(voice), SAMPLE_RATE) + voice
