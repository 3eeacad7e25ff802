"""The readings of one token: its parts are found by their form, and said one after another."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from align.readings import indian, numbers
from align.readings.abbreviations import currency, in_full, sign, unit
from align.readings.ways import Reading, Ways, distinct, joined, said

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

ORDINAL_ENDINGS = {
    "en": "st nd rd th",
    "hi": "st nd rd th ला ली ले रा री रे था थी थे ठा ठी ठे वां वाँ वीं वें",
    "te": "st nd rd th వ వది వా ో",
}
MOST_DIGITS = 30
"""A token with more digits in a row is no amount, time or fraction: nobody could say its value."""
MOST_LETTERS = 5
"""Words in capitals that are longer are shouted rather than spelt."""

_APOSTROPHES = str.maketrans("’‘ʼ′“”″", "''''\"\"\"")
_THOUSANDS = re.compile(r"(?<=\d),(?=(?:\d\d,)*\d{3}(?!\d))")
_KEYCAPS = re.compile("(?:[0-9#*]\ufe0f?\u20e3)+")
_EMOJI_MARKS = re.compile("[\u20e3\ufe00-\ufe0f\U000e0020-\U000e007f\U000e0100-\U000e01ef]")
"""Signs that only say how the sign before them is drawn: a keycap, as a picture, in one of several forms."""
_JOINERS = "\u200c\u200d"
_ANY_LETTER = "ɑ"  # stands for letters and marks beyond ASCII; `\w` has no marks, such as Indic vowel signs
_L = f"a-z{_ANY_LETTER}"
_N = rf"(?:\d+(?:\.\d+)?|(?<![{_L}])\.\d+)"
_PART = re.compile(
    "|".join(
        (
            rf"(?P<money>[$€£₹¥]{_N})",
            r"(?P<height>\d+'\d+(?:\"|'')?)",
            rf"(?P<clock>\d{{1,2}}:\d\d(?!\d)(?:[ap]m(?![{_L}]))?)",
            r"(?P<fraction>\d+/[1-9]\d*(?![/\d]))",
            r"(?P<range>\d+[-–—](?=\d))",
            rf"(?P<area>{_N}[x×*](?=[\d.]))",
            rf"(?P<decade>'?\d*\d0'?s(?![{_L}]))",
            rf"(?P<measure>{_N}-?(?:km/h|[{_L}]+²?(?![{_L}'])|°[cf]?|''|'(?![{_L}])|[\"%+×]))",
            rf"(?P<number>{_N})",
            rf"(?P<initials>[{_L}](?:\.[{_L}])+(?![{_L}]))",
            rf"(?P<word>[{_L}'][{_L}'{_JOINERS}]*)",
            r"(?P<sign>[&%@+=#°~<>/§№])",
        )
    )
)
_PLAIN = re.compile(rf"(?P<digits>\d+)|(?P<word>[{_L}'][{_L}'{_JOINERS}]*)")
_MEASURE = re.compile(rf"(?P<number>{_N})-?(?P<unit>.+)")
_DIGITS = re.compile(r"\d+")
_TOO_LONG = re.compile(rf"\d{{{MOST_DIGITS + 1}}}")
_WORDS_TOO = {"in", "से", "మీ"}  # units that are common words: "turn at 2 in the hall"


class _TokenPart(NamedTuple):
    """A part of a token: ``kind`` is a group of the pattern, ``text`` what it matched."""

    kind: str
    text: str


class _PartReader(NamedTuple):
    """Reads the parts of one token.

    Attributes:
        language: primary subtag.
        token: as written, where capitals can be seen.
    """

    language: str
    token: str

    def ways(self, part: _TokenPart, *, after_number: bool) -> Ways:
        if part.kind == "fraction":
            return self._fraction(part.text, after_number=after_number)
        read: Mapping[str, Callable[[str], Ways]] = {
            "money": self._money,
            "height": self._height,
            "clock": self._clock,
            "range": lambda text: joined(self._number(text[:-1]), said("", "to", "or")),
            "area": lambda text: joined(self._number(text[:-1]), said("by", "times", "x")),
            "decade": self._decade,
            "measure": self._measure,
            "number": self._number,
            "digits": self._digits,
            "initials": lambda text: self._initials(text.replace(".", "")),
            "word": self._word,
            "sign": lambda text: sign(text, self.language),
        }
        return read[part.kind](part.text)

    def _digits(self, text: str) -> Ways:
        return self._number(text) if self.language in ORDINAL_ENDINGS else said(text)

    def _number(self, text: str) -> Ways:
        whole, _, fraction = text.partition(".")
        if fraction:
            whole = whole or "0"
            return distinct(
                [*indian.decimals(whole, fraction, self.language), *numbers.decimals(whole, fraction)]
            )
        return distinct([*indian.cardinals(whole, self.language), *numbers.cardinals(whole)])

    def _fraction(self, text: str, *, after_number: bool) -> Ways:
        above, below = map(int, _DIGITS.findall(text))
        ways = [*indian.fractions(above, below, self.language), *numbers.fractions(above, below)]
        if after_number and above < below:
            named = (
                numbers.fractions(above, below)[1:2] if above == 1 else numbers.fractions(above, below)[:1]
            )
            ways = [*(("and", *way) for way in named), *ways]
        return distinct(ways)

    def _clock(self, text: str) -> Ways:
        hour, minute = map(int, _DIGITS.findall(text))
        ways = [*indian.clock_times(hour, minute, self.language), *numbers.clock_times(hour, minute)]
        return joined(ways, [tuple(text[-2:])]) if text.endswith("m") else distinct(ways)

    def _decade(self, text: str) -> Ways:
        digits = _DIGITS.findall(text)[0]
        ways = [*indian.decades(digits, self.language), *numbers.decades(digits)]
        if text.isalnum() and len(digits) < 4:
            ways += self._measure(text)
        return distinct(ways)

    def _money(self, text: str) -> Ways:
        names, parts = currency(text[0], self.language)
        whole, _, fraction = text[1:].partition(".")
        if not fraction:
            return joined(self._number(whole), names[::-1] if whole == "1" else names)
        rest = numbers.cardinals(fraction)[:1]
        whole_ways = self._number(whole or "0")[:2]
        return distinct(
            [
                *joined(whole_ways, names[:2], said("and", ""), rest, [*parts[:1], ()]),
                *joined(whole_ways, rest),
                *joined(self._number(text[1:])[:2], names),
            ]
        )

    def _height(self, text: str) -> Ways:
        feet, inches = _DIGITS.findall(text)
        return joined(
            self._number(feet)[:2],
            [*unit("'", self.language, one=False), ()],
            self._number(inches)[:2],
            [*unit('"', self.language, one=False), ()],
        )

    def _measure(self, text: str) -> Ways:
        """A number and what follows it at once: a unit, an ordinal's ending, or other letters."""
        match = _MEASURE.fullmatch(text)
        if match is None:
            return self._number(text)
        number, following = match["number"], match["unit"]
        if following in ORDINAL_ENDINGS.get(self.language, "").split() and number.isdigit():
            return self._ordinal(number, is_english=following.isascii())
        measured = unit(following, self.language, one=number == "1")
        return joined(self._number(number), measured or self._word(following))

    def _ordinal(self, digits: str, *, is_english: bool) -> Ways:
        english, native = numbers.ordinals(digits), indian.ordinals(digits, self.language)
        return distinct([*english, *native] if is_english else native)

    def _initials(self, letters: str) -> Ways:
        return distinct([*in_full(letters, self.language, dotted=True), tuple(letters), (letters,)])

    def _word(self, text: str) -> Ways:
        bare = text.strip("'")
        if not any(map(str.isalpha, bare)):
            return []
        in_capitals = bare.isascii() and bare.isalpha() and bare.upper() in self.token
        letters = [tuple(bare)] if in_capitals and 1 < len(bare) <= MOST_LETTERS else []
        return distinct([*(in_full(bare, self.language) or [(bare,)]), *letters])


