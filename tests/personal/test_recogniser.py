"""What may be personal in a text: what has a form, who is introduced, and, with lists, who is only mentioned."""

from __future__ import annotations

import pytest

from pangea_server.dataset.personal.recogniser import Recogniser, installed_recogniser
from pangea_server.dataset.personal.searched import Searched
from pangea_server.dataset.personal.spelling import spellings

FORMS = [
    ("Call me at +1 650-253-0000 please.", "en-US", [("telephone", "+1 650-253-0000")]),
    ("मेरा नंबर 98765 43210 है", "hi-IN", [("telephone", "98765 43210")]),
    ("Write to jo.smith+x@example.co.uk.", "en-US", [("mail", "jo.smith+x@example.co.uk")]),
    ("See https://example.org/me now", "en-US", [("web", "https://example.org/me")]),
    ("My card is 4929 1234 5678 9012", "en-US", [("number", "4929 1234 5678 9012")]),
    ("My Aadhaar is 2345 6789 0123, go on", "en-IN", [("id", "2345 6789 0123")]),
    ("PAN ABCDE1234F, go on", "en-IN", [("id", "ABCDE1234F")]),
    ("I was born on 12 March 1991.", "en-US", [("birthday", "12 March 1991")]),
    ("నా పుట్టిన తేదీ 21.09.1993", "te-IN", [("birthday", "21.09.1993")]),
    ("I live at 14 Oak Street, turn left", "en-US", [("address", "14 Oak Street")]),
    ("मेरा पता मकान नंबर 12, गांधी नगर है", "hi-IN", [("address", "मकान नंबर 12, गांधी नगर")]),
]
INTRODUCED = [
    ("Hi, my name is Priya and you", "en-IN", [("name", "Priya")]),
    ("my name is rose", "en-IN", [("name", "rose")]),
    ("I come from Xanadu, go on", "en-US", [("place", "Xanadu")]),
    ("मेरा नाम प्रिया है", "hi-IN", [("name", "प्रिया")]),
    ("mera naam Priya hai", "hi-IN", [("name", "Priya")]),
    ("నా పేరు ప్రియ", "te-IN", [("name", "ప్రియ")]),
    ("మా అక్క సుజాత", "te-IN", [("name", "సుజాత")]),
]
MENTIONED = [
    ("I'm Ravi from Hyderabad", "en-IN", [("name", "Ravi"), ("place", "Hyderabad")]),
    ("Stop in Ravi's room.", "en-IN", [("name", "Ravi")]),
    ("The room that ravi had", "en-IN", [("name", "ravi")]),
    ("Ask Rose where it is.", "en-US", [("name", "Rose")]),
    ("यह रवि का कमरा है", "hi-IN", [("name", "रवि")]),
    ("ఇది సుజాత గది", "te-IN", [("name", "సుజాత")]),
    ("నేను హైదరాబాద్‌లో ఉంటాను", "te-IN", [("place", "హైదరాబాద్‌")]),
]
CLEAN = [
    ("Go up 12 steps, turn left at room 204 by the 2 chairs.", "en-US"),
    ("This is a gym room, I am facing a door.", "en-IN"),
    ("Go by the John Deere mower to the lazy Susan, past a photo of Ana Ray and one of Elvis.", "en-US"),
    ("Mark the spot. Rose petals lie by the car jack.", "en-US"),
    ("Stop before the painting of Paris, by the Buddha statue.", "en-US"),
    ("मैं अभी रसोई में खड़ा हूँ", "hi-IN"),
    ("గణేష్ విగ్రహం పక్క నుండి మెట్లు ఎక్కండి", "te-IN"),
]
THINGS = [
    (template.format(first, second), "hi-IN")
    for template in (
        "मेज़ पर {} और {} के फूल रखे हैं",
        "{} के बिना यह दीवार सूनी है",
        "{} जैसा लगता है यह दीया",
        "वह {} है जो शीशे में रखा है",
        "{} और {} दोनों मेज़ पर हैं",
        "{}, {} और गेंदे के फूल रखे हैं",
        "देखो {} के पौधे के पास रुकें",
        "{} के महीने में यहाँ पानी भरता है",
    )
    for first, second in (("कमल", "चमेली"), ("मोती", "नीलम"), ("सावन", "फागुन"), ("चाँद", "सूरज"))
] + [
    (template.format(first, second), "te-IN")
    for template in (
        "బల్ల మీద {}, {} పూలు ఉన్నాయి",
        "{} లేకుండా ఈ గోడ బోసిగా ఉంది",
        "ఇది {}, దీని పక్కన ఆగండి",
        "{} చేసిన తలుపు తెరవండి",
        "{}తో పాటు గంట ఉంది",
    )
    for first, second in (("గులాబి", "తులసి"), ("నీలం", "ముత్యం"), ("వెన్నెల", "రోజా"))
]
"""Flowers, stones, months and what shines in the sky; people are called so too."""
PERSONAL_THINGS = [
    ("मेरा नाम कमल है", "hi-IN", [("name", "कमल")]),
    ("मेरी बहन चमेली", "hi-IN", [("name", "चमेली")]),
    ("मोती ने मुझे बताया", "hi-IN", [("name", "मोती")]),
    ("నా పేరు తులసి", "te-IN", [("name", "తులసి")]),
]


