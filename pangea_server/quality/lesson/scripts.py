"""What is said and walked in the examples: one path through the demo house, described well once and badly four times.

The texts in Hindi and Telugu have not been read by a native speaker (docs/howto/teach.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

SCAN = "demo-house"
PATH = ("living-room-sofa", "living-room-fireplace", "hallway-mirror", "hallway-coats", "stairs-foot")
FIRST_LOOK = -0.9
"""Radians: towards the red sofa."""
OWN_PATH = ("stairs-top", "gallery-armchair", "gallery-window", "childrens-room-bunk-bed")
"""The path that learners describe themselves; at least four viewpoints, or the flag read_aloud cannot tell."""

GOOD = "good"


class ExampleFault(StrEnum):
    """What is wrong in an example, which is named after it."""

    READ_AFTERWARDS = "read_afterwards"
    SILENT_WALK = "silent_walk"
    NO_LANDMARKS = "no_landmarks"
    WRONG_SIDES = "wrong_sides"


@dataclass(frozen=True, slots=True)
class Beat:
    """A part of an example: what is said, and to which viewpoint the person walks meanwhile.

    Attributes:
        say: a key of ``TEXTS``; "" for silence.
        walk_to, look_at: the viewpoint that the person walks to, or only turns to; "" for none.
        seconds: how long it lasts at least.
    """

    say: str = ""
    walk_to: str = ""
    look_at: str = ""
    seconds: float = 0.0


def _spoken(first: str, *others: str) -> tuple[Beat, ...]:
    """The first sentence while turning towards the way, each of the others while walking one step."""
    steps = (Beat(key, walk_to) for key, walk_to in zip(others, PATH[1:], strict=True))
    return (Beat(first, look_at=PATH[1]), *steps)


SENTENCES = ("start", "fireplace", "hallway", "mirror", "stairs")
BEATS: dict[str, tuple[Beat, ...]] = {
    GOOD: _spoken(*SENTENCES),
    ExampleFault.READ_AFTERWARDS: (
        *(Beat(walk_to=viewpoint, seconds=1.8) for viewpoint in PATH[1:]),
        *map(Beat, SENTENCES),
    ),
    ExampleFault.SILENT_WALK: (
        Beat("start", look_at=PATH[1]),
        *(Beat(walk_to=viewpoint, seconds=4.5) for viewpoint in PATH[1:]),
        Beat("stairs"),
    ),
    ExampleFault.NO_LANDMARKS: _spoken("bare_start", "bare_on", "bare_further", "bare_turn", "bare_stop"),
    ExampleFault.WRONG_SIDES: _spoken("start_wrong", "fireplace", "hallway", "mirror_wrong", "stairs"),
}

LANGUAGES = ("en", "hi", "te")
TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "start": "Start beside the red sofa, and turn right until you see the yellow door in the blue hallway.",
        "start_wrong": "Start beside the red sofa, and turn left until you see the yellow door in the blue hallway.",
        "fireplace": "Go past the fireplace and the table with the blue lamp, to the open doorway.",
        "hallway": "Walk through it into the blue hallway, towards the yellow front door.",
        "mirror": "At the round mirror turn right, and go past the two coats on the wall.",
        "mirror_wrong": "At the round mirror turn left, and go past the two coats on the wall.",
        "stairs": "Walk into the white brick stairwell, and stop at the foot of the wooden stairs.",
        "bare_start": "Turn right a little, and walk.",
        "bare_on": "Keep going forward.",
        "bare_further": "Go on, a bit further.",
        "bare_turn": "Now turn right and walk again.",
        "bare_stop": "Straight on, and stop here.",
    },
    "hi": {
        "start": "लाल सोफ़े के पास से शुरू कीजिए, और दाएँ मुड़िए, जब तक नीले गलियारे में पीला दरवाज़ा न दिखे।",
        "start_wrong": "लाल सोफ़े के पास से शुरू कीजिए, और बाएँ मुड़िए, जब तक नीले गलियारे में पीला दरवाज़ा न दिखे।",
        "fireplace": "अँगीठी और नीले लैंप वाली मेज़ के पास से होकर खुले दरवाज़े तक जाइए।",
        "hallway": "उससे होकर नीले गलियारे में, पीले दरवाज़े की ओर जाइए।",
        "mirror": "गोल आईने के पास दाएँ मुड़िए, और दीवार पर टँगे दो कोटों के पास से आगे जाइए।",
        "mirror_wrong": "गोल आईने के पास बाएँ मुड़िए, और दीवार पर टँगे दो कोटों के पास से आगे जाइए।",
        "stairs": "सफ़ेद ईंटों वाली जगह में जाइए, और लकड़ी की सीढ़ियों के नीचे रुक जाइए।",
        "bare_start": "थोड़ा दाएँ मुड़िए, और चलिए।",
        "bare_on": "आगे चलते रहिए।",
        "bare_further": "थोड़ा और आगे जाइए।",
        "bare_turn": "अब दाएँ मुड़िए और फिर चलिए।",
        "bare_stop": "सीधे जाइए, और यहाँ रुक जाइए।",
    },
    "te": {
        "start": "ఎర్ర సోఫా పక్క నుండి మొదలుపెట్టి, నీలం హాలులో పసుపు తలుపు కనిపించే వరకు కుడి వైపుకు తిరగండి.",
        "start_wrong": "ఎర్ర సోఫా పక్క నుండి మొదలుపెట్టి, నీలం హాలులో పసుపు తలుపు కనిపించే వరకు ఎడమ వైపుకు తిరగండి.",
        "fireplace": "పొయ్యి, నీలి దీపం ఉన్న బల్ల పక్క నుండి తెరిచి ఉన్న ద్వారం వరకు వెళ్లండి.",
        "hallway": "ఆ ద్వారం గుండా నీలం హాలులోకి, పసుపు తలుపు వైపుకు నడవండి.",
        "mirror": "గుండ్రని అద్దం దగ్గర కుడి వైపుకు తిరిగి, గోడకు తగిలించిన రెండు కోట్ల పక్క నుండి వెళ్లండి.",
        "mirror_wrong": "గుండ్రని అద్దం దగ్గర ఎడమ వైపుకు తిరిగి, గోడకు తగిలించిన రెండు కోట్ల పక్క నుండి వెళ్లండి.",
        "stairs": "తెల్ల ఇటుకల గదిలోకి వెళ్లి, చెక్క మెట్ల కింద ఆగండి.",
        "bare_start": "కొంచెం కుడి వైపుకు తిరిగి, నడవండి.",
        "bare_on": "ముందుకు నడుస్తూ ఉండండి.",
        "bare_further": "ఇంకొంచెం ముందుకు వెళ్లండి.",
        "bare_turn": "ఇప్పుడు కుడి వైపుకు తిరిగి మళ్లీ నడవండి.",
        "bare_stop": "నేరుగా వెళ్లి, ఇక్కడ ఆగండి.",
    },
}
