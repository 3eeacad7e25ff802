"""Dialect and region of a person's speech, as sent over HTTP."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from pangea_server.core.wire import Wire
from pangea_server.people.access.records import MOST_SPEECH_CHARACTERS

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
