"""The floors of static/src: the imports between folders, and the folders that ESLint's layers leave out.

Each folder with TypeScript files is a node, also a nested one; ``by first folder``, each folder of src with all below
it is one node. Imports of types count. Layers are all strings in ESLint's configuration, and in our files that it
imports, that name a folder of src or a folder above it; if there is a list called ``layers``, only the strings in that
list.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

from tests.structure.cycles import causes, cycles
from tests.structure.figures import Figure, Section, counted
from tests.structure.sources import WEB, Sources, WebFile

IMPORTED = re.compile(r"""(?:\bfrom\s+|\bimport\s+|\bimport\(\s*)(['"])(\.[^'"\n]*)\1""")
CONFIGURATION = "static/eslint.config.js"
LAYERS = re.compile(r"\blayers\b[^=\n]*=\s*\[")
STRING = re.compile(r"""(['"])([^'"\n]*)\1""")


def measure_web_floors(sources: Sources) -> Section:
    nodes = sorted({_folder(file.path) for file in sources.web})
    layered = read_layers(sources.root / CONFIGURATION)
    return Section(
        "2. Floors of static/src (types count)",
        (
            *_graph("folders", sources, _folder),
            *_graph("by first folder", sources, _first_folder),
            counted(
                "folders in no layer of ESLint", (node for node in nodes if not is_layered(node, layered))
            ),
            counted(
                "first folders in no layer of ESLint",
                (node for node in sorted({_first(node) for node in nodes}) if not is_layered(node, layered)),
            ),
        ),
    )


def web_imports(file: WebFile) -> Iterator[tuple[int, PurePosixPath]]:
    """Line and path (from the root) of each of our files that a file imports."""
    for found in IMPORTED.finditer(file.code):
        yield file.line(found.start()), PurePosixPath(posixpath.normpath(file.path.parent / found[2]))


def read_layers(configuration: Path) -> set[str]:
    """All strings that may name a folder of src, without ``src/`` and without the end of a pattern."""
    text = configuration.read_text()
    for found in IMPORTED.finditer(text):
        beside = configuration.parent / found[2]
        text += beside.read_text() if beside.is_file() else ""
    begun = LAYERS.search(text)
    if begun:
        text = _bracketed(text[begun.end() - 1 :])
    return {re.sub(r"^src/|/\*.*$", "", found[2]) for found in STRING.finditer(text)}


def is_layered(folder: str, layered: set[str]) -> bool:
    return any(str(above) in layered for above in (PurePosixPath(folder), *PurePosixPath(folder).parents))


def _graph(title: str, sources: Sources, node: Callable[[PurePosixPath], str]) -> Iterator[Figure]:
    known = {file.path.with_suffix("") for file in sources.web}
    crossing: dict[tuple[str, str], list[str]] = {}
    for file in sources.web:
        for line, target in web_imports(file):
            if target not in known:  # a package, or what tests share beside ``src``
                continue
            edge = (node(file.path), node(target))
            if edge[0] != edge[1]:
                crossing.setdefault(edge, []).append(f"{file.path}:{line} imports {target}")
    weights = Counter({edge: len(places) for edge, places in crossing.items()})
    tangled = cycles(weights)
    nodes = sorted({node(file.path) for file in sources.web})
    yield Figure(f"{title}: nodes", str(len(nodes)))
    yield Figure(f"{title}: imports across, pairs", f"{weights.total()}, {len(weights)}")
    yield Figure(
        f"{title}: nodes in cycles",
        str(sum(map(len, tangled))),
        tuple(" ".join(sorted(component)) for component in tangled),
    )
    yield counted(
        f"{title}: imports that cause them",
        (f"{edge[0]} -> {edge[1]}: {place}" for edge in causes(weights) for place in crossing[edge]),
    )


def _folder(path: PurePosixPath) -> str:
    """The node of a file, relative to src; a file directly in src is a node of its own."""
    below = path.relative_to(WEB)
    return str(below.with_suffix("") if len(below.parts) == 1 else below.parent)


def _first_folder(path: PurePosixPath) -> str:
    return _first(_folder(path))


def _first(folder: str) -> str:
    return folder.partition("/")[0]


def _bracketed(text: str) -> str:
    """The list at the beginning of ``text``, up to its closing bracket."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "[") - (letter == "]")
        if not depth:
            return text[: at + 1]
    return text
