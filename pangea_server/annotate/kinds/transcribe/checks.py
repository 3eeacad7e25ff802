"""Check items for people who write down what they hear: voices whose words are known to be good."""

from __future__ import annotations

from collections.abc import Iterator

from pangea_server.annotate.annotations.records import Annotation
from pangea_server.annotate.kinds.check_items import CheckItem
from pangea_server.annotate.kinds.checks import Collected, Known
from pangea_server.annotate.kinds.guide.checks import understood, words_item
from pangea_server.annotate.kinds.scoring import CheckVerdict
from pangea_server.annotate.kinds.wording import chrf
from pangea_server.core.records import padded

LEAST_LIKENESS = 0.6
"""chrF. Our choice, not measured: two transcripts of one voice share nearly all character n-grams, and words about
another path share few."""


class WordsWritten:
    """Check items from voices that somebody has already written down, and whose words are known to be good."""

    def items(self, kind: str, collected: Collected) -> Iterator[CheckItem]:
        written = {done.instruction_id for done in collected.of(kind) if not done.check_item}
        for guide, _ in understood(collected):
            if guide.number in written:
                item = words_item(kind, collected.campaign_id, [guide])
                yield item.model_copy(update={"item_id": f"{kind}-{padded(guide.number)}"})

    def verdict(self, answer: Annotation, known: Known) -> CheckVerdict:
        """Whether the transcript is what the Guide wrote, apart from spelling."""
        if not known.references:
            return CheckVerdict(None, "the Guide's words are gone")
        likeness = max(chrf(answer.transcript, reference) for reference in known.references)
        return CheckVerdict(likeness >= LEAST_LIKENESS, f"chrF {likeness:.2f}, {LEAST_LIKENESS:.2f} needed")
