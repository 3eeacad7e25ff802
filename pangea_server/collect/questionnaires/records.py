"""What people answered in a questionnaire."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from pydantic import Field, JsonValue

from pangea_server.core.records import Record, now, padded


class FormAnswer(Record):
    """One person's answers to a form on one occasion.

    Attributes:
        occasion: ``entry``, ``session-N`` for the Nth session, or the id of the task that they had just done.
        version: which ``FormVersion`` they saw, and ``language`` in which language.
    """

    collection: ClassVar[str] = "form_answers"
    indexed: ClassVar[tuple[str, ...]] = ("annotator_id", "campaign_id")
    annotator_id: int
    campaign_id: str
    form: str
    occasion: str
    version: str
    language: str
    answers: dict[str, JsonValue]
    answered_at: datetime = Field(default_factory=now)

    @property
    def record_id(self) -> str:
        return answer_id(self.annotator_id, self.campaign_id, self.form, self.occasion)


def answer_id(annotator_id: int, campaign_id: str, form: str, occasion: str) -> str:
    """A person answers a form once on each occasion."""
    return f"{padded(annotator_id)}-{campaign_id}-{form}-{occasion}"
