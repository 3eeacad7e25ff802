"""Hide and seek: one walks off and hides, then stays; the other waits, looks for them while both talk, and says when
they have found them. Roles take turns from one dialogue to the next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from environments import Scan
from pangea_server.annotate.annotations.records import Annotation
from pangea_server.annotate.kinds.checks import Success
from pangea_server.annotate.kinds.declaration import Declaration
from pangea_server.annotate.kinds.dialogue_task import DialogueAnswer, Seconds, TalkArgs, TalkPlan
from pangea_server.annotate.kinds.meeting_task import MeetingTask, metres
from pangea_server.annotate.kinds.protocol import Submitted
from pangea_server.core.errors import SubmissionError

HIDER, SEEKER = "hider", "seeker"
HIDE_SECONDS = 60


class SeekPlan(TalkPlan):
    """``hide_seconds``: how long the hider may walk at most."""

    hide_seconds: Annotated[int, Field(ge=5, le=600)] = HIDE_SECONDS


class SeekArgs(TalkArgs):
    hide_seconds: int = HIDE_SECONDS


class SeekAnswer(DialogueAnswer):
    """``began``: seconds of this person's recording at which the search began, since the hider was hidden; None where
    it did not."""

    began: Seconds | None = None


class SeekTask(MeetingTask[SeekArgs, SeekAnswer]):
    kind = "seek"
    Plan = SeekPlan
    Args = SeekArgs
    Answer = SeekAnswer
    declares = Declaration(seats=(HIDER, SEEKER), success=Success("found", least=1))
    sought, finder = HIDER, SEEKER
    found_scores = ("found", "error", "seconds", "shortest", "spl")

    def check(self, submitted: Submitted) -> None:
        began, length = self._answer(submitted).began, submitted.voice_seconds
        if began is not None and began > length:
            raise SubmissionError(
                f"The search began at {began:.1f} s of a recording of {length:.1f} s.",
                remedy="Send began in seconds of the recording, or null.",
            )
        super().check(submitted)

    def score_finding(self, scan: Scan, place: str, finder: Annotation) -> Mapping[str, float | None]:
        """Whether the search ends where the hider stands or one step away from there, how many metres away it ends, how
        long it took, how long a way would have been enough, and SPL.

        Our choice: nobody is drawn in panoramas, and one step away they show the same things, so nobody could tell.
        Source: SPL, Anderson et al. 2018, arXiv:1807.06757.
        """
        enough = (place, *scan.graph.neighbors(place))
        first, last = finder.walked[0], finder.walked[-1]
        ways = [way for way in (metres(scan, first, each) for each in enough) if way is not None]
        found, shortest = float(last in enough), min(ways, default=None)
        return {
            "found": found,
            "error": metres(scan, last, place),
            "seconds": self._seconds(finder),
            "shortest": shortest,
            "spl": None if shortest is None else found * _efficiency(scan, finder, shortest),
        }

    def _seconds(self, finder: Annotation) -> float | None:
        began = self.read_answer(finder.answer).began
        return None if began is None or finder.duration is None else finder.duration - began


def _efficiency(scan: Scan, finder: Annotation, shortest: float) -> float:
    """The shortest way as a share of the one that was walked; 1 where none was needed and none was walked."""
    longer = max(scan.graph.path_length(finder.walked), shortest)
    return shortest / longer if longer else 1.0
