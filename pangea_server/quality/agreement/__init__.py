"""How far people agree who did the same: their transcripts, their walks, their ratings."""

from __future__ import annotations

from pangea_server.quality.agreement.measures import (
    Level,
    Measure,
    agreement_of_ratings,
    agreement_of_walks,
    word_error_rate,
)
from pangea_server.quality.agreement.report import AgreementReport, agreement

__all__ = [
    "AgreementReport",
    "Level",
    "Measure",
    "agreement",
    "agreement_of_ratings",
    "agreement_of_walks",
    "word_error_rate",
]
