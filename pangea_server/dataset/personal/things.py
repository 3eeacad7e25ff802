"""Things that are called as people are: what a picture shows, makes and styles, flowers, stones and months."""

from __future__ import annotations

import re

from pangea_server.dataset.personal.letters import WORD

FAR = 60
"""How many characters before a word may tell what it is."""
_PICTURE = (
    r"(?:painting|picture|poster|portrait|photo|photograph|statue|"
    r"statuette|bust|idol|figure|sculpture|print|map|murti|moorti|tasveer|tasvir|chitra|vigraham|patam|bomma)s?"
)
_NATIVE_PICTURE = r"(?:मूर्ति|प्रतिमा|तस्वीर|पेंटिंग|फोटो|चित्र|नक्श|मंदिर|విగ్రహ|బొమ్మ|పట|చిత్ర|ఫోటో|గుడి)"
_SHOWN_AFTER = re.compile(
    rf"\s+(?:(?:ki|ke|ka|ji ki|ji ke|bhagwan ki|जी की|जी के|भगवान की|देवी की|की|के|का|గారి|దేవుడి)\s+)?(?:(?i:{_PICTURE})\b|{_NATIVE_PICTURE})"
)
_SHOWN_BEFORE = re.compile(
    rf"(?i:\b{_PICTURE})\s+of\s+(?:the\s+|a\s+)?"
    r"(?:(?:[A-Z]\w*\s+){1,3}and\s+|(?:\w+\s+){1,4}and\s+(?:one|another|some)\s+of\s+)?(?:\w+\s+)?$"
)
_THING = (
    r"(?:chairs?|sofas?|couch(?:es)?|beds?|tables?|desks?|lamps?|lights?|chandeliers?|fans?|machines?|mixers?|fridges?|ovens?|stoves?|"
    r"grills?|cabinets?|cupboards?|dressers?|shel(?:f|ves)|stools?|bench(?:es)?|rugs?|carpets?|curtains?|blinds?|shades?|screens?|"
    r"doors?|windows?|columns?|arch(?:es)?|styles?|rooms?|sinks?|tubs?|baths?|bathrooms?|toilets?|faucets?|showers?|pianos?|tvs?|"
    r"televisions?|monitors?|computers?|printers?|phones?|speakers?|clocks?|cars?|trucks?|bikes?|bottles?|jars?|cans?|cups?|mugs?|"
    r"vases?|pots?|plants?|trees?|wreaths?|ferns?|palms?|calendars?|boxe?s?|bags?|boards?|signs?|logos?|ads?|flags?|towels?|pillows?|"
    r"blankets?|quilts?|tiles?|floors?|walls?|paint|fireplaces?|heaters?|vacuums?|dolls?|toys?|bears?|games?|tables?|sets?|suites?|"
    r"balcon(?:y|ies)|coolers?|neons?|bridges?|cop(?:y|ies)|bulls|lounges?|throws?|doors?|washers?|dryers?|figurines?|globes?|benche?s?|"
    r"stores?|shops?|bars?|hotels?|quotes?|sized?|themed|inspired|print|paper|furniture|carpets?|corridors?|hallways?|appliances?|cookers?|kettles?|loungers?|recliners?)"
)
_MADE = re.compile(
    rf"(?:\s+(?:and\s+)?[A-Z][a-z]+){{0,2}}(?:\s+|-)(?:style\s+|size\s+|sewing\s+|coffee\s+)?(?i:{_THING})\b"
)
_NAMED_THING = re.compile(r"(?i:\b(?:union|lazy|jolly|queen)\s+)$")
"""The Union Jack, a lazy Susan, the Jolly Roger, Queen Anne."""
_ARTICLE = re.compile(r"\b(?:[Tt]he|[Aa]n?)\s+(?:[A-Z]\w*\s+)?$")
_NOUN = re.compile(
    r"(?:\s+[A-Z]\w*)?\s+(?!(?:is|was|are|were|has|had|have|will|would|can|could|and|or|of|in|on|at|to|who|whom|whose|that|"
    r"family|wedding|party|residence|household|mansion|home|twins|brothers|sisters|couple|kids|house)\b)[a-z]{3}"
)
"""A make stands between an article and what it makes; a family, between an article and its house."""
_KIND = re.compile(
    rf"\w*(?:\s*,)?(?:\s+(?:और|व|या|तथा|aur|ya|మరియు|లేదా))?(?:\s+{WORD}(?:\s+(?:और|व|या|aur|మరియు))?)??(?:\s+{WORD})??\s+"
    r"(?:(?:ke|ka|ki)\s+(?:phool|phul|paudh|ped\b|patt[aie]|rang\b|patthar|mahin)|(?:(?:के|का|की)\s+)?(?:फूल|पुष्प|पंखुड़|पौध|पेड़|पेड़|पत्त|माला|बेल|गमल|रंग|पत्थर|नग|मह[ीि]न|मास|खुशबू|महक|పూల|పువ్వు|పూవు|పూ\b|మొక్క|చెట్టు|ఆకు|దండ|రంగు|రాయి|రాళ్ళ|రాళ్ల|మాసం|నెల|వాసన|పండు|poolu|puvvu|mokka|rangu))"
)
"""A flower, a stone, a colour or a month, of which the word, or the word and another, is the kind."""


def is_shown(text: str, start: int, end: int) -> bool:
    """Whether a picture or a statue of it is meant, or a person whom it shows."""
    return (
        _SHOWN_AFTER.match(text, end) is not None
        or _SHOWN_BEFORE.search(text[max(0, start - FAR) : start]) is not None
    )


def is_made(text: str, start: int, end: int) -> bool:
    """Whether a thing follows, whose make or style it is: a Murphy bed, the John Deere mower."""
    before = text[max(0, start - FAR) : start]
    return (
        _MADE.match(text, end) is not None
        or _NAMED_THING.search(before) is not None
        or (_ARTICLE.search(before) is not None and _NOUN.match(text, end) is not None)
    )


def is_kind(text: str, end: int) -> bool:
    """Whether it is said what kind of thing it is, of it or with another: कमल और चमेली के फूल, గులాబి పూలు."""
    return _KIND.match(text, end) is not None
