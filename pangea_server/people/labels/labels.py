"""Writing and reading labels: on the person's own record, so that a withdrawal empties them; never exported."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from pangea_server.core.errors import RecordWithdrawnError
from pangea_server.core.records import padded
from pangea_server.core.visible_text import MARKS, is_visible
from pangea_server.people.access.records import MOST_LABEL_LENGTH, Annotator
from pangea_server.people.audit.log import note
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore, Transaction

MOST_CHARACTERS = 40
"""What a person sees as characters: marks and joiners that belong to a letter are not counted."""

NOT_IN_A_LINE = frozenset({"Cc", "Cs", "Zl", "Zp"})


def one_label(text: str) -> str:
    """The label that is kept of what a person wrote: without space around it; an empty one removes the label.

    Raises:
        ValueError: it is longer than ``MOST_CHARACTERS``, has more than one line, or nothing of it can be seen.
    """
    label = text.strip()
    seen = sum(unicodedata.category(character) not in MARKS | {"Cf"} for character in label)
    if seen > MOST_CHARACTERS or len(label) > MOST_LABEL_LENGTH:
        raise ValueError(f"the label has {seen} characters; write at most {MOST_CHARACTERS}")
    if any(unicodedata.category(character) in NOT_IN_A_LINE for character in label):
        raise ValueError("the label has more than one line; write a single line")
    if label and not is_visible(label):
        raise ValueError("nothing of the label can be seen; write a few letters, or leave it empty")
    return label


def set_label(records: RecordStore, annotator_id: int, label: str, actor: Annotator | None) -> Annotator:
    """Write a label beside a person's number; the audit log says who did it, and not what the label says.

    Args:
        label: as ``one_label`` returns it; "" removes it.
        actor: None for the command line.

    Raises:
        RecordNotFoundError: there is no such person.
        RecordWithdrawnError: they took back all that was kept about them.
    """

    def write(transaction: Transaction) -> Annotator | None:
        person = transaction.get(Annotator, padded(annotator_id))
        if person is None or person.label == label:
            return person
        if person.withdrawn_at:
            raise RecordWithdrawnError(
                f"Person {annotator_id} has withdrawn.", remedy="Nothing more is kept about them."
            )
        changed = person.model_copy(update={"label": label})
        transaction.replace(changed)
        note(transaction, actor.annotator_id if actor else None, "labelled", annotator_id)
        return changed

    return records.transact(write) or records.get(Annotator, padded(annotator_id))


def labelled(records: RecordStore) -> Iterator[Annotator]:
    """All people who have a label, by number."""
    for person in every(records, Annotator):
        if person.label:
            yield person
