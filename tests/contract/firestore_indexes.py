"""Which indexes Firestore needs: read out of the queries in the code.

``python -m tests.contract.firestore_indexes > deploy/firebase/firestore.indexes.json`` writes them anew.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from pangea_server.annotate.kinds.kinds import annotation_records
from pangea_server.core.records import Record
from pangea_server.dataset.collections import RECORDS
from pangea_server.stores.firebase.firestore import PACKED
from pangea_server.stores.protocol import RECORD_ID

ANY_ANSWER = {"type(annotation)", "declared(kind).record", "annotation_records()"}
"""How code says that it asks for whatever record a kind of task keeps its answers as."""
ROOT = Path(__file__).parents[2]
KINDS = {kind.__name__: kind for kind in RECORDS}
GENERIC = ("pangea_server/stores/", "pangea_server/app/testing/", "pangea_server/dataset/archive/")
"""Code that hands a query on, or asks for all records of every kind in order of id, which needs no index."""


@dataclass(frozen=True, order=True)
class Query:
    """Fields that are searched together, in the order in which their kind names them."""

    collection: str
    fields: tuple[str, ...]
    descending: bool


class UnreadableQueryError(Exception):
    """A query whose kind or fields cannot be told from the code."""


def queries(root: Path = ROOT) -> set[Query]:
    """Every query that the server's code makes."""
    found: set[Query] = set()
    for path in sorted((root / "pangea_server").rglob("*.py")):
        name = path.relative_to(root).as_posix()
        if not name.startswith(GENERIC):
            found.update(queries_in(path.read_text(), name))
    return found


def queries_in(source: str, name: str = "<source>") -> Iterator[Query]:
    """The queries of one module.

    Raises:
        UnreadableQueryError: which call cannot be read.
    """
    tree = ast.parse(source, name)
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
            given = _arguments(call)
            if given:
                yield from _queries(given, call, function, name)


def _arguments(call: ast.Call) -> list[ast.expr]:
    """Kind and fields of ``records.find(Kind, where)``, ``count(Kind, where)``, ``every(records, Kind, where)``."""
    if isinstance(call.func, ast.Attribute) and call.func.attr in ("find", "count") and call.args:
        is_text = isinstance(call.args[0], ast.Constant)  # of a string's method
        return [] if is_text else list(call.args)
    if isinstance(call.func, ast.Name) and call.func.id == "every":
        return list(call.args[1:])
    return []


def _queries(given: list[ast.expr], call: ast.Call, function: ast.FunctionDef, name: str) -> Iterator[Query]:
    kinds = _kinds(given[0], function)
    if not kinds:
        if len(given) == 1:  # all of a kind, in order of id
            return
        raise UnreadableQueryError(f"{name}:{call.lineno}: of which kind?")
    descending = any(
        word.arg == "descending" and ast.literal_eval(word.value) is True for word in call.keywords
    )
    for kind in kinds:
        fields = _fields(given[1], function, kind) if len(given) > 1 else [frozenset[str]()]
        if fields is None:
            raise UnreadableQueryError(f"{name}:{call.lineno}: by which fields?")
        for together in fields:
            order = tuple(field for field in kind.indexed if field in together)
            yield Query(kind.collection, order, descending)


def _kinds(asked: ast.expr, function: ast.FunctionDef) -> Sequence[type[Record]]:
    """The kinds that an expression may stand for: one by its name, or every kind that answers are kept as."""
    if isinstance(asked, ast.Name) and asked.id in KINDS:
        return [KINDS[asked.id]]
    sources = [ast.unparse(asked)]
    if isinstance(asked, ast.Name):
        for node in ast.walk(function):
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value and _target(node) == asked.id:
                sources.append(ast.unparse(node.value))
            if isinstance(node, ast.For) and ast.unparse(node.target) == asked.id:
                sources.append(ast.unparse(node.iter))
    return annotation_records() if ANY_ANSWER.intersection(sources) else []


def _fields(where: ast.expr, function: ast.FunctionDef, kind: type[Record]) -> list[frozenset[str]] | None:
    """The sets of fields that ``where`` may have; a comprehension over a dictionary may leave any of its keys out."""
    if isinstance(where, ast.Name):
        values = [
            node.value
            for node in ast.walk(function)
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value and _target(node) == where.id
        ]
        return _fields(values[0], function, kind) if len(values) == 1 else None
    if isinstance(where, ast.BinOp):
        left, right = _fields(where.left, function, kind), _fields(where.right, function, kind)
        return None if left is None or right is None else [some | more for some in left for more in right]
    if isinstance(where, ast.IfExp):
        is_so = _is_indexed(where.test, kind)
        return None if is_so is None else _fields(where.body if is_so else where.orelse, function, kind)
    if isinstance(where, ast.DictComp):
        (keys,) = (_keys(node) for node in ast.walk(where) if isinstance(node, ast.Dict))
        return [frozenset(some) for size in range(len(keys) + 1) for some in combinations(keys, size)]
    if isinstance(where, ast.Dict) and len(where.keys) == 1 and isinstance(where.keys[0], ast.JoinedStr):
        return [frozenset()]  # one field, whichever it is, has its own index
    return [frozenset(_keys(where))] if isinstance(where, ast.Dict) else None


def _is_indexed(test: ast.expr, kind: type[Record]) -> bool | None:
    """Whether ``"field" in record.indexed`` is so for this kind; None for any other test."""
    match test:
        case ast.Compare(ast.Constant(field), [ast.In()], [ast.Attribute(attr="indexed")]):
            return field in kind.indexed
    return None


def _target(node: ast.Assign | ast.AnnAssign) -> str:
    return ast.unparse(node.target if isinstance(node, ast.AnnAssign) else node.targets[0])


def _keys(dictionary: ast.Dict) -> list[str]:
    return [ast.literal_eval(key) for key in dictionary.keys if key]


def needed(found: set[Query]) -> list[tuple[str, tuple[tuple[str, str], ...]]]:
    """The composite indexes for these queries: one for each that has several fields, or fields and an order of its own.

    One field is searched by its own index, and all of a kind by id; Firestore makes both by itself.
    """
    wanted = set()
    for query in found:
        fields = [(field, "ASCENDING") for field in query.fields]
        fields += [(RECORD_ID, "DESCENDING")] if query.descending else []
        if query.fields and len(fields) > 1:
            wanted.add((query.collection, tuple(fields)))
    return sorted(wanted)


def declaration() -> dict[str, Any]:
    """What ``firestore.indexes.json`` must say."""
    indexes = [
        {
            "collectionGroup": collection,
            "queryScope": "COLLECTION",
            "fields": [{"fieldPath": field, "order": order} for field, order in fields],
        }
        for collection, fields in needed(queries())
    ]
    exempt = [
        {"collectionGroup": kind.collection, "fieldPath": field, "indexes": list[str]()}
        for kind in sorted(RECORDS, key=lambda kind: kind.collection)
        for field in (*kind.model_fields, PACKED)
        if field not in kind.indexed
    ]
    return {"indexes": indexes, "fieldOverrides": exempt}


def text() -> str:
    """The file, an entry a line."""
    parts = []
    for name, entries in declaration().items():
        lines = ",\n".join(f"    {json.dumps(entry)}" for entry in entries)
        parts.append(f'  "{name}": [\n{lines}\n  ]')
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    print(text(), end="")  # noqa: T201
