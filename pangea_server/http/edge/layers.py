"""All middleware around the application, in order."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import FastAPI

from pangea_server.core.settings import Settings
from pangea_server.http.edge.fetch_metadata import FetchMetadata
from pangea_server.http.edge.metrics import Metrics, RequestMetrics
from pangea_server.http.edge.rates import Known, RateLimits
from pangea_server.http.edge.security_headers import SecurityHeaders
from pangea_server.http.problems import AnswerProblems


def install_edge(
    app: FastAPI,
    settings: Settings,
    metrics: Metrics,
    known: Known,
    frame_sites: Sequence[str] = (),
) -> None:
    """Add the middleware to ``app``, the innermost first.

    Args:
        known: as ``RateLimits`` says.
        frame_sites: addresses of sites that may show our pages in a frame and receive their forms.
    """
    app.add_middleware(FetchMetadata)
    app.add_middleware(RateLimits, settings=settings, known=known)
    app.add_middleware(AnswerProblems)
    app.add_middleware(RequestMetrics, metrics=metrics)
    media_host = "https://storage.googleapis.com" if settings.firebase_links else ""
    google = settings.firebase_auth_domain if settings.sign_in == "firebase" else None
    app.add_middleware(
        SecurityHeaders,
        media_host=media_host,
        frame_ancestors=" ".join([*settings.frame_ancestors.split(), *frame_sites]),
        form_targets=" ".join(frame_sites),
        google_sign_in=google,
    )
