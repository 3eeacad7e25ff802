"""What people say for what is written, in each language."""

from __future__ import annotations

import re
import string
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from align.readings import numbers
from align.readings.abbreviations import TABLES
from align.readings.token import ORDINAL_ENDINGS, is_number, readings
from align.readings.ways import MOST_READINGS, distinct, joined, said, slots


def said_as(written: str, language: str = "en", *, after_number: bool = False) -> list[str]:
    return [" ".join(way) for way in readings(written, language, after_number=after_number)]


def entries(section: str, *languages: str) -> list[tuple[str, str, str]]:
    """Each (language, what is written, a way to say it) of a section of the tables."""
    return [
        (language, written, way.strip())
        for language in languages or TABLES
        for written, ways in tomllib.loads(TABLES[language].read_text(encoding="utf-8"))
        .get(section, {})
        .items()
        for way in ways.split("|")
    ]


@pytest.mark.parametrize("form", ["{}", "{}.", "{},", "({})", '"{}"'])
def test_every_abbreviation_is_said_in_full(form: str) -> None:
    for language, written, way in entries("short"):
        assert way in said_as(form.format(written), language)


@pytest.mark.parametrize("language", ["en", "hi", "te"])
def test_english_abbreviations_are_understood_in_every_language(language: str) -> None:
    for _, written, way in [*entries("short", "en"), *entries("words_too", "en")]:
        assert way in said_as(written, language)
    for _, written, way in entries("with_dot", "en"):
        assert way in said_as(f"{written}.", language)


def test_what_is_also_a_word_is_first_read_as_the_word() -> None:
    for _, written, way in entries("words_too"):
        first, *others = said_as(written)
        assert first == written
        assert way in others


def test_every_unit_is_said_in_full_after_a_number() -> None:
    for language, written, way in entries("units"):
        assert way in said_as(written, language, after_number=True)
    for _, written, way in entries("units", "en"):
        if written not in ("²", "''") and not re.search(r"\d", written):
            assert f"twenty {way}" in said_as(f"20{written}"), written


def test_every_sign_is_said_beside_a_word() -> None:
    for language, written, way in entries("signs"):
        assert f"a {way}".strip() in said_as(f"a{written}", language)


@pytest.mark.parametrize("language", ["fr", "ta", "ru"])
def test_other_languages_are_not_read_by_these_tables(language: str) -> None:
    for _, written, way in [*entries("short", "en"), *entries("words_too", "en")]:
        assert written.isalpha() <= (said_as(written, language) == [written]), way


@pytest.mark.parametrize(
    ("written", "ways"),
    [
        ("2.5", {"two point five", "two and a half"}),
        ("0.75", {"point seven five", "three quarters", "zero point seventy five"}),
        ("1980s", {"nineteen eighties"}),
        ("'80s", {"eighties"}),
        ("80s", {"eighties", "eighty seconds"}),
        ("1st", {"first"}),
        ("102nd", {"one hundred second", "one hundred and second"}),
        ("3/4", {"three quarters", "three fourths", "three over four"}),
        ("24/7", {"twenty four seven"}),
        ("2½", {"two and a half"}),
        ("10:30", {"ten thirty", "half past ten"}),
        ("9:05pm", {"nine oh five p m", "five past nine p m"}),
        ("7:00", {"seven", "seven o'clock"}),
        ("$5", {"five dollars"}),
        ("$1", {"one dollar"}),
        ("$5.50", {"five dollars and fifty cents", "five fifty"}),
        ("6'2\"", {"six feet two inches", "six foot two"}),
        ("6’2”", {"six feet two inches"}),
        ("5'", {"five feet"}),
        ("90°", {"ninety degrees"}),
        ("5%", {"five percent"}),
        ("180", {"one eighty", "one hundred eighty", "one hundred and eighty", "a hundred and eighty"}),
        ("1905", {"nineteen oh five", "one thousand nine hundred and five"}),
        ("1,00,000", {"one lakh", "one hundred thousand"}),
        ("007", {"zero zero seven", "oh oh seven"}),
        ("4x4", {"four by four", "four times four"}),
        ("10-12", {"ten twelve", "ten to twelve"}),
        ("3-foot", {"three foot"}),
        ("rm.12", {"room twelve"}),
        ("TV", {"tv", "t v"}),
        ("U.S.A.", {"u s a"}),
        ("e.g.", {"for example"}),
        ("sofa/chair", {"sofa chair", "sofa or chair", "sofa slash chair"}),
        ("#3", {"number three", "hash three"}),
    ],
)
def test_english_is_read_in_the_ways_that_people_use(written: str, ways: set[str]) -> None:
    assert ways <= set(said_as(written))


@pytest.mark.parametrize(
    "form",
    ["{}", "{}.5", "2.{}", "{}/2", "1/{}", "${}", "${}.50", "{}th", "{}m", "{}'6", "{}0s", "{}-5", "{}x4"],
)
@pytest.mark.parametrize("language", ["en", "hi", "te", "de"])
def test_numbers_of_any_length_are_read(form: str, language: str) -> None:
    assert readings(form.format("9" * 5000), language)


