"""Finds dialogues in a store."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from environments import Environment, PangeaError
from pangea_server.annotate.annotations.lookups import load_trace
from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.annotate.pairing.records import Pairing
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.dataset.dialogues.figures import DialogueFigures, figures, navigator_of
from pangea_server.dataset.dialogues.together import Dialogue, together
from pangea_server.stores.protocol import RecordStore, Store, found


def stored_dialogue(records: RecordStore, pairing_id: str) -> Dialogue:
    """The dialogue of a pairing.

    Raises:
        RecordNotFoundError: there is no such pairing, or not both of its answers are there.
    """
    pairing = records.get(Pairing, pairing_id)
    answers = [found(records, TaskAnnotation, seat.task_id) for seat in pairing.seats]
    there = [answer for answer in answers if answer and answer.args.get("pairing_id") == pairing_id]
    if len(there) < 2:
        raise RecordNotFoundError(
            f"Of the dialogue {pairing_id} there are not both answers: one did not come, or was withdrawn.",
            remedy="Look at the answer that is there alone.",
        )
    return together(records, *there)


def figures_of(store: Store, environment: Environment, dialogue: Dialogue) -> tuple[DialogueFigures, str]:
    """The figures, and why those that need place and walk are not known; "" where they are, or need neither."""
    ends = navigator_of(dialogue).annotation
    try:
        place = environment.scan(ends.scan_id).graph
        walk = load_trace(store.blobs, ends.pose_trace) if ends.pose_trace else None
        return figures(dialogue, place, walk), ""
    except PangeaError as error:
        return figures(dialogue, None, None), str(error)


def pairs(answers: Iterable[TaskAnnotation]) -> Iterator[tuple[TaskAnnotation, TaskAnnotation | None]]:
    """Both answers of each dialogue, in the order of the later ones; at the end those whose partner's is not there."""
    waiting: dict[str, TaskAnnotation] = {}
    for answer in answers:
        if not declared(answer.kind).seats or "pairing_id" not in answer.args:
            continue
        pairing_id = str(answer.args["pairing_id"])
        if partner := waiting.pop(pairing_id, None):
            yield partner, answer
        else:
            waiting[pairing_id] = answer
    yield from ((answer, None) for answer in waiting.values())
