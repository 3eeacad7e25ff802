"""Flickr30k Entities as it is written: the sentences of a path, and the XML of each of its viewpoints."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable
from xml.etree.ElementTree import Element, SubElement

from environments import InvalidDataError
from environments.regions.pixels import Equirectangular, PixelBox
from pangea_server.annotate.landmarks.records import (
    Chain,
    Mention,
    RegionRecord,
)
from pangea_server.dataset.landmarks.entries import LandmarkEntry, SaidText
from pangea_server.dataset.landmarks.source_files import (
    xml_of,
)

TO_FLICKR = {
    "person": "people",
    "vehicle": "vehicles",
    "textile": "clothing",
    "scene": "scene",
    "other": "other",
}
FLICKR_ONLY = ("people", "bodyparts", "animals", "clothing", "instruments", "vehicles")
NOT_VISUAL = "notvisual"
NOBODY = "0"
NONE = "-"
CHAIN = re.compile(r".*-c([1-9]\d{0,11})")


class Chains:
    """The chains of an entry as the form numbers them, and what it cannot say of them."""

    def __init__(self, entry: LandmarkEntry, lost: Counter[str]) -> None:
        self._entry, self._lost = entry, lost
        self._numbers = _numbers(entry.chains, lost)
        self._chain_of: dict[str, Chain] = {}
        for chain in entry.chains:
            for name in chain.mentions:
                if name in self._chain_of:
                    lost["mention of more than one chain, of which the first was kept"] += 1
                self._chain_of.setdefault(name, chain)
        self._said: dict[int, str] = {}

    def by_viewpoint(self) -> dict[str, list[RegionRecord]]:
        """The regions that have a chain, by viewpoint; the path's first viewpoint where there are none."""
        entities = {name for chain in self._entry.chains for name in chain.entities}
        found: dict[str, list[RegionRecord]] = {}
        for region in self._entry.regions:
            if region.replaced_by is not None:
                self._lost["region that another one replaced"] += 1
            elif region.entity_id is None or region.entity_id not in entities:
                self._lost["region that no chain means"] += 1
            else:
                found.setdefault(region.viewpoint_id, []).append(region)
        if not found and (self._entry.said or self._entry.chains):
            found[next(iter(self._entry.path), NONE)] = []
        return found

    def sentence(self, said: SaidText) -> str:
        """An instruction as a line; nothing where the form cannot say it. What is lost is counted once."""
        if said.instruction_id not in self._said:
            self._said[said.instruction_id] = self._line(said)
        return self._said[said.instruction_id]

    def annotation(
        self, name: str, said: Iterable[SaidText], regions: list[RegionRecord], picture: Equirectangular
    ) -> Element:
        """The XML of one viewpoint."""
        root = Element("annotation")
        SubElement(root, "filename").text = f"{name}.jpg"
        size = SubElement(root, "size")
        for tag, value in (("width", picture.columns), ("height", picture.rows), ("depth", 3)):
            SubElement(size, tag).text = str(value)
        shown: set[str] = set()
        for region in regions:
            chains = [chain for chain in self._entry.chains if region.entity_id in chain.entities]
            shown |= {chain.chain_id for chain in chains}
            self._lost["region as a box of whole pixels"] += 1
            for box in whole_boxes(picture.box(region.shape), picture):
                thing = _object(root, [self._numbers[chain.chain_id] for chain in chains])
                around = SubElement(thing, "bndbox")
                for tag, value in zip(("xmin", "ymin", "xmax", "ymax"), box, strict=True):
                    SubElement(around, tag).text = str(value)
                SubElement(thing, "entity").text = region.entity_id
        for chain in self._entry.chains:
            if chain.chain_id not in shown and chain.need != "not_visual":
                thing = _object(root, [self._numbers[chain.chain_id]])
                SubElement(thing, "scene").text = str(int(chain.need == "scene"))
                SubElement(thing, "nobndbox").text = str(int(chain.need != "scene"))
        for each in said:
            told = SubElement(
                root, "sentence", instruction=str(each.instruction_id), stored=str(int(each.stored))
            )
            if each.language:
                told.set("language", each.language)
            told.set("text", each.text)
        return root

    def _line(self, said: SaidText) -> str:
        if self._entry.path_id is None:
            self._lost["sentence of no path"] += 1
            return ""
        if "[" in said.text or "]" in said.text:
            self._lost["sentence with a square bracket, left out"] += 1
            return ""
        if not _sayable(said.text):
            self._lost["sentence that is empty or has characters that XML cannot hold, left out"] += 1
            return ""
        pieces, at = [], 0
        mentions = [each for each in self._entry.mentions if each.instruction_id == said.instruction_id]
        for mention in sorted(mentions, key=lambda each: (each.start_char, -each.end_char)):
            if mention.start_char < at:
                self._lost["mention within another one, left out"] += 1
                continue
            words = said.text[mention.start_char : mention.end_char].split()
            if not words:
                self._lost["mention without a word, left out"] += 1
                continue
            pieces += said.text[at : mention.start_char].split()
            pieces += [self._head(mention), *words[:-1], f"{words[-1]}]"]
            at = mention.end_char
        return " ".join([*pieces, *said.text[at:].split()])

    def _head(self, mention: Mention) -> str:
        chain = self._chain_of.get(mention.mention_id)
        if chain is None or chain.need == "not_visual":
            self._lost["mention of no chain, or of one that is not visual: chain 0"] += 1
            return f"[/EN#{NOBODY}/{NOT_VISUAL}"
        return "/".join([f"[/EN#{self._numbers[chain.chain_id]}", *self._types(mention.types)])

    def _types(self, types: tuple[str, ...]) -> list[str]:
        found = [TO_FLICKR.get(each, each if each in FLICKR_ONLY else "") for each in types]
        self._lost["type that Flickr30k Entities does not have: other"] += found.count("")
        self._lost["mention without a type: other"] += not types
        return list(dict.fromkeys(each or "other" for each in found)) or ["other"]


