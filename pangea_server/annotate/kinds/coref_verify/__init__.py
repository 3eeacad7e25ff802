"""Coref verify: a person says whether all phrases of a chain mean the same.

The protocol asks for its tasks (``annotate/landmarks/protocol``); the wire form is in ``wire.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pangea_server.annotate.kinds.coref_verify.wire import CorefVerifyAnswer, CorefVerifyArgs, VerifyJudgement
from pangea_server.annotate.kinds.landmark_showing import Showing
from pangea_server.annotate.kinds.landmark_task import LandmarkTask, landmark_declaration, phrases
from pangea_server.annotate.landmarks.protocol.asked import Asked, Step
from pangea_server.core.errors import SubmissionError


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