@pytest.fixture(scope="module")
def with_names() -> Recogniser:
    recogniser = installed_recogniser()
    assert recogniser.knows_names
    return recogniser


def found(recogniser: Recogniser, text: str, language: str) -> list[tuple[str, str]]:
    findings = recogniser.findings(text, language)
    assert all(text[finding.start : finding.end] == finding.text for finding in findings)
    return [(finding.kind, finding.text) for finding in findings]


@pytest.mark.parametrize(("text", "language", "expected"), [*FORMS, *INTRODUCED])
def test_forms_and_introductions_need_no_names(
    text: str, language: str, expected: list[tuple[str, str]], with_names: Recogniser
) -> None:
    assert found(Recogniser(None), text, language) == expected
    assert found(with_names, text, language) == expected


@pytest.mark.parametrize(("text", "language", "expected"), MENTIONED)
def test_who_is_mentioned_is_found_with_names(
    text: str, language: str, expected: list[tuple[str, str]], with_names: Recogniser
) -> None:
    assert found(with_names, text, language) == expected


@pytest.mark.parametrize(("text", "language", "expected"), PERSONAL_THINGS)
def test_things_that_people_are_called_need_a_personal_cue(
    text: str, language: str, expected: list[tuple[str, str]], with_names: Recogniser
) -> None:
    assert found(Recogniser(None), text, language) == expected
    assert found(with_names, text, language) == expected


@pytest.mark.parametrize(("text", "language"), [*CLEAN, *THINGS])
def test_instructions_are_left_alone(text: str, language: str, with_names: Recogniser) -> None:
    assert found(Recogniser(None), text, language) == []
    assert found(with_names, text, language) == []


def test_parts_of_one_name_are_one_finding(with_names: Recogniser) -> None:
    [finding] = with_names.findings("मेरा नाम रवि तिवारी है", "hi-IN")
    assert (finding.text, finding.rule, finding.sure) == ("रवि तिवारी", "introduction", "sure")


@pytest.mark.parametrize(
    "ways",
    [("Kavita", "Kavitha", "कविता", "కవిత"), ("Lakshmi", "Laxmi", "लक्ष्मी", "లక్ష్మి"), ("Rajkumar", "राजकुमार")],
)
def test_scripts_meet_in_one_spelling(ways: tuple[str, ...]) -> None:
    assert set.intersection(*(set(spellings(way)) for way in ways))


def test_what_was_not_looked_for_is_told() -> None:
    assert "[personal]" in Searched(knows_names=False).told("list")
    assert "knows_names: false" in Searched(knows_names=False).section()
    assert "knows_names: true" in Searched(knows_names=True).section()


@pytest.mark.parametrize(
    "text", ["", " \n", "\u200b\u200d", "a" * 5000, " " * 5000, "\u093c" * 5000, "रविRavi\u200bरवि 漢字 🙂"]
)
def test_what_is_no_sentence_is_read(text: str, with_names: Recogniser) -> None:
    found(with_names, text, "te-IN")


def test_findings_of_long_texts_keep_their_places(with_names: Recogniser) -> None:
    text = "Walk to the door and turn left. " * 300 + "My name is Priya."
    assert found(with_names, text, "en-IN") == [("name", "Priya")]
