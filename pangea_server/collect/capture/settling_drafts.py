"""What becomes of a draft when the Guide hands in their text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from align import TimedWord
from pangea_server.annotate.alignments.heard import HeardWords
from pangea_server.annotate.alignments.spoken_words import by_engine
from pangea_server.annotate.drafting.comparison import compared
from pangea_server.annotate.drafting.records import DraftedTranscript, DraftTranscript
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.annotate.kinds.protocol import Submitted
from pangea_server.core.records import Record
from pangea_server.stores.protocol import RecordStore, Transaction

MOST_DRAFTS = 100  # of one lease


@dataclass(frozen=True, slots=True)
class SettledDraft:
    """The annotation as it is stored, and what is kept of its draft.

    ``over`` are the drafts of all attempts, which nobody needs any more.
    """

    annotation: Record
    drafted: DraftedTranscript | None = None
    heard: HeardWords | None = None
    over: Sequence[DraftTranscript] = ()

    def write(self, transaction: Transaction) -> None:
        """Keep it in the transaction that stores the annotation."""
        if self.drafted is not None:
            transaction.create(self.drafted)
        if self.heard is not None:
            transaction.create(self.heard)
        for draft in self.over:
            transaction.delete(DraftTranscript, draft.record_id)


def settle_draft(records: RecordStore, submitted: Submitted, annotation: Record) -> SettledDraft:
    """Compare the text with the draft that the page showed, if it did.

    Planted errors that were left in never reach the dataset: the recogniser's own words take their places again, and
    the annotation says how many there were.
    """
    over = records.find(DraftTranscript, {"lease_id": submitted.lease.lease_id}, limit=MOST_DRAFTS)
    shown = submitted.submission.draft
    draft = next(
        (each for each in over if each.recording_id == submitted.submission.recording_id and each.words),
        None,
    )
    task = submitted.task
    if draft is None or shown is None or not declared(task.kind).gives_words:
        return SettledDraft(annotation, over=over)
    text = submitted.submission.transcript or ""
    found = compared(draft.words, text, frozenset(shown.heard))
    planted = sum(word.own is not None for word in draft.words)
    mark = {
        "transcript": found.text,
        "drafted_by": by_engine(draft.recogniser),
        "planted": planted,
        "planted_left": found.planted_left,
    }
    confirmed = [word.confirmed for word in found.words]
    drafted = DraftedTranscript(
        instruction_id=task.number,
        annotator_id=submitted.person.annotator_id,
        campaign_id=task.campaign_id,
        language=task.language,
        recogniser=draft.recogniser,
        submitted=text,
        words=found.words,
        inserted=found.inserted,
        edited=confirmed.count("edited"),
        heard=confirmed.count("heard"),
        untouched=confirmed.count("untouched"),
        planted=planted,
        planted_left=found.planted_left,
    )
    heard = HeardWords(
        instruction_id=task.number,
        recogniser=draft.recogniser,
        language=task.language,
        words=tuple(
            TimedWord(word.own or word.word, word.start_time, word.end_time, "recognised", word.confidence)
            for word in draft.words
        ),
    )
    return SettledDraft(annotation.model_copy(update=mark), drafted, heard, over)
