"""Object finding: a person reads what to look for, walks until they see it, and points at it.

Works where every pixel is labelled (``environments.labels``), such as in the demo house.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import pi
from random import Random
from typing import Annotated

from pydantic import BaseModel, Field, FiniteFloat

from environments import Environment, Scan
from environments.errors import ConfigurationError
from environments.labels import LabelledEnvironment, LabelledObject, Labels
from pangea_server.annotate.annotations.records import Outcome
from pangea_server.annotate.kinds.checks import Success
from pangea_server.annotate.kinds.declaration import Declaration
from pangea_server.annotate.kinds.protocol import Submitted, TaskSpec
from pangea_server.annotate.kinds.walk_task import WalkTask
from pangea_server.core.errors import SubmissionError

LEAST_AREA = 0.0005  # share of a panorama: about the width of a hand at four metres
NEAREST = 4.0  # metres to walk before it can be seen
FULL_TURN = 6.283


class FindArgs(BaseModel):
    """What to look for, in words. The object's id stays on the server."""

    description: str


class Mark(BaseModel):
    """Where a person pointed, radians."""

    viewpoint_id: Annotated[str, Field(max_length=200)]
    heading: FiniteFloat
    elevation: Annotated[FiniteFloat, Field(ge=-pi / 2, le=pi / 2)]


class FindAnswer(BaseModel):
    """``mark`` is null when a person gave up."""

    mark: Mark | None


class FindTask(WalkTask[FindArgs, FindAnswer]):
    kind = "find"
    Args = FindArgs
    Answer = FindAnswer
    declares = Declaration(success=Success("found", least=1))

    def outcome(self, answer: FindAnswer) -> Outcome:
        return "gave_up" if answer.mark is None else "done"

    def plan(self, environment: Environment, scan: Scan, count: int, seed: int) -> Sequence[TaskSpec]:
        """Things that can be seen well from some viewpoint, each with a start from which one has to walk to see it."""
        random, found = Random(seed), list[TaskSpec]()
        objects = list(labels_of(environment, scan.scan_id).objects)
        random.shuffle(objects)
        for wanted in objects:
            allowed = filter(scan.path_rules.may_start, sorted(scan.viewpoints))
            starts = [name for name in allowed if way_to(scan, wanted, name) >= NEAREST]
            if starts and is_seen_well(wanted):
                args = {"object_id": wanted.object_id, "description": wanted.label}
                found.append(TaskSpec((random.choice(starts),), random.uniform(0, FULL_TURN), args))
            if len(found) == count:
                break
        return found

    def score(self, submitted: Submitted, answer: FindAnswer) -> Mapping[str, float | None]:
        """Whether they pointed at the thing, the lengths of their walk and of the shortest way in metres, and SPL.

        Source: Success weighted by Path Length, Anderson et al. 2018, arXiv:1807.06757. Our choice: the goal is the
        nearest viewpoint that sees the thing, and success is pointing at it.
        """
        labels = labels_of(submitted.environment, submitted.scan.scan_id)
        wanted = labels.object(str(submitted.task.args["object_id"]))
        found = float(answer.mark is not None and _hits(labels, wanted, answer.mark, submitted.walked))
        walked = submitted.scan.graph.path_length(submitted.walked)
        shortest = way_to(submitted.scan, wanted, submitted.walked[0])
        longer = max(walked, shortest)
        return {
            "found": found,
            "path_length": walked,
            "shortest": shortest,
            "spl": found * shortest / longer if longer else found,
        }


def _hits(labels: Labels, wanted: LabelledObject, mark: Mark, walked: Sequence[str]) -> bool:
    if mark.viewpoint_id != walked[-1]:
        raise SubmissionError(
            f"The mark is at {mark.viewpoint_id}, but the walk ends at {walked[-1]}.",
            remedy="Mark it where you stand.",
        )
    return labels.shows(wanted.object_id, mark.viewpoint_id, mark.heading, mark.elevation)


def labels_of(environment: Environment, scan_id: str) -> Labels:
    labels = environment.labels(scan_id) if isinstance(environment, LabelledEnvironment) else None
    if labels is None:
        raise ConfigurationError(
            f"Nobody labelled the pixels of {scan_id}, so nobody can tell whether something was found.",
            remedy="Use one with objects.json and identity pictures, such as demo, or let people draw, and run"
            " pangea landmarks labels.",
        )
    return labels


def is_seen_well(wanted: LabelledObject) -> bool:
    return max(wanted.seen_from.values(), default=0.0) >= LEAST_AREA


def way_to(scan: Scan, wanted: LabelledObject, start: str) -> float:
    """Metres to the nearest viewpoint that sees any of it."""
    return min((scan.graph.distance(start, name) for name in wanted.seen_from), default=0.0)
