"""How the signed-in person speaks their languages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from fastapi import Path
from pydantic import Field, StringConstraints

from pangea_server.core.errors import RecordNotFoundError, SubmissionError
from pangea_server.core.records import shared_fields
from pangea_server.core.visible_text import is_visible
from pangea_server.core.wire import Wire
from pangea_server.http.services import TheServices
from pangea_server.people.access.records import MOST_SPEECH_CHARACTERS, Annotator, Speech
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.access.signed_in import Person
from pangea_server.people.consent.texts import check_consent
from pangea_server.stores.protocol import RecordStore, Transaction

router = GuardedRouter(prefix="/me/speech", tags=["people"])
LanguageTag = Annotated[str, Path(max_length=35, pattern=r"^[A-Za-z0-9-]+$", description="BCP 47.")]


Words = Annotated[str, StringConstraints(strip_whitespace=True, max_length=MOST_SPEECH_CHARACTERS)]


class SpeechView(Wire):
    """How this person speaks one of their languages; both texts are empty where they have not said."""

    language: str
    dialect: str
    region: str


class SpeechRequest(Wire):
    """What the person says, in their own words; two empty texts remove what they said before.

    ``agreed``: they read that it is published with their voice, and want that. Nothing is stored without it.
    """

    dialect: Annotated[Words, Field(description="Such as: Telangana Telugu.")] = ""
    region: Annotated[Words, Field(description="Where they learnt to speak like this.")] = ""
    agreed: Literal[True]


@router.get("")
def read_my_speech(person: Person) -> tuple[SpeechView, ...]:
    """Dialect and region of this person's speech, in each of their languages."""
    return tuple(map(_view, speech_of(person)))


@router.put("/{language}")
def say_my_speech(
    services: TheServices, person: Person, language: LanguageTag, said: SpeechRequest
) -> SpeechView:
    """Say how one speaks a language, or empty it. Optional; a repeated call changes nothing."""
    check_consent(services.store.records, person)
    return _view(say(services.store.records, person, language, said.dialect, said.region))


def _view(speech: Speech) -> SpeechView:
    return SpeechView(**shared_fields(speech, SpeechView.model_fields))


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
