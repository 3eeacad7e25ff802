"""EAF, the format of ELAN, in which people annotate conversations: a tier for each speaker beside the sound.

A tier of utterances, a tier of typed texts and, below the first, one of words for each speaker. Times are whole
milliseconds: an annotation that is shorter than one gets one, and words of one utterance do not overlap.

Source: Max Planck Institute for Psycholinguistics, ELAN Annotation Format, EAFv3.0.xsd.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from align.timed import TimedWord
from align.turns import Utterance

SCHEMA = "http://www.mpi.nl/tools/elan/EAFv3.0.xsd"
XSI = "http://www.w3.org/2001/XMLSchema-instance"
TEXT = "text"


@dataclass
class _ElanDocument:
    """What is in a file besides its head: slots of time, and annotations that refer to them."""

    slots: list[int] = field(default_factory=list)
    annotations: int = 0

    def slot(self, milliseconds: int) -> str:
        self.slots.append(milliseconds)
        return f"ts{len(self.slots)}"

    def tier(self, name: str, speaker: str, language: str, spans: Iterable[tuple[int, int, str]]) -> Element:
        tier = Element(
            "TIER", TIER_ID=name, PARTICIPANT=speaker, LINGUISTIC_TYPE_REF=TEXT, DEFAULT_LOCALE=language
        )
        for start, end, text in spans:
            self.annotations += 1
            annotation = SubElement(
                SubElement(tier, "ANNOTATION"),
                "ALIGNABLE_ANNOTATION",
                ANNOTATION_ID=f"a{self.annotations}",
                TIME_SLOT_REF1=self.slot(start),
                TIME_SLOT_REF2=self.slot(end),
            )
            SubElement(annotation, "ANNOTATION_VALUE").text = text
        return tier


def elan(
    said: Sequence[Utterance],
    words: Mapping[str, Sequence[TimedWord]],
    *,
    sound: str | None,
    language: str,
    made_at: datetime,
) -> bytes:
    """A conversation as an EAF document.

    Args:
        said: what was said and typed.
        words: of each speaker, in the order of the tiers; times on the same line.
        sound: the name of a WAV file beside the document.
        language: a BCP 47 tag.
        made_at: with a time zone.
    """
    document = _ElanDocument()
    tiers = []
    for speaker, timed in words.items():
        theirs = [each for each in said if each.speaker == speaker]
        spoken = [(each.start, each.end, each.text) for each in theirs if not each.typed]
        typed = [(each.start, each.end, each.text) for each in theirs if each.typed]
        parts = {
            speaker: spoken,
            f"{speaker} words": [(each.start_time, each.end_time, each.word) for each in timed],
            f"{speaker} typed": typed,
        }
        tiers += [
            document.tier(name, speaker, language, _apart(spans)) for name, spans in parts.items() if spans
        ]
    return _written(document, tiers, sound, language, made_at)


def _apart(spans: Iterable[tuple[float, float, str]]) -> Iterable[tuple[int, int, str]]:
    """In whole milliseconds, none empty, and none before the end of the last: a tier allows no overlap."""
    free = 0
    for start, end, text in spans:
        first = max(free, round(start * 1000))
        free = max(first + 1, round(end * 1000))
        yield first, free, text


def _written(
    document: _ElanDocument, tiers: Sequence[Element], sound: str | None, language: str, made_at: datetime
) -> bytes:
    root = Element(
        "ANNOTATION_DOCUMENT",
        {"xmlns:xsi": XSI, "xsi:noNamespaceSchemaLocation": SCHEMA},
        AUTHOR="PanGEA",
        DATE=made_at.isoformat(timespec="seconds"),
        FORMAT="3.0",
        VERSION="3.0",
    )
    head = SubElement(root, "HEADER", MEDIA_FILE="", TIME_UNITS="milliseconds")
    if sound:
        SubElement(
            head,
            "MEDIA_DESCRIPTOR",
            MEDIA_URL=f"file:///{sound}",
            RELATIVE_MEDIA_URL=f"./{sound}",
            MIME_TYPE="audio/x-wav",
        )
    times = SubElement(root, "TIME_ORDER")
    for number, value in enumerate(document.slots, 1):
        SubElement(times, "TIME_SLOT", TIME_SLOT_ID=f"ts{number}", TIME_VALUE=str(value))
    root.extend(tiers)
    SubElement(
        root,
        "LINGUISTIC_TYPE",
        LINGUISTIC_TYPE_ID=TEXT,
        TIME_ALIGNABLE="true",
        GRAPHIC_REFERENCES="false",
    )
    region = language.partition("-")[2]
    locale = {"LANGUAGE_CODE": language} | ({"COUNTRY_CODE": region} if region else {})
    SubElement(root, "LOCALE", locale)
    ElementTree.indent(root)
    written: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return written + b"\n"
