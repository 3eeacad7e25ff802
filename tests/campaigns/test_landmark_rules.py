"""The section ``tasks: landmarks`` of a campaign file: what it becomes, and what is refused with its reason."""

from __future__ import annotations

from typing import Any

import pytest

from environments.demo import DemoHouse
from pangea_server.annotate.campaigns.records import CampaignDefinition
from pangea_server.annotate.landmarks.protocol.asked import Step
from pangea_server.annotate.tasks.records import Task
from pangea_server.collect.landmarks.rules import protocol_rules
from pangea_server.collect.planning.lifecycle import create_campaign
from pangea_server.core.errors import CampaignFileError
from pangea_server.stores.protocol import Store


def definition(landmarks: Any, **more: Any) -> CampaignDefinition:
    content = {
        "id": "house",
        "languages": ["en-US", "hi-IN"],
        "paths": [{"sampler": "r2r", "per_scan": 1, "scans": ["demo-house"]}],
        "tasks": {"landmarks": landmarks},
    }
    return CampaignDefinition.model_validate(content | more)


def test_an_empty_section_asks_for_every_step() -> None:
    rules = protocol_rules(definition({}))
    assert rules is not None
    assert tuple(rules.steps) == tuple(Step)
    assert (rules.followers_draw, rules.bilingual) == (0.0, frozenset())
    assert protocol_rules(CampaignDefinition(id="house", languages=("en-US",))) is None


def test_what_it_says_is_what_the_protocol_is_told() -> None:
    said = {
        "kinds": ["mention", "coref_link"],
        "bilingual": [["en-US", "hi-IN"]],
        "always_box": ["light"],
        "rounds": 2,
        "one_step": False,
    }
    rules = protocol_rules(definition(said))
    assert rules is not None
    assert rules.steps == (Step.MENTION, Step.LINK)
    assert rules.bilingual == {frozenset({"en-US", "hi-IN"})}
    assert rules.always_box == {"light"}
    assert (rules.rounds, rules.one_step) == (2, False)


@pytest.mark.parametrize(
    ("landmarks", "message"),
    [
        ({"kind": ["mention"]}, "landmarks.kind: this key is not known"),
        ({"per_scan": 3}, "landmarks.per_scan: this key is not known"),
        ({"kinds": ["mentoin"]}, "kinds.0: 'mentoin' asks nothing about landmarks"),
        ({"kinds": ["mention", "box_draw"]}, "kinds.1: box_draw waits for answers of box_need"),
        ({"languages": ["fr-FR"]}, "languages.0: no landmarks are asked for in 'fr-FR'"),
        (
            {"languages": ["en-US"], "bilingual": [["en-US", "hi-IN"]]},
            "bilingual.0.1: no landmarks .* 'hi-IN'",
        ),
        ({"bilingual": [["en-US", "en-US"]]}, "bilingual.0: en-US is named twice"),
        ({"always_box": ["sofas"]}, "always_box.0: there is no type 'sofas'"),
        ({"followers_draw": 2}, "followers_draw: should be less than or equal to 1"),
        (
            {"kinds": ["mention", "coref_link"], "followers_draw": 0.1},
            "followers_draw: nobody is asked for region_meant",
        ),
        ({"proposer": "dictionry"}, "proposer: There is no 'dictionry' in pangea.mentions"),
        ({"nouns": {"ur": {"furniture": ["kursi"]}}}, "nouns: There is no dictionary of 'ur'"),
        ({"nouns": {"en": {"sofas": ["chaise"]}}}, "nouns.en.sofas: there is no type 'sofas'"),
        ({"nouns": {"en": {"furniture": [""]}}}, "nouns.en.furniture.0: string should have at least 1"),
        ({"rounds": "three"}, "rounds: should be a valid integer"),
    ],
)
def test_what_cannot_be_asked_is_refused_and_nothing_is_written(
    store: Store, landmarks: Any, message: str
) -> None:
    with pytest.raises(CampaignFileError, match=message):
        create_campaign(store.records, DemoHouse(), "demo", definition(landmarks))
    assert store.records.count(Task) == 0


def test_without_paths_there_are_no_words(store: Store) -> None:
    with pytest.raises(CampaignFileError, match="landmarks: without paths"):
        create_campaign(store.records, DemoHouse(), "demo", definition({}, paths=[]))


def test_a_step_alone_is_refused(store: Store) -> None:
    asked = definition({}, tasks={"mention": {}})
    with pytest.raises(CampaignFileError, match="not standalone") as refused:
        create_campaign(store.records, DemoHouse(), "demo", asked)
    assert refused.value.remedy == "Request landmarks."
