"""A server over the corridor, and campaigns with questionnaires."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from environments import PanoramaFolder
from pangea_server.annotate.campaigns.records import CampaignDefinition
from pangea_server.collect.planning.lifecycle import Creation, create_campaign
from pangea_server.stores.protocol import Store
from tests.server.conftest import people, place, server, settings, store, web

__all__ = ["people", "place", "server", "settings", "store", "web"]

Planned = Callable[..., Creation]

OPINION: dict[str, Any] = {
    "asked": "after_task",
    "json_schema": {
        "type": "object",
        "required": ["ease"],
        "properties": {
            "ease": {"type": "integer", "minimum": 1, "maximum": 5, "format": "likert"},
            "device": {"type": "string", "enum": ["phone", "laptop"]},
            "trouble": {"type": "array", "uniqueItems": True, "items": {"enum": ["sound", "picture"]}},
            "headphones": {"type": "boolean"},
            "minutes": {"type": "number", "minimum": 0},
            "words": {"type": "string", "maxLength": 20, "format": "multiline"},
        },
    },
    "texts": {
        "en": {
            "title": "How was it?",
            "questions": {
                "ease": {"title": "How easy was it?", "low": "Very hard", "high": "Very easy"},
                "device": {"title": "Your device", "options": {"phone": "A phone"}},
                "trouble": {"title": "What did not work?"},
                "headphones": {"title": "Did you use headphones?"},
                "minutes": {"title": "How many minutes did you take?"},
                "words": {"title": "Anything else?"},
            },
        }
    },
}


def opinion(**changed: Any) -> dict[str, Any]:
    return OPINION | changed


@pytest.fixture
def planned(store: Store, place: Path) -> Planned:
    """Creates the campaign, or changes it."""

    def create(forms: dict[str, Any], **changed: Any) -> Creation:
        content = {
            "id": "corridor",
            "languages": ["en-US"],
            "paths": [
                {"scan": "corridor", "viewpoints": [["door", "lamp", "sofa"], ["lamp", "sofa", "window"]]}
            ],
            "guides_per_path": 3,
            "followers_per_guide": 0,
            "send_back_after": None,
            "trust": {"learning": 0},
            "rotation": {"first": 0},
            "forms": forms,
        }
        definition = CampaignDefinition.model_validate(content | changed)
        return create_campaign(store.records, PanoramaFolder(place), "place", definition)

    return create
