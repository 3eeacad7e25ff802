"""Agreement between people who did the same task: transcripts, walks and ratings."""

from __future__ import annotations

from pangea_server.quality.agreement.measures import (
    Measure,
    ScaleLevel,
    agreement_of_ratings,
    agreement_of_walks,
    word_error_rate,
)
from pangea_server.quality.agreement.report import AgreementReport, agreement

__all__ = [
    "AgreementReport",
    "Measure",
    "ScaleLevel",
    "agreement",
    "agreement_of_ratings",
    "agreement_of_walks",
    "word_error_rate",
]
