"""Keys by which similar transcripts are found."""

from __future__ import annotations

from typing import ClassVar

from pangea_server.core.records import Record, padded


class TranscriptBands(Record):
    """The keys of a Guide's transcript; similar transcripts share some of their keys (``flags/near_copies.py``)."""

    collection: ClassVar[str] = "transcript_bands"
    indexed: ClassVar[tuple[str, ...]] = tuple(f"band_{index}" for index in range(16))
    instruction_id: int
    band_0: str
    band_1: str
    band_2: str
    band_3: str
    band_4: str
    band_5: str
    band_6: str
    band_7: str
    band_8: str
    band_9: str
    band_10: str
    band_11: str
    band_12: str
    band_13: str
    band_14: str
    band_15: str

    @property
    def record_id(self) -> str:
        return padded(self.instruction_id)
