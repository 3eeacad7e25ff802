"""What the ten kinds about landmarks share: a page of items, how it is shown, and which answers are refused.

What the answers come to, and what is asked next, is no task's own business: ``annotate/landmarks/protocol``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, JsonValue

from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.annotate.kinds.answer_task import AnswerTask
from pangea_server.annotate.kinds.declaration import Declaration
from pangea_server.annotate.kinds.landmark_check import GoldCheck
from pangea_server.annotate.kinds.landmark_made import BY_MACHINE, Made
from pangea_server.annotate.kinds.landmark_view import Showing, StoredShowing
from pangea_server.annotate.kinds.landmark_wire import Drawn, ItemAnswer
from pangea_server.annotate.kinds.protocol import Submitted
from pangea_server.annotate.landmarks.protocol.asked import PER_PAGE, Asked, AskedPage, Step
from pangea_server.annotate.landmarks.records import Link, RegionRecord
from pangea_server.annotate.links.media import Media
from pangea_server.annotate.tasks.records import Task
from pangea_server.core.errors import RecordNotFoundError, SubmissionError
from pangea_server.core.records import Record, padded
from pangea_server.stores.protocol import RecordStore, Transaction

PageT = TypeVar("PageT", bound=BaseModel)
AnswersT = TypeVar("AnswersT", bound=BaseModel)
NOT_KEPT = ("meant",)
"""Of an item, what is not stored with the answer: shapes that others drew, which may be withdrawn."""

MADE: Mapping[Step, type[Record]] = {Step.LINK: Link, Step.DRAW: RegionRecord, Step.CARRY: RegionRecord}
"""What the answers of a step become."""


class LandmarkTask(AnswerTask[PageT, AnswersT], Generic[PageT, AnswersT]):
    """A page of items about landmarks."""

    has_walk = False

    def shown(self, item: Asked, showing: Showing) -> Mapping[str, Any]:
        """What the page is told of an item."""
        raise NotImplementedError

    def drawn(self, answer: Any) -> Drawn | None:
        """The region that a person drew for an item; None where they drew none."""
        return None

    def refuse(self, item: Asked, answer: Any) -> None:
        """Refuse an answer that cannot be one to this item, by SubmissionError."""

    def args(self, task: Task, records: RecordStore, media: Media) -> PageT:
        page, showing = AskedPage.model_validate(task.args), _showing(task, records, media)
        told = [self.shown(item, showing) for item in page.items]
        return self.Args.model_validate(
            {"items": told, "path": page.path, "reach": page.reach or page.path, "types": page.types}
        )

    def reviewed(self, task: Task, records: RecordStore, media: Media) -> dict[str, JsonValue]:
        """As ``args``, for reviewers: null stands for an item whose words or regions are gone."""
        items = task.args["items"]
        assert isinstance(items, list)
        told: list[JsonValue] = [self._reviewed(task, item, records, media) for item in items]
        return {"items": told}

    def _reviewed(self, task: Task, item: JsonValue, records: RecordStore, media: Media) -> JsonValue:
        alone = task.model_copy(update={"args": task.args | {"items": [item]}})
        try:
            shown: JsonValue = self.args(alone, records, media).model_dump(mode="json")["items"][0]
        except RecordNotFoundError:
            return None
        return shown

    def about(self, task: Task) -> Mapping[str, JsonValue]:
        items = task.args["items"]
        assert isinstance(items, list)
        kept: list[JsonValue] = [
            {name: value for name, value in item.items() if name not in NOT_KEPT}
            for item in items
            if isinstance(item, dict)
        ]
        asked = {name: value for name, value in task.args.items() if name != BY_MACHINE}
        return {**asked, "items": kept}

    def score(self, submitted: Submitted, answer: AnswersT) -> Mapping[str, float | None]:
        page = AskedPage.model_validate(submitted.task.args)
        answers = answers_of(answer)
        if len(answers) != len(page.items):
            raise SubmissionError(
                f"The page has {len(page.items)} items, and {len(answers)} were answered.",
                remedy="Answer each of them, in the same order.",
            )
        answered = [
            (number, item, each)
            for number, (item, each) in enumerate(zip(page.items, answers, strict=True))
            if each is not None
        ]
        for number, item, each in answered:
            self.refuse(item, each)
            region = self.drawn(each)
            if region is not None:
                _refuse_place(submitted, page, number, region.viewpoint_id)
        return self.measured([item for _, item, _ in answered], [each for *_, each in answered])

    def follow_up(self, submitted: Submitted, transaction: Transaction) -> Sequence[Record]:
        """Nothing to replace; refuses to leave out what could be answered, now that the words can be read."""
        page, answer = AskedPage.model_validate(submitted.task.args), self._answer(submitted)
        for number, (item, each) in enumerate(zip(page.items, answers_of(answer), strict=True)):
            if each is None and not _was_corrected(item, transaction):
                raise SubmissionError(
                    f"Item {number} was left out, although its words are as they were.", remedy="Answer it."
                )
        return ()

    def measured(self, items: Sequence[Asked], answers: Sequence[Any]) -> Mapping[str, float | None]:
        """Scores of the page by name."""
        return {}

    def places(self, task: Task, records: RecordStore) -> Sequence[str]:
        """The viewpoints of the path, and those of what was drawn; whoever may be there sees one step further."""
        page = AskedPage.model_validate(task.args)
        return page.reach or page.path


def _showing(task: Task, records: RecordStore, media: Media) -> Showing:
    made = task.args.get(BY_MACHINE)
    return StoredShowing(records, media) if made is None else Made.model_validate(made)


def landmark_declaration(step: Step, minimum: float) -> Declaration:
    """What a kind of this step declares; ``minimum``: the share of check items that must be passed."""
    return Declaration(
        step=step,
        check=GoldCheck(step),
        trained="exercise",
        least_passed=minimum,
        belongings=partial(_made_of, step),
    )


def _made_of(step: Step, transaction: Transaction, number: int) -> Sequence[Record]:
    """The links or regions that an answer became, under its own number (``Judged.id``)."""
    made = MADE.get(step)
    if made is None:
        return ()
    ids = (f"{step}-{padded(number)}-{place}" for place in range(PER_PAGE[step]))
    return [record for name in ids if (record := transaction.get(made, name)) is not None]


def answers_of(answer: BaseModel) -> Sequence[ItemAnswer | None]:
    """The answers of a page, in the order of its items; None for those that were left out."""
    found: Sequence[ItemAnswer | None] = answer.answers  # type: ignore[attr-defined]  # every page's answer has them
    return found


def _was_corrected(item: Asked, transaction: Transaction) -> bool:
    """Whether words of the item are not those that it was made for."""
    told = {key: transaction.get(GuideAnnotation, padded(key.instruction_id)) for key in item.mentions}
    return any(words is None or not key.is_of(words.transcript) for key, words in told.items())


def phrases(item: Asked, showing: Showing, *, looks: bool = True) -> Iterator[Any]:
    """The phrases of an item, its first one first."""
    return (showing.phrase(key, looks=looks) for key in item.mentions)


def _refuse_place(submitted: Submitted, page: AskedPage, number: int, viewpoint_id: str) -> None:
    if viewpoint_id not in submitted.scan.viewpoints:
        raise SubmissionError(
            f"Item {number} was drawn from {viewpoint_id!r}, which is no viewpoint of {submitted.task.scan_id}.",
            remedy="Name one of the page's reach.",
        )
    if viewpoint_id not in (page.reach or page.path):
        raise SubmissionError(
            f"Item {number} was drawn from {viewpoint_id}, where this page does not lead.",
            remedy="Draw from one of the viewpoints of the page's reach.",
        )
