"""Coref verify: a person says whether all phrases of a chain mean the same.

The protocol asks for its tasks (``annotate/landmarks/protocol``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from pangea_server.annotate.kinds.landmark_task import LandmarkTask, landmark_declaration, phrases
from pangea_server.annotate.kinds.landmark_view import Showing
from pangea_server.annotate.kinds.landmark_wire import Answers, ItemAnswer, Page, Phrase
from pangea_server.annotate.landmarks.protocol.asked import Asked, Step
from pangea_server.core.errors import SubmissionError
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


class CorefVerifyTask(LandmarkTask[CorefVerifyArgs, CorefVerifyAnswer]):
    kind = "coref_verify"
    Args = CorefVerifyArgs
    Answer = CorefVerifyAnswer
    declares = landmark_declaration(Step.VERIFY, minimum=0.83)

    def shown(self, item: Asked, showing: Showing) -> Mapping[str, Any]:
        return {"phrases": tuple(phrases(item, showing))}

    def refuse(self, item: Asked, answer: VerifyJudgement) -> None:
        known = {key.mention_id for key in item.mentions}
        unknown = [name for name in answer.odd if name not in known]
        if unknown or len(set(answer.odd)) == len(known):
            raise SubmissionError(
                f"odd names {unknown[0] if unknown else 'every phrase'}.",
                remedy="Name some of the item's phrases by their mention_id, and not all.",
            )
