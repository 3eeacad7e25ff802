"""English numbers as they are spoken, each in the ways that people use."""

from __future__ import annotations

from itertools import product

from align.readings.ways import Ways, distinct, joined, said

# fmt: off
_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
# fmt: on
_SCALES = ((1_000_000_000, "billion"), (1_000_000, "million"), (1_000, "thousand"), (100, "hundred"))
_INDIAN_SCALES = ((10_000_000, "crore"), (100_000, "lakh"), *_SCALES[2:])
_ORDINALS = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}
_MOST_DIGITS = 9
"""Numbers of more digits are read digit by digit."""
_PARTS = {2: ("half", "halves"), 4: ("quarter", "quarters")}
_SMALL_PARTS = {"5": "half", "25": "a quarter", "75": "three quarters"}


def cardinals(digits: str) -> Ways:
    """The ways to say a number: ``"42"`` is forty two, ``"105"`` is one hundred five, or and five, or one oh five.

    A leading zero, or more than nine digits, make it a row of digits.
    """
    in_digits = _digit_by_digit(digits)
    if len(digits) > _MOST_DIGITS or (len(digits) > 1 and digits[0] == "0"):
        return in_digits
    number = int(digits)
    whole = [spelt(number), spelt(number, link="and"), *_with_a(number), *_in_lakhs(number)]
    pairs = _in_pairs(digits)
    ways = [*pairs, *whole] if 1900 <= number < 2100 else [*whole, *pairs]
    return distinct([*ways, *(in_digits if len(digits) > 2 or digits == "0" else [])])


def ordinals(digits: str) -> Ways:
    """The ways to say an ordinal number: ``"42"`` is forty second."""
    if len(digits) > _MOST_DIGITS:
        return _digit_by_digit(digits)
    number = int(digits)
    return distinct(_ordinal(way) for way in (spelt(number), spelt(number, link="and")))


def decades(digits: str) -> Ways:
    """The ways to say years: ``"1980"`` is nineteen eighties, ``"80"`` eighties."""
    return distinct((*way[:-1], plural(way[-1])) for way in cardinals(digits) if way[-1] != "zero")


def decimals(whole: str, fraction: str) -> Ways:
    """The ways to say ``2.5``: two point five, two and a half."""
    digits = _digit_by_digit(fraction)
    pair = cardinals(fraction) if len(fraction) == 2 and fraction[0] != "0" else []
    ways = joined(cardinals(whole)[:2], said("point"), [*digits, *pair[:1]])
    part = _SMALL_PARTS.get(fraction.rstrip("0"))
    if int(whole):
        return distinct([*ways, *(joined(cardinals(whole)[:2], said(f"and {_one(part)}")) if part else [])])
    return distinct([*ways, *joined(said("point"), digits), *(said(part, _one(part)) if part else [])])


def fractions(above: int, below: int) -> Ways:
    """The ways to say ``3/4``: three quarters, three fourths, three over four; but 24/7 is twenty four seven."""
    one, many = _PARTS.get(below, ("", ""))
    top, bottom = spelt(above), spelt(below)
    named: Ways = []
    if 0 < above < below:
        part = _ordinal(bottom)
        if above == 1:
            named = said(*([one, f"a {one}", f"one {one}"] if one else []))
        elif many:
            named = [(*top, many), (*top, one)]
        if below > 2:
            named += [(*top, *part[:-1], part[-1] if above == 1 else plural(part[-1]))]
    plain = [
        (*top, *bottom),
        *((*top, *link, *bottom) for link in said("over", "slash", "out of", "by", "of")),
    ]
    return distinct([*named, *plain])


def clock_times(hour: int, minute: int) -> Ways:
    """The ways to say ``10:30``: ten thirty, half past ten."""
    this, following = spelt(hour), spelt(hour % 12 + 1)
    minutes = spelt(minute)
    if minute == 0:
        return [this, (*this, "o'clock"), (*this, "hundred")]
    exact = [(*this, "oh", *minutes), (*this, "zero", *minutes)] if minute < 10 else [(*this, *minutes)]
    words = {15: "quarter", 30: "half", 45: "quarter"}.get(minute)
    if words is None:
        return [*exact, (*minutes, "past", *this)]
    near = (words, "to", *following) if minute == 45 else (words, "past", *this)
    return [*exact, near, ("a", *near)]


def plural(word: str) -> str:
    """ "sixty" is sixties, "hundred" hundreds, "six" sixes."""
    if word.endswith("y"):
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("x", "s")) else "s")


def spelt(number: int, link: str = "", scales: tuple[tuple[int, str], ...] = _SCALES) -> tuple[str, ...]:
    """A number in words. ``link`` stands before the last two digits: one hundred and five."""
    if number < 20:
        return (_ONES[number],)
    for scale, name in scales:
        if number >= scale:
            rest = number % scale
            between = (link,) if link and 0 < rest < 100 else ()
            after = (*between, *spelt(rest, link, scales)) if rest else ()
            return (*spelt(number // scale, link, scales), name, *after)
    tens, ones = divmod(number, 10)
    return (_TENS[tens - 2], *(spelt(ones) if ones else ()))


def _ordinal(words: tuple[str, ...]) -> tuple[str, ...]:
    *rest, last = words
    if last in _ORDINALS:
        return (*rest, _ORDINALS[last])
    return (*rest, (last[:-1] + "ie" if last.endswith("y") else last) + "th")


def _digit_by_digit(digits: str) -> Ways:
    zeros = product(("zero", "oh"), repeat=1 if "0" in digits else 0)
    return [tuple(zero[0] if digit == "0" else _ONES[int(digit)] for digit in digits) for zero in zeros]


def _with_a(number: int) -> Ways:
    """ "a hundred" and "a thousand", also at the beginning."""
    one, *rest = spelt(number, link="and")
    return [("a", *rest)] if one == "one" and rest and rest[0] in {"hundred", "thousand", "million"} else []


def _in_lakhs(number: int) -> Ways:
    return [spelt(number, scales=_INDIAN_SCALES)] if number >= 100_000 else []


def _in_pairs(digits: str) -> Ways:
    """1980 as nineteen eighty, 1905 as nineteen oh five, 1500 as fifteen hundred; room 120 as one twenty."""
    if len(digits) not in (3, 4) or digits[-3:] == "000":
        return []
    first, last = spelt(int(digits[:-2])), int(digits[-2:])
    if last == 0:
        return [(*first, "hundred")] if len(digits) == 4 else []
    return [(*first, "oh", *spelt(last))] if last < 10 else [(*first, *spelt(last))]


def _one(part: str) -> str:
    return part if " " in part else f"a {part}"
