"""What kinds share in which one of two people is to be found by the other: where they are, only their own walk says.

So how well the other one did is known when both answers are there. Until then, and where one of them never comes, it
is None.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from typing import TypeVar

from environments import Environment, Scan
from environments.errors import NoPathError
from pangea_server.annotate.annotations.records import Annotation
from pangea_server.annotate.kinds.dialogue_task import DialogueAnswer, TalkArgs, TalkTask
from pangea_server.annotate.kinds.protocol import Submitted, TaskSpec

ArgsT = TypeVar("ArgsT", bound=TalkArgs)
AnswerT = TypeVar("AnswerT", bound=DialogueAnswer)


class MeetingTask(TalkTask[ArgsT, AnswerT], ABC):
    """A kind in which the ``finder`` looks for the one who is ``sought``, and ends the dialogue.

    Attributes:
        found_scores: what is known of who finds as soon as both answers are there.
    """

    sought: str
    finder: str
    found_scores: tuple[str, ...]

    @abstractmethod
    def score_finding(self, scan: Scan, place: str, finder: Annotation) -> Mapping[str, float | None]:
        """How well somebody found their partner, who is at ``place``: a value for each of ``found_scores``."""

    def plan(self, environment: Environment, scan: Scan, count: int, seed: int) -> Sequence[TaskSpec]:
        """A start of its own for each dialogue, as far as there are so many."""
        random = Random(seed)
        starts = list(filter(scan.path_rules.may_start, sorted(scan.viewpoints)))
        random.shuffle(starts)
        return [TaskSpec((start,), random.uniform(0, math.tau)) for start in starts[:count]]

    def score(self, submitted: Submitted, answer: AnswerT) -> Mapping[str, float | None]:
        """The length of the walk, where there is one; of who finds also what is not known yet."""
        walked = submitted.walked
        length = {"path_length": submitted.scan.graph.path_length(walked)} if walked else {}
        unknown = dict.fromkeys(self.found_scores) if submitted.task.role == self.finder else {}
        return {**length, **unknown}

    def score_together(
        self, scan: Scan, answers: Mapping[str, Annotation]
    ) -> Mapping[str, Mapping[str, float | None]]:
        """Who is to be found is where their walk ends."""
        place = answers[self.sought].walked[-1]
        return {self.finder: self.score_finding(scan, place, answers[self.finder])}


def metres(scan: Scan, start: str, end: str) -> float | None:
    """Along the graph; None where no way leads there."""
    try:
        return scan.graph.distance(start, end)
    except NoPathError:
        return None
