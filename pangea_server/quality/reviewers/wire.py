"""Figures about reviewers, as sent over HTTP."""

from __future__ import annotations

from align.resampling import Measure
from pangea_server.core.wire import Wire
from pangea_server.quality.reviewers.figures import ReviewerPair, ReviewerRow


class ReviewersView(Wire):
    """All reviewers; all pairs who decided about the same annotations; and Krippendorff's alpha over all of these."""

    reviewers: tuple[ReviewerRow, ...]
    pairs: tuple[ReviewerPair, ...]
    alpha: Measure
