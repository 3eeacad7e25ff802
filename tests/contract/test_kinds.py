"""Nothing in production asks which kind a task or an annotation is, but a kind's own folder.

What is to be known of a kind, the kind declares: ``pangea_server/annotate/kinds/declaration.py``.
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath

import pytest

from pangea_server.annotate.kinds.kinds import built_in_kinds, declarations
from tests.structure.kinds import CLASSES, KINDS, QUESTIONS, is_a_kinds_own, questions_in
from tests.structure.sources import PythonFile, read_sources

ROOT = Path(__file__).parents[2]
PLACE = PurePosixPath("pangea_server/dataset/monitoring/planted.py")


def asked_in(file: PythonFile) -> list[str]:
    """The questions of one file; none in a kind's own folder."""
    if is_a_kinds_own(file.path):
        return []
    return [str(question) for question in questions_in(file) if question.category in QUESTIONS]


def test_nobody_asks_for_a_kind() -> None:
    files = read_sources(ROOT).python
    assert len(files) > 400
    assert [question for file in files for question in asked_in(file)] == []


def test_the_questions_are_about_the_kinds_that_there_are() -> None:
    assert set(KINDS) == set(built_in_kinds())
    assert set(CLASSES) == {each.record.__name__ for each in declarations()}


PLANTED = (
    "isinstance(annotation, GuideAnnotation)",
    "isinstance(annotation, (records.FollowerAnnotation, TaskAnnotation))",
    "issubclass(record, TaskAnnotation)",
    "type(annotation) is GuideAnnotation",
    "task.kind == 'guide'",
    "'tour' != kind",
    "kind in ('follower', 'transcribe')",
    "kind not in {'find'}",
    "COUNTERS = {'guide': 'instructions', 'follower': 'demonstrations'}",
    "CORRECTABLE = frozenset({'guide'})",
    "RECORDS = {GuideAnnotation: 1, FollowerAnnotation: 2}",
    "TURNS = ('guide', 'follower')",
    "match annotation:\n    case FollowerAnnotation():\n        pass",
    "match task.kind:\n    case 'transcribe':\n        pass",
)


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_question_is_found(fault: str) -> None:
    assert asked_in(planted(PLACE, fault))


@pytest.mark.parametrize("room", ["guide", "tour"])
def test_a_kind_may_know_its_own_name(room: str) -> None:
    own = PurePosixPath(f"pangea_server/annotate/kinds/{room}/checks.py")
    assert asked_in(planted(own, PLANTED[4])) == []


def planted(path: PurePosixPath, code: str) -> PythonFile:
    text = f"annotation, task, kind, record = None, None, None, None\n{code}\n"
    return PythonFile(path, text)