def whole_boxes(box: PixelBox, picture: Equirectangular) -> list[tuple[int, int, int, int]]:
    """xmin, ymin, xmax, ymax of all pixels that a box touches, counted from 1; two across the seam."""
    nudge = 1e-6
    left, top = math.floor(box.x + nudge) + 1, max(math.floor(box.y + nudge) + 1, 1)
    right = max(math.ceil(box.x + box.width - nudge), left)
    bottom = min(max(math.ceil(box.y + box.height - nudge), top), picture.rows)
    top = min(top, bottom)
    if left > picture.columns:
        left, right = left - picture.columns, right - picture.columns
    if right - left + 1 >= picture.columns:
        return [(1, top, picture.columns, bottom)]
    if right <= picture.columns:
        return [(left, top, right, bottom)]
    return [(left, top, picture.columns, bottom), (1, top, right - picture.columns, bottom)]


def _numbers(chains: tuple[Chain, ...], lost: Counter[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for chain in chains:
        match = CHAIN.fullmatch(chain.chain_id)
        if match and int(match[1]) not in found.values():
            found[chain.chain_id] = int(match[1])
    for chain in chains:
        if chain.chain_id not in found:
            found[chain.chain_id] = max(found.values(), default=0) + 1
            lost["chain that got another number"] += 1
    return found


def _object(root: Element, numbers: list[int]) -> Element:
    thing = SubElement(root, "object")
    for number in numbers:
        SubElement(thing, "name").text = str(number)
    return thing


def _sayable(text: str) -> bool:
    from xml.sax.saxutils import escape

    if not text.split():
        return False
    try:
        xml_of(f"<a>{escape(text)}</a>".encode(), "text")
    except (InvalidDataError, UnicodeEncodeError):
        return False
    return True
