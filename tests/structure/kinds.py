"""Places in production Python that ask for the kind of a task or an annotation, outside the kinds' own folders.

A kind's own are ``tasks/KIND.py`` and all below ``tasks/KIND/``; ``kinds`` may stand for ``tasks``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import PurePosixPath

from tests.structure.figures import Figure, Section, counted
from tests.structure.sources import PythonFile, Sources

KINDS = (
    *("guide", "follower", "transcribe", "tour", "find", "judge", "translate"),
    *("mention", "coref_link", "coref_verify", "box_need", "box_draw", "box_quality", "box_coverage"),
    *("same_thing", "carry", "region_meant"),
)
CLASSES = ("GuideAnnotation", "FollowerAnnotation", "TaskAnnotation")
ALIKE = re.compile(rf"(?:{'|'.join(kind.title() for kind in KINDS if kind != 'mention')})(?![a-z])")
"""Not Finding; and a ``Mention`` is a record of what words name, whoever marked it."""
CATEGORIES = {
    "isinstance": "isinstance or match-case against an annotation's class",
    "isinstance, alike": "the same against another class named after a kind (GuideEntry)",
    "comparison": "comparisons, `in` and match-case with a kind's name",
    "table": "tables by kind (dict by a kind's name or class; set or list of kinds)",
    "type": "types made of kinds (Literal)",
    "other": "a kind's name in any other place (argument, subscript)",
}
QUESTIONS = ("isinstance", "isinstance, alike", "comparison", "table")


@dataclass(frozen=True)
class Question:
    category: str
    path: PurePosixPath
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text}"


def is_a_kinds_own(path: PurePosixPath) -> bool:
    parts = path.with_suffix("").parts
    return any(above in {"tasks", "kinds"} and name in KINDS for above, name in pairwise(parts))


def measure_kinds(sources: Sources) -> Section:
    files = [file for file in sources.python if not is_a_kinds_own(file.path)]
    questions = [question for file in files for question in questions_in(file)]
    return Section(
        "4a. Questions about kinds, Python",
        (
            Figure("all questions", str(sum(one.category in QUESTIONS for one in questions))),
            counted(
                "files that ask", sorted({str(one.path) for one in questions if one.category in QUESTIONS})
            ),
            *(
                counted(title, (str(one) for one in questions if one.category == category))
                for category, title in CATEGORIES.items()
            ),
        ),
    )


def questions_in(file: PythonFile) -> Iterator[Question]:
    """Yield each question once, without the names inside it."""
    seen: set[int] = set()
    for node in ast.walk(file.tree):  # from the outside in
        if id(node) in seen:
            continue
        category = _category(node)
        if category:
            seen.update(id(inner) for inner in ast.walk(node) if _is_part(inner))
            yield Question(category, file.path, _line(node), ast.unparse(node)[:110])


def _category(node: ast.AST) -> str:
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in {"isinstance", "issubclass"}
    ):
        return _of_classes(node.args[1]) if len(node.args) == 2 else ""
    if isinstance(node, ast.MatchClass):
        return _of_classes(node.cls)
    if isinstance(node, ast.MatchValue):
        return "comparison" if _is_kind(node.value) else ""
    if isinstance(node, ast.Compare):
        return _of_comparison(node)
    if isinstance(node, ast.Subscript) and ast.unparse(node.value).rpartition(".")[2] == "Literal":
        return "type" if any(map(_is_kind, ast.walk(node.slice))) else ""
    if isinstance(node, ast.Dict):
        return _of_keys([key for key in node.keys if key])
    if isinstance(node, ast.Set | ast.Tuple | ast.List):
        return _of_row(node)
    return "other" if _is_kind(node) else ""


def _of_classes(node: ast.expr) -> str:
    names = {_name(inner) for inner in ast.walk(node)}
    if names.intersection(CLASSES):
        return "isinstance"
    return "isinstance, alike" if any(map(ALIKE.match, names)) else ""


def _of_comparison(node: ast.Compare) -> str:
    sides = [node.left, *node.comparators]
    inner = [part for side in sides if isinstance(side, ast.Tuple | ast.Set | ast.List) for part in side.elts]
    if any(_is_kind(side) for side in (*sides, *inner)):
        return "comparison"
    return "isinstance" if any(_name(side) in CLASSES for side in (*sides, *inner)) else ""


def _of_keys(keys: list[ast.expr]) -> str:
    """A single kind's name among other words is an ordinary word, such as ``guide``, the person whose words were
    followed."""
    kinds = sum(_is_kind(key) or _name(key) in CLASSES for key in keys)
    return "table" if kinds >= 2 or (kinds and kinds == len(keys)) else ""


def _of_row(node: ast.Set | ast.Tuple | ast.List) -> str:
    """A set that contains only kinds is a table, even with one element."""
    kinds = sum(map(_is_kind, node.elts))
    return "table" if kinds >= 2 or (isinstance(node, ast.Set) and kinds == len(node.elts)) else ""


def _is_kind(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value in KINDS


def _is_part(node: ast.AST) -> bool:
    return _is_kind(node) or isinstance(node, ast.Set | ast.Tuple | ast.List)


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _line(node: ast.AST) -> int:
    return int(getattr(node, "lineno", 0))
