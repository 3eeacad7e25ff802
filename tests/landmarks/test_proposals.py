"""What a page proposes to mark, over HTTP: shown, never stored by itself, and told apart from what a person found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from pangea_server import Settings
from pangea_server.annotate.campaigns.records import CampaignDefinition
from pangea_server.annotate.kinds.landmark_made import BY_MACHINE, Made, MadeWords
from pangea_server.annotate.kinds.mention import MentionTask
from pangea_server.annotate.landmarks.records import Mention, transcript_digest
from pangea_server.annotate.links.media import Media, MediaLinks
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.app.testing.server import Someone, assert_problem, let_in
from pangea_server.collect.landmarks.updates import LandmarkAdvancer
from pangea_server.collect.planning.lifecycle import create_campaign
from pangea_server.core.records import padded
from pangea_server.people.access.records import Annotator, Role
from pangea_server.stores.protocol import Store

PLUGINS = Path(__file__).parents[1] / "data" / "plugins" / "pangea_odd_proposers"
WORDS = "Go past the red lamp, then the wug. Stop at the sofa."
Asked = Callable[..., dict[str, Any]]


@pytest.fixture
def somebody(server: TestClient, store: Store) -> Someone:
    person, token = let_in(store.records, Role.ANNOTATOR, ("en-US", "ur-PK", "hi-IN"))
    return Someone(server, token, person.annotator_id)


@pytest.fixture
def asked(server: TestClient, store: Store, settings: Settings, somebody: Someone) -> Asked:
    """A page on which somebody marks what a Guide said, in a campaign with this section."""

    def ask(text: str = WORDS, language: str = "en-US", **landmarks: Any) -> dict[str, Any]:
        services = server.app.state.services  # type: ignore[attr-defined]
        content = {
            "id": "walks",
            "languages": [language],
            "paths": [{"scan": "corridor", "viewpoints": [["door", "lamp"]]}],
            "guides_per_path": 1,
            "followers_per_guide": 0,
            "rotation": {"first": 0},
            "trust": {"learning": 0},
            "tasks": {"landmarks": {"mark_twice": 0, "kinds": ["mention"]} | landmarks},
        }
        definition = CampaignDefinition.model_validate(content)
        create_campaign(store.records, services.environment, settings.environment, definition)
        person, token = let_in(store.records, Role.ANNOTATOR, (language,))
        assert Someone(server, token, person.annotator_id).guide(text).status_code == 200
        return somebody.lease("mention")

    return ask


def item(lease: dict[str, Any]) -> dict[str, Any]:
    [found] = lease["args"]["items"]
    assert isinstance(found, dict)
    return found


def words(lease: dict[str, Any]) -> list[str]:
    text = item(lease)["sentence"]["transcript"]
    return [text[each["start_char"] : each["end_char"]] for each in item(lease)["proposals"]]


def test_a_page_carries_proposals(asked: Asked, store: Store, somebody: Someone) -> None:
    lease = asked()
    assert words(lease) == ["the red lamp", "the wug", "the sofa"]
    lamp, wug, _ = item(lease)["proposals"]
    assert (lamp["head"], lamp["types"], lamp["number"], lamp["form"]) == ([16, 20], ["light"], "one", "name")
    assert (lamp["status"], lamp["visual"], lamp["proposed"]) == ("new_in_text", True, True)
    assert wug["types"] == []
    assert item(lease)["unproposed"] is None
    [task] = store.records.find(Task, {"kind": "mention"})
    assert "proposals" not in str(task.args)  # made anew for each page, of the words alone
    assert store.records.count(Mention) == 0
    same = somebody.call("GET", f"/leases/{lease['lease_id']}").json()
    assert item(same)["proposals"] == item(lease)["proposals"]


def test_only_what_a_person_takes_is_kept_and_told_as_accepted(
    asked: Asked, store: Store, server: TestClient, somebody: Someone
) -> None:
    lease = asked()
    lamp, _, sofa = item(lease)["proposals"]
    own = {"start_char": 0, "end_char": 2, "types": ["other"]}
    marks = [lamp, sofa | {"types": ["structure"]}, own]
    answer = {"seconds": 3, "transcript_sha256": transcript_digest(WORDS), "mentions": marks}
    assert somebody.submit(lease["lease_id"], {"answer": {"answers": [answer]}}).status_code == 200
    server.app.state.services.get(LandmarkAdvancer).catch_up()  # type: ignore[attr-defined]
    kept = {each.text: each for each in store.records.find(Mention)}
    assert {text: (each.source, each.types) for text, each in kept.items()} == {
        "the red lamp": ("accepted", ("light",)),
        "the sofa": ("accepted", ("structure",)),
        "Go": ("marked", ("other",)),
    }
    assert {each.annotator_id for each in kept.values()} == {somebody.annotator_id}


@pytest.mark.parametrize(
    ("text", "language", "landmarks", "why"),
    [
        ("لال چراغ کے پاس جائیں", "ur-PK", {}, "language"),
        (WORDS, "en-US", {"proposer": None}, "not_asked"),
        (WORDS, "en-US", {"proposer": "failing"}, "failed"),
        (WORDS, "en-US", {"proposer": "crossing"}, "failed"),
        (WORDS, "en-US", {"proposer": "beyond"}, "failed"),
        (WORDS, "en-US", {"proposer": "babbling"}, "failed"),
    ],
)
def test_without_proposals_the_page_says_why(
    text: str,
    language: str,
    landmarks: dict[str, Any],
    why: str,
    asked: Asked,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(PLUGINS)
    told = item(asked(text, language, **landmarks))
    assert (told["proposals"], told["unproposed"]) == ([], why)


def test_a_campaign_has_a_proposer_types_and_nouns_of_its_own(
    asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(PLUGINS)
    told = item(asked("Go to the EXIT", proposer="capitals", types=["sign", "beast"]))
    assert [each["types"] for each in told["proposals"]] == [["sign"]]  # not what the campaign does not know


def test_a_campaign_adds_nouns(asked: Asked) -> None:
    told = item(asked(types=["beast", "light"], nouns={"en": {"beast": ["wug"]}}))
    assert [each["types"] for each in told["proposals"]] == [["light"], ["beast"], []]


def test_a_hundred_pages_of_words_have_as_many_proposals_as_can_be_marked(asked: Asked) -> None:
    lease = asked("the sofa, " * 1500)
    assert len(words(lease)) == 200


def test_what_is_proposed_can_be_sent_as_it_is(asked: Asked, somebody: Someone) -> None:
    text = "क्षेत्र 🛋️ नीले दरवाज़े के पास वाले सोफ़े, उसके आगे 👩‍👩‍👧 the lamp"
    lease = asked(text, "hi-IN")
    found = item(lease)["proposals"]
    assert len(found) == 5
    answer = {"seconds": 3, "transcript_sha256": transcript_digest(text), "mentions": found}
    assert somebody.submit(lease["lease_id"], {"answer": {"answers": [answer]}}).status_code == 200


def test_characters_that_are_cut_are_refused_whoever_proposed_them(asked: Asked, somebody: Someone) -> None:
    text = "क्षेत्र में"
    lease = asked(text, "hi-IN")
    cut = {"start_char": 0, "end_char": 2, "proposed": True}
    answer = {"seconds": 3, "transcript_sha256": transcript_digest(text), "mentions": [cut]}
    refused = somebody.submit(lease["lease_id"], {"answer": {"answers": [answer]}})
    assert "split what people see" in assert_problem(refused, 422, "submission")["detail"]


def test_who_takes_all_that_a_check_item_proposes_does_not_pass(store: Store, somebody: Someone) -> None:
    """Some proposals are left out or cut, the same ones each time, and none can be told by its looks."""
    text = " ".join(f"Pass the {colour} sofa." for colour in ("red", "blue", "green", "black") * 5)
    made = Made(words={7: MadeWords(language="en-US", transcript=text)})
    args: dict[str, Any] = {
        "items": [{"instruction": 7, "digest": transcript_digest(text)[:12]}],
        "path": ["door"],
        "types": ["furniture"],
        BY_MACHINE: made.model_dump(mode="json"),
    }
    task = Task(
        kind="mention",
        number=3,
        path_id=1,
        scan_id="corridor",
        language="en-US",
        state=TaskState.OPEN,
        args=args,
        check_item=True,
    )
    person = store.records.get(Annotator, padded(somebody.annotator_id))
    media = Media(MediaLinks(b"key", lambda _: person.role), person)
    [first], [again] = (MentionTask().args(task, store.records, media).items for _ in range(2))
    assert first == again
    told = [text[each.start_char : each.end_char] for each in first.proposals]
    right = sum(each.startswith("the ") for each in told)
    assert 2 * right / (len(told) + 20) < 0.8
    assert any(not each.startswith("the ") for each in told)
