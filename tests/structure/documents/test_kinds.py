from __future__ import annotations

from pathlib import PurePosixPath

import pytest

from tests.structure.kinds import is_a_kinds_own, questions_in
from tests.structure.sources import PythonFile, WebFile
from tests.structure.web_kinds import web_questions_in


@pytest.mark.parametrize(
    ("planted", "category"),
    [
        ("isinstance(a, GuideAnnotation)", "isinstance"),
        ("isinstance(a, (records.FollowerAnnotation, int))", "isinstance"),
        ("type(a) is TaskAnnotation", "isinstance"),
        ("match a:\n    case GuideAnnotation(): pass", "isinstance"),
        ("isinstance(a, GuideEntry)", "isinstance, alike"),
        ("a.kind != 'guide'", "comparison"),
        ("kind in ('guide', 'tour')", "comparison"),
        ("match kind:\n    case 'find': pass", "comparison"),
        ("T = {'guide': 1}", "table"),
        ("T = {GuideAnnotation: 1}", "table"),
        ("T = frozenset({'guide'})", "table"),
        ("T = ('guide', 'follower', 'monitor')", "table"),
        ("K = Literal['guide', 'follower']", "type"),
        ("report_id('guide', 7)", "other"),
    ],
)
def test_a_planted_question_is_counted_once(planted: str, category: str) -> None:
    file = PythonFile(PurePosixPath("pangea_server/x.py"), planted)
    assert [question.category for question in questions_in(file)] == [category]


@pytest.mark.parametrize(
    "harmless",
    [
        "isinstance(a, int)",
        "isinstance(a, Finding)",
        "a.kind == b.kind",
        "T = {'a': 1}",
        "'the guide'",
        "match a:\n    case [b]: pass",
    ],
)
def test_what_asks_nothing_is_not_counted(harmless: str) -> None:
    assert not list(questions_in(PythonFile(PurePosixPath("pangea_server/x.py"), harmless)))


@pytest.mark.parametrize(
    ("planted", "category"),
    [
        ("if (row.kind === 'guide') go()", "comparison"),
        ("switch (kind) { case 'tour': go() }", "comparison"),
        ("const NAMES = { guide: 'Guide', follower: 'Follower' }", "table"),
        ("const A = {\n  guide: [{ a: 1 }],\n  follower: [],\n}", "table"),
        ("const KINDS = ['guide', 'follower'] as const", "table"),
        ("let kind: 'guide' | 'follower'", "type"),
        ("link('guide')", "other"),
    ],
)
def test_a_planted_question_of_the_browser_is_counted(planted: str, category: str) -> None:
    file = WebFile(PurePosixPath("static/src/me/x.ts"), planted)
    assert {question.category for question in web_questions_in(file)} == {category}


@pytest.mark.parametrize(
    "harmless", ["// kind === 'guide'\n", "const x = { guide: 1, of: { follower: 2 } }", "'a guide'"]
)
def test_what_asks_nothing_in_the_browser_is_not_counted(harmless: str) -> None:
    assert not list(web_questions_in(WebFile(PurePosixPath("static/src/me/x.ts"), harmless)))


@pytest.mark.parametrize(
    ("path", "own"),
    [
        ("pangea_server/tasks/guide.py", True),
        ("pangea_server/annotate/kinds/tour/scores.py", True),
        ("static/src/tasks/guide/practice/show.ts", True),
        ("pangea_server/tasks/protocol.py", False),
        ("pangea_server/exports/guide.py", False),
    ],
)
def test_a_kinds_own_folder_is_known_in_any_layout(path: str, own: bool) -> None:
    assert is_a_kinds_own(PurePosixPath(path)) is own
