"""The floors of Python: the references between rooms, and the rooms in cycles.

A *room* is a folder with Python files. A file directly in a package, or in a folder that only groups rooms (a *wing*),
is a node of its own. A folder directly below a package is a wing when it holds at least two rooms and no more files of
its own (without ``__init__.py``) than rooms. By wings, every first folder below a package is one node.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import PurePosixPath

from tests.structure.cycles import causes, cycles
from tests.structure.figures import Figure, Section, counted
from tests.structure.references import Reference, references
from tests.structure.sources import PACKAGES, Sources

Node = Callable[[str], str]  # of a module


class Rooms:
    """The node of the graph to which a module belongs."""

    def __init__(self, sources: Sources) -> None:
        files = (*sources.python, *sources.stubs)
        self._folders = {file.path.parent for file in sources.python}
        self._paths = {file.module: file.path for file in files}
        self._wings = set(_wings(file.path for file in sources.python))

    def room(self, module: str) -> str:
        path = self._paths.get(module)
        if path is None:  # a folder without __init__.py
            return module.replace(".", "/")
        if len(path.parts) == 2 or path.parent in self._wings:
            return str(path.with_suffix(""))
        return str(path.parent)

    def first_folder(self, module: str) -> str:
        """The wing, or room, directly below the package."""
        path = self._paths.get(module)
        if path is None:
            return "/".join(module.split(".")[:2])
        return str(path.with_suffix("")) if len(path.parts) == 2 else "/".join(path.parts[:2])


def measure_floors(sources: Sources) -> Section:
    rooms = Rooms(sources)
    everything = references(sources)
    imports = [reference for reference in everything if not reference.is_string]
    modules = [file.module for file in sources.python]
    server = [module for module in modules if module.partition(".")[0] == "pangea_server"]
    return Section(
        "1. Floors of Python (imports: also lazy and TYPE_CHECKING; strings: those that name a module)",
        (
            *_graph("all packages, imports", imports, modules, rooms.room),
            *_graph("all packages, imports and strings", everything, modules, rooms.room),
            *_graph("pangea_server, imports", _inside(imports), server, rooms.room),
            *_graph("pangea_server, imports and strings", _inside(everything), server, rooms.room),
            *_graph("pangea_server by wings, imports", _inside(imports), server, rooms.first_folder),
            *_graph(
                "pangea_server by wings, imports and strings", _inside(everything), server, rooms.first_folder
            ),
            counted("against environments <- align <- pangea_server: imports", _upwards(imports)),
            counted(
                "against environments <- align <- pangea_server: strings",
                _upwards(set(everything) - set(imports)),
            ),
        ),
    )


def _graph(title: str, found: Iterable[Reference], modules: Iterable[str], node: Node) -> Iterator[Figure]:
    crossing: dict[tuple[str, str], list[Reference]] = {}
    for reference in found:
        edge = (node(reference.file.module), node(reference.target))
        if edge[0] != edge[1]:
            crossing.setdefault(edge, []).append(reference)
    weights = Counter({edge: len(all_of_it) for edge, all_of_it in crossing.items()})
    tangled = cycles(weights)
    back = causes(weights)
    nodes = {node(module) for module in modules}
    within = [f"{len(component)}: {' '.join(sorted(component))}" for component in tangled]
    yield Figure(f"{title}: nodes", str(len(nodes)))
    yield Figure(f"{title}: references across, pairs", f"{weights.total()}, {len(weights)}")
    yield Figure(f"{title}: nodes in cycles", str(sum(map(len, tangled))), tuple(within))
    yield counted(
        f"{title}: references that cause them",
        (f"{edge[0]} -> {edge[1]}: {reference}" for edge in back for reference in crossing[edge]),
    )


def _inside(found: Iterable[Reference]) -> list[Reference]:
    return [
        reference
        for reference in found
        if reference.file.path.parts[0] == "pangea_server"
        and reference.target.partition(".")[0] == "pangea_server"
    ]


def _upwards(found: Iterable[Reference]) -> Iterator[str]:
    for reference in sorted(found, key=str):
        if PACKAGES.index(reference.file.path.parts[0]) < PACKAGES.index(reference.target.partition(".")[0]):
            yield str(reference)


def _wings(paths: Iterable[PurePosixPath]) -> Iterator[PurePosixPath]:
    own: Counter[PurePosixPath] = Counter()
    rooms: dict[PurePosixPath, set[str]] = {}
    for path in paths:
        if len(path.parts) == 3:
            own[path.parent] += path.name != "__init__.py"
        elif len(path.parts) > 3:
            rooms.setdefault(PurePosixPath(*path.parts[:2]), set()).add(path.parts[2])
    for folder, below in rooms.items():
        if len(below) >= 2 and own[folder] <= len(below):
            yield folder
