"""Items about words, whose right answers are known: mentions, links, chains, and what needs a box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from align.spoken_routes import SpokenInstruction
from pangea_server.annotate.kinds.landmark_check import Gold
from pangea_server.annotate.landmarks.protocol.asked import Asked
from pangea_server.annotate.landmarks.protocol.mentions import SENTENCE_ENDS
from pangea_server.quality.gold.material import GoldItem, Material, digest_of


def mention(material: Material, said: SpokenInstruction) -> GoldItem:
    ends = [place + 1 for place, sign in enumerate(said.text) if sign in SENTENCE_ENDS]
    ends = [*ends, len(said.text)] if not ends or ends[-1] < len(said.text) else ends
    spans = [(each.start_char, each.end_char) for each in said.mentions]
    outer = [one for one in spans if not any(_holds(other, one) for other in spans)]
    asked = Asked(instruction=material.numbers[said.instruction_id], digest=digest_of(said))
    gold = Gold(
        spans=tuple(_by_sentence(spans, ends)), outer=tuple(_by_sentence(outer, ends)), ends=tuple(ends)
    )
    return GoldItem(asked, gold)


def links(material: Material, language: str) -> Iterator[GoldItem]:
    told = material.mentions(language)
    for second, first in combinations(told, 2):
        if second.instruction == first.instruction and second.sentence == first.sentence:
            continue
        if not {*first.mention.types} & {*second.mention.types}:
            continue
        same = first.chain is second.chain
        if same or not material.near(first.chain, second.chain):
            asked = Asked(mentions=(first.key, second.key))
            yield GoldItem(asked, Gold(value="same" if same else "different"))


def verified(material: Material, language: str) -> Iterator[GoldItem]:
    told = material.mentions(language)
    chains = {each.chain.chain_id: each.chain for each in told}
    for chain in chains.values():
        members = [each for each in told if each.chain is chain][:5]
        if len(members) < 2:
            continue
        if material.random.random() < 0.5:
            yield GoldItem(Asked(mentions=tuple(each.key for each in members)), Gold(value="same"))
            continue
        others = [
            each
            for each in told
            if each.mention.form == "name"
            and not material.near(each.chain, chain)
            and {*each.mention.types} & {*members[0].mention.types}
        ]
        if others:
            odd = material.random.choice(others)
            kept = members[:-1] if len(members) > 2 else members[:1]
            keys = sorted((each.key for each in (*kept, odd)), key=lambda key: key.order)
            gold = Gold(value="not_same", odd=(odd.key.mention_id,))
            if len(kept) == 1:  # then either of the two may be called odd
                gold = Gold(value="not_same", odd=tuple(key.mention_id for key in keys))
            yield GoldItem(Asked(mentions=tuple(keys)), gold)


def needs(material: Material, language: str) -> Iterator[GoldItem]:
    for each in material.plain(language):
        if each.chain.need != "box" or all(material.sure(name) for name in each.chain.entities):
            yield GoldItem(Asked(mentions=(each.key,)), Gold(value=each.chain.need))


def _holds(outer: tuple[int, int], inner: tuple[int, int]) -> bool:
    return outer != inner and outer[0] <= inner[0] and inner[1] <= outer[1]


def _by_sentence(spans: Sequence[tuple[int, int]], ends: Sequence[int]) -> Iterator[tuple[Any, ...]]:
    for start, end in zip((0, *ends), ends, strict=False):
        yield tuple(span for span in spans if start <= span[0] < end)
