"""All layers around the application, in their order."""

from __future__ import annotations

from fastapi import FastAPI

from pangea_server.edge.envelope import Envelope
from pangea_server.edge.fence import Fence
from pangea_server.edge.metrics import Metrics, RequestMetrics
from pangea_server.edge.rates import RateLimits
from pangea_server.edge.strict_json import StrictJson
from pangea_server.platforms.mechanical_turk import SITES
from pangea_server.problems import AnswerProblems
from pangea_server.settings import Settings


def install_edge(app: FastAPI, settings: Settings, metrics: Metrics) -> None:
    """Put the layers around ``app``: the innermost comes first."""
    app.add_middleware(StrictJson)
    app.add_middleware(RateLimits, settings=settings)
    app.add_middleware(Fence)
    app.add_middleware(AnswerProblems)
    app.add_middleware(RequestMetrics, metrics=metrics)
    mturk = SITES.get(settings.mturk, ())
    media_host = "https://storage.googleapis.com" if settings.firebase_links else ""
    google = settings.firebase_auth_domain if settings.sign_in == "firebase" else None
    app.add_middleware(
        Envelope,
        media_host=media_host,
        frame_ancestors=" ".join([*settings.frame_ancestors.split(), *mturk]),
        form_targets=" ".join(mturk),
        google_sign_in=google,
    )
