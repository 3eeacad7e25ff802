"""Whether a word may be a name or a place, at the limits of what is known of it and how it is written."""

from __future__ import annotations

import pytest

from pangea_server.dataset.personal.cue import Cue, CueKind, Trust, cues
from pangea_server.dataset.personal.gazetteer import Gazetteer
from pangea_server.dataset.personal.names_and_places import STRANGE, Judge, Word
from pangea_server.dataset.personal.ordinary import ordinary_words
from pangea_server.dataset.personal.spelling import spellings

ANY_PATTERN = cues("en")[0].pattern


def judge(
    language: str, *words: str, sources: int = 0, cities: tuple[str, ...] = (), large: bool = False
) -> Judge:
    """Of a language, who knows these words as names of so many sources, and these cities."""
    spelled = {spelling: sources for word in words for spelling in spellings(word)}
    known = Gazetteer(
        {word.lower(): sources for word in words},
        spelled,
        frozenset(city.lower() for city in cities),
        frozenset(spelling for city in cities for spelling in spellings(city)),
        frozenset(spelling for city in cities * large for spelling in spellings(city)),
    )
    return Judge(language, ordinary_words(language), known)


def cue(trust: Trust, kind: CueKind = "name", rule: str = "") -> Cue:
    return Cue("en", kind, rule, trust, ANY_PATTERN)


def word(text: str, how: str = "small") -> Word:
    """``large`` inside a sentence, or with a ``capital`` that may begin one."""
    return Word(0, len(text), text, text, how == "large", how != "small")


@pytest.mark.parametrize(
    ("language", "trust", "text", "how", "least"),
    [
        ("en", "certain", "zorv", "small", 0),
        ("en", "certain", "rose", "small", 10),
        ("en", "certain", "Rose", "large", 0),
        ("en", "open", "zorv", "small", 3),
        ("en", "other", "Zorv", "capital", 3),
        ("en", "open", "Zorv", "large", 0),
        ("en", "open", "Rose", "large", 15),
        ("en", "open", "Rose", "capital", None),
        ("en", "person", "zorv", "small", 5),
        ("en", "person", "Zorv", "capital", 3),
        ("en", "known", "Zorv", "large", 3),
        ("en", "person", "Rose", "large", 15),
        ("en", "known", "Rose", "capital", None),
        ("en", "known", "Zo", "large", None),
        ("en", "certain", "Standing", "large", None),
        ("hi", "open", "zorv", "small", 0),
        ("hi", "open", "आशा", "small", 0),
        ("hi", "other", "आशा", "small", None),
        ("hi", "certain", "Rose", "capital", 0),
        ("hi", "open", "Rose", "capital", 15),
        ("hi", "person", "आशा", "small", 0),
        ("hi", "person", "लक्ष्मी", "small", 3),
        ("hi", "known", "लक्ष्मी", "small", 5),
        ("hi", "person", "रवि", "small", 15),
        ("hi", "known", "ज़ोरचंद", "small", 0),
        ("te", "open", "చెప్పండి", "small", 3),
    ],
)
def test_a_cue_introduces_what_enough_sources_have(
    language: str, trust: Trust, text: str, how: str, least: int | None
) -> None:
    """``least``: how many sources it takes; None where a hundred are not enough."""
    asked = [0, least, least - 1] if least else [100] if least is None else [0]
    found = {
        sources: judge(language, text, sources=sources).may_be(cue(trust), word(text, how))
        for sources in asked
    }
    assert found == {sources: least is not None and sources >= least for sources in asked}


@pytest.mark.parametrize(
    ("language", "text", "how", "least"),
    [
        ("en", "Zorv", "large", 0),
        ("en", "Zorv", "capital", 5),
        ("en", "zorv", "small", 10),
        ("hi", "zorv", "small", 15),
        ("en", "Rose", "large", 20),
        ("en", "Rose", "capital", None),
        ("en", "Abbott", "large", 10),
        ("en", "March", "large", None),
        ("en", "Zo", "large", None),
        ("en", "Standing", "large", None),
        ("hi", "लक्ष्मी", "small", 5),
        ("hi", "रवि", "small", 15),
        ("hi", "ज़ोरचंद", "small", 0),
    ],
)
def test_a_name_that_is_only_mentioned_needs_more_sources(
    language: str, text: str, how: str, least: int | None
) -> None:
    asked = [0, least, least - 1] if least else [100] if least is None else [0]
    found = {n: judge(language, text, sources=n).is_mentioned(word(text, how), titled=False) for n in asked}
    assert found == {n: least is not None and n >= least for n in asked}


