"""The rules of the items that people judge, called directly: what they say, decide and check."""

from __future__ import annotations

from math import radians
from types import SimpleNamespace
from typing import Any

import pytest

from environments.demo import DemoHouse
from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.annotate.campaigns.records import CampaignDefinition, KindPlan
from pangea_server.annotate.forms.ballot import Ballot
from pangea_server.annotate.kinds.check_items import CheckItem
from pangea_server.annotate.kinds.checks import Collected, KnownItem
from pangea_server.annotate.kinds.judge import LEAST_VOTES, VotedAlike, vote_of
from pangea_server.annotate.kinds.judge.plan import faults_in_plan, planned
from pangea_server.annotate.kinds.protocol import TaskSpec
from tests.archive.campaign import told
from tests.votes.conftest import FORM, PICTURES, WHICH

VOTES = {"judges": 2, "agree": 2, "most": 3}


def definition(judge: dict[str, Any], **more: Any) -> CampaignDefinition:
    known = {"id": "house", "languages": ["en-US", "hi-IN"], "forms": {"room": FORM, "which": WHICH}}
    return CampaignDefinition.model_validate(known | {"tasks": {"judge": judge}} | more)


def asked(**judge: Any) -> list[tuple[str, TaskSpec]]:
    """The pictures of a campaign that are to be judged, none of which needs the store."""
    campaign: CampaignDefinition = definition(PICTURES | {"votes": VOTES} | judge)
    return list(planned(campaign, campaign.tasks["judge"], DemoHouse(), None))  # type: ignore[arg-type]  # reads none


def test_a_listed_picture_is_judged_in_each_language_by_as_many_as_the_rules_say() -> None:
    found = asked(
        pictures=[{"scan": "house", "viewpoint": "hall", "heading_deg": 90}, {"scan": "x", "viewpoint": "y"}]
    )
    assert [(scan, spec.path, spec.language, spec.people) for scan, spec in found] == [
        ("house", ("hall",), "en-US", 2),
        ("house", ("hall",), "hi-IN", 2),
        ("x", ("y",), "en-US", 2),
        ("x", ("y",), "hi-IN", 2),
    ]
    first, last = Ballot.of(found[0][1].args), found[2][1]
    assert (found[0][1].heading, last.heading) == (radians(90), 0.0)
    assert (first.form, first.decides, first.shows, first.votes.most) == ("room", "tidy", "picture", 3)
    assert first.model_dump(mode="json")["about"] == {"viewpoint_id": "hall", "heading": radians(90)}
    assert len({str(spec.args["item"]) for _, spec in found}) == 4
    assert (
        found[0][1].args
        == asked(pictures=[{"scan": "house", "viewpoint": "hall", "heading_deg": 90}])[0][1].args
    )


def test_where_none_is_listed_pictures_are_drawn_in_each_scan_of_those_named() -> None:
    scan = DemoHouse().scan_ids()[0]
    places = set(DemoHouse().scan(scan).viewpoints)
    found = asked(pictures=[], scans=[scan], per_scan=3, seed=1)
    drawn = [(spec.path[0], spec.heading) for _, spec in found if spec.language == "en-US"]
    assert len({place for place, _ in drawn}) == len(drawn) == 3
    assert {place for place, _ in drawn} <= places
    assert (
        found
        == asked(pictures=[], scans=[scan], per_scan=3, seed=1)
        != asked(pictures=[], scans=[scan], per_scan=3)
    )
    assert len(asked(pictures=[], scans=[scan], per_scan=100_000)) == 2 * len(places)


def test_each_of_several_scans_has_its_pictures_after_those_of_the_one_before() -> None:
    class Two:
        """Two scans, of which the second has fewer viewpoints than pictures are wanted."""

        def scan_ids(self) -> list[str]:
            return ["b", "a", "c"]

        def scan(self, scan_id: str) -> Any:
            return SimpleNamespace(
                viewpoints=dict.fromkeys([f"{scan_id}{n}" for n in range(2 if scan_id == "a" else 9)])
            )

    def drawn(**judge: Any) -> list[str]:
        campaign = definition(PICTURES | {"pictures": [], "per_scan": 3} | judge, languages=["en-US"])
        found = list(planned(campaign, campaign.tasks["judge"], Two(), None))  # type: ignore[arg-type]
        assert all(spec.path[0].startswith(scan) for scan, spec in found)
        assert len({(spec.path, spec.heading) for _, spec in found}) == len(found)
        return [scan for scan, _ in found]

    assert drawn() == ["b"] * 3 + ["a"] * 2 + ["c"] * 3
    assert drawn(scans=["c", "a"]) == ["c"] * 3 + ["a"] * 2


