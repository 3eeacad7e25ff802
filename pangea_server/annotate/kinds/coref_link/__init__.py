"""Coref link: a person says whether two phrases of one path mean the same.

The protocol asks for its tasks (``annotate/landmarks/protocol``); the wire form is in ``wire.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pangea_server.annotate.kinds.coref_link.wire import CorefLinkAnswer, CorefLinkArgs
from pangea_server.annotate.kinds.landmark_showing import Showing
from pangea_server.annotate.kinds.landmark_task import LandmarkTask, landmark_declaration, phrases
from pangea_server.annotate.landmarks.protocol.asked import Asked, Step


class CorefLinkTask(LandmarkTask[CorefLinkArgs, CorefLinkAnswer]):
    kind = "coref_link"
    Args = CorefLinkArgs
    Answer = CorefLinkAnswer
    declares = landmark_declaration(Step.LINK, minimum=0.80)

    def shown(self, item: Asked, showing: Showing) -> Mapping[str, Any]:
        first, second = phrases(item, showing)
        return {"first": first, "second": second}
