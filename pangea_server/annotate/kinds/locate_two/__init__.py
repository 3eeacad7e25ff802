"""Two people: one is somewhere in the place and walks there, the other has its plan and finds out by talking where.

Source: Hahn et al. 2020, Where Are You?, arXiv:2011.08277.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from environments import Scan
from environments.metrics.path import SUCCESS_DISTANCE
from pangea_server.annotate.annotations.records import Annotation
from pangea_server.annotate.kinds.checks import Success
from pangea_server.annotate.kinds.declaration import Declaration
from pangea_server.annotate.kinds.dialogue_task import DialogueAnswer, TalkArgs
from pangea_server.annotate.kinds.meeting_task import MeetingTask, metres
from pangea_server.annotate.kinds.protocol import Submitted
from pangea_server.core.errors import SubmissionError

OBSERVER, LOCATOR = "observer", "locator"


class LocateAnswer(DialogueAnswer):
    """``mark``: the viewpoint at which the locator thinks that their partner stands; None where they marked nothing."""

    mark: Annotated[str, Field(max_length=200)] | None = None


class LocateTwoTask(MeetingTask[TalkArgs, LocateAnswer]):
    kind = "locate_two"
    Args = TalkArgs
    Answer = LocateAnswer
    declares = Declaration(seats=(OBSERVER, LOCATOR), plan_only=LOCATOR, success=Success("success", least=1))
    sought, finder = OBSERVER, LOCATOR
    found_scores = ("error", "success")

    def check(self, submitted: Submitted) -> None:
        mark = self._answer(submitted).mark
        if mark is not None and submitted.task.role != LOCATOR:
            raise SubmissionError("Only the locator marks a place.", remedy="Send the answer with mark null.")
        if mark is not None and mark not in submitted.scan.viewpoints:
            raise SubmissionError(
                f"{submitted.scan.scan_id} has no viewpoint {mark!r}.", remedy="Mark one of the plan's dots."
            )
        super().check(submitted)

    def score_finding(self, scan: Scan, place: str, finder: Annotation) -> Mapping[str, float | None]:
        """Metres along the graph from the mark to where the observer stands in the end, and whether they are less than
        three. Without a mark neither is known: the talk may have broken off."""
        mark = self.read_answer(finder.answer).mark
        if mark is None:
            return dict.fromkeys(self.found_scores)
        error = metres(scan, mark, place)
        return {"error": error, "success": float(error is not None and error < SUCCESS_DISTANCE)}
