"""How texts are cut before they are read, what is said rather than written, and what a search tells."""

from __future__ import annotations

from collections import Counter

import pytest

from pangea_server.dataset.personal.finding import PersonalText
from pangea_server.dataset.personal.inflection import evened, hindi_forms, is_verb, telugu_stems
from pangea_server.dataset.personal.recogniser import LONGEST_PART, Recogniser, _Reading, parts
from pangea_server.dataset.personal.searched import Searched
from pangea_server.dataset.personal.things import is_made

FORMS_ONLY = Recogniser(None)


def test_a_text_of_the_longest_part_is_read_at_once_and_a_longer_one_by_sentences() -> None:
    whole = "a b. " * (LONGEST_PART // 5)
    assert len(whole) == LONGEST_PART == 2000
    assert list(parts(whole)) == [(0, whole)]
    assert list(parts(whole + "!")) == [(0, whole[:1999]), (1999, " !")]


def test_what_has_no_end_is_passed_over_and_places_stay() -> None:
    assert list(parts("go " + "x" * 300 + " on")) == [(0, "go "), (303, " on")]
    assert list(parts("go " + "x" * 299 + " on")) == [(0, "go " + "x" * 299 + " on")]
    assert list(parts("go" + " " * 50 + "on")) == [(0, "go"), (52, "on")]
    assert list(parts("go" + " " * 49 + "on")) == [(0, "go" + " " * 49 + "on")]


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Call me, nine eight seven six five four", "en-IN", ("telephone", "said number", "likely")),
        ("Mail ravi at mail dot com now", "en-IN", ("mail", "said mail address", "likely")),
        ("I was born on the 12th of March", "en-US", ("birthday", "born", "sure")),
        ("My instagram id is walker_99", "en-US", ("web", "account", "likely")),
        ("my name is Priya", "en-IN", ("name", "introduction", "sure")),
        ("Write to jo@example.org", "en-US", ("mail", "mail address", "sure")),
    ],
)
def test_a_finding_says_its_rule_and_how_sure_it_is(
    text: str, language: str, expected: tuple[str, str, str]
) -> None:
    [found] = FORMS_ONLY.findings(text, language)
    assert (found.kind, found.rule, found.sure) == expected


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Call nine eight seven six five four", 1),  # six where somebody may be called
        ("Turn, nine eight seven six five four", 0),
        ("Turn, nine eight seven six five four three two one", 1),  # nine anywhere
        ("Turn, nine eight seven six five four three two", 0),
        ("Call one two three four five six", 0),  # which is counting
        ("The fair is on the 12th of March", 0),  # nobody was born
    ],
)
def test_numbers_that_are_said_need_as_many_digits_as_a_telephone(text: str, numbers: int) -> None:
    assert len(FORMS_ONLY.findings(text, "en-US")) == numbers


def test_findings_come_in_order_of_place() -> None:
    text = "My name is Priya, my mail is jo@example.org. I was born on 12 March 1991."
    assert [each.kind for each in FORMS_ONLY.findings(text, "en-US")] == ["name", "mail", "birthday"]


@pytest.mark.parametrize(
    ("first", "second", "meet"), [((0, 4), (4, 8), False), ((0, 5), (4, 8), True), ((2, 3), (0, 9), True)]
)
def test_stretches_overlap_where_they_share_a_character(
    first: tuple[int, int], second: tuple[int, int], meet: bool
) -> None:
    one, other = (PersonalText("name", *each, "", "", "sure") for each in (first, second))
    assert (one.overlaps(other), other.overlaps(one)) == (meet, meet)


def test_a_search_tells_what_to_look_at_and_what_it_did_not_look_for() -> None:
    found = Searched(knows_names=False, texts=3, found=Counter({"web": 1, "name": 2}))
    assert found.told("list.csv") == (
        "Look at list.csv before you publish: 2 name, 1 web.\n"
        'Names that are only mentioned were not looked for: pip install "pangea-toolkit[personal]"'
    )
    assert Searched(knows_names=True, texts=3).told("list.csv") == "Nothing personal was found in 3 texts."
    assert found.section() == (
        "## Search for personal data\n\nA search of 3 texts by rules found 3 places (2 name, 1 web), for a human to"
        " check; it changed nothing. Of names, only those that were introduced were looked for (`knows_names: false`)."
        " It does not find everything.\n"
    )
    assert "A search of 1 text by rules found nothing; it" in Searched(knows_names=True, texts=1).section()


def test_one_way_to_write_a_word() -> None:
    assert evened("सड़क") == evened("सडक")
    assert evened("चाँद") == "चांद"
    assert evened("गङ्गा") == "गंगा"
    assert evened("ర\u200cవి") == "రవి"
    assert evened("వెళ్ళు") == evened("వెళ్లు") == "వెళ్లు"


def test_forms_of_hindi_words() -> None:
    assert hindi_forms(["कमरा"], []) == {"कमरे", "कमरों", "कमरी", "कमरियां", "कमरियों"}
    assert {"चलना", "चलकर", "चलिए"} <= hindi_forms([], ["चल"])
    assert {"जाओ", "जाना"} <= hindi_forms([], ["जा"])


def test_stems_of_telugu_words() -> None:
    assert "గది" in set(telugu_stems("గదిలో"))
    assert list(telugu_stems("లో")) == []


@pytest.mark.parametrize(
    ("language", "word", "is_one"),
    [("hi", "chaliye", True), ("hi", "darwaza", False), ("en", "going", False)],
)
def test_verbs_are_known_by_their_endings(language: str, word: str, is_one: bool) -> None:
    assert is_verb(language, word) == is_one


@pytest.mark.parametrize(
    ("language", "text", "word", "is_where"),
    [
        *(("te", "వరంగల్లో ఆగండి", 0, True), ("te", "హైదరాబాద్\u200cలోని", 0, True)),
        *(("te", "వరంగల్ ఆగండి", 0, False), ("te", "వరంగల్\u200cకు", 0, False)),
        *(("hi", "दिल्ली में", 0, True), ("hi", "दिल्ली देखो", 0, False)),
        *(("en", "I come from old Paris", 4, True), ("en", "I see Paris", 2, False)),
    ],
)
def test_a_place_is_where_something_is(language: str, text: str, word: int, is_where: bool) -> None:
    reading = _Reading(text, language, None)
    assert reading._is_where(reading.words[word]) is is_where


@pytest.mark.parametrize(
    ("text", "name", "is_a_make"),
    [
        *(
            ("The Deere mower", "Deere", True),
            ("A Deere mower", "Deere", True),
            ("Deere mower", "Deere", False),
        ),
        *(
            ("the Deere family", "Deere", False),
            ("a Murphy bed", "Murphy", True),
            ("lazy Susan", "Susan", True),
        ),
    ],
)
def test_a_make_stands_before_what_it_makes(text: str, name: str, is_a_make: bool) -> None:
    start = text.index(name)
    assert is_made(text, start, start + len(name)) is is_a_make
