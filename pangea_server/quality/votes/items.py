"""Items and their votes, as staff see them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import partial

from pangea_server.annotate.forms.ballot import Look
from pangea_server.annotate.kinds.answers import found_annotation
from pangea_server.quality.votes.counts import CastVote, outcome_about, votes_about
from pangea_server.quality.votes.decision import VoteOutcome, VoteState
from pangea_server.quality.votes.records import VotedItem
from pangea_server.quality.votes.wire import ShownAnswer, VoteCount, VotedItemView, VoteView
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordReader, RecordStore, Transaction


def items(records: RecordReader, campaign_id: str | None, state: VoteState | None) -> Iterator[VotedItem]:
    """The items that people have voted on, of a campaign (None: of all) and in a state (None: in any)."""
    in_state = state and every(records, VotedItem, {"state": state})
    found = in_state or every(records, VotedItem)
    return (item for item in found if campaign_id in (None, item.campaign_id))


def views(
    records: RecordStore, found: Iterator[VotedItem], state: VoteState | None, limit: int
) -> Iterator[VotedItemView]:
    """At most ``limit`` of the items, counted anew: an answer may have been taken back or rejected since the last vote.

    One whose state has changed by that is stored in its new state, and left out where another state was asked for.
    """
    shown = 0
    for item in found:
        votes = votes_about(records, item)
        outcome = outcome_about(item, votes)
        if outcome.state is not item.state:
            records.transact(partial(_correct, seen=item, outcome=outcome))
        if state in (None, outcome.state):
            yield view(records, item, votes, outcome)
            shown += 1
        if shown == limit:
            return


def view(
    records: RecordStore, item: VotedItem, votes: Sequence[CastVote], outcome: VoteOutcome
) -> VotedItemView:
    """One item."""
    about = item.ballot.about
    return VotedItemView(
        item_id=item.item_id,
        campaign_id=item.campaign_id,
        kind=item.kind,
        language=item.language,
        scan_id=item.scan_id,
        shows=item.ballot.shows,
        question=_question(item),
        about=tuple(_answers(records, item)),
        viewpoint_id=about.viewpoint_id if isinstance(about, Look) else None,
        state=outcome.state,
        value=outcome.value,
        votes=tuple(
            VoteView(annotation_id=vote.number, annotator_id=vote.annotator_id, value=vote.value)
            for vote in votes
        ),
        choices=item.ballot.choices,
        settled_by=item.settled_by,
        settled_at=item.settled_at,
    )


def counts(records: RecordStore, campaign_id: str | None) -> Iterator[VoteCount]:
    """How many items are in which state, and for what they were decided, by campaign and kind."""
    states: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    values: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for item in items(records, campaign_id, None):
        key = item.campaign_id, item.kind
        outcome = outcome_about(item, votes_about(records, item))
        states[key][outcome.state.value] += 1
        if outcome.value is not None:
            values[key][item.ballot.place_of(outcome.value)] += 1
    for key, found in sorted(states.items()):
        yield VoteCount(
            campaign_id=key[0],
            kind=key[1],
            states={state: found[state.value] for state in VoteState},
            values=dict(values[key]),
        )


def _correct(transaction: Transaction, seen: VotedItem, outcome: VoteOutcome) -> None:
    item = transaction.get(VotedItem, seen.item_id)
    if item == seen:
        transaction.replace(item.model_copy(update={"state": outcome.state}))


def _question(item: VotedItem) -> str:
    texts = next(iter(item.ballot.rules.texts.values()))
    return texts.questions[item.ballot.decides].title


def _answers(records: RecordStore, item: VotedItem) -> Iterator[ShownAnswer]:
    for kind, number in item.ballot.answers:
        answer = found_annotation(records, kind, number)
        yield ShownAnswer(kind=kind, annotation_id=number, transcript=answer.transcript if answer else "")
