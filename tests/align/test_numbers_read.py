"""Numbers as they are said, all ways of each with the likeliest first; in English, Hindi and Telugu."""

from __future__ import annotations

import pytest

from align.readings import indian, numbers
from align.readings.token import readings
from align.readings.ways import MOST_READINGS, Ways, joined, said


def same(ways: Ways, expected: str) -> None:
    assert [" ".join(way) for way in ways] == (
        [way.strip() for way in expected.split("|")] if expected else []
    )


@pytest.mark.parametrize(
    ("digits", "ways"),
    [
        ("0", "zero | oh"),
        ("7", "seven"),
        ("20", "twenty"),
        ("105", "one hundred five | one hundred and five | a hundred and five | one oh five | one zero five"),
        ("500", "five hundred | five zero zero | five oh oh"),
        ("1000", "one thousand | a thousand | one zero zero zero | one oh oh oh"),
        (
            "1500",
            "one thousand five hundred | a thousand five hundred | fifteen hundred | one five zero zero"
            " | one five oh oh",
        ),
        ("2000", "two thousand | two zero zero zero | two oh oh oh"),
        (
            "1905",
            "nineteen oh five | one thousand nine hundred five | one thousand nine hundred and five"
            " | a thousand nine hundred and five | one nine zero five | one nine oh five",
        ),
        ("2100", "two thousand one hundred | twenty one hundred | two one zero zero | two one oh oh"),
        (
            "100000",
            "one hundred thousand | a hundred thousand | one lakh | one zero zero zero zero zero"
            " | one oh oh oh oh oh",
        ),
        (
            "1000000",
            "one million | a million | ten lakh | one zero zero zero zero zero zero | one oh oh oh oh oh oh",
        ),
        ("01", "zero one | oh one"),
        ("1111111111", " ".join(["one"] * 10)),
    ],
)
def test_a_whole_number(digits: str, ways: str) -> None:
    same(numbers.cardinals(digits), ways)


@pytest.mark.parametrize(
    ("digits", "ways"),
    [
        ("3", "third"), ("8", "eighth"), ("20", "twentieth"), ("21", "twenty first"),
        ("105", "one hundred fifth | one hundred and fifth"), ("1" * 10, " ".join(["one"] * 10)),
    ],
)  # fmt: skip
def test_an_ordinal(digits: str, ways: str) -> None:
    same(numbers.ordinals(digits), ways)


def test_decades() -> None:
    same(numbers.decades("80"), "eighties")
    same(numbers.decades("1900"), "nineteen hundreds | one thousand nine hundreds | a thousand nine hundreds"
         " | one nine oh ohs")  # fmt: skip


@pytest.mark.parametrize(
    ("number", "ways"),
    [
        ("2.5", "two point five | two and a half"),
        ("3.3", "three point three"),
        ("2.05", "two point zero five | two point oh five"),
        ("12.25", "twelve point two five | twelve point twenty five | twelve and a quarter"),
        (
            "0.75",
            "zero point seven five | zero point seventy five | oh point seven five | oh point seventy five"
            " | point seven five | three quarters",
        ),
        ("0.5", "zero point five | oh point five | point five | half | a half"),
    ],
)
def test_a_decimal(number: str, ways: str) -> None:
    same(numbers.decimals(*number.split(".")), ways)


@pytest.mark.parametrize(
    ("above", "below", "named"),
    [
        (1, 2, "half | a half | one half"),
        (1, 3, "one third"),
        (1, 4, "quarter | a quarter | one quarter | one fourth"),
        (3, 4, "three quarters | three quarter | three fourths"),
        (2, 3, "two thirds"),
        (2, 2, ""),
        (9, 7, ""),
    ],
)
def test_a_fraction(above: int, below: int, named: str) -> None:
    top, bottom = numbers.spelt(above)[0], numbers.spelt(below)[0]
    plain = [f"{top} {link} {bottom}" for link in ("over", "slash", "out of", "by", "of")]
    same(
        numbers.fractions(above, below), " | ".join([*([named] if named else []), f"{top} {bottom}", *plain])
    )