@pytest.mark.parametrize(
    ("written", "language", "ways"),
    [
        ("2nd", "hi", {"second", "दूसरा", "दूसरी", "दूसरे"}),
        ("2रा", "hi", {"दूसरा"}),
        ("8वें", "hi", {"8 वें"}),
        ("१२", "hi", {"12", "twelve"}),
        ("2.5", "hi", {"ढाई", "2 दशमलव 5", "two point five"}),
        ("3.5", "hi", {"साढ़े 3"}),
        ("10:45", "hi", {"पौने 11", "10 45", "ten forty five"}),
        ("20m", "hi", {"20 मीटर", "twenty meters"}),
        ("₹500", "hi", {"500 रुपये", "five hundred rupees"}),
        ("1980", "hi", {"1980", "19 सौ 80", "nineteen eighty"}),
        ("कि.मी.", "hi", {"किलोमीटर"}),
        ("2nd", "te", {"second", "రెండవ", "రెండో"}),
        ("2వ", "te", {"రెండవ"}),
        ("౧౨", "te", {"12", "twelve"}),
        ("2.5", "te", {"రెండున్నర", "two and a half"}),
        ("10:30", "te", {"పదిన్నర", "ten thirty"}),
        ("50%", "te", {"50 శాతం", "fifty percent"}),
        ("12", "fr", {"12"}),
    ],
)
def test_hindi_and_telugu_are_read_in_their_own_words_and_in_english(
    written: str, language: str, ways: set[str]
) -> None:
    assert ways <= set(said_as(written, language))


@pytest.mark.parametrize("language", ["en", "hi", "te", "fr"])
@pytest.mark.parametrize("written", ["—", "/", "-", "…", "!", "''", "<>"])
def test_punctuation_alone_is_not_said(written: str, language: str) -> None:
    assert said_as(written, language) == []


def test_a_hindi_word_that_is_an_english_abbreviation_is_first_the_word() -> None:
    assert said_as("din", "hi")[0] == "din"
    assert said_as("ft", "hi")[0] == "ft"


@pytest.mark.parametrize("language", ["en", "hi", "te", "fr"])
@given(text=st.text(st.sampled_from(string.printable.strip() + "½₹°×दूరెé"), min_size=1, max_size=12))
def test_every_reading_is_of_words_that_can_be_looked_up(language: str, text: str) -> None:
    ways = readings("".join(text.split()), language)
    assert len(ways) <= MOST_READINGS
    assert len(set(ways)) == len(ways)
    for word in (word for way in ways for word in way):
        assert word == word.lower().strip()
        assert re.search(r"\w", word)


@given(st.integers(0, 999_999_999))
def test_a_number_is_said_once_in_full(number: int) -> None:
    ways = numbers.cardinals(str(number))
    assert numbers.spelt(number) in ways
    assert len(set(ways)) == len(ways)


def test_numbers_are_spelt() -> None:
    assert " ".join(numbers.spelt(999_999_999)).endswith("thousand nine hundred ninety nine")
    assert numbers.cardinals("0")[0] == ("zero",)
    assert numbers.cardinals("1000000")[0] == ("one", "million")
    assert len(numbers.cardinals("12345678901")[0]) == 11
    lasts = [numbers.ordinals(digits)[0][-1] for digits in ("1", "12", "20", "104")]
    assert lasts == ["first", "twelfth", "twentieth", "fourth"]
    assert numbers.plural("six") == "sixes"


def test_endings_of_ordinals_are_those_of_their_language() -> None:
    for language, endings in ORDINAL_ENDINGS.items():
        for ending in endings.split():
            assert not any(ending in reading.split()[1:] for reading in said_as(f"2{ending}", language))


@pytest.mark.parametrize(
    ("token", "expected"),
    [("20", True), ("2.5", True), ("1/2", True), ("two", False), ("2nd", False), ("", False)],
)
def test_units_stand_after_numbers(token: str, expected: bool) -> None:
    assert is_number(token) is expected


@pytest.mark.parametrize(
    ("ways", "parts"),
    [
        (["two and a half", "two point five"], [["two"], ["and a half", "point five"]]),
        (["room one", "room one"], [["room"], ["one"]]),
        (["sofa chair", "sofa or chair"], [["sofa", "sofa or"], ["chair"]]),
        (["a", "b"], [["a", "b"]]),
        (["a", "a a"], [["a", "a a"]]),
        (["ten", "ten a m"], [["ten", "ten a m"]]),
    ],
)
def test_readings_differ_in_one_part(ways: list[str], parts: list[list[str]]) -> None:
    assert [[" ".join(way) for way in part] for part in slots(said(*ways))] == parts


@given(st.lists(st.lists(st.sampled_from("ab"), min_size=1, max_size=4).map(tuple), min_size=1, max_size=4))
def test_parts_make_up_the_readings_again(ways: list[tuple[str, ...]]) -> None:
    parts = slots(ways)
    assert set(joined(*parts)) == set(distinct(ways))
    assert all(way for part in parts for way in part)
    assert sum(len(part) > 1 for part in parts) <= 1
