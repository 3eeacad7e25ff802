"""English numbers as they are spoken."""

from __future__ import annotations

# fmt: off
_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
# fmt: on
_SCALES = ((1_000_000, "million"), (1_000, "thousand"), (100, "hundred"))
_ORDINALS = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}


def cardinal(digits: str) -> list[str]:
    """Say a number: ``"42"`` is forty two. Ten or more digits, or a leading zero, are read digit by digit."""
    if len(digits) > 9 or (len(digits) > 1 and int(digits[0]) == 0):
        return [_ONES[int(digit)] for digit in digits]
    return _spelt(int(digits))


def ordinal(digits: str) -> list[str]:
    """Say an ordinal number: ``"42"`` is forty second."""
    *rest, last = cardinal(digits)
    if last in _ORDINALS:
        return [*rest, _ORDINALS[last]]
    return [*rest, (last[:-1] + "ie" if last.endswith("y") else last) + "th"]


def _spelt(number: int) -> list[str]:
    if number < 20:
        return [_ONES[number]]
    for scale, name in _SCALES:
        if number >= scale:
            return [*_spelt(number // scale), name, *_rest(number % scale)]
    return [_TENS[number // 10 - 2], *_rest(number % 10)]


def _rest(number: int) -> list[str]:
    return _spelt(number) if number else []
