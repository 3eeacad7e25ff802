"""What a page proposes to mark in a Guide's words; nothing of it is kept unless a person takes it."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from pangea_server.annotate.campaigns.landmark_rules import LandmarkRules, landmark_rules_of
from pangea_server.annotate.campaigns.records import Campaign
from pangea_server.annotate.kinds.landmark_made import BY_MACHINE
from pangea_server.annotate.kinds.landmark_wire import Sentence
from pangea_server.annotate.kinds.mention.spans import refuse_spans
from pangea_server.annotate.kinds.mention.wire import MOST_MENTIONS, MarkedSpan, MentionItem
from pangea_server.annotate.landmarks.proposing.protocol import Proposal
from pangea_server.annotate.landmarks.proposing.selection import proposed
from pangea_server.annotate.tasks.records import Task
from pangea_server.core.errors import SubmissionError
from pangea_server.stores.protocol import RecordStore

log = logging.getLogger(__name__)

SPOILT = 0.4
"""Share of the proposals of a check item that are left out or cut short, so that who takes them all does not pass."""


@dataclass(frozen=True, slots=True)
class Proposing:
    """How one task's pages are filled.

    Attributes:
        types: that the campaign knows; others are not proposed.
        spoilt: the number of the task, where people are checked with it; else None.
    """

    rules: LandmarkRules
    types: frozenset[str]
    spoilt: int | None

    @classmethod
    def of(cls, task: Task, records: RecordStore, types: Sequence[str]) -> Proposing:
        rules = None
        if task.campaign_id is not None:
            rules = landmark_rules_of(records.get(Campaign, task.campaign_id).definition)
        return cls(
            rules or LandmarkRules(), frozenset(types), task.number if BY_MACHINE in task.args else None
        )

    def filled(self, item: MentionItem) -> MentionItem:
        """The item with what is proposed for its sentence, or why nothing is."""
        sentence = item.sentence
        found = proposed(self.rules.proposer, self.rules.nouns, sentence.transcript, sentence.language)
        if found.why_none is not None:
            return item.model_copy(update={"unproposed": found.why_none})
        try:
            spans = tuple(map(self._span, found.proposals[:MOST_MENTIONS]))
            refuse_spans(sentence.transcript, spans)
        except (SubmissionError, ValueError) as error:
            log.warning("the proposer %s proposes what cannot be marked: %s", self.rules.proposer, error)
            return item.model_copy(update={"unproposed": "failed"})
        spoilt = tuple(_spoilt(sentence, spans, self.spoilt)) if self.spoilt is not None else spans
        return item.model_copy(update={"proposals": spoilt})

    def _span(self, found: Proposal) -> MarkedSpan:
        return MarkedSpan(
            start_char=found.start_char,
            end_char=found.end_char,
            head=found.head,
            types=tuple(each for each in found.types if each in self.types),
            number=found.number,
            form=found.form,
            status=found.status,
            visual=found.visual,
            proposed=True,
        )


def _spoilt(sentence: Sentence, spans: Sequence[MarkedSpan], seed: int) -> Iterator[MarkedSpan]:
    """Some spans without their first word, and without some; the same ones each time."""
    random = Random(f"{seed} {sentence.transcript_sha256}")
    for span in spans:
        if random.random() >= SPOILT:
            yield span
            continue
        text = sentence.transcript[span.start_char : span.end_char]
        first, space, rest = text.partition(" ")
        start = span.start_char + len(first) + 1
        others = [each for each in spans if each is not span]
        crosses = any(each.start_char < start < each.end_char for each in others)
        holds_head = span.head is None or start <= span.head[0]
        if space and rest.strip() and rest[0] != " " and holds_head and not crosses:
            yield span.model_copy(update={"start_char": start})
