"""Single lines of the data card: what a campaign asked for, paid and checked, and what was counted."""

from __future__ import annotations

from collections import Counter
from datetime import date
from types import SimpleNamespace
from typing import Any

import pytest
from ruamel.yaml import YAML

from pangea_server.annotate.annotations.records import Feedback
from pangea_server.annotate.campaigns.records import CampaignDefinition
from pangea_server.dataset.entries.speakers import Speaker
from pangea_server.dataset.release.card.campaigns import asked, instructions, lesson, others, pay
from pangea_server.dataset.release.card.census import Census, CensusGroup, KindCensus, WordSources
from pangea_server.dataset.release.card.datasheet import Creator, Datasheet
from pangea_server.dataset.release.card.datasheet_page import (
    collected,
    datasheet_page,
    given_up,
    quality,
    words,
)
from pangea_server.dataset.release.card.known import ReleaseRecords
from pangea_server.dataset.release.card.page import data_card
from pangea_server.people.consent.records import ConsentText
from tests.exports.test_card import FILE
from tests.trust.conftest import known_guide, known_walk

SMALL = "id: small\nlanguages: [en-US]\nfollowers_per_guide: 2\n"


def campaign_of(text: str = FILE) -> CampaignDefinition:
    return CampaignDefinition.model_validate(YAML(typ="safe").load(text))


def test_what_people_were_asked_to_do_is_told_rule_by_rule() -> None:
    assert list(asked(campaign_of())) == [
        "Guides walked freely, spoke while they walked and typed what they had said, from a draft of `whisper`, 5% of "
        "whose words were planted errors; 1 Guide for each path, 1 Follower for each Guide.",
        "Paths: drawn by the sampler `rxr`, 1 in each scan, those of the file `paths.json`, 1 written in the campaign "
        "file.",
        "Followers were also given instructions from files.",
        "What each Guide said was written down by 1 other person.",
        "Other tasks about each Guide's words: 3 `judge`.",
        "Tasks of other kinds: `tour`.",
        "When 1 Follower had finished and none had arrived, another Guide was asked.",
        "Followers were given their tasks in one of these ways, at random: `both` (weight 2: voice and text), `heard` "
        "(weight 1: voice alone, without pictures).",
        "A map with where one is: `follower` on.",
        "Keys and clicks were recorded, without what was typed.",
        "Questionnaires and forms: `opinion`.",
        "For their first 1 task, people were Guide and Follower in turns.",
        "One person could take at most 1 task in all and 40 tasks a day.",
    ]


def test_rules_that_a_file_does_not_have_are_not_told() -> None:
    rules = "rotation: {first: 0}\nsend_back_after: null\ncaps: {per_person: null, per_day: null}\n"
    assert list(asked(campaign_of(SMALL + rules))) == [
        "Guides walked a given path, spoke while they walked and typed what they had said; 1 Guide for each path, "
        "2 Followers for each Guide."
    ]


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("", "Guides walked a given path, spoke while they walked and typed what they had said"),
        ("voice: none", "Guides walked a given path and wrote"),
        (
            "transcript: none, free: true",
            "Guides walked freely and spoke while they walked; others wrote down what they said",
        ),
        (
            "draft: vosk",
            "Guides walked a given path, spoke while they walked and typed what they had said, from a draft of `vosk`",
        ),
    ],
)
def test_how_guides_worked_is_told(rules: str, told: str) -> None:
    line = next(asked(campaign_of(f"{SMALL}guide: {{{rules}}}\n")))
    assert line == f"{told}; 1 Guide for each path, 2 Followers for each Guide."


def test_several_finished_followers_send_an_instruction_back() -> None:
    told = "When 2 Followers had finished and none had arrived, another Guide was asked."
    assert told in asked(campaign_of(f"{SMALL}send_back_after: 2\n"))
    assert not [line for line in asked(campaign_of(f"{SMALL}send_back_after: 3\n")) if "finished" in line]


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("{}", "the campaign file pays nothing."),
        (
            "{per_annotation: {guide: 50, follower: 20, judge: 0}}",
            "20 for each `follower` and 50 for each `guide`, in the smallest unit of USD.",
        ),
        (
            "{per_hour: 1200, currency: JPY, rejected_is_paid: false, idle_seconds: 30.5, longest_minutes: 2}",
            "1200 for an hour of active time, in the smallest unit of JPY; the time of rejected answers is not paid; "
            "that of attempts without an answer is paid; at most 2 minutes of an attempt are paid; time stops after "
            "30.5 s in which nothing is done.",
        ),
    ],
)
def test_pay_is_told(rules: str, told: str) -> None:
    assert pay(campaign_of(f"{SMALL}pay: {rules}\n")) == told


