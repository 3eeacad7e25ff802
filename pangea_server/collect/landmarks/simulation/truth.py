"""What pages are about, for people who know it: who reads a page finds out by its words and panoramas what is meant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from align.spoken_routes import SpokenChain, SpokenInstruction, SpokenMention, SpokenPath
from environments.regions import Region, ViewBox, iou, region_from_json
from pangea_server.annotate.landmarks.protocol.comparisons import are_near

SHOWS = 0.5
"""The overlap from which a box shows a thing."""


class Truth:
    """What was said in a labelled place, and what it means. Words are known by themselves, whatever number a server
    gave them."""

    def __init__(self, spoken: Iterable[SpokenPath]) -> None:
        self._said: dict[str, tuple[SpokenPath, SpokenInstruction]] = {}
        self._chains: dict[int, dict[str, SpokenChain]] = {}
        self._boxes: dict[int, dict[str, dict[str, ViewBox]]] = {}
        for path in spoken:
            self._chains[id(path)] = {chain.chain_id: chain for chain in path.chains}
            self._boxes[id(path)] = _by_place(path)
            for said in path.instructions:
                self._said[said.text] = path, said

    def instruction(self, text: str) -> SpokenInstruction:
        return self._said[text][1]

    def path(self, text: str) -> SpokenPath:
        return self._said[text][0]

    def mention(self, phrase: Mapping[str, Any]) -> SpokenMention | None:
        """The mention at exactly these characters; None where a person marked other ones."""
        said = self.instruction(phrase["sentence"]["transcript"])
        span = (phrase["start_char"], phrase["end_char"])
        return next((each for each in said.mentions if (each.start_char, each.end_char) == span), None)

    def chain(self, phrase: Mapping[str, Any]) -> SpokenChain | None:
        """What a phrase means: of words that are no mention exactly, what the one means that they share most with."""
        text = phrase["sentence"]["transcript"]
        path, said = self._said[text]
        found = max(said.mentions, key=lambda each: _shared(each, phrase), default=None)
        if found is None or _shared(found, phrase) <= 0:
            return None
        return self._chains[id(path)][found.chain_id]

    def seen(self, text: str, entity: str) -> Mapping[str, ViewBox]:
        """By viewpoint, the box of a thing that these words' path sees, the largest first."""
        path, _ = self._said[text]
        found = {place: boxes[entity] for place, boxes in self._boxes[id(path)].items() if entity in boxes}
        return dict(sorted(found.items(), key=lambda pair: -pair[1].width * pair[1].height))

    def things(self, phrase: Mapping[str, Any]) -> set[str]:
        """What a phrase means that a person can draw."""
        chain = self.chain(phrase)
        text = phrase["sentence"]["transcript"]
        return {name for name in chain.entities if self.seen(text, name)} if chain else set()

    def shown(self, text: str, region: Mapping[str, Any]) -> tuple[str | None, float]:
        """The thing of these words' path that a region shows, and how far the two overlap."""
        path, _ = self._said[text]
        return best(self._boxes[id(path)].get(region["viewpoint_id"], {}), region_from_json(region["shape"]))


def best(boxes: Mapping[str, ViewBox], shape: Region) -> tuple[str | None, float]:
    """The thing whose box overlaps most with a shape, and by how much; None where none does by ``SHOWS``."""
    overlaps = {name: iou(shape, box) for name, box in boxes.items() if are_near(shape, box)}
    name = max(overlaps, key=lambda each: overlaps[each], default=None)
    return (name, overlaps[name]) if name is not None and overlaps[name] >= SHOWS else (None, 0.0)


def _by_place(path: SpokenPath) -> dict[str, dict[str, ViewBox]]:
    found: dict[str, dict[str, ViewBox]] = {}
    for (name, place), seen in path.regions.items():
        if seen.box is not None:
            found.setdefault(place, {})[name] = seen.box
    return found


def _shared(mention: SpokenMention, phrase: Mapping[str, Any]) -> float:
    """Characters that both have, of those that either has."""
    both = min(mention.end_char, phrase["end_char"]) - max(mention.start_char, phrase["start_char"])
    either = max(mention.end_char, phrase["end_char"]) - min(mention.start_char, phrase["start_char"])
    return float(max(0, both) / either)
