"""The chunks that annotators send: of real size, each with bytes of its own, and their digests at no cost."""

from __future__ import annotations

import base64
import hashlib
import random
import struct
from dataclasses import dataclass
from functools import cached_property

VOICE_HEADER = 44  # bytes: five seconds of a WAV file at 16 kHz, as in the figures this is compared with
POSE_BYTES = 142_107  # 300 snapshots as JSON Lines
SECONDS = 5
STREAMS = ("voice", "pose")
STAMP = struct.Struct(">IIII")


@dataclass(frozen=True)
class ChunkMaker:
    """Chunks of one size. All begin alike; the last 16 bytes say whose they are, so none can stand for another."""

    stream: str
    size: int

    @cached_property
    def body(self) -> bytes:
        """What all chunks begin with."""
        return random.Random(self.stream).randbytes(self.size - STAMP.size)

    @cached_property
    def _digest(self) -> hashlib._Hash:
        return hashlib.sha256(self.body)

    def stamp(self, annotator: int, index: int) -> bytes:
        """What this chunk ends with."""
        return STAMP.pack(annotator, STREAMS.index(self.stream), index, self.size)

    def whole(self, annotator: int, index: int) -> bytes:
        return self.body + self.stamp(annotator, index)

    def content_digest(self, stamp: bytes) -> bytes:
        """The header of RFC 9530, from the hash of what all chunks begin with."""
        digest = self._digest.copy()
        digest.update(stamp)
        return b"sha-256=:" + base64.b64encode(digest.digest()) + b":"


def makers(sample_rate: int) -> dict[str, ChunkMaker]:
    """By stream: five seconds of 16-bit voice, and 300 snapshots."""
    voice = 2 * SECONDS * sample_rate + VOICE_HEADER
    return {"voice": ChunkMaker("voice", voice), "pose": ChunkMaker("pose", POSE_BYTES)}
