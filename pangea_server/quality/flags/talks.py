"""Both sides of a dialogue, as flags see one of them."""

from __future__ import annotations

from pangea_server.annotate.annotations.records import Annotation
from pangea_server.annotate.kinds.answers import found_annotation
from pangea_server.annotate.kinds.dialogue_task import DialogueAnswer, dialogue_answer
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.annotate.pairing.records import Pairing
from pangea_server.quality.flags.protocol import Talk
from pangea_server.stores.protocol import RecordStore, found


def partner_of(records: RecordStore, annotation: Annotation) -> Annotation | None:
    """The other answer of a dialogue; None where it is not there, or this is none."""
    pairing_id = (annotation.args or {}).get("pairing_id") if declared(annotation.kind).seats else None
    pairing = found(records, Pairing, pairing_id) if isinstance(pairing_id, str) else None
    for seat in pairing.seats if pairing else ():
        kind, _, number = seat.task_id.rpartition("-")
        if seat.task_id != annotation.task_id and (other := found_annotation(records, kind, int(number))):
            return other if (other.args or {}).get("pairing_id") == pairing_id else None
    return None


def talk_of(records: RecordStore, annotation: Annotation) -> Talk | None:
    """One side of a dialogue; None where the answer is none, or has another form than dialogues' answers."""
    if not declared(annotation.kind).seats or (answer := dialogue_answer(annotation)) is None:
        return None
    partner = partner_of(records, annotation)
    theirs = dialogue_answer(partner) if partner else None
    return Talk(
        text=_text(answer),
        words=len(_text(answer).split()),
        partner_words=len(_text(theirs).split()) if theirs else None,
        bound=clock.bound if (clock := answer.clock) else None,
    )


def _text(answer: DialogueAnswer) -> str:
    return " ".join([answer.transcript, *(message.words for message in answer.messages)])
