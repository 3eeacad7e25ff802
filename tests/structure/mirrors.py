"""Classes that repeat the fields of another class.

The figures count classes of production Python with at least three annotated fields (dataclasses, pydantic models,
msgspec Structs, NamedTuples; not protocols). Base classes are found by name and their fields are inherited. A pair
counts only if at least three of its common fields are written in two places, not inherited by both classes.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from tests.structure.figures import Section, counted
from tests.structure.sources import PythonFile, Sources

LEAST = 3  # fields
SHARE = 0.8  # share of the larger class's fields at which two classes are nearly mirrors


@dataclass(frozen=True)
class FieldClass:
    name: str
    place: str
    origins: dict[str, str]  # the place in which each field is written, by field


def measure_mirrors(sources: Sources) -> Section:
    classes = field_classes(sources)
    pairs = [pair for pair in combinations(classes, 2) if _written_twice(*pair) >= LEAST]
    return Section(
        "5. Mirrored classes, Python",
        (
            counted("pairs with the same fields", (_told(*pair) for pair in pairs if _same(*pair))),
            counted(
                f"pairs that share at least {SHARE:.0%} of the larger's fields",
                (_told(*pair) for pair in pairs if _nearly(*pair)),
            ),
        ),
    )


def field_classes(sources: Sources) -> list[FieldClass]:
    """All classes with at least three fields."""
    nodes = [
        (file, node)
        for file in sources.python
        for node in ast.walk(file.tree)
        if isinstance(node, ast.ClassDef)
    ]
    by_name: dict[str, list[tuple[PythonFile, ast.ClassDef]]] = {}
    for file, node in nodes:
        by_name.setdefault(node.name, []).append((file, node))

    def origins(file: PythonFile, node: ast.ClassDef) -> dict[str, str]:
        found: dict[str, str] = {}
        for base in node.bases:
            known = by_name.get(_simple(base), [])
            here = [one for one in known if one[0] is file] or known
            if len(here) == 1 and here[0][1] is not node:
                found |= origins(*here[0])
        return found | dict.fromkeys(_own_fields(node), f"{file.path}:{node.lineno}")

    classes = (
        FieldClass(node.name, f"{file.path}:{node.lineno}", origins(file, node))
        for file, node in nodes
        if not any(_simple(base) in {"Protocol", "TypedDict"} for base in node.bases)
    )
    return [one for one in classes if len(one.origins) >= LEAST]


def _own_fields(node: ast.ClassDef) -> Iterator[str]:
    for statement in node.body:
        if not isinstance(statement, ast.AnnAssign) or not isinstance(statement.target, ast.Name):
            continue
        if "ClassVar" not in ast.unparse(statement.annotation):
            yield statement.target.id


def _simple(base: ast.expr) -> str:
    named = base.value if isinstance(base, ast.Subscript) else base
    return ast.unparse(named).rpartition(".")[2]


def _same(one: FieldClass, other: FieldClass) -> bool:
    return one.origins.keys() == other.origins.keys()


def _nearly(one: FieldClass, other: FieldClass) -> bool:
    shared = len(one.origins.keys() & other.origins.keys())
    return not _same(one, other) and shared >= SHARE * max(len(one.origins), len(other.origins))


def _written_twice(one: FieldClass, other: FieldClass) -> int:
    return sum(other.origins.get(field, place) != place for field, place in one.origins.items())


def _told(one: FieldClass, other: FieldClass) -> str:
    shared = len(one.origins.keys() & other.origins.keys())
    most = max(len(one.origins), len(other.origins))
    return f"{one.name} {one.place} = {other.name} {other.place} ({shared} of {most})"