@pytest.mark.parametrize(
    ("hour", "minute", "ways"),
    [
        (7, 0, "seven | seven o'clock | seven hundred"),
        (9, 5, "nine oh five | nine zero five | five past nine"),
        (3, 10, "three ten | ten past three"),
        (3, 15, "three fifteen | quarter past three | a quarter past three"),
        (10, 30, "ten thirty | half past ten | a half past ten"),
        (11, 45, "eleven forty five | quarter to twelve | a quarter to twelve"),
        (12, 45, "twelve forty five | quarter to one | a quarter to one"),
    ],
)
def test_a_time_of_the_day(hour: int, minute: int, ways: str) -> None:
    same(numbers.clock_times(hour, minute), ways)


@pytest.mark.parametrize(
    ("said_in", "language", "ways"),
    [
        (indian.cardinals("1980", "hi"), "hi", "1980 | 19 सौ 80"),
        (indian.cardinals("1100", "hi"), "hi", "1100 | 11 सौ"),
        (indian.cardinals("2005", "hi"), "hi", "2005"),
        (indian.cardinals("1980", "te"), "te", "1980"),
        (indian.ordinals("1", "hi"), "hi", "पहला | पहली | पहले"),
        (indian.ordinals("4", "hi"), "hi", "चौथा | चौथी | चौथे"),
        (indian.ordinals("5", "hi"), "hi", "5 वाँ | 5 वीं | 5 वें"),
        (indian.ordinals("1", "te"), "te", "మొదటి | ఒకటవ | ఒకటో"),
        (indian.ordinals("5", "te"), "te", "ఐదవ | ఐదో"),
        (indian.ordinals("11", "te"), "te", "11 వ | 11 ఓ"),
        (indian.decades("80", "hi"), "hi", "80 के दशक | 80 का दशक"),
        (indian.decades("80", "te"), "te", "80 దశకం | 80 లు"),
        (indian.decimals("2", "5", "hi"), "hi", "ढाई | अढ़ाई | 2 दशमलव 5 | 2 पॉइंट 5"),
        (indian.decimals("3", "50", "hi"), "hi", "साढ़े 3 | 3 दशमलव 5 0 | 3 पॉइंट 5 0"),
        (indian.decimals("1", "25", "hi"), "hi", "सवा | 1 दशमलव 2 5 | 1 पॉइंट 2 5"),
        (indian.decimals("2", "25", "hi"), "hi", "सवा 2 | 2 दशमलव 2 5 | 2 पॉइंट 2 5"),
        (indian.decimals("0", "25", "hi"), "hi", "पाव | चौथाई | 0 दशमलव 2 5 | 0 पॉइंट 2 5"),
        (indian.decimals("4", "75", "hi"), "hi", "पौने 5 | 4 दशमलव 7 5 | 4 पॉइंट 7 5"),
        (indian.decimals("0", "75", "hi"), "hi", "पौन | पौना | 0 दशमलव 7 5 | 0 पॉइंट 7 5"),
        (indian.decimals("2", "3", "hi"), "hi", "2 दशमलव 3 | 2 पॉइंट 3"),
        (indian.decimals("2", "5", "te"), "te", "రెండున్నర | 2 దశాంశం 5 | 2 పాయింట్ 5"),
        (indian.decimals("13", "5", "te"), "te", "13 దశాంశం 5 | 13 పాయింట్ 5"),
        (indian.fractions(3, 4, "hi"), "hi", "तीन चौथाई | पौन | पौना | 3 बटा 4 | 3 4"),
        (indian.fractions(2, 3, "te"), "te", "మూడింట రెండు | 2 బై 3 | 2 3"),
        (indian.fractions(5, 6, "te"), "te", "5 బై 6 | 5 6"),
        (indian.clock_times(10, 30, "hi"), "hi", "साढ़े 10 | 10 30 | 10 बजकर 30 मिनट | 10 बज के 30 मिनट"),
        (indian.clock_times(10, 45, "hi"), "hi", "पौने 11 | 10 45 | 10 बजकर 45 मिनट | 10 बज के 45 मिनट"),
        (indian.clock_times(7, 0, "hi"), "hi", "7 | 7 बजे"),
        (indian.clock_times(7, 0, "te"), "te", "7 | 7 గంటలు"),
        (indian.clock_times(10, 30, "te"), "te", "పదిన్నర | 10 30 | 10 గంటల 30 నిమిషాలు"),
        (indian.clock_times(10, 15, "te"), "te", "10 15 | 10 గంటల 15 నిమిషాలు"),
        *((ways, "fr", "") for ways in (
            indian.cardinals("1980", "fr"), indian.ordinals("1", "fr"), indian.decades("80", "fr"),
            indian.decimals("2", "5", "fr"), indian.fractions(1, 2, "fr"), indian.clock_times(10, 30, "fr"),
        )),
    ],
)  # fmt: skip
def test_hindi_and_telugu(said_in: Ways, language: str, ways: str) -> None:
    same(said_in, ways)


