"""For managers: how much and how fast reviewers decide, and how far they agree."""

from __future__ import annotations

from fastapi import Request

from align.resampling import Measure
from pangea_server.core.records import shared_fields
from pangea_server.core.wire import Wire
from pangea_server.http.csv_tables import ALSO_CSV, csv_response, wants_csv
from pangea_server.http.services import TheServices
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.quality.reviewers.decisions import Reviewers
from pangea_server.quality.reviewers.figures import ReviewerPair, ReviewerRow

router = GuardedRouter(prefix="/reviewers", tags=["review"])


class ReviewersView(Wire):
    """All reviewers; all pairs who decided about the same annotations; and Krippendorff's alpha over all of these."""

    reviewers: tuple[ReviewerRow, ...]
    pairs: tuple[ReviewerPair, ...]
    alpha: Measure


@router.get("", responses=ALSO_CSV)
def read_reviewers(services: TheServices, request: Request) -> ReviewersView:
    """How all reviewers decide, and how far those agree who decided about the same; CSV has the reviewers."""
    figures = services.get(Reviewers).figures()
    if wants_csv(request):
        return csv_response(ReviewerRow, figures.reviewers, "reviewers")  # type: ignore[return-value]  # sent as it is
    return ReviewersView(**shared_fields(figures, ReviewersView.model_fields))
