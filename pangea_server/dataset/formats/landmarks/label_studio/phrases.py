"""What people say in Label Studio of the phrases of a path: which of them means a region's thing."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pangea_server.annotate.landmarks.records import Chain, Mention, transcript_digest
from pangea_server.dataset.landmarks.entries import LandmarkEntry, SaidText
from pangea_server.dataset.landmarks.source_files import UNKNOWN_LANGUAGE

NO_WORDS = "phrases that the task's instructions do not say, or several times, left out"
NO_PHRASE = "relations of things that no phrase means, or two different ones, left out"


@dataclass(slots=True)
class Phrases:
    """The mentions and chains of a task, which only grow."""

    mentions: dict[str, Mention]
    chains: dict[str, Chain]
    path_id: int
    said: tuple[SaidText, ...]

    @classmethod
    def of(cls, entry: LandmarkEntry) -> Phrases:
        """Those of an entry."""
        mentions = {each.mention_id: each for each in entry.mentions}
        return cls(mentions, {each.chain_id: each for each in entry.chains}, entry.path_id or 0, entry.said)

    def mean(self, text: str, entity_id: str, scan_id: str) -> str | None:
        """Let a phrase mean a thing, where it is clear which phrase it is; else the note that it is not."""
        marked = {each.mention_id for each in self.mentions.values() if each.text == text}
        chains = [each for each in self.chains.values() if not marked.isdisjoint(each.mentions)]
        if any(entity_id in each.entities for each in chains):
            return None
        if len(chains) == 1:
            self._grow(chains[0], entity_id)
            return None
        places = [(said, at.start()) for said in self.said for at in re.finditer(re.escape(text), said.text)]
        if chains or len(places) != 1:
            return NO_WORDS
        self._mark(text, *places[0], entity_id, scan_id)
        return None

    def mean_together(self, one: str, other: str) -> str | None:
        """Let the phrase of the one thing mean the other as well; a note where neither has one, or each its own."""
        first, second = self._meaning(one), self._meaning(other)
        if (not first and not second) or (first and second and first.keys().isdisjoint(second)):
            return NO_PHRASE
        if not second:
            self._grow_all(first, other)
        elif not first:
            self._grow_all(second, one)
        return None

    def _meaning(self, entity_id: str) -> dict[str, Chain]:
        return {name: chain for name, chain in self.chains.items() if entity_id in chain.entities}

    def _grow_all(self, chains: dict[str, Chain], entity_id: str) -> None:
        for chain in chains.values():
            self._grow(chain, entity_id)

    def _grow(self, chain: Chain, entity_id: str) -> None:
        larger = chain.model_copy(update={"entities": (*chain.entities, entity_id)})
        self.chains[chain.chain_id] = larger

    def _mark(self, text: str, said: SaidText, start: int, entity_id: str, scan_id: str) -> None:
        mention = Mention(
            instruction_id=said.instruction_id,
            path_id=self.path_id,
            scan_id=scan_id,
            language=said.language or UNKNOWN_LANGUAGE,
            start_char=start,
            end_char=start + len(text),
            text=text,
            source="imported",
            transcript_sha256=transcript_digest(said.text),
        )
        self.mentions[mention.mention_id] = mention
        self.chains[mention.mention_id] = Chain(
            chain_id=mention.mention_id,
            path_id=self.path_id,
            scan_id=scan_id,
            mentions=(mention.mention_id,),
            need="box",
            entities=(entity_id,),
            source="imported",
        )
