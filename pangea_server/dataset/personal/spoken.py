"""What is said rather than written: nine eight seven, twelfth of March, ravi at mail dot com."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pangea_server.dataset.personal.finding import PersonalText
from pangea_server.dataset.personal.letters import BEFORE, BEHIND, TOKEN

# fmt: off
_ONES = (
    "zero|oh|nought|nil|one|two|three|four|five|six|seven|eight|nine|double|triple|"
    "शून्य|ज़ीरो|ज़ीरो|जीरो|एक|दो|तीन|चार|पांच|पाँच|छह|छः|छ:|छे|छै|सात|आठ|नौ|डबल|ट्रिपल|"
    "ek|do|teen|tin|chaar|char|paanch|panch|chhah|chhe|chah|che|saat|sat|aath|ath|nau|"
    "సున్నా|సున్న|జీరో|ఒకటి|రెండు|మూడు|నాలుగు|ఐదు|ఆరు|ఏడు|ఎనిమిది|తొమ్మిది|డబుల్|ట్రిపుల్|"
    "sunna|okati|rendu|moodu|mudu|naalugu|nalugu|aidu|ayidu|aaru|aru|edu|yedu|enimidi|tommidi|thommidi"
)
_TENS = (
    "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fourty|fifty|sixty|seventy|"
    "eighty|ninety|hundred|thousand|"
    "दस|ग्यारह|बारह|तेरह|चौदह|पंद्रह|पन्द्रह|सोलह|सत्रह|अठारह|उन्नीस|बीस|इक्कीस|बाईस|तेईस|चौबीस|पच्चीस|छब्बीस|सत्ताईस|अट्ठाईस|उनतीस|तीस|इकतीस|"
    "चालीस|पचास|साठ|सत्तर|अस्सी|नब्बे|सौ|हज़ार|हज़ार|हजार|पहली|दूसरी|[\u0915-\u0939][\u0900-\u097f]*(?:ासी|ानवे|बे|त्तर|ठ|न|लीस|तीस|ईस)|"
    "das|gyarah|barah|baarah|terah|chaudah|pandrah|solah|satrah|atharah|unnis|bees|bis|ikkis|bais|teis|chaubis|pachchis|pachis|tees|"
    "chalis|pachas|saath|sattar|assi|nabbe|sau|hazar|hazaar|pehli|"
    "పది|పదకొండు|పన్నెండు|పదమూడు|పద్నాలుగు|పదిహేను|పదహారు|పదిహేడు|పద్దెనిమిది|పంతొమ్మిది|ఇరవై|ముప్పై|నలభై|యాభై|అరవై|డెబ్బై|ఎనభై|"
    "తొంభై|వంద|వందల|నూట|వేల|వెయ్యి|వేలు|"
    "padi|padakondu|pannendu|padamoodu|padnalugu|padihenu|padaharu|padihedu|paddenimidi|pantommidi|iravai|muppai|nalabhai|"
    "yabhai|aravai|debbai|enabhai|tombhai|vanda|vandala|nuta|vela|veyyi"
)
_ORDINALS = (
    "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|"
    "sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth"
)
_MONTHS = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|"
    "जनवरी|फरवरी|फ़रवरी|मार्च|अप्रैल|मई|जून|जुलाई|अगस्त|सितंबर|सितम्बर|अक्टूबर|अक्तूबर|नवंबर|नवम्बर|दिसंबर|दिसम्बर|"
    "janvari|farvari|farwari|april|mai|julai|agast|sitambar|aktubar|navambar|disambar|"
    "జనవరి|ఫిబ్రవరి|మార్చి|మార్చ్|ఏప్రిల్|మే|జూన్|జూలై|జులై|ఆగస్టు|ఆగష్టు|సెప్టెంబర్|సెప్టెంబరు|అక్టోబర్|అక్టోబరు|నవంబర్|నవంబరు|డిసెంబర్|డిసెంబరు"
)
_AT = r"at the rate(?: of)?|at|एट द रेट|ऐट द रेट|एट|ऐट|अट|ఎట్ ద రేట్|ఎట్|యట్|అట్"
_DOT = r"dot|point|डॉट|डाट|डोट|డాట్|డాట్|పాయింట్"
_DOMAIN = r"com|in|org|net|co|edu|gov|info|me|io|कॉम|काम|इन|ओआरजी|नेट|కామ్|కాం|ఇన్|ఆర్గ్|నెట్"
_JOINED = rf"{_DOT}|underscore|under score|dash|hyphen|अंडरस्कोर|डैश|అండర్‌స్కోర్|అండర్ స్కోర్|డాష్"
_NET = r"instagram|insta|twitter|facebook|fb|snapchat|snap|telegram|tiktok|youtube|github|linkedin|discord|threads|reddit|skype|whatsapp|इंस्टाग्राम|इंस्टा|ट्विटर|फेसबुक|ఇన్‌స్టాగ్రామ్|ఇన్‌స్టా|ట్విట్టర్|ఫేస్‌బుక్"
_BORN = (
    r"born|birth\w*|b[’']?day|d\.?o\.?b\b|turned|janam\w*|janm\w*|paida|putt[aiu]\w*|जन्म[\u0900-\u097f]*|पैदा|बर्थडे|बर्थ डे|"
    r"పుట్ట[\u0c00-\u0c7f\u200c]*|పుట్టి[\u0c00-\u0c7f\u200c]*|జన్మ[\u0c00-\u0c7f\u200c]*|బర్త్\u200c?\s?డే"
)
# fmt: on
NUMBER_WORD = rf"(?:{_ONES}|{_TENS})"
NUMBER = rf"(?:\d+|{NUMBER_WORD}(?:[\s-]{NUMBER_WORD}){{0,3}})"
_ONE = rf"(?:{_ONES}|\d+)"
_SAID = re.compile(rf"{BEFORE}(?i:{NUMBER_WORD}(?:[\s,-]+(?:{NUMBER_WORD}|\d+)){{5,19}}){BEHIND}")
_CALLED = re.compile(
    r"(?i:\b(?:phone|number|call|ring|text|mobile|whatsapp|contact|reach|message|dial|cell|telephone|num|no)\b"
    r"|फ़ोन|फोन|नंबर|नम्बर|मोबाइल|कॉल|घंटी|संपर्क|मैसेज|ఫోన్|నంబర్|నెంబర్|మొబైల్|కాల్|మెసేజ్|సంప్రదించ)"
)
_COUNTING = re.compile(
    r"(?i:one,? two,? three|ek,? do,? teen|okati,? rendu,? moodu|एक,? दो,? तीन|ఒకటి,? రెండు,? మూడు)"
)
_MAIL = re.compile(
    rf"{BEFORE}(?i:(?:{TOKEN}\s+(?:{_JOINED})\s+){{0,3}}{TOKEN}(?:\s+{_ONE}){{0,6}}\s+(?:{_AT})\s+{TOKEN}(?:\s+{TOKEN})?\s+(?:{_DOT})\s+(?:{_DOMAIN})(?:\s+(?:{_DOT})\s+(?:{_DOMAIN}))?){BEHIND}"
)
_HANDLES = (
    re.compile(r"(?<![\w.])@[\w.]*\w"),
    re.compile(rf"{BEFORE}{TOKEN}(?:\s+(?i:underscore|under score|अंडरस्कोर|అండర్‌స్కోర్)\s+{TOKEN}){{1,6}}"),
    re.compile(
        rf"{BEFORE}(?i:(?:{_NET})(?:\s+(?:id|handle|account|username|user name|page|profile|channel|name|आईडी|ఐడీ|ఐడి))"
        rf"\s*(?:is|as|at|:|है|hai)?)\s+({TOKEN})"
    ),
    re.compile(r"(?i:\b(?:user ?name|handle|screen name|gamer ?tag)\s+(?:is|on \w+ is))\s+(\S*\w)"),
    re.compile(rf"{BEFORE}(?i:{_NET})\s+(?:(?i:is|as|at|par|lo|पर|లో)\s+)?(\w*[a-z][_\d]\w*)"),
)
_DATE = re.compile(
    rf"{BEFORE}(?i:(?:\d{{1,2}}(?:st|nd|rd|th)?|(?:twenty[\s-]|thirty[\s-])?(?:{_ORDINALS})|{NUMBER_WORD}(?:[\s-]{NUMBER_WORD})?)(?:\s+of)?\s+(?:{_MONTHS})"
    rf"(?:,?\s+(?:\d{{2,4}}|{NUMBER_WORD}(?:\s+(?:and\s+)?{NUMBER_WORD}){{0,5}}))?"
    rf"|(?:{_MONTHS})\s+(?:the\s+)?(?:\d{{1,2}}(?:st|nd|rd|th)?|(?:twenty[\s-]|thirty[\s-])?(?:{_ORDINALS}))(?:,?\s+(?:\d{{4}}|{NUMBER_WORD}(?:\s+(?:and\s+)?{NUMBER_WORD}){{0,5}}))?){BEHIND}"
)
_BIRTH = re.compile(rf"{BEFORE}(?i:{_BORN})")
TELEPHONE_DIGITS, CALLED_DIGITS, NEAR = 9, 6, 50


def spoken(text: str) -> Iterator[PersonalText]:
    """What is said rather than written, the surest first."""
    for match in _MAIL.finditer(text):
        yield PersonalText("mail", match.start(), match.end(), match[0], "said mail address", "likely")
    for pattern in _HANDLES:
        for match in pattern.finditer(text):
            group = 1 if pattern.groups else 0
            yield PersonalText("web", match.start(group), match.end(group), match[group], "account", "likely")
    for match in _DATE.finditer(text):
        if _BIRTH.search(text[max(0, match.start() - NEAR) : match.end() + NEAR]):
            yield PersonalText("birthday", match.start(), match.end(), match[0], "born", "sure")
    for match in _SAID.finditer(text):
        digits = len(re.findall(r"[^\s,-]+", match[0]))
        called = _CALLED.search(text[max(0, match.start() - NEAR) : match.end() + NEAR // 2])
        if digits >= (CALLED_DIGITS if called else TELEPHONE_DIGITS) and not _COUNTING.match(match[0]):
            yield PersonalText("telephone", match.start(), match.end(), match[0], "said number", "likely")