def judged(count: int, passed: int) -> ReleaseRecords:
    return ReleaseRecords(checks=Counter(small=count), passed=Counter(small=passed))


@pytest.mark.parametrize(
    ("rules", "known", "told"),
    [
        (
            "trust: {learning: 0}",
            ReleaseRecords(),
            "no lesson was asked for; nothing of newcomers is left out; nobody was given a check item.",
        ),
        (
            "trust: {learning: 3, training: true, opening: 2, share: 0.25, minimum: {guide: 0.6, follower: 0.5}}\n"
            "lesson: {hi-IN: 4, en-US: 12}",
            judged(3, 2),
            "people passed a lesson first, in which new Guides watched annotation 12 (en-US), 4 (hi-IN); of a "
            "newcomer's annotations, the first 3 of each kind are left out; 3 check items were judged, and 2 passed: "
            "the first 2 tasks of a person, then 25% of their tasks, unseen; who passed fewer than 50% as `follower`, "
            "60% as `guide` was stopped.",
        ),
        (
            "trust: {learning: 0, opening: 0, batches: {size: 10, checks: 3, needed: 2}}",
            judged(1, 0),
            "no lesson was asked for; nothing of newcomers is left out; 1 check item were judged, and 0 passed: 3 in "
            "each batch of 10 tasks, which is refused unless 2 of them are passed.",
        ),
    ],
)
def test_lesson_and_checks_are_told(rules: str, known: ReleaseRecords, told: str) -> None:
    text = SMALL.replace("[en-US]", "[en-US, hi-IN]") + rules
    assert lesson(campaign_of(text), known) == told


def test_instructions_are_told_in_one_language_and_the_others_are_named() -> None:
    texts = 'instructions:\n  guide: {hi: बोलें।, te: x, en-IN: "Speak.\\n\\nSlowly. "}\n  follower: {te: b, hi: a}\n'
    assert instructions([campaign_of(SMALL + texts)]) == [
        "To `follower` in `small` (hi; also in te):",
        "",
        "> a",
        "",
        "To `guide` in `small` (en-IN; also in hi, te):",
        "",
        "> Speak.",
        ">",
        "> Slowly.",
        "",
    ]
    assert instructions([campaign_of(SMALL)]) == ["Only those that PanGEA's pages show.", ""]
    assert others({"en": "a"}, "en") == "no other language"


def test_the_time_of_the_collection_is_told() -> None:
    census = Census(days=(date(2026, 1, 2), date(2026, 3, 4)))
    assert collected(census, ReleaseRecords()) == [
        "Handed in, or imported, from 2026-01-02 to 2026-03-04.",
        "",
    ]
    census.days = (date(2026, 1, 2),) * 2
    assert collected(census, ReleaseRecords())[0] == "Handed in, or imported, on 2026-01-02."
    assert collected(Census(), ReleaseRecords()) == ["Not known.", ""]


def counts(**groups: Any) -> Census:
    census = Census()
    census.groups["train", "en-IN"] = CensusGroup(**groups)
    return census


def test_reviews_and_flags_are_told_with_their_shares() -> None:
    known = ReleaseRecords(
        reviews=Counter(sent_back=2, accepted=5), checked=8, raised=Counter(silence=1, jumped=2)
    )
    assert quality(known, counts(guides=6, followers=3)) == [
        "Reviews, of 9 annotations: 5 accepted, 2 sent back. Rejected annotations are not in it.",
        "",
        "Flags were run on 8 of 9 annotations:",
        "",
        "- `jumped`: raised on 2 (25.0%)",
        "- `silence`: raised on 1 (12.5%)",
        "",
    ]
    assert quality(ReleaseRecords(checked=1), counts(guides=1))[2:] == [
        "Flags were run on 1 of 1 annotation:",
        "",
        "- none was raised",
        "",
    ]
    assert quality(ReleaseRecords(), counts(guides=1)) == [
        "Reviews, of 1 annotation: none. Rejected annotations are not in it.",
        "",
        "No quality flags were run.",
        "",
    ]


def test_walks_given_up_are_told_with_their_reasons() -> None:
    census = counts(followers=8)
    assert given_up(census) == ["0 of 8 walks (0.0%).", ""]
    census.gave_up.update({"too_hard": 2, "lost": 1})
    assert given_up(census) == ["3 of 8 walks (37.5%): 1 lost, 2 too hard.", ""]
    assert given_up(Census()) == ["There are no walks.", ""]


def test_words_and_their_times_are_told_by_engine() -> None:
    census = Census()
    census.engines["viterbi"] = WordSources(words=10, interpolated=3, sure=4, confidence=3.0)
    census.engines["mfa"] = WordSources(words=1)
    census.written_by.update({"whisper": 2, "person": 1})
    assert words(census) == [
        "- `mfa`: 1 word, of which 0 interpolated; says no confidence.",
        "- `viterbi`: 10 words, of which 3 interpolated; mean confidence 0.750 of 4 words.",
        "- Transcripts not by the Guide: 1 by person, 2 by whisper.",
        "",
    ]
    assert words(Census()) == ["No words have times.", ""]


