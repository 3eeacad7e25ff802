"""Both sides of a dialogue, as flags see one of them."""

from __future__ import annotations

from pangea_server.annotate.annotations.records import Annotation
from pangea_server.annotate.kinds.answers import found_annotation
from pangea_server.annotate.kinds.dialogue_task import DialogueAnswer, dialogue_answer
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.annotate.pairing.records import Pairing
from pangea_server.quality.flags.both_voices import BothVoices, OneVoice
from pangea_server.quality.flags.protocol import Talk
from pangea_server.stores.protocol import RecordStore, Store, found

NO_PARTNER = "The partner's answer is not there."
NO_VOICES = "Not both were recorded with a clock, so nobody knows what was said at the same time."


def partner_of(records: RecordStore, annotation: Annotation) -> Annotation | None:
    """The other answer of a dialogue; None where it is not there, or this is none."""
    pairing_id = (annotation.args or {}).get("pairing_id") if declared(annotation.kind).seats else None
    pairing = found(records, Pairing, pairing_id) if isinstance(pairing_id, str) else None
    for seat in pairing.seats if pairing else ():
        kind, _, number = seat.task_id.rpartition("-")
        if seat.task_id != annotation.task_id and (other := found_annotation(records, kind, int(number))):
            return other if (other.args or {}).get("pairing_id") == pairing_id else None
    return None


def talk_of(store: Store, annotation: Annotation) -> Talk | None:
    """One side of a dialogue; None where the answer is none, or has another form than dialogues' answers."""
    if not declared(annotation.kind).seats or (answer := dialogue_answer(annotation)) is None:
        return None
    partner = partner_of(store.records, annotation)
    theirs = dialogue_answer(partner) if partner else None
    voices = [
        _voice(store, each, said) for each, said in ((annotation, answer), (partner, theirs)) if each and said
    ]
    own, other = voices if len(voices) == 2 else (None, None)
    return Talk(
        text=_text(answer),
        words=len(_text(answer).split()),
        partner_words=len(_text(theirs).split()) if theirs else None,
        bound=clock.bound if (clock := answer.clock) else None,
        delay=answer.delay_of(theirs) if theirs else None,
        voices=BothVoices(own, other) if own and other else None,
        no_voices=NO_VOICES if theirs else NO_PARTNER,
    )


def _voice(store: Store, annotation: Annotation, answer: DialogueAnswer) -> OneVoice | None:
    """None where nothing was recorded, or nobody knows when."""
    if annotation.voice is None or (clock := answer.clock) is None:
        return None
    typed = [message.time for message in answer.messages if message.time is not None]
    return OneVoice(store.blobs, annotation.voice, clock, typed)


def _text(answer: DialogueAnswer) -> str:
    return " ".join([answer.transcript, *(message.words for message in answer.messages)])
