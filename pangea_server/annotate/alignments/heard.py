"""What recognisers heard in Guides' voices, kept beside the alignments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import ClassVar

from pydantic import Field

from pangea_server.annotate.alignments.word_columns import HeardByRecogniser
from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.core.records import SENT_WHOLE, Record, now, padded
from pangea_server.stores.protocol import RecordReader, Transaction

MOST_RECOGNISERS = 100  # of one voice


class HeardWords(Record):
    """The words that one recogniser heard in a Guide's voice, the last time it listened."""

    model_config = SENT_WHOLE
    collection: ClassVar[str] = "heard_words"
    indexed: ClassVar[tuple[str, ...]] = ("instruction_id",)
    instruction_id: int
    recogniser: str
    language: str
    words: HeardByRecogniser
    created_at: datetime = Field(default_factory=now)

    @property
    def record_id(self) -> str:
        return self.id_of(self.instruction_id, self.recogniser)

    @classmethod
    def id_of(cls, instruction_id: int, recogniser: str) -> str:
        return f"{padded(instruction_id)}-{recogniser}"


def heard_in(records: RecordReader | Transaction, instruction_id: int) -> Sequence[HeardWords]:
    """What each recogniser heard in this Guide's voice, by the recognisers' names."""
    found = records.find(HeardWords, {"instruction_id": instruction_id}, limit=MOST_RECOGNISERS)
    return sorted(found, key=lambda each: each.recogniser)


def put_heard(transaction: Transaction, heard: HeardWords | None) -> Callable[[], None]:
    """Keeps what was heard, in place of what the same recogniser heard before, unless the voice was withdrawn
    meanwhile. This only reads; call the result to write it."""
    if heard is None or transaction.get(GuideAnnotation, padded(heard.instruction_id)) is None:
        return lambda: None
    known = transaction.get(HeardWords, heard.record_id)
    return lambda: (transaction.replace if known else transaction.create)(heard)
