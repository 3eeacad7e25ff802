"""Region meant: a Follower draws what they understand; it is compared with what the Guide meant.

The protocol asks for its tasks (``annotate/landmarks/protocol``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from environments.regions import iou
from pangea_server.annotate.kinds.landmark_task import LandmarkTask, landmark_declaration, phrases
from pangea_server.annotate.kinds.landmark_view import Showing
from pangea_server.annotate.kinds.landmark_wire import Answers, Drawn, ItemAnswer, Page, Phrase
from pangea_server.annotate.landmarks.protocol.asked import Asked, Foretold, Step
from pangea_server.core.wire import Wire


class MeantItem(Wire):
    """A phrase with its sentence and voice, and nothing that shows what others drew."""

    phrase: Phrase


class UnderstoodRegion(ItemAnswer):
    """``drawn`` null: the person cannot find what is meant."""

    drawn: Drawn | None


class RegionMeantArgs(Page[MeantItem]):
    pass


class RegionMeantAnswer(Answers[UnderstoodRegion]):
    pass


class RegionMeantTask(LandmarkTask[RegionMeantArgs, RegionMeantAnswer]):
    kind = "region_meant"
    Args = RegionMeantArgs
    Answer = RegionMeantAnswer
    declares = landmark_declaration(Step.MEANT, minimum=0.70)

    def shown(self, item: Asked, showing: Showing) -> Mapping[str, Any]:
        return {"phrase": next(phrases(item, showing, looks=False))}

    def drawn(self, answer: UnderstoodRegion) -> Drawn | None:
        return answer.drawn

    def measured(
        self, items: Sequence[Asked], answers: Sequence[UnderstoodRegion]
    ) -> Mapping[str, float | None]:
        """``iou``: mean overlap of what was meant with what was understood, nothing drawn counting as 0; None where
        everything was drawn from viewpoints from which nobody showed what was meant."""
        found = [shared(item.meant, answer.drawn) for item, answer in zip(items, answers, strict=True)]
        known = [each for each in found if each is not None]
        return {"iou": sum(known) / len(known) if known else None}


def shared(meant: Sequence[Foretold], drawn: Drawn | None) -> float | None:
    """How far what was understood overlaps with the nearest thing that was meant at its viewpoint, in [0, 1]; None
    where nobody knows."""
    if drawn is None:
        return 0.0
    there = [each.shape for each in meant if each.viewpoint_id == drawn.viewpoint_id and each.shape]
    return max((iou(shape, drawn.shape) for shape in there), default=None)
