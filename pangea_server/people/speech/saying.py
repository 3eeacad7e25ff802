"""Storing what people say about how they speak. It is theirs: they may change and empty it at any time."""

from __future__ import annotations

from collections.abc import Sequence

from pangea_server.core.errors import RecordNotFoundError, SubmissionError
from pangea_server.core.visible_text import is_visible
from pangea_server.people.access.records import Annotator, Speech
from pangea_server.stores.protocol import RecordStore, Transaction


def speech_of(person: Annotator) -> Sequence[Speech]:
    """One entry for each of the person's languages, empty where they have not said."""
    said = {each.language: each for each in person.speech}
    return [said.get(language, Speech(language=language)) for language in person.languages]


def say(records: RecordStore, person: Annotator, language: str, dialect: str, region: str) -> Speech:
    """Store how this person speaks a language of theirs; with two empty texts, nothing is kept of it.

    Raises:
        RecordNotFoundError: it is none of their languages.
        SubmissionError: a text has nothing to see, or more than one line.
    """
    if language not in person.languages:
        raise RecordNotFoundError(
            f"You have no language {language!r} here.", remedy=f"Yours are {', '.join(person.languages)}."
        )
    for name, text in (("dialect", dialect), ("region", region)):
        _refuse(name, text)
    said = Speech(language=language, dialect=dialect, region=region)

    def write(transaction: Transaction) -> None:
        known = transaction.get(Annotator, person.record_id)
        if known is None:
            raise RecordNotFoundError("This person is not known any more.", remedy="Sign in again.")
        others = tuple(each for each in known.speech if each.language != language)
        speech = (*others, said) if dialect or region else others
        transaction.replace(known.model_copy(update={"speech": speech}))

    records.transact(write)
    return said


def _refuse(name: str, text: str) -> None:
    if text and (not is_visible(text) or any(character in "\n\r\t" for character in text)):
        raise SubmissionError(
            f"The {name} cannot be read.", remedy="Write a few words in one line, or leave it empty."
        )
