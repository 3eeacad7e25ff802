"""Nothing in production asks which kind a task or an annotation is, but a kind's own folder.

What is to be known of a kind, the kind declares: ``pangea_server/annotate/kinds/declaration.py``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from pangea_server.annotate.kinds.kinds import built_in_kinds, declarations

ROOT = Path(__file__).parents[2]
OWN = ROOT / "pangea_server/annotate/kinds"
KINDS = frozenset(built_in_kinds())
CLASSES = frozenset(each.record.__name__ for each in declarations())
NAMED = re.compile("|".join([*KINDS, *(kind.title() for kind in KINDS), *CLASSES]))
ALIKE = re.compile(rf"(?:{'|'.join(kind.title() for kind in KINDS if kind != 'mention')})(?![a-z])")
"""Classes named after a kind, as GuideEntry; not Finding, and a ``Mention`` is what words name, whoever marked it."""


def asked_in(code: str) -> Iterator[str]:
    """Where code asks for a kind: by its class, its name, or a table of several; a type of them asks nothing."""
    if not NAMED.search(code):
        return  # and is not parsed
    nodes = list(ast.walk(ast.parse(code)))
    types = {
        id(node.slice) for node in nodes if isinstance(node, ast.Subscript) and _name(node.value) == "Literal"
    }
    for node in nodes:
        if id(node) not in types and _asks(node):
            yield f"line {getattr(node, 'lineno', 0)}: {ast.unparse(node)[:110]}"


def _asks(node: ast.AST) -> bool:
    match node:
        case (
            ast.Call(func=ast.Name("isinstance" | "issubclass"), args=[_, asked]) | ast.MatchClass(cls=asked)
        ):
            return any(_is_class(inner) or ALIKE.match(_name(inner)) for inner in ast.walk(asked))
        case ast.MatchValue(value):
            return _is_kind(value)
        case ast.Compare(left, _, comparators):
            sides = [left, *comparators]
            rows = (side.elts for side in sides if isinstance(side, ast.Tuple | ast.Set | ast.List))
            return any(_is_kind(side) or _is_class(side) for part in (sides, *rows) for side in part)
        case ast.Dict(keys):
            return _is_table([key for key in keys if key is not None])
        case ast.Set(elements):
            return _is_table(elements)
        case ast.Tuple(elements) | ast.List(elements):  # a row of one may be any word
            return sum(map(_is_kind, elements)) >= 2
    return False


def _is_table(keys: Iterable[ast.expr]) -> bool:
    """Two kinds, or kinds alone: one kind's name among other words is an ordinary word, such as ``guide``."""
    known = [_is_kind(key) or _is_class(key) for key in keys]
    return sum(known) >= 2 or (bool(known) and all(known))


def _is_kind(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value in KINDS


def _is_class(node: ast.AST) -> bool:
    return _name(node) in CLASSES


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def production() -> Iterator[Path]:
    """All files of ours but the kinds' own."""
    for package in ("environments", "align", "pangea_server"):
        for path in (ROOT / package).rglob("*.py"):
            if not (
                path.is_relative_to(OWN) and KINDS.intersection(path.relative_to(OWN).with_suffix("").parts)
            ):
                yield path


def test_nobody_asks_for_a_kind() -> None:
    files = list(production())
    assert len(files) > 400
    asked = [
        f"{path.relative_to(ROOT)}: {question}"
        for path in files
        for question in asked_in(path.read_text(encoding="utf-8"))
    ]
    assert asked == []


@pytest.mark.parametrize(
    "planted",
    [
        "isinstance(annotation, GuideAnnotation)",
        "isinstance(annotation, (records.FollowerAnnotation, TaskAnnotation))",
        "isinstance(entry, GuideEntry)",
        "type(annotation) is GuideAnnotation",
        "task.kind == 'guide'",
        "kind in ('follower', 'transcribe')",
        "COUNTERS = {'guide': 'instructions', 'follower': 'demonstrations'}",
        "CORRECTABLE = frozenset({'guide'})",
        "RECORDS = {GuideAnnotation: 1, FollowerAnnotation: 2}",
        "TURNS = ('guide', 'follower')",
        "match annotation:\n    case FollowerAnnotation():\n        pass",
        "match task.kind:\n    case 'transcribe':\n        pass",
    ],
)
def test_a_planted_question_is_found(planted: str) -> None:
    assert list(asked_in(planted))