def test_where_other_words_are_written_large_too_an_ordinary_word_is_no_name() -> None:
    knowing = judge("en", "Rose", sources=100)
    assert [knowing.is_mentioned(word("Rose", "large"), titled) for titled in (False, True)] == [True, False]


@pytest.mark.parametrize(
    ("trust", "rule", "text", "how", "is_place"),
    [
        ("open", "", "xanadu", "small", True),  # a city that is known
        ("known", "", "xanadu", "small", True),
        ("open", "", "zorv", "small", False),
        ("open", "", "Zorv", "large", True),
        ("known", "", "Zorv", "large", False),
        ("known", "", "zorvnagar", "small", True),
        ("known", "", "zornagar", "small", True),
        ("known", "", "zonagar", "small", False),
        ("open", STRANGE, "Abbott", "large", False),
        ("open", STRANGE, "Zorv", "large", True),
        ("open", "", "Rose", "large", False),  # an ordinary word, and no city
        ("open", "", "reading", "small", False),  # an ordinary word, and a city
        ("open", "", "Reading", "large", True),
        ("open", "", "Xi", "large", True),
    ],
)
def test_a_cue_for_places_takes_cities_towns_and_words_written_large(
    trust: Trust, rule: str, text: str, how: str, is_place: bool
) -> None:
    knowing = judge("en", cities=("Xanadu", "Reading"))
    assert bool(knowing.may_be(cue(trust, "place", rule), word(text, how))) == is_place


@pytest.mark.parametrize(
    ("sources", "large", "is_place"), [(14, False, True), (15, False, False), (15, True, True)]
)
def test_a_city_that_people_are_called_by_is_one_if_it_is_large(
    sources: int, large: bool, is_place: bool
) -> None:
    knowing = judge("en", "Xanadu", sources=sources, cities=("Xanadu",), large=large)
    assert knowing.may_be(cue("known", "place"), word("Xanadu", "large")) == is_place
    assert knowing.may_be(cue("known"), word("Xanadu", "large")) != large


def test_cities_are_known_alone_and_in_pairs() -> None:
    knowing = judge("en", cities=("Xanadu", "Costa Mesa", "Yzor", "Yzo", "Reading"))
    told = [
        ("Xanadu", "capital"),
        ("xanadu", "small"),
        ("Yzor", "capital"),
        ("Yzo", "capital"),
        ("Reading", "large"),
    ]
    assert [knowing.is_city(word(*each)) for each in told] == [True, False, True, False, False]
    assert knowing.is_city_pair(word("Costa", "capital"), word("Mesa", "capital"))
    assert not knowing.is_city_pair(word("costa"), word("Mesa", "capital"))
    assert not knowing.is_city_pair(word("Costa", "capital"), word("mesa"))
    assert not knowing.is_city_pair(word("Mesa", "capital"), word("Costa", "capital"))
    assert not Judge("en", ordinary_words("en"), None).is_city(word("Xanadu", "large"))


@pytest.mark.parametrize(
    ("language", "text", "sources", "is_one"),
    [
        *(("en", "Zorvers", 0, True), ("en", "zorvers", 0, False), ("en", "Rose", 100, False)),
        *(("en", "Standing", 0, False), ("hi", "ज़ोरव", 0, True), ("te", "చెప్పండి", 2, False)),
    ],
)
def test_a_family_name_follows_a_name(language: str, text: str, sources: int, is_one: bool) -> None:
    assert judge(language, text, sources=sources).is_family(word(text)) == is_one


@pytest.mark.parametrize(
    ("text", "names", "stem"),
    [
        ("సుజాతతో", {"సుజాత": 5}, "సుజాత"),
        ("సుజాతతో", {"సుజాత": 5, "సుజాతతో": 6}, "సుజాతతో"),
        ("సుజాతతో", {"సుజాతతో": 10, "సుజాత": 10}, "సుజాతతో"),
        ("శ్రీలక్ష్మికి", {}, "శ్రీలక్ష్మి"),
        ("Sujatani", {"sujata": 5}, "Sujatani"),
    ],
)
def test_a_case_ending_is_taken_off_where_the_rest_is_as_well_known(
    text: str, names: dict[str, int], stem: str
) -> None:
    known = Gazetteer(names, {}, frozenset(), frozenset(), frozenset())
    spelled = {spelling: sources for name, sources in names.items() for spelling in spellings(name)}
    known.folded_names.update(spelled)
    assert Judge("te", ordinary_words("te"), known).stem(text) == stem
