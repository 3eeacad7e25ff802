"""Numbers in Hindi and Telugu. A whole number stays in digits, which eSpeak NG reads in the language.

Halves and quarters have words of their own (ढाई, साढ़े; the ending న్నర), and so have the hours and the first ordinals.
Many people say numbers in English, too; ``reading`` adds these. Other languages than these two have no ways here.
"""

from __future__ import annotations

from align.readings.ways import Ways, distinct, said

NATIVE = {"hi", "te"}

_HINDI_ORDINALS = {
    1: "पहल", 2: "दूसर", 3: "तीसर", 4: "चौथ", 6: "छठ",
}  # fmt: skip
_HINDI_ENDINGS = ("ा", "ी", "े")  # masculine, feminine, oblique
_HINDI_HALVES = {0: "आधा|आधे|आधी", 1: "डेढ़", 2: "ढाई|अढ़ाई"}
_TELUGU_NUMBERS = {
    1: "ఒక", 2: "రెండ", 3: "మూడ", 4: "నాలుగ", 5: "ఐద", 6: "ఆర", 7: "ఏడ", 8: "ఎనిమిద", 9: "తొమ్మిద", 10: "పద",
}  # fmt: skip
_TELUGU_HALVES = {
    0: "అర|సగం", 1: "ఒకటిన్నర", 2: "రెండున్నర", 3: "మూడున్నర", 4: "నాలుగున్నర", 5: "ఐదున్నర", 6: "ఆరున్నర", 7: "ఏడున్నర",
    8: "ఎనిమిదిన్నర", 9: "తొమ్మిదిన్నర", 10: "పదిన్నర", 11: "పదకొండున్నర", 12: "పన్నెండున్నర",
}  # fmt: skip


def cardinals(digits: str, language: str) -> Ways:
    """A whole number, which stays in digits; a year is also said in hundreds: उन्नीस सौ अस्सी."""
    if language not in NATIVE:
        return []
    hundreds, rest = divmod(int(digits), 100) if len(digits) == 4 else (0, 0)
    in_hundreds = language == "hi" and 11 <= hundreds < 20
    return said(digits, *([f"{hundreds} सौ {rest or ''}"] if in_hundreds else []))


def ordinals(digits: str, language: str) -> Ways:
    """The ways to say the second: दूसरा, दूसरी, दूसरे; రెండవ, రెండో."""
    if language not in NATIVE:
        return []
    number = int(digits)
    if language == "hi":
        if number in _HINDI_ORDINALS:
            return said(*(_HINDI_ORDINALS[number] + ending for ending in _HINDI_ENDINGS))
        return said(*(f"{digits} {ending}" for ending in ("वाँ", "वीं", "वें")))
    if number in _TELUGU_NUMBERS:
        stem = _TELUGU_NUMBERS[number]
        first = ["మొదటి"] if number == 1 else []
        return said(
            *first, f"{stem}టవ" if number == 1 else f"{stem}వ", f"{stem}టో" if number == 1 else f"{stem}ో"
        )
    return said(f"{digits} వ", f"{digits} ఓ")


def decades(digits: str, language: str) -> Ways:
    """The ways to say 1980s: 1980 का दशक."""
    if language not in NATIVE:
        return []
    ways = [" ".join(way) for way in cardinals(digits, language)]
    if language == "hi":
        return said(*(f"{way} {link} {noun}" for way in ways for link, noun in (("के", "दशक"), ("का", "दशक"))))
    return said(*(f"{way} {noun}" for way in ways for noun in ("దశకం", "లు")))


def decimals(whole: str, fraction: str, language: str) -> Ways:
    """The ways to say 2.5: ढाई, 2 दशमलव 5."""
    if language not in NATIVE:
        return []
    part, number = fraction.rstrip("0"), int(whole)
    point = {"hi": ("दशमलव", "पॉइंट"), "te": ("దశాంశం", "పాయింట్")}[language]
    plain = said(*(f"{whole} {word} {' '.join(fraction)}" for word in point))
    return distinct([*_with_part(number, part, language), *plain])


def fractions(above: int, below: int, language: str) -> Ways:
    """The ways to say 3/4: तीन चौथाई, पौन; ముప్పావు."""
    if language not in NATIVE:
        return []
    hindi = {(1, 2): "आधा|आधे|आधी", (1, 4): "एक चौथाई|चौथाई|पाव", (3, 4): "तीन चौथाई|पौन|पौना", (1, 3): "एक तिहाई|तिहाई",
             (2, 3): "दो तिहाई"}  # fmt: skip
    telugu = {(1, 2): "సగం|అర", (1, 4): "పావు", (3, 4): "ముప్పావు", (1, 3): "మూడో వంతు", (2, 3): "మూడింట రెండు"}
    named = {"hi": hindi, "te": telugu}[language].get((above, below))
    link = {"hi": "बटा", "te": "బై"}[language]
    return said(*(named.split("|") if named else []), f"{above} {link} {below}", f"{above} {below}")


def clock_times(hour: int, minute: int, language: str) -> Ways:
    """The ways to say 10:30: साढ़े 10, 10 बजकर 30 मिनट, 10 30."""
    if language not in NATIVE:
        return []
    if minute == 0:
        return said(f"{hour}", f"{hour} {'बजे' if language == 'hi' else 'గంటలు'}")
    part = {15: "25", 30: "5", 45: "75"}.get(minute, "")
    exact = said(f"{hour} {minute}")
    if language == "hi":
        exact += said(f"{hour} बजकर {minute} मिनट", f"{hour} बज के {minute} मिनट")
    else:
        exact += said(f"{hour} గంటల {minute} నిమిషాలు")
    return distinct([*_with_part(hour, part, language), *exact])


def _with_part(whole: int, part: str, language: str) -> Ways:
    """A number with a half or a quarter, as one says it; none for other parts."""
    if language == "te":
        return said(*_TELUGU_HALVES[whole].split("|")) if part == "5" and whole in _TELUGU_HALVES else []
    if part == "5":
        return said(*_HINDI_HALVES.get(whole, f"साढ़े {whole}").split("|"))
    if part == "25":
        return said(f"सवा {whole}" if whole > 1 else "सवा") if whole else said("पाव", "चौथाई")
    if part == "75":
        return said(f"पौने {whole + 1}") if whole else said("पौन", "पौना")
    return []