def readings(token: str, language: str, *, after_number: bool = False) -> Ways:
    """The ways in which people say a token, the likeliest first; none for a token that nobody says, such as a dash.

    Words are in lower case and NFC, without punctuation. Numbers, units, signs and abbreviations are read in English,
    Hindi and Telugu; in other languages numbers stay in digits.

    Args:
        token: as written, without white space.
        language: primary subtag, such as en.
        after_number: whether the token before it is a number, so that "m" may be meters.
    """
    if _KEYCAPS.fullmatch(token):
        return []
    text = _normalised(token)
    whole = _as_a_whole(text, language, after_number)
    ways = whole or _part_by_part(text, _PartReader(language, token), after_number)
    return [way for way in ways if way] if ways and ways[0] else []


def is_number(token: str) -> bool:
    """Whether a token is a number, in the digits of any script."""
    return re.fullmatch(r"\(?\d[\d,./]*", token) is not None


def _part_by_part(text: str, reader: _PartReader, after_number: bool) -> Ways:
    said_parts: list[Ways] = []
    for part in _parts(text, reader.language):
        ways = reader.ways(part, after_number=after_number)
        if ways:
            said_parts.append(ways)
        after_number = part.kind == "number"
    return joined(*said_parts) if said_parts else []


def _parts(text: str, language: str) -> Iterator[_TokenPart]:
    pattern = _PART if language in ORDINAL_ENDINGS and not _TOO_LONG.search(text) else _PLAIN
    shape = "".join(
        _ANY_LETTER if not character.isascii() and _is_letter(character) else character for character in text
    )
    for match in pattern.finditer(shape):
        yield _TokenPart(match.lastgroup or "", text[match.start() : match.end()])


def _is_letter(character: str) -> bool:
    return unicodedata.category(character)[0] in "LM" or character in _JOINERS


def _normalised(token: str) -> str:
    """NFC, lower case, plain quotes, digits 0 to 9, no commas in numbers, no marks of emoji; "½" becomes 1/2."""
    text = unicodedata.normalize("NFC", _EMOJI_MARKS.sub("", token)).lower().translate(_APOSTROPHES)
    return _THOUSANDS.sub("", "".join(map(_digit, text))).strip()


def _digit(character: str) -> str:
    category = unicodedata.category(character)
    if category == "Nd":
        return str(unicodedata.decimal(character))
    fraction = unicodedata.normalize("NFKC", character) if category == "No" else ""
    return f" {fraction.replace('⁄', '/')}" if "⁄" in fraction else character


def _as_a_whole(text: str, language: str, after_number: bool) -> Ways:
    """The ways to say a token that is one abbreviation, sign or unit, such as "w/", "ft." or "&"."""
    bare = text.strip(",;:!?()[]{}\"'") or text
    key = bare.replace(".", "")
    measured = unit(key, language, one=False) if after_number else []
    if measured:
        written: list[Reading] = [(key,)] if key.isalpha() else []
        return distinct([*written, *measured] if key in _WORDS_TOO else [*measured, *written])
    return in_full(key, language, dotted=bare.endswith("."))
