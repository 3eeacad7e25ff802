"""``pangea review``, with what compares reviewers."""

from __future__ import annotations

from pangea_server.quality.review.command import app
from pangea_server.quality.reviewers.command import reviewers

app.command("reviewers")(reviewers)
