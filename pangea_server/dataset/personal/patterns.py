"""Personal data that has a form: mail, web, numbers, identity cards, birthdays, addresses. They need no names."""

from __future__ import annotations

import re
from collections.abc import Iterator

import phonenumbers

from pangea_server.dataset.personal.finding import PersonalText, PersonalTextKind, Sureness
from pangea_server.dataset.personal.letters import BEFORE, BEHIND, WORD
from pangea_server.dataset.personal.spoken import NUMBER, spoken

# fmt: off
_DATE = (r"\d{1,2}\s?[./-]\s?\d{1,2}\s?[./-]\s?(?:\d{4}|\d{2})\b|(?:19|20)\d\d\s?[./-]\s?\d{1,2}\s?[./-]\s?\d{1,2}\b"
    rf"|\d{{1,2}}(?:st|nd|rd|th)?(?:\s+of)?\s+{WORD},?\s+(?:19|20)\d\d\b|{WORD}\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+(?:19|20)\d\d\b")
_BORN = (r"(?i:\bborn\b|\bbirth|\bd\.?o\.?b\b|\bjanam|\bjanm|\bpaida\b|\bputt)|जन्म|पैदा|बर्थडे|పుట్ట|పుట్టి|జన్మ|బర్త్")
_ROAD = (r"(?:(?i:Street|Road|Rd|Avenue|Ave|Lane|Crescent|Boulevard|Blvd|Nagar|Colony|Marg|Vihar|Enclave|Puram|Chowk|Bazaar|Bazar|Ganj|"
    r"Apartments?|Residency|Veedhi|Gali|Mohalla|Basti|Puri|Guda|Bagh|Halli|Palya|Cantonment)|"
    r"St|Ln|Drive|Dr|Close|Court|Ct|Terrace|Square|Hills|Layout|Lines|Sector|Phase|Towers?|Society|Peth?|Mall|Way|Plaza|Circle|Path|Cross|Main|Block|"
    r"Town|Park|Gardens|Place|Parade|Row|Mews|Heights|Villas|Complex|Camp)\b")
_NATIVE_ROAD = (r"(?:रोड|मार्ग|नगर|कॉलोनी|कालोनी|विहार|लाइन्स|लाइंस|लाइन|सेक्टर|मोहल्ला|चौक|बाज़ार|बाजार|गंज|बस्ती|पुरी|टाउन|एवेन्यू|स्ट्रीट|लेन|बाग|पार्क|"
    r"अपार्टमेंट|टावर|एन्क्लेव|सोसाइटी|पुरम|गली|टोला|"
    r"రోడ్డు|రోడ్|వీధి|నగర్|కాలనీ|హిల్స్|అపార్ట్\u200c?మెంట్స్?|టవర్స్?|పేట|పురం|ఎన్\u200c?క్లేవ్|లేఔట్|బజార్|చౌక్|టౌన్|బస్తీ|గూడ|వాడ|సందు|పార్క్|క్రాస్|మెయిన్)")
_HOUSE = (r"(?i:\b(?:flat|plot|house|ward|apartment|apt|villa|makan|ghar|inti|illu|gali|sector|bungalow|quarters?|h\.?\s?no|d\.?\s?no)\.?\s*"
    r"(?:no\b|number|num\b|#)?\.?\s*)|"
    r"(?:मकान|फ्लैट|फ़्लैट|प्लॉट|घर|गली|वार्ड|सेक्टर|बंगला|क्वार्टर)\s*(?:नंबर|नं\.?|संख्या)?\s*|(?:ఇంటి|ఇల్లు|ఫ్లాట్|ప్లాట్|డోర్|వార్డు|సెక్టార్)\s*(?:నంబర్|నెంబర్|నం\.?|నెం\.?)?\s*")
_NUMBERED = (r"(?i:\b(?:flat|plot|house|ward|apartment|villa|makan|ghar|inti|illu|bungalow|quarter)\s+(?:no\.?|number|num)\s*)|\b(?i:h\.?\s?no\.?|d\.?\s?no\.?)\s*|"
    r"(?:मकान|फ्लैट|फ़्लैट|प्लॉट|वार्ड|बंगला|क्वार्टर)\s*(?:नंबर|नं\.?|संख्या)\s*|(?:ఇంటి|ఇల్లు|ఫ్లాట్|ప్లాట్|డోర్|వార్డు)\s*(?:నంబర్|నెంబర్|నం\.?|నెం\.?)\s*")
_POSTAL = r"(?i:pin\s?-?code|postal\s?code|post\s?code|zip(?:\s?code)?)|पिन\s?कोड|పిన్\s?\u200c?కోడ్"
_SMALL = r"(?!(?i:the|an?|to|and|of|on|in|at|then|steps?|stairs?|feet|foot|doors?|rooms?|you|your|is|are|with|past|go|turn|walk|for|from|until|before|after)\b)"
_PLACE = rf"(?:{WORD}|\d+)"
_HERE = (r"(?i:my|our)\s+(?i:(?:home\s+|postal\s+)?address\s+is)\s+|(?:मेरा|हमारा)\s+पता\s+|నా\s+(?:చిరునామా|అడ్రస్)\s+|"
    r"(?i:\bmera\s+pata\s+|\bna+\s+(?:address|chirunama)\s+)")