def section(lines: list[str], title: str) -> list[str]:
    """The lines below a heading of the datasheet's page that say something."""
    start = lines.index(f"### {title}") + 1
    end = next((n for n, line in enumerate(lines) if n > start and line.startswith("### ")), len(lines))
    return [line for line in lines[start:end] if line]


def test_consent_is_told_with_its_newest_text() -> None:
    text = ConsentText(version=2, texts={"hi": "आवाज़", "en": "Your voice."}, retention_days=30)
    known = ReleaseRecords(consent=text, agreed=Counter({2: 1, 1: 3}))
    told = section(
        datasheet_page(Datasheet(ethics="Board 7 agreed."), Census(), known), "Consent and retention"
    )
    assert told == [
        "Kept for 30 days. Those whose work is in it agreed: 3 people to version 1, 1 person to version 2. The newest "
        "text (version 2, in en; also in hi):",
        "> Your voice.",
        "Ethical review: Board 7 agreed.",
    ]
    known = ReleaseRecords(consent=text.model_copy(update={"retention_days": None}))
    told = section(datasheet_page(Datasheet(), Census(), known), "Consent and retention")
    assert told[0].startswith("Kept for ever. Those whose work is in it agreed: not in this store.")
    told = section(datasheet_page(Datasheet(), Census(), ReleaseRecords()), "Consent and retention")
    assert told == [
        "People were shown no text to agree to: the store has none.",
        "Ethical review: not stated (`ethics`).",
    ]


def test_places_are_told_with_their_terms() -> None:
    def told(sheet: Datasheet, **places: int) -> list[str]:
        return section(datasheet_page(sheet, Census(), ReleaseRecords(places=Counter(places))), "Places")

    demo = "- `demo`: the house that comes with PanGEA, under PanGEA's licence (Apache-2.0). 1 scan."
    assert told(Datasheet(), demo=1) == [demo]
    assert told(Datasheet(environment_terms="Ours."), demo=1) == [demo, "Terms: Ours."]
    assert told(Datasheet(), folder=2, demo=1) == [
        demo,
        "- `folder`: terms not known to PanGEA. 2 scans.",
        "Terms: not stated (`environment_terms`).",
    ]
    assert told(Datasheet()) == ["- not known", "Terms: not stated (`environment_terms`)."]


def test_answers_of_people_stand_under_their_questions() -> None:
    names = [
        name for name in Datasheet.__struct_fields__ if isinstance(getattr(Datasheet(), name), type(None))
    ]
    said: dict[str, Any] = {name: f"said of {name}" for name in names if name != "year"}
    sheet = Datasheet(**said, year=2026)
    lines = datasheet_page(sheet, Census(), ReleaseRecords(platforms=("mturk", "prolific")))
    found = {
        title: section(lines, title) for title in (line[4:] for line in lines if line.startswith("### "))
    }
    assert {title: told for title, told in found.items() if any("said of" in line for line in told)} == {
        "Motivation": ["said of motivation", "Paid for by: said of funding"],
        "Recruitment": [
            "Work was offered on mturk, prolific.",
            "How people were found: said of recruitment",
            "Who they are: said of people",
        ],
        "Pay": [
            "No campaign of this store has paths in it: not known.",
            "By the hour, and compared with what is usual there: said of payment",
        ],
        "Consent and retention": [
            "People were shown no text to agree to: the store has none.",
            "Ethical review: said of ethics",
        ],
        "Words and their times": ["No words have times.", "Outside PanGEA: said of preprocessing"],
        "Places": ["- not known", "Terms: said of environment_terms"],
        "Known biases and limits": ["said of biases"],
        "Personal data": [found["Personal data"][0], "What may tell who somebody is: said of personal_data"],
        "Uses": [
            "Good for: said of uses",
            "Not for: said of misuses",
            "Whom it may help or harm: said of social_impact",
        ],
        "Licence, citation, contact": [
            "Licence: said of license",
            "Kept by: said of maintenance",
            "Write to: said of contact",
            "```bibtex",
            "said of citation",
            "```",
        ],
    }


def test_a_known_licence_is_told_as_its_address() -> None:
    lines = datasheet_page(Datasheet(license="MIT"), Census(), ReleaseRecords())
    assert "Licence: https://opensource.org/license/mit" in lines
    assert "Citation: not stated (`citation`, or `title` and `creators`)." in lines


def rows(card: str) -> list[str]:
    return [line for line in card.splitlines() if line.startswith("| ") and "---" not in line]