@pytest.mark.parametrize(
    ("written", "language", "after_number", "ways"),
    [
        ("$5", "en", False, "five dollars | five dollar"),
        ("$1", "en", False, "one dollar | one dollars"),
        ("10-12", "en", False, "ten twelve | ten to twelve | ten or twelve"),
        ("4x4", "en", False, "four by four | four times four | four x four"),
        ("9:05pm", "en", False, "nine oh five p m | nine zero five p m | five past nine p m"),
        ("80s", "en", False, "eighties | eighty seconds | eighty second"),
        ("1m", "en", False, "one meter | one meters"),
        ("20m", "en", False, "twenty meters | twenty meter"),
        ("m", "en", True, "meters | meter | m"),
        ("m", "en", False, "m"),
        ("in", "en", True, "in | inches | inch"),
        ("2nd", "hi", False, "second | दूसरा | दूसरी | दूसरे"),
        ("2रा", "hi", False, "दूसरा | दूसरी | दूसरे"),
        ("5%", "hi", False, "5 प्रतिशत | 5 फ़ीसदी | 5 percent | five प्रतिशत | five फ़ीसदी | five percent"),
        ("TV", "en", False, "tv | t v"),
        ("HOUSE", "en", False, "house | h o u s e"),
        ("KITCHEN", "en", False, "kitchen"),
        ("I", "en", False, "i"),
        ("no.", "en", False, "number | no"),
        ("no", "en", False, "no"),
        ("w/", "en", False, "with"),
        ("&", "en", False, "and"),
        (
            "1,250", "en", False,
            "one thousand two hundred fifty | one thousand two hundred and fifty"
            " | a thousand two hundred and fifty | twelve fifty | one two five zero | one two five oh",
        ),
        ("6'2\"", "en", False,
         "six feet two inches | six feet two inch | six feet two | six foot two inches | six foot two inch"
         " | six foot two | six two inches | six two inch | six two"),
    ],
)  # fmt: skip
def test_a_token(written: str, language: str, after_number: bool, ways: str) -> None:
    same(readings(written, language, after_number=after_number), ways)


def test_a_fraction_after_a_number_is_added_to_it_and_one_above_one_is_not() -> None:
    assert readings("1/2", "en", after_number=True)[:2] == said("and a half", "half")
    assert readings("3/4", "en", after_number=True)[:2] == said("and three quarters", "three quarters")
    assert readings("1/2", "en")[0] == ("half",)
    assert readings("5/4", "en", after_number=True)[0] == ("five", "four")
    assert readings("2½", "en")[:2] == said("two and a half", "two half")


def test_no_more_ways_are_kept_than_there_is_room_for() -> None:
    ten = said(*"abcdefghij")
    assert joined(ten, ten)[:11] == said(*(f"a {x}" for x in "abcdefghij"), "b a")
    assert len(joined(ten, ten)) == MOST_READINGS == 24
