"""What a proposer of mentions is. One is a class named in the entry-point group ``pangea.mentions``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from environments.plugins import ExtensionPoint
from pangea_server.annotate.landmarks.records import Form, Number, Status

MENTIONS = ExtensionPoint(
    "pangea.mentions",
    {"dictionary": "pangea_server.annotate.landmarks.proposing.dictionary:DictionaryProposer"},
)
Nouns = Mapping[str, Mapping[str, Sequence[str]]]
"""Nouns that a campaign adds: by language without its region, then by type of thing."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A span of a text that may name something; right or wrong, it is nothing until a person takes it.

    Attributes:
        start_char, end_char: code points of the text; no character that people see as one is cut.
        head: those of its head noun; None where it has none, or where the proposer is not sure.
        types: of what it means, by its head noun; empty where the proposer does not know.
        status: None where only who reads the text can tell.
        visual: False for words that nothing visible answers to.
    """

    start_char: int
    end_char: int
    head: tuple[int, int] | None
    types: tuple[str, ...]
    number: Number
    form: Form
    status: Status | None = None
    visual: bool = True


class Proposer(Protocol):
    """Proposes mentions. Made once for a campaign, with the nouns that it adds, and asked many times."""

    def __init__(self, nouns: Nouns) -> None:
        """Raises InvalidDataError where the nouns cannot be used."""

    def propose(self, text: str, language: str) -> Sequence[Proposal] | None:
        """The mentions in a text, in any order; the same ones for the same text.

        Args:
            language: with or without its region, "hi-IN".

        Returns:
            None where it does not know the language. None of the spans may cross another one or be there twice.
        """
