"""What is proposed to who marks a Guide's words: pure, in each language, for any text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, combinations
from pathlib import Path
from random import Random

import pytest
import regex

from align.spoken_routes.vocabulary import vocabulary
from environments.errors import InvalidDataError, PluginNotFoundError
from pangea_server.annotate.landmarks.proposing.dictionary import DictionaryProposer
from pangea_server.annotate.landmarks.proposing.lexicon import LANGUAGES, lexicon
from pangea_server.annotate.landmarks.proposing.protocol import MENTIONS, Proposal
from pangea_server.annotate.landmarks.proposing.selection import open_proposer, proposed
from pangea_server.annotate.landmarks.records import ENTITY_TYPES

PLUGINS = Path(__file__).parents[1] / "data" / "plugins" / "pangea_odd_proposers"
PROPOSER = DictionaryProposer({})
GRAPHEME = regex.compile(r"\X")


def propose(text: str, language: str) -> list[Proposal]:
    found = PROPOSER.propose(text, language)
    assert found is not None
    return list(found)


def words(text: str, language: str) -> list[str]:
    return [text[each.start_char : each.end_char] for each in propose(text, language)]


def the(text: str, language: str, span: str) -> Proposal:
    """The proposal of these words."""
    return next(each for each in propose(text, language) if text[each.start_char : each.end_char] == span)


def head(text: str, found: Proposal) -> str | None:
    return text[slice(*found.head)] if found.head else None


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        (
            "Exit the bedroom and walk past the big, red sofa.",
            "en-US",
            ["the bedroom", "the big, red sofa"],
        ),
        ("Wait near dining room table, then enter hallway", "en", ["dining room table", "hallway"]),
        ("Take three steps, then go up the steps.", "en-IN", ["the steps"]),
        ("Go left at the end of the hall, on your right side.", "en", ["the hall"]),
        (
            "Stop at the first set of stairs by a painting of a boat",
            "en",
            ["the first set of stairs", "a painting of a boat"],
        ),
        (
            "Face the lamp next to the two chairs.",
            "en",
            ["the lamp next to the two chairs", "the two chairs"],
        ),
        ("Choose the blue one, not the other one. Take it.", "en", ["the blue one", "the other one", "it"]),
        ("Look at the zebra statue and the wug.", "en", ["the zebra statue", "the wug"]),
        ("Take a sharp left. This is the way.", "en", ["the way"]),
        (
            "नीले दरवाज़े के पास जाइए, उसके सामने रुकिए।",
            "hi-IN",
            ["नीले दरवाज़े", "उसके"],
        ),
        (
            "किताबों की अलमारी के पास वाले लाल रंग के सोफे को देखिए।",
            "hi",
            ["किताबों की अलमारी के पास वाले लाल रंग के सोफे", "किताबों की अलमारी"],
        ),
        ("दो कुर्सियों के बीच से, फिर बाईं ओर मुड़िए", "hi", ["दो कुर्सियों"]),
        (
            "నీలం తలుపుకి ఎదురుగా వంటగదిలోకి వెళ్ళండి. దాని పక్కన ఆగండి.",
            "te-IN",
            ["నీలం తలుపుకి", "వంటగదిలోకి", "దాని"],
        ),
        (
            "మీ ఎడమ వైపు ఉన్న బల్ల పక్కన ఉన్న రెండు కుర్చీల వైపు చూడండి.",
            "te",
            ["బల్ల పక్కన ఉన్న రెండు కుర్చీల", "బల్ల"],
        ),
        ("सामने TV table है", "hi", ["TV table"]),
    ],
)
def test_phrases_are_found_whole(text: str, language: str, expected: list[str]) -> None:
    assert words(text, language) == expected


@pytest.mark.parametrize(
    ("text", "language", "span", "what"),
    [
        ("Go to the two red chairs.", "en", "the two red chairs", ("chairs", "furniture", "several", "name")),
        ("Go to the curtains.", "en", "the curtains", ("curtains", "textile", "several", "name")),
        (
            "Go over the living room's carpeting",
            "en",
            "the living room's carpeting",
            ("carpeting", "textile", "mass", "name"),
        ),
        ("Go past them.", "en", "them", (None, None, "several", "pronoun")),
        ("Take these.", "en", "these", (None, None, "several", "deixis")),
        ("Take this one.", "en", "this one", (None, None, "one", "deixis")),
        ("Face the blue ones.", "en", "the blue ones", (None, None, "several", "ellipsis")),
        ("Face the blue.", "en", "the blue", (None, None, "unclear", "attribute")),
        ("A row of chairs", "en", "A row of chairs", (None, "furniture", "several", "name")),
        ("दरवाज़े से", "hi", "दरवाज़े", ("दरवाज़े", "opening", "one", "name")),
        ("सीढ़ियों पर", "hi", "सीढ़ियों", ("सीढ़ियों", "stairs", "several", "name")),
        ("नीली वाली के पास", "hi", "नीली वाली", (None, None, "one", "ellipsis")),
        ("గదిలోకి", "te", "గదిలోకి", ("గదిలోకి", "scene", "one", "name")),
        ("మెట్లను", "te", "మెట్లను", ("మెట్లను", "stairs", "several", "name")),
    ],
)
def test_phrases_are_described(
    text: str, language: str, span: str, what: tuple[str | None, str | None, str, str]
) -> None:
    found = the(text, language, span)
    types = found.types[0] if found.types else None
    assert (head(text, found), types, found.number, found.form) == what


def test_the_head_of_words_in_no_dictionary_is_asked_for() -> None:
    text = "Go past the wug and the fuzzy gorp blick."
    one, two = propose(text, "en")
    assert (head(text, one), one.types) == ("wug", ())
    assert (head(text, two), two.types) == (None, ())


def test_what_nothing_visible_answers_to_is_said() -> None:
    for text, language in (
        ("This is the end of the route.", "en"),
        ("यही रास्ते का अंत है।", "hi"),
        ("ఇదే మార్గం చివర.", "te"),
    ):
        [found] = propose(text, language)
        assert not found.visual


def test_a_noun_is_new_once() -> None:
    text = "Pass the sofa, stop at the second sofa. Take it."
    assert [each.status for each in propose(text, "en")] == ["new_in_text", None, None]


def test_nukta_and_joiners_do_not_matter() -> None:
    for spelt in ("दरवाज़ा", "दरवाजा", "दरवाज\u093cा"):
        assert [each.types for each in propose(f"{spelt} है", "hi")] == [("opening",)]
    for spelt in ("బాత్‌టబ్", "బాత్టబ్"):
        assert words(f"{spelt} ఉంది", "te") == [spelt]


def test_the_generator_s_nouns_have_the_generator_s_types() -> None:
    """Both speak of the same things; where ours has several words for more, it has theirs."""
    known = lexicon("en", {}).nouns
    for name, nouns in vocabulary("en")["types"].items():
        for noun in nouns:
            found = known.get((noun,))
            assert found is not None
            assert name in found.types, noun


@pytest.mark.parametrize("language", LANGUAGES)
def test_types_are_those_of_the_records(language: str) -> None:
    text = " . ".join(f"the {noun}" for noun in ("sofa", "lamp", "door", "room", "stairs", "way"))
    told = {name for each in propose(text, language) for name in each.types}
    assert told
    assert told <= set(ENTITY_TYPES)


def test_a_campaign_s_nouns_go_before_the_listed_ones() -> None:
    proposer = DictionaryProposer({"en": {"sign": ["chaise longue", "lamp"]}})
    text = "Go past the chaise longues to the lamp."
    found = proposer.propose(text, "en") or ()
    assert [(text[each.start_char : each.end_char], each.types) for each in found] == [
        ("the chaise longues", ("sign",)),
        ("the lamp", ("sign",)),
    ]
    with pytest.raises(InvalidDataError, match="no dictionary of 'ur'"):
        DictionaryProposer({"ur": {}})


def hostile() -> list[str]:
    """Texts as people and machines can send them."""
    random = Random(5)
    signs = [
        *"the red sofa दरवाज़े తలుపు क्ष గది ",
        "\u0301",
        "\u200d",
        "🛋️",
        "👩‍👩‍👧",
        "\n",
        ",",
        "ـ",
        "ا",
        "'s",
        "\x00",
        "\u093c",
    ]
    return [
        "",
        " \n\t",
        "👩‍👩‍👧 the sofa\u0301\u0301 a\u0301",
        "the \u0301sofa",
        "sofa\u200dsofa the \u200bdoor",
        "क्षेत्र दरवाज़े\u093c\u093c के पास",
        "the दरवाज़ा తలుపు sofa الباب",
        "the the the the",
        "of of next to of",
        "a row of a row of a row of",
        "the painting of the painting of the painting",
        *("".join(random.choice(signs) for _ in range(400)) for _ in range(60)),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_any_text_gets_spans_that_can_be_marked(language: str) -> None:
    for text in hostile():
        check(text, propose(text, language))


def check(text: str, found: Sequence[Proposal]) -> None:
    """Within the text, of whole characters as people see them, none twice and none across another."""
    edges = {0, *accumulate(len(each) for each in GRAPHEME.findall(text))}
    for each in found:
        assert 0 <= each.start_char < each.end_char <= len(text)
        assert edges.issuperset((each.start_char, each.end_char, *(each.head or ())))
        assert each.head is None or each.start_char <= each.head[0] < each.head[1] <= each.end_char
    for one, other in combinations(sorted(found, key=lambda each: (each.start_char, -each.end_char)), 2):
        assert (one.start_char, one.end_char) != (other.start_char, other.end_char)
        assert not one.start_char < other.start_char < one.end_char < other.end_char


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "the red sofa of the painting "),
        ("hi", "नीले दरवाज़े वाली तस्वीर "),
        ("te", "బల్ల పక్కన ఉన్న గదిలోకి "),
    ],
)
def test_ten_thousand_words_are_read_once(language: str, text: str) -> None:
    many = text * (10_000 // len(text.split()))
    found = propose(many, language)
    assert len(found) > 500
    check(many[: found[40].end_char], found[:40])


def test_other_languages_get_none_and_the_reason() -> None:
    assert PROPOSER.propose("دروازہ کے پاس", "ur-PK") is None
    assert proposed("dictionary", {}, "دروازہ کے پاس", "ur-PK").why_none == "language"
    assert proposed(None, {}, "the sofa", "en").why_none == "not_asked"
    assert proposed("dictionary", {}, "the sofa", "en").why_none is None


# The door


@pytest.mark.parametrize("name", MENTIONS.names())
def test_every_proposer_answers_alike(name: str) -> None:
    proposer = open_proposer(name, {})
    for text in hostile():
        found = proposer.propose(text, "en-US")
        assert found is not None
        assert list(found) == list(proposer.propose(text, "en-US") or ())
        check(text, found)
    assert proposer.propose("", "x-nobody") in (None, [])


def test_a_package_brings_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(PLUGINS)
    assert "capitals" in MENTIONS.names()
    text = "Turn at the EXIT sign."
    [found] = proposed("capitals", {}, text, "en").proposals
    assert text[found.start_char : found.end_char] == "EXIT"
    assert proposed("capitals", {}, text, "hi").why_none == "language"


def test_one_that_fails_costs_nobody_their_task(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(PLUGINS)
    assert proposed("failing", {}, "the sofa", "en").why_none == "failed"
    assert proposed("no-such", {}, "the sofa", "en").why_none == "failed"
    with pytest.raises(PluginNotFoundError, match=r"no 'no-such' in pangea\.mentions"):
        open_proposer("no-such", {})
