"""Two people: one knows which thing is looked for and where it is, the other walks until they stand before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from environments import Environment, Scan
from pangea_server.annotate.kinds.checks import Success
from pangea_server.annotate.kinds.dialogue_task import DialogueTask
from pangea_server.annotate.kinds.find import LEAST_AREA, FindTask, labels_of, way_to
from pangea_server.annotate.kinds.protocol import Submitted, TaskSpec


class FindTwoTask(DialogueTask):
    kind = "find_two"
    declares = replace(DialogueTask.declares, success=Success("found", least=1))

    def plan(self, environment: Environment, scan: Scan, count: int, seed: int) -> Sequence[TaskSpec]:
        """The searches of one person, told to two; the goal is where the thing is seen best."""
        found = []
        for spec in FindTask().plan(environment, scan, count, seed):
            wanted = labels_of(environment, scan.scan_id).object(str(spec.args["object_id"]))
            goal = max(wanted.seen_from, key=lambda name: wanted.seen_from[name])
            found.append(replace(spec, args={**spec.args, "goal": goal}))
        return found

    def score_walk(self, submitted: Submitted) -> Mapping[str, float | None]:
        """Whether the walk ends where the thing is seen well, SPL, and how many metres nearer to it the walk came.

        Source: SPL, Anderson et al. 2018, arXiv:1807.06757; goal progress, Thomason et al. 2019, arXiv:1907.04957.
        """
        labels = labels_of(submitted.environment, submitted.scan.scan_id)
        wanted = labels.object(str(submitted.task.args["object_id"]))
        first, last = submitted.walked[0], submitted.walked[-1]
        found = float(wanted.seen_from.get(last, 0.0) >= LEAST_AREA)
        shortest = way_to(submitted.scan, wanted, first)
        longer = max(submitted.scan.graph.path_length(submitted.walked), shortest)
        return {
            "found": found,
            "shortest": shortest,
            "spl": found * shortest / longer if longer else found,
            "goal_progress": shortest - way_to(submitted.scan, wanted, last),
        }
