"""Two people: one sees a path and says where to go, the other walks, asks back, and says when they have arrived."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from environments import Environment, Scan
from environments.errors import GraphError
from environments.sampling import sample_varied_paths
from pangea_server.annotate.kinds.checks import Success
from pangea_server.annotate.kinds.dialogue_task import DialogueTask
from pangea_server.annotate.kinds.protocol import Submitted, TaskSpec


class GuideTwoTask(DialogueTask):
    kind = "guide_two"
    declares = replace(DialogueTask.declares, success=Success("success", least=1))

    def plan(self, environment: Environment, scan: Scan, count: int, seed: int) -> Sequence[TaskSpec]:
        """A different path for each dialogue, at most as many as there are."""
        return [_dialogue(scan, path) for path in _paths(scan, count, seed)]

    def score_walk(self, submitted: Submitted) -> Mapping[str, float | None]:
        """How the walk compares with the path, as of a Follower, and how many metres nearer to its end it came.

        Source: goal progress, Thomason et al. 2019, arXiv:1907.04957.
        """
        scores, path = submitted.scores, submitted.path.path
        if scores is None:
            return {}
        away = submitted.scan.graph.distance(path[0], path[-1])
        return {**scores.model_dump(), "goal_progress": away - scores.ne}


def _paths(scan: Scan, count: int, seed: int) -> Sequence[Sequence[str]]:
    """As many as there are, and at most ``count``."""
    while count:
        try:
            return sample_varied_paths(scan.graph, count, seed, scan.path_rules)
        except GraphError as error:
            count = int(str(error.context["available"]))
    return []


def _dialogue(scan: Scan, path: Sequence[str]) -> TaskSpec:
    heading, _ = scan.graph.direction(path[0], path[1])
    return TaskSpec(tuple(path), heading, {"path": list(path)})