_FORMS: tuple[tuple[PersonalTextKind, str, Sureness, re.Pattern[str]], ...] = (
    ("mail", "mail address", "sure", re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")),
    ("web", "web address", "sure", re.compile(
        r"(?:https?://|www\.)\S+|\b[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|edu|gov|in|io|co\.\w\w|info|me)\b(?:/\S*)?",
        re.IGNORECASE)),
    ("id", "PAN", "sure", re.compile(r"\b[A-Za-z]{5}\d{4}[A-Za-z]\b")),
    ("id", "voter's or passport number", "likely", re.compile(r"\b(?:[A-Z]{3}|[A-Z])\d{7}\b")),
    ("id", "Aadhaar", "sure", re.compile(r"(?<![\d+])(?<!\d[ -])[2-9]\d{3}([ -])\d{4}\1\d{4}(?![ -]?\d)")),
    ("id", "Aadhaar", "sure", re.compile(r"(?:(?i:aa?dh?aa?r)|आधार|ఆధార్)\D{0,20}(\d{4}\s?\d{4}\s?\d{4})(?!\s?\d)")),
    ("birthday", "born", "sure", re.compile(rf"(?:{_BORN}).{{0,50}}?({_DATE})")),
    ("birthday", "born", "sure", re.compile(rf"({_DATE}).{{0,50}}?(?:{_BORN})")),
    ("address", "said to be one", "sure", re.compile(
        rf"(?:{_HERE})((?:[^,.।]*?\d[^,.।]*)(?:,\s*{WORD}\s+{WORD})?)(?=\s+है|\s+hai\b|[,.।]|$)")),
    ("address", "postal code", "sure", re.compile(
        rf"(?:{_POSTAL})\D{{0,12}}?(\d{{3}}\s?\d{{3}}|\d{{5}}(?:-\d{{4}})?)(?!\d)")),
    ("address", "postal code", "likely", re.compile(rf"(\d{{3}}\s?\d{{3}})(?!\d)\s+(?:{_POSTAL})")),
    ("address", "house and street", "sure", re.compile(
        rf"((?:{_HOUSE})?(?<![\w])(?:#\s?|[A-Z]-?\s?|[\u0904-\u0939]+-)?\d[\dA-Z/-]*,?\s+(?:\d+(?:st|nd|rd|th)\s+)?(?:{_SMALL}{_PLACE}[.,]?\s+){{0,4}}?(?:{_ROAD}|{_NATIVE_ROAD})(?:,\s*[A-Z]\w+(?:\s+[A-Z]\w+)?)*)")),
    ("address", "house and street", "likely", re.compile(
        rf"{BEFORE}((?:{_HOUSE})?(?i:{NUMBER}),?\s+(?:{_SMALL}{_PLACE}[.,]?\s+){{1,3}}?(?:{_ROAD}|{_NATIVE_ROAD})){BEHIND}")),
    ("address", "house and place", "likely", re.compile(
        rf"((?:{_HOUSE})(?i:{NUMBER})[\d/-]*[A-Z]?,\s*(?:[A-Z][a-z]+(?:\s+[A-Z][a-z]+)*))")),
    ("address", "house and place", "possible", re.compile(
        rf"((?:ఇంటి|ఇల్లు|ఫ్లాట్|ప్లాట్|मकान|फ्लैट|फ़्लैट|प्लॉट)\s*(?:నంబర్|నెంబర్|नंबर)?\s*\d[\d/-]*,\s*{WORD}(?:\s+{WORD})?)")),
    ("address", "house", "possible", re.compile(rf"((?:{_NUMBERED})(?i:{NUMBER})[\d/-]*)")),
    ("address", "lives there", "likely", re.compile(
        rf"(?i:\b(?:live|lives|lived|living|stay|stays|staying|grew up|reside|based|located|address|house is|home is|office is|flat is|place is|"
        rf"come|came|pick (?:me|us) up|ship|send|deliver|post|courier|parcel|we['’]re|i['’]m|moved)\b[^.,]{{0,30}}?\b(?:at|on|from|to|is|in))\s+"
        rf"((?i:{NUMBER})[\dA-Z/-]*,?\s+[A-Z]\w+(?:\s+[A-Z]\w+){{0,4}})")),
    ("address", "lives there", "possible", re.compile(
        rf"(\d[\d/-]*[A-Z]?,?\s+{WORD}(?:\s+{WORD}){{0,3}}?)(?=\s*(?:में|पर|के पास)\s+(?:रह|पड़|है)|\s*\u200c?లో\s+(?:ఉం|ఉన్న|నివసి))")),
)
# fmt: on
_LONG_NUMBER = re.compile(r"\d(?:[ .-]?\d){5,}")


def forms(text: str, language: str) -> Iterator[PersonalText]:
    """What has a form, the surest first.

    Args:
        language: BCP 47; its region says how telephone numbers are written.
    """
    for kind, rule, sure, pattern in _FORMS:
        for match in pattern.finditer(text):
            group = 1 if match.re.groups and len(match[1] or "") > 1 else 0
            yield PersonalText(kind, match.start(group), match.end(group), match[group], rule, sure)
    yield from spoken(text)
    region = language.rpartition("-")[2].upper() if "-" in language else None
    for number in phonenumbers.PhoneNumberMatcher(text, region):
        yield PersonalText("telephone", number.start, number.end, number.raw_string, "libphonenumber", "sure")
    for match in _LONG_NUMBER.finditer(text):
        yield PersonalText("number", match.start(), match.end(), match[0], "long number", "likely")
