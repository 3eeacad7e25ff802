"""Each fault of a campaign's definition has its key; a sound one has none."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from pangea_server.annotate.campaigns.records import CampaignDefinition
from pangea_server.annotate.kinds.kinds import kind_names
from pangea_server.collect.planning.faults import faults_in
from pangea_server.collect.planning.given import given_faults

SCANS = ("corridor", "castle")
WALKS: dict[str, Any] = {"scan": "corridor", "viewpoints": [["door", "lamp"]]}
SPEECHLESS = {"guide": {"voice": "none"}}
WORDLESS = {"guide": {"transcript": "none"}}
HEARD = {"arms": {"heard": {"instruction": "voice"}}}
READ = {"arms": {"read": {"instruction": "text"}}}


def definition(**changed: Any) -> CampaignDefinition:
    base = {"id": "c", "languages": ["en-US", "hi-IN"], "paths": [WALKS]}
    return CampaignDefinition.model_validate(base | changed)


@pytest.mark.parametrize(
    ("changed", "found"),
    [
        ({}, []),
        (
            {
                "paths": [WALKS, {"sampler": "r2r", "scans": ["corridor", "castle"], "pool": "a"}],
                "pools": {"a": {"languages": ["hi-IN"]}, "b": {}},
                "guide": {"draft": "whisper", "draft_check": 0.1},
                "followers_per_guide": 2,
                "send_back_after": 2,
                "per_guide": {},
                "consent": {"texts": {"en": "Yes", "hi-IN": "हाँ"}},
                "instructions": {"guide": {"en": "Walk."}},
                "map": {"follower": "on"},
                "time_limit": {"follower": 180, "find": 5},
            },
            [],
        ),
        ({"paths": []}, ["paths: the campaign requests no work"]),
        (
            {"instructions": {"guide": {"en": f"{'*a **b ' * 150}so{' c** d*' * 150}"}}},
            ["instructions.guide.en: its emphasis and lists are nested 301 deep; at most 20 can be shown"],
        ),
        (
            {"consent": {"texts": {"en": "*so* " * 2000}}},
            [
                "consent.texts.en: it has 8,002 paragraphs, emphases, links and lines; at most 5,000 can be shown"
            ],
        ),
        (
            {"paths": [], "guides_per_path": 2, "transcripts_per_guide": 1, "followers_per_guide": 1},
            [
                "paths: the campaign requests no work",
                "followers_per_guide: without paths there can be no Guides",
                "guides_per_path: without paths there can be no Guides",
                "transcripts_per_guide: without paths there can be no Guides",
            ],
        ),
        ({"paths": [], "tasks": {"tour": {}}}, []),
        ({"languages": ["en-US", "en_US"]}, ["languages.1: 'en_US' is usually written 'en-US'"]),
        ({"languages": ["en-US", "hi-IN", "en-US"]}, ["languages.2: 'en-US' is listed twice"]),
        (
            {"instructions": {"guide": {"english": "Walk."}}},
            ["instructions.guide.english: 'english' is not a language"],
        ),
        (
            {
                "instructions": {"gide": {"en": "Walk."}},
                "map": {"folower": "on"},
                "time_limit": {"fnd": 60},
            },
            [
                "instructions.gide: there is no task of kind 'gide'",
                "map.folower: there is no task of kind 'folower'",
                "time_limit.fnd: there is no task of kind 'fnd'",
            ],
        ),
        ({"consent": {"texts": {"xx": "?"}}}, ["consent.texts.xx: 'xx' is not a language"]),
        (
            {"pools": {"a": {"languages": ["te-IN", "hi-IN"]}}},
            ["pools.a.languages.0: the campaign has no language 'te-IN'"],
        ),
        ({"followers_per_guide": 2, "send_back_after": None}, []),
        (
            {"followers_per_guide": 2, "send_back_after": 3},
            [
                "send_back_after: words are sent back after 3 Followers, but each Guide has 2 of them "
                "(followers_per_guide)"
            ],
        ),
        ({"followers_per_guide": 0}, []),
        ({"guide": {"draft": "parott"}}, ["guide.draft: there is no recogniser 'parott'"]),
        ({"guide": {"draft": "recognised"}}, ["guide.draft: there is no recogniser 'recognised'"]),
        (
            {"guide": {"draft": "whisper", "transcript": "none"}},
            ["guide.draft: these Guides do not write down what they say"],
        ),
        ({"guide": {"draft_check": 0.1}}, ["guide.draft_check: without drafts no error can be planted"]),
        (
            {"per_guide": {"follower": 1}},
            ["per_guide.follower: tasks of kind 'follower' cannot be requested here"],
        ),
        ({"per_guide": {"tour": 1}}, ["per_guide.tour: tasks of kind 'tour' cannot be requested here"]),
        (
            {"paths": [{"scan": "corridor"}]},
            ["paths.0: paths come from one of sampler, file and viewpoints, not from none of them"],
        ),
        (
            {"paths": [WALKS, {"sampler": "r2r", "file": "a.json"}]},
            ["paths.1: paths come from one of sampler, file and viewpoints, not from sampler and file"],
        ),
        ({"paths": [{"sampler": "r3r"}]}, ["paths.0.sampler: there is no sampler 'r3r'"]),
        (
            {"paths": [{"viewpoints": [["door", "lamp"]]}]},
            ["paths.0.viewpoints: the scan of these viewpoints is missing"],
        ),
        ({"paths": [WALKS | {"scan": "cellar"}]}, ["paths.0.scan: the environment has no scan 'cellar'"]),
        (
            {"paths": [{"sampler": "r2r", "scans": ["castle", "cellar", "castle"]}]},
            [
                "paths.0.scans.1: the environment has no scan 'cellar'",
                "paths.0.scans.2: 'castle' is listed twice",
            ],
        ),
        ({"paths": [WALKS | {"pool": "b"}], "pools": {"a": {}}}, ["paths.0.pool: there is no pool 'b'"]),
        ({"paths": [WALKS | {"pool": "b"}]}, ["paths.0.pool: there is no pool 'b'"]),
    ],
)
def test_a_fault_is_named_with_its_key(changed: dict[str, Any], found: list[str]) -> None:
    faults = faults_in(definition(**changed), kind_names(), SCANS)
    assert [f"{'.'.join(map(str, fault.where))}: {fault.message}" for fault in faults] == found


@pytest.mark.parametrize(
    ("changed", "remedy"),
    [
        ({"paths": [WALKS | {"pool": "b"}]}, "Add it under pools."),
        ({"paths": [WALKS | {"pool": "teem"}], "pools": {"team": {}}}, "Perhaps team was meant."),
        ({"paths": [{"sampler": "r3r"}]}, "Perhaps r2r was meant."),
        ({"per_guide": {"follower": 1}}, "Write followers_per_guide."),
        ({"per_guide": {"tour": 1}}, "Name a kind whose tasks are about a Guide's words."),
        ({"paths": [WALKS | {"scan": "cellar"}]}, "Known are castle, corridor."),
    ],
)
def test_a_fault_says_what_to_do(changed: dict[str, Any], remedy: str) -> None:
    [fault] = faults_in(definition(**changed), kind_names(), SCANS)
    assert fault.remedy == remedy


@pytest.mark.parametrize(
    ("changed", "found"),
    [
        ({}, []),
        (SPEECHLESS, []),
        (WORDLESS, []),
        (
            {"guide": {"voice": "none", "transcript": "none"}},
            ["guide.voice: Guides would neither speak nor write (transcript: none)"],
        ),
        (
            SPEECHLESS | {"transcripts_per_guide": 1},
            ["transcripts_per_guide: Guides do not speak (guide.voice: none), so there is nothing to hear"],
        ),
        (WORDLESS | {"transcripts_per_guide": 1}, []),
        ({"conditions": HEARD}, []),
        ({"conditions": READ}, []),
        (
            {"conditions": READ, "followers_per_guide": 0},
            ["conditions: the campaign has no task that is given in arms"],
        ),
        (
            SPEECHLESS | {"conditions": HEARD},
            ["conditions.arms.heard.instruction: Guides do not speak (guide.voice: none)"],
        ),
        (SPEECHLESS | {"conditions": READ}, []),
        (SPEECHLESS | {"conditions": HEARD, "written": {}}, []),
        (
            WORDLESS | {"conditions": READ},
            ["conditions.arms.read.instruction: Guides do not write (guide.transcript: none)"],
        ),
        (WORDLESS | {"conditions": HEARD}, []),
    ],
)
def test_nobody_is_given_what_nobody_makes(changed: dict[str, Any], found: list[str]) -> None:
    faults = given_faults(definition(**changed), None)
    assert [f"{'.'.join(map(str, fault.where))}: {fault.message}" for fault in faults] == found


@pytest.mark.parametrize(
    ("earlier", "now", "found"),
    [
        ({}, {}, []),
        ({}, {"conditions": HEARD}, []),
        ({}, SPEECHLESS, ["guide.voice: Guides already work with voice: spoken"]),
        ({"conditions": HEARD}, {}, ["conditions.arms.heard: answers may have this arm"]),
        (
            {"conditions": HEARD | {"seed": 1}},
            {"conditions": HEARD},
            ["conditions.seed: tasks are given with the seed 1"],
        ),
        (
            {"conditions": HEARD},
            {"conditions": {"arms": HEARD["arms"] | {"both": {}}}},
            [],
        ),
        (
            {"conditions": HEARD},
            {"conditions": {"arms": {"heard": {"instruction": "voice", "weight": 0}, "both": {}}}},
            [],
        ),
        (
            {"conditions": HEARD},
            {"conditions": {"arms": {"heard": {"instruction": "voice", "pictures": "none"}}}},
            ["conditions.arms.heard: answers may have this arm as it was before"],
        ),
    ],
)
def test_what_answers_were_given_under_stays(
    earlier: dict[str, Any], now: dict[str, Any], found: list[str]
) -> None:
    faults = given_faults(definition(**now), definition(**earlier))
    assert [f"{'.'.join(map(str, fault.where))}: {fault.message}" for fault in faults] == found


@pytest.mark.parametrize("hidden", ["\u202e", "\u202d", "\x00", "\x1b"])
def test_a_text_that_people_would_see_as_another_is_refused(hidden: str) -> None:
    for changed in (
        {"instructions": {"guide": {"en": f"Go {hidden}tfel."}}},
        {"consent": {"texts": {"en": hidden}}},
    ):
        with pytest.raises(ValidationError, match=f"cannot see, U\\+{ord(hidden):04X}, after"):
            definition(**changed)
    definition(instructions={"guide": {"ur": "\u200fبائیں\u200f\nمڑیں\t\u2067x\u2069"}})
