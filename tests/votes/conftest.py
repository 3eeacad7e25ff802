"""A server over the corridor, and campaigns in which people judge."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from environments import PanoramaFolder
from pangea_server.annotate.campaigns.records import CampaignDefinition
from pangea_server.app.testing.server import Someone
from pangea_server.collect.planning.lifecycle import Creation, create_campaign
from pangea_server.stores.protocol import Store
from tests.server.conftest import people, place, server, settings, store, web

__all__ = ["people", "place", "server", "settings", "store", "web"]

Judged = Callable[..., Creation]
FORM: dict[str, Any] = {
    "json_schema": {
        "type": "object",
        "required": ["tidy"],
        "properties": {"tidy": {"type": "boolean"}, "why": {"type": "string", "format": "multiline"}},
    },
    "texts": {
        "en": {
            "title": "The room",
            "questions": {"tidy": {"title": "Is it tidy?"}, "why": {"title": "Why?"}},
        }
    },
}
WHICH: dict[str, Any] = {
    "json_schema": {
        "type": "object",
        "required": ["which"],
        "properties": {"which": {"type": "string", "enum": ["left", "right", "same"]}},
    },
    "texts": {"en": {"title": "Two ways", "questions": {"which": {"title": "Which is clearer?"}}}},
}
PICTURES = {
    "form": "room",
    "decides": "tidy",
    "shows": "picture",
    "pictures": [{"scan": "corridor", "viewpoint": "lamp", "heading_deg": 90}],
    "votes": {"judges": 2, "agree": 2, "most": 3},
}


@pytest.fixture
def judged(store: Store, place: Path) -> Judged:
    """Creates the campaign, or changes it."""

    def create(judge: dict[str, Any], **changed: Any) -> Creation:
        content = {
            "id": "corridor",
            "languages": ["en-US"],
            "paths": [{"scan": "corridor", "viewpoints": [["door", "lamp", "sofa"]]}],
            "guides_per_path": 2,
            "followers_per_guide": 0,
            "send_back_after": None,
            "trust": {"learning": 0, "opening": 0, "share": 0},
            "rotation": {"first": 0},
            "forms": {"room": FORM, "which": WHICH},
            "tasks": {"judge": judge},
        }
        definition = CampaignDefinition.model_validate(content | changed)
        return create_campaign(store.records, PanoramaFolder(place), "place", definition)

    return create


def vote(person: Someone, **answers: Any) -> Any:
    lease = person.lease("judge")
    return person.submit(lease["lease_id"], {"answer": {"answers": answers}})


def nothing_for(person: Someone) -> bool:
    return person.call("POST", "/leases", json={"kind": "judge"}).status_code == 204
