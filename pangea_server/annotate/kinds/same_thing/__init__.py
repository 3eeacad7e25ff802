"""Same thing: a person says whether two regions show one thing; nobody has to know a language.

The protocol asks for its tasks (``annotate/landmarks/protocol``); the wire form is in ``wire.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pangea_server.annotate.kinds.landmark_showing import Showing
from pangea_server.annotate.kinds.landmark_task import LandmarkTask, landmark_declaration, phrases
from pangea_server.annotate.kinds.same_thing.wire import SameThingAnswer, SameThingArgs
from pangea_server.annotate.landmarks.protocol.asked import Asked, Step


class SameThingTask(LandmarkTask[SameThingArgs, SameThingAnswer]):
    kind = "same_thing"
    Args = SameThingArgs
    Answer = SameThingAnswer
    declares = landmark_declaration(Step.SAME_THING, minimum=0.80)

    def shown(self, item: Asked, showing: Showing) -> Mapping[str, Any]:
        (first, second), said = showing.regions(item.regions), phrases(item, showing)
        return {"first": first, "first_phrase": next(said), "second": second, "second_phrase": next(said)}
