"""How the signed-in person speaks their languages."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path

from pangea_server.core.records import shared_fields
from pangea_server.http.services import TheServices
from pangea_server.people.access.records import Speech
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.access.signed_in import Person
from pangea_server.people.consent.texts import check_consent
from pangea_server.people.speech.saying import say, speech_of
from pangea_server.people.speech.wire import SpeechRequest, SpeechView

router = GuardedRouter(prefix="/me/speech", tags=["people"])
LanguageTag = Annotated[str, Path(max_length=35, pattern=r"^[A-Za-z0-9-]+$", description="BCP 47.")]


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