def faults(judge: dict[str, Any]) -> list[tuple[str, str, str]]:
    campaign = definition({})
    found = faults_in_plan("judge", campaign, KindPlan.model_validate(judge), DemoHouse())
    return [(".".join(map(str, fault.where)), fault.message, fault.remedy) for fault in found]


@pytest.mark.parametrize(
    ("judge", "key", "said"),
    [
        (
            {"form": "which", "decides": "which", "shows": "pair"},
            "shows",
            "without paths nothing is collected to judge",
        ),
        (
            {"form": "room", "decides": "tidy", "shows": "replay"},
            "shows",
            "without paths nothing is collected to judge",
        ),
        (
            {"form": "room", "decides": "why", "shows": "picture"},
            "decides",
            "answers to 'why' cannot be counted as votes",
        ),
        ({"form": "rom", "decides": "why", "shows": "picture"}, "form", "there is no form 'rom'"),
    ],
)
def test_a_section_has_one_fault_for_what_is_wrong(judge: dict[str, Any], key: str, said: str) -> None:
    assert [(where, message) for where, message, _ in faults(judge)] == [(f"tasks.judge.{key}", said)]


def ballot(form: dict[str, Any], decides: str, shows: str) -> Ballot:
    about: Any = (
        {"viewpoint_id": "lamp", "heading": 0} if shows == "picture" else [["guide", 7], ["guide", 9]]
    )
    return Ballot.of(
        {
            "item": "i",
            "form": "f",
            "rules": form,
            "decides": decides,
            "shows": shows,
            "about": about,
            "votes": {},
        }
    )


def test_what_an_item_can_be_decided_for_and_how_votes_on_pairs_compare() -> None:
    pair, picture = ballot(WHICH, "which", "pair"), ballot(FORM, "tidy", "picture")
    assert pair.choices == ("7", "9", "same")
    assert [pair.place_of(vote) for vote in ("7", "9", "same")] == ["first", "second", "same"]
    assert (picture.choices, picture.answers, picture.place_of("true")) == (("true", "false"), (), "true")
    assert ballot(WHICH, "which", "replay").choices == ("left", "right", "same")


def voted(value: Any, number: int = 1, **more: Any) -> TaskAnnotation:
    args = {"item": "i", "decides": "d"} | more.pop("args", {})
    answers = {} if value is None else {"d": value}
    return told("judge", annotation_id=number, args=args, answer={"answers": answers}, **more)


@pytest.mark.parametrize(
    ("value", "args", "vote"),
    [
        (None, {}, None),
        (True, {}, "true"),
        (3, {}, "3"),
        ("Left", {}, "Left"),
        ("left", {"shows": "pair", "order": [9, 7]}, "9"),
        ("right", {"shows": "pair", "order": [9, 7]}, "7"),
        ("same", {"shows": "pair", "order": [9, 7]}, "same"),
        ("left", {"shows": "replay", "order": [9]}, "left"),
    ],
)
def test_a_vote_is_the_answer_or_the_instruction_on_the_chosen_side(
    value: Any, args: dict[str, Any], vote: str | None
) -> None:
    assert vote_of(voted(value, args=args)) == vote


def test_enough_who_vote_alike_and_none_otherwise_make_a_check_item() -> None:
    def items(*answers: TaskAnnotation) -> list[CheckItem]:
        return list(VotedAlike().items("judge", Collected("house", {"judge": answers})))

    enough = [voted(True, number, args={"order": [1]}) for number in range(1, LEAST_VOTES + 1)]
    [item] = items(*enough, voted(None, 8), voted(False, 9, learning=True), voted(False, 10, check_item=True))
    assert (item.record_id, item.answers) == ("judge-i", tuple(range(1, LEAST_VOTES + 1)))
    assert item.args == {"item": "i", "decides": "d", "expected": "true"}
    assert items(*enough[1:]) == []
    assert items(*enough, voted(False, 9)) == []
    for value, passed, vote in ((True, True, "true"), (False, False, "false"), (None, False, "for nothing")):
        verdict = VotedAlike().verdict(voted(value), KnownItem(item))
        assert (verdict.passed, verdict.reason) == (passed, f"voted {vote}, true expected")
