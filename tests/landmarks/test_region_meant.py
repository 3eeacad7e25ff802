"""What of a page about landmarks is kept and refused; and how far what was understood is what was meant."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from environments.regions import LatLonBox
from pangea_server.annotate.kinds.landmark_made import BY_MACHINE
from pangea_server.annotate.kinds.landmark_wire import Drawn
from pangea_server.annotate.kinds.region_meant import RegionMeantAnswer, RegionMeantTask, UnderstoodRegion
from pangea_server.annotate.landmarks.protocol.asked import Asked, Foretold
from pangea_server.core.errors import SubmissionError

TASK = RegionMeantTask()


def box(width: float) -> LatLonBox:
    return LatLonBox(0.0, width, 0.0, 0.5)


def meant(width: float | None, viewpoint_id: str = "lamp") -> Foretold:
    return Foretold(from_region="r", viewpoint_id=viewpoint_id, shape=box(width) if width else None)


def understood(width: float | None, viewpoint_id: str = "lamp") -> UnderstoodRegion:
    drawn = Drawn(viewpoint_id=viewpoint_id, shape=box(width)) if width else None
    return UnderstoodRegion(drawn=drawn, seconds=1.0)


@pytest.mark.parametrize(
    ("drawn", "overlap"),
    [
        ([understood(0.2)], 0.5),  # the nearer of two: 0.1 and 0.8
        ([understood(None)], 0.0),
        ([understood(0.2, "door")], None),  # where it is only known to be seen
        ([understood(0.2, "sofa")], None),
        ([understood(0.2), understood(None), understood(0.2, "sofa")], 0.25),
    ],
)
def test_the_score_is_the_mean_overlap_of_what_is_known(
    drawn: list[UnderstoodRegion], overlap: float | None
) -> None:
    item = Asked(meant=(meant(0.1), meant(0.8), meant(0.3, "window"), meant(None, "door")))
    found = TASK.measured([item] * len(drawn), drawn)
    assert found == {"iou": overlap if overlap is None else pytest.approx(overlap)}


def submitted(**args: Any) -> Any:
    items = [Asked(meant=(meant(0.2, "sofa"),)).stored()]
    task = SimpleNamespace(
        scan_id="corridor", args={"items": items, "path": ["lamp"], "types": ["other"]} | args
    )
    return SimpleNamespace(task=task, scan=SimpleNamespace(viewpoints={"lamp", "sofa", "door"}))


@pytest.mark.parametrize(
    ("answers", "args", "fault"),
    [
        ([understood(0.2), None], {}, "The page has 1 items, and 2 were answered."),
        ([understood(0.2, "attic")], {}, "Item 0 was drawn from 'attic', which is no viewpoint of corridor."),
        ([understood(0.2, "sofa")], {}, "Item 0 was drawn from sofa, where this page does not lead."),
        ([understood(0.2, "lamp")], {"reach": ["sofa"]}, "Item 0 was drawn from lamp, where"),
        ([understood(0.2, "sofa")], {"reach": ["sofa"]}, None),
        ([None], {}, None),
    ],
)
def test_each_item_is_answered_from_where_the_page_leads(
    answers: list[UnderstoodRegion | None], args: dict[str, Any], fault: str | None
) -> None:
    answer = RegionMeantAnswer(answers=tuple(answers))
    if fault is None:
        assert TASK.score(submitted(**args), answer) == {"iou": pytest.approx(1.0) if answers[0] else None}
    else:
        with pytest.raises(SubmissionError) as refused:
            TASK.score(submitted(**args), answer)
        assert refused.value.message.startswith(fault)


def test_whoever_draws_sees_what_the_page_reaches() -> None:
    assert list(TASK.places(submitted().task, None)) == ["lamp"]  # type: ignore[arg-type]  # reads no record
    assert list(TASK.places(submitted(reach=["sofa", "door"]).task, None)) == ["sofa", "door"]  # type: ignore[arg-type]


def test_what_others_drew_and_what_a_machine_made_is_not_kept_with_an_answer() -> None:
    task = submitted(**{BY_MACHINE: {"drawn": {}}}).task
    assert TASK.about(task) == {"items": [{}], "path": ["lamp"], "types": ["other"]}
