"""Coref verify, over HTTP: do all these phrases mean the same?"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from pangea_server.annotate.kinds.landmark_wire import Answers, ItemAnswer, Page, Phrase
from pangea_server.core.wire import Wire


class VerifyItem(Wire):
    """All phrases of a chain, in the order of their sentences."""

    phrases: tuple[Phrase, ...]


class VerifyJudgement(ItemAnswer):
    """``odd``: the ``mention_id`` of each phrase that means something else; empty where the person cannot say."""

    verdict: Literal["same", "not_same"]
    odd: Annotated[tuple[str, ...], Field(max_length=500)] = ()

    @model_validator(mode="after")
    def _check_odd(self) -> VerifyJudgement:
        if self.odd and self.verdict == "same":
            raise ValueError("phrases that all mean the same have no odd one")
        return self


class CorefVerifyArgs(Page[VerifyItem]):
    pass


class CorefVerifyAnswer(Answers[VerifyJudgement]):
    pass
