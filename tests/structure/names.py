"""Names with several meanings: classes, constants, and durations whose name does not state the unit.

A name has several meanings if two files of one language define it differently at their top level. An import, a
re-export and an alias (``A = B``) define nothing.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from tests.structure.figures import Section, counted
from tests.structure.sources import PythonFile, Sources, WebFile

Definition = tuple[str, str, str]  # name, definition, place
CAMEL = re.compile(r"_?[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*")
UPPER = re.compile(r"_?[A-Z][A-Z0-9_]*")
WEB_TYPE = re.compile(
    r"^(?:export )?(?:default )?(?:declare )?(?:abstract )?(?:class|interface|type|enum) (\w+)(.*?)(?=^\S|\Z)",
    re.MULTILINE | re.DOTALL,
)  # fmt: skip
WEB_CONSTANT = re.compile(r"^(?:export )?const ([A-Z][A-Z0-9_]*)\b[^=\n]*= ?(.*)$", re.MULTILINE)
DURATION = {
    "PATIENCE", "LIFE", "LIFETIME", "TIMEOUT", "TTL", "DELAY", "WAIT", "WAITS", "PAUSE", "INTERVAL", "EVERY", "PERIOD",
    "DEADLINE", "GRACE", "AGE", "DURATION",
}  # fmt: skip
UNIT = {"MS", "MILLISECONDS", "S", "SECONDS", "MINUTES", "HOURS", "DAYS", "NS"}
NUMBER = re.compile(r"[\d_.e+\-*/ ()]*\d[\d_.e+\-*/ ()]*")


def measure_names(sources: Sources) -> Section:
    classes = [one for file in sources.python for one in python_classes(file)]
    types = [one for file in sources.python for one in python_types(file)]
    web_classes = [one for file in sources.web for one in web_types(file)]
    constants = [one for file in sources.python for one in python_constants(file)]
    web = [one for file in sources.web for one in web_constants(file)]
    durations = [one for one in (*constants, *web) if _is_unitless_duration(one)]
    return Section(
        "6. Names of several meanings",
        (
            counted("Python classes and types", _several([*classes, *types])),
            counted("of these, Python classes alone", _several(classes)),
            counted("TypeScript classes and types", _several(web_classes)),
            counted("Python constants", _several(constants)),
            counted("TypeScript constants", _several(web)),
            counted("durations without unit that have several values", _several(durations)),
            counted(
                "durations without unit, all",
                (f"{name} = {value}: {place}" for name, value, place in durations),
            ),
        ),
    )


def python_classes(file: PythonFile) -> Iterator[Definition]:
    """Classes at the top level of a file."""
    for node in file.tree.body:
        if isinstance(node, ast.ClassDef):
            yield node.name, ast.dump(node), f"{file.path}:{node.lineno}"


def python_types(file: PythonFile) -> Iterator[Definition]:
    """Composed types: ``Kind = Literal[...]``, ``A = B | C``."""
    for name, value, place in _assigned(file):
        if CAMEL.fullmatch(name) and isinstance(value, ast.Subscript | ast.BinOp):
            yield name, ast.dump(value), place


def python_constants(file: PythonFile) -> Iterator[Definition]:
    for name, value, place in _assigned(file):
        if UPPER.fullmatch(name) and not isinstance(value, ast.Name | ast.Attribute) and not _is_type(value):
            yield name, ast.unparse(value), place


def _is_type(value: ast.expr) -> bool:
    """Whether it declares a type parameter, which has no value and no meaning beyond the signature that uses it."""
    return isinstance(value, ast.Call) and ast.unparse(value.func) in {"TypeVar", "ParamSpec"}


def web_types(file: WebFile) -> Iterator[Definition]:
    for found in WEB_TYPE.finditer(file.code):
        yield found[1], " ".join(found[2].split()), f"{file.path}:{file.line(found.start())}"


def web_constants(file: WebFile) -> Iterator[Definition]:
    for found in WEB_CONSTANT.finditer(file.code):
        yield found[1], found[2].strip(), f"{file.path}:{file.line(found.start())}"


def _assigned(file: PythonFile) -> Iterator[tuple[str, ast.expr, str]]:
    for node in file.tree.body:
        targets = (
            node.targets
            if isinstance(node, ast.Assign)
            else [node.target]
            if isinstance(node, ast.AnnAssign)
            else []
        )
        value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
        if len(targets) == 1 and isinstance(targets[0], ast.Name) and value is not None:
            yield targets[0].id, value, f"{file.path}:{node.lineno}"


def _is_unitless_duration(definition: Definition) -> bool:
    name, value, _ = definition
    words = set(name.split("_"))
    return bool(words & DURATION) and not words & UNIT and NUMBER.fullmatch(value) is not None


def _several(definitions: Iterable[Definition]) -> Iterator[str]:
    """All names that files define differently, with their places."""
    by_name: dict[str, dict[str, str]] = {}
    for name, definition, place in definitions:
        by_name.setdefault(name, {})[place] = definition
    for name, places in sorted(by_name.items()):
        files = {place.partition(":")[0] for place in places}
        if len(files) > 1 and len(set(places.values())) > 1:
            yield f"{name} x{len(files)}: {' '.join(places)}"
