"""A proposer of one's own, and some that misbehave, each in its own way."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pangea_server.annotate.landmarks.proposing.protocol import Nouns, Proposal


class _Proposer:
    def __init__(self, nouns: Nouns) -> None:
        self.nouns = nouns


class Capitals(_Proposer):
    """Words in capitals; of English alone."""

    def propose(self, text: str, language: str) -> Sequence[Proposal] | None:
        if not language.startswith("en"):
            return None
        return [_proposal(*match.span()) for match in re.finditer(r"\b[A-Z]{2,}\b", text)]


class Failing(_Proposer):
    def propose(self, text: str, language: str) -> Sequence[Proposal]:
        raise ZeroDivisionError("no idea")


class Crossing(_Proposer):
    def propose(self, text: str, language: str) -> Sequence[Proposal]:
        return [_proposal(0, 6), _proposal(3, 9)]


class Babbling(_Proposer):
    def propose(self, text: str, language: str) -> Sequence[str]:
        return ["the sofa"]


class Beyond(_Proposer):
    def propose(self, text: str, language: str) -> Sequence[Proposal]:
        return [_proposal(0, len(text) + 1)]


def _proposal(start: int, end: int) -> Proposal:
    return Proposal(start, end, (start, end), ("sign", "no such type"), "one", "name")