def test_the_tables_of_a_card_have_what_was_counted() -> None:
    sums: Any = Counter({"success": 2, "ne": 6.0, "spl": 1.0, "ndtw": 3.0})
    group = CensusGroup(
        guides=3,
        followers=4,
        aligned=2,
        words=50,
        voice=5400.0,
        scans={"a", "b"},
        paths={1, 2, 3, 4, 5},
        sums=sums,
    )
    census = Census(guides={1, 2}, followers={3})
    census.groups |= {("val_seen", "hi-IN"): CensusGroup(guides=1), ("train", "en-IN"): group}
    census.others["tour", "train", "en-IN"] = KindCensus(
        count=7, words=8, voice=1800.0, scans={"a"}, people={1, 2, 3}
    )
    spoken = [
        Speaker(2, "en-IN", "North|West", ""),
        Speaker(1, "en-IN", "A", "B"),
        Speaker(3, "en-IN", "A", "B"),
        Speaker(1, "hi-IN", "", "C"),
    ]
    card = data_card("1.0", census, [], Datasheet(), ReleaseRecords(), ["- one"], 2, spoken, loads=True)
    assert rows(card) == [
        "| split | language | Guides | with word times | words | voice (h) | scans | paths | Followers | success (95 "
        "%) | NE (m) | SPL | nDTW |",
        "| train | en-IN | 3 | 2 | 50 | 1.50 | 2 | 5 | 4 | 50.0% (15.0% to 85.0%) | 1.500 | 0.250 | 0.750 |",
        "| val_seen | hi-IN | 1 | 0 | 0 | 0.00 | 0 | 0 | 0 | - | - | - | - |",
        "| kind | split | language | answers | people | words | voice (h) | scans |",
        "| tour | train | en-IN | 7 | 3 | 8 | 0.50 | 1 |",
        "| language | dialect | region | people |",
        "| en-IN | A | B | 2 |",
        "| en-IN | North\\|West | - | 1 |",
        "| hi-IN | - | C | 1 |",
    ]
    lines = card.splitlines()
    assert lines[0] == "# Data card, version 1.0"
    assert "2 Guides and 1 Follower took part, known by numbers." in " ".join(lines)
    assert "and so not in it: 2 annotations." in card
    assert "3 people said in their own words how they speak (`speakers.json`):" in lines
    assert any(line.startswith("- `changes.json`: ") for line in lines)
    assert lines[-3:] == ["## Changes", "", "- one"]
    assert "## Loading" in lines


def test_a_first_release_says_so_and_has_its_title() -> None:
    sheet = Datasheet(title="Corridors", description="Words.", creators=(Creator(name="Ada"),))
    lines = data_card("2.0", Census(), [], sheet, ReleaseRecords(), (), 0).splitlines()
    assert lines[:3] == ["# Corridors, version 2.0", "", "Words."]
    assert lines[-1] == "This is the first release."
    assert "in their own words how they speak" not in "".join(lines)
    assert "## Loading" not in lines
    assert not any(line.startswith("- `changes.json`") for line in lines)


def test_a_census_knows_everybody_and_every_language() -> None:
    census = Census(guides={1, 2}, followers={2, 3})
    census.groups["train", "hi-IN"] = CensusGroup(guides=2, followers=3, scans={"a"})
    census.others["tour", "val_seen", "en-IN"] = KindCensus(count=4, people={5}, scans={"b", "c"})
    assert (census.rows, census.people, census.languages) == (9, {1, 2, 3, 5}, ["en-IN", "hi-IN"])
    assert sorted(census.scans()) == [("a", "train"), ("b", "val_seen"), ("c", "val_seen")]
    assert CensusGroup().mean("ne") is None
    assert CensusGroup().success_interval() is None


def test_followers_are_counted_with_their_scores_and_why_they_gave_up() -> None:
    census, guide = Census(), SimpleNamespace(annotation=known_guide(1))
    told = (("gave_up", Feedback(reason="lost")), ("gave_up", Feedback()), ("gave_up", None), ("done", None))
    for number, (outcome, said) in enumerate(told, 1):
        walk = known_walk(number, 1, number % 3, success=number % 2)
        item: Any = SimpleNamespace(
            annotation=walk.model_copy(update={"outcome": outcome, "feedback": said}), guide=guide
        )
        census.count_follower(item)
    assert census.gave_up == {"lost": 1, "without a reason": 2}
    assert (census.followers, census.guides, census.rows) == ({0, 1, 2}, set(), 4)
    assert census.ids == {f"follower-00000{number}" for number in range(1, 5)}
    [(key, group)] = census.groups.items()
    assert (key, group.followers, group.mean("success")) == (("train", "en-US"), 4, 0.5)
