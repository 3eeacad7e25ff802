"""Agreement between people who did the same task: transcripts, walks, ratings, and what words mean."""

from __future__ import annotations

from align.resampling import Measure
from pangea_server.quality.agreement.distances import (
    AnsweredItem,
    agreement_of_points,
    agreement_of_regions,
    alpha_by_distance,
)
from pangea_server.quality.agreement.measures import (
    ScaleLevel,
    agreement_of_answers,
    agreement_of_chains,
    agreement_of_ratings,
    agreement_of_spans,
    agreement_of_walks,
    word_error_rate,
)
from pangea_server.quality.agreement.report import AgreementReport, agreement

__all__ = [
    "AgreementReport",
    "AnsweredItem",
    "Measure",
    "ScaleLevel",
    "agreement",
    "agreement_of_answers",
    "agreement_of_chains",
    "agreement_of_points",
    "agreement_of_ratings",
    "agreement_of_regions",
    "agreement_of_spans",
    "agreement_of_walks",
    "alpha_by_distance",
    "word_error_rate",
]
