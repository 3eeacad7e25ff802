"""Which answers of a store are compared, and in which language; and what ``pangea agreement`` prints of it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from align.resampling import Measure, unknown
from environments import PanoramaFolder
from pangea_server.annotate.annotations.population import Left, LeftOut, Population
from pangea_server.annotate.annotations.records import Feedback, FollowerAnnotation
from pangea_server.annotate.annotations.reviews import Review, ReviewState
from pangea_server.app.command_line import app
from pangea_server.quality.agreement.report import AgreementReport, agreement
from pangea_server.stores.local.store import LocalStore
from tests.archive.campaign import told
from tests.trust.conftest import known_guide, known_walk

REJECTED = LeftOut.REJECTED
LONG, SHORT = ("door", "lamp", "sofa"), ("door", "lamp")
NO_WALKS = unknown("No Guide was followed by two people.")
NO_RATINGS = unknown("Nothing was rated by two people.")
NO_TRANSCRIPTS = unknown("No voice was transcribed by two people.")
ALIKE = unknown("All people gave the same rating, 4: chance would agree as well.", 2, 4)


def walk(number: int, guide: int, path: tuple[str, ...], quality: int, **more: Any) -> FollowerAnnotation:
    said = Feedback(instruction_quality=quality, confidence=4)
    return known_walk(number, guide, number).model_copy(update={"path": path, "feedback": said} | more)


def rejected(kind: str, number: int) -> Review:
    about = {"annotator_id": 1, "language": "en-US", "scan_id": "corridor", "lease_id": ""}
    return Review.model_validate(
        about
        | {"task_id": f"{kind}-{number:06d}", "kind": kind, "number": number, "state": ReviewState.REJECTED}
    )


def transcript(number: int, guide: int, text: str) -> Any:
    return told(
        "transcribe", annotation_id=number, args={"instruction_id": guide}, answer={"transcript": text}
    )


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Two Guides whose Followers went alike, one in another language, and one whose voice two others wrote down."""
    records = [
        known_guide(1, transcript="Past the lamp."),
        known_guide(2, transcript="Stop.").model_copy(update={"transcript_by": "engine:ears"}),
        known_guide(3).model_copy(update={"language": "hi-IN"}),
        known_guide(4, transcript="").model_copy(update={"language": "en-IN"}),
        *(walk(1, 1, LONG, 5), walk(2, 1, LONG, 5), walk(3, 1, SHORT, 1), rejected("follower", 3)),
        *(walk(4, 2, SHORT, 2), walk(5, 2, SHORT, 2), walk(6, 3, LONG, 3, language="hi-IN")),
        *(transcript(1, 1, "past the LAMP"), transcript(2, 1, "Nothing."), rejected("transcribe", 2)),
        *(transcript(3, 2, "Stop here."), transcript(4, 4, "Go left."), transcript(5, 4, "Left.")),
    ]
    with LocalStore.open(tmp_path / "data") as store:
        for record in records:
            store.records.create(record)
    return tmp_path / "data"


def test_arms_are_not_compared_and_learners_only_when_asked_for(data: Path, place: Path) -> None:
    with LocalStore.open(data) as store:
        for record in (
            walk(11, 3, LONG, 3, language="te-IN", condition="both"),
            walk(12, 3, SHORT, 1, language="te-IN", condition="blind"),
            *(walk(13, 4, LONG, 3, language="ur-PK"), walk(14, 4, SHORT, 3, language="ur-PK", learning=True)),
            walk(15, 4, SHORT, 3, language="ur-PK", check_item=True),
        ):
            store.records.create(record)
        places = PanoramaFolder(place)
        found = list(agreement(store.records, places, ["te-IN", "ur-PK"]))
        assert [report.walks for report in found] == [NO_WALKS, NO_WALKS]
        (learners,) = agreement(store.records, places, ["ur-PK"], population=Population.LEARNING)
        assert (learners.walks.units, learners.walks.judgements) == (1, 3)


def test_answers_about_one_guide_are_compared_by_its_language_without_rejected_ones(
    data: Path, place: Path
) -> None:
    with LocalStore.open(data) as store:
        found = list(agreement(store.records, PanoramaFolder(place)))
        asked = list(agreement(store.records, PanoramaFolder(place), ["fr-FR"]))
    perfect = Measure(1.0, None, 2, 4)
    assert found == [
        AgreementReport("en-IN", NO_WALKS, NO_RATINGS, NO_RATINGS, Measure(2 / 3, None, 1, 2), 0, Left()),
        AgreementReport("en-US", perfect, perfect, ALIKE, Measure(0.0, None, 1, 2), 0, Left({REJECTED: 2})),
        AgreementReport("hi-IN", NO_WALKS, NO_RATINGS, NO_RATINGS, NO_TRANSCRIPTS, 1, Left()),
    ]
    assert asked == [AgreementReport("fr-FR", NO_WALKS, NO_RATINGS, NO_RATINGS, NO_TRANSCRIPTS, 0, Left())]


def test_the_command_lists_each_figure_with_its_units_or_why_it_is_unknown(
    data: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)

    def printed(*options: str) -> list[str]:
        at = ["--data-dir", str(data), "--environment", f"folder:{place}"]
        done = CliRunner().invoke(app, ["agreement", *at, *options])
        assert done.exit_code == 0, done.output
        return done.stdout.splitlines()

    title, *table = printed()
    cells = [re.split(r"\s{2,}", line.strip()) for line in table]
    few = "(too few units for an interval)"
    assert title == "Agreement (95 % bootstrap)"
    assert cells[0] == ["language", "measure", "value", "of", "unknown because"]
    assert cells[5:9] == [
        ["en-US", "nDTW between Followers of one Guide", f"1.00 {few}", "4 in 2 units"],
        ["en-US", "alpha, quality of the words", f"1.00 {few}", "4 in 2 units"],
        ["en-US", "alpha, confidence", "–", "2 units", ALIKE.reason],
        ["en-US", "WER between transcripts of one voice", f"0.00 {few}", "2 in 1 units"],
    ]
    assert table[-2:] == [
        "en-US: left out: 2 rejected.",
        "hi-IN: walks with no other after the same words in the same arm, compared with nothing: 1.",
    ]
    assert [json.loads(line)["language"] for line in printed("--json")] == ["en-IN", "en-US", "hi-IN"]
