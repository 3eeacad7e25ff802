"""The number of files and rooms over which a feature is spread.

A production file (Python, TypeScript or CSS of static/src) belongs to a feature when a word of its path (folder or file
name, split at underscores and capitals) begins with one of the feature's words. Another Python or TypeScript file
belongs to it if it declares at least one class or function at its top level and most of these names contain such a
word. A second count adds every file that declares at least one such name.

A feature's rooms are the folders of these files; the topmost folder named after the feature, with all below it, is one
room.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from tests.structure.figures import Figure, Section
from tests.structure.sources import WEB, PythonFile, Sources, WebFile

FEATURES = {
    "trust": ("trust", "training", "appeal"),
    "review": ("review",),
    "flags": ("flag",),
    "ledger": ("ledger", "payout", "payment", "pay", "pays"),
    "campaigns": ("campaign",),
    "monitoring": ("monitor", "board"),
    "exports": ("export", "importing", "imported"),
    "platforms": ("platform",),
    "consent": ("consent",),
    "release": ("release",),
    "archive": ("archive", "backup", "restore"),
}
WHOLE = {"pay", "board", "trust"}  # many other words begin like this
DECLARED = re.compile(
    r"^export (?:abstract )?(?:async )?(?:class|function|const|interface|type) (\w+)", re.MULTILINE
)


def measure_features(sources: Sources) -> Section:
    return Section(
        "3. Features: files named after it or mainly about it; with files that declare anything of it",
        tuple(_figure(feature, sources) for feature in FEATURES),
    )


def _figure(feature: str, sources: Sources) -> Figure:
    words = FEATURES[feature]
    named, mainly, partly = feature_files(feature, sources)
    homes = _by_room(named | mainly, words)
    everywhere = _by_room(named | mainly | partly, words)
    return Figure(
        feature,
        f"{_count(homes)}; {_count(everywhere)}",
        tuple(f"{room}: {' '.join(names)}" for room, names in sorted(homes.items()))
        + tuple(f"also declares one: {path}" for path in sorted(partly)),
    )


def feature_files(
    feature: str, sources: Sources
) -> tuple[set[PurePosixPath], set[PurePosixPath], set[PurePosixPath]]:
    """A feature's files by path, other files that mainly declare its names, and others that declare some."""
    words = FEATURES[feature]
    styles = [PurePosixPath(path.relative_to(sources.root)) for path in (sources.root / WEB).rglob("*.css")]
    code: tuple[PythonFile | WebFile, ...] = (*sources.python, *sources.web)
    named = {
        path for path in (*(file.path for file in code), *styles) if _names(str(path.with_suffix("")), words)
    }
    shares = {file.path: _share(file, words) for file in code if file.path not in named}
    mainly = {path for path, share in shares.items() if share > 0.5}
    return named, mainly, {path for path, share in shares.items() if 0 < share <= 0.5}


def _share(file: PythonFile | WebFile, words: tuple[str, ...]) -> float:
    """The share of a file's declared names that contain a word of the feature."""
    declared = list(_declared(file))
    return sum(_names(name, words) for name in declared) / max(1, len(declared))


def _by_room(paths: set[PurePosixPath], words: tuple[str, ...]) -> dict[str, list[str]]:
    rooms: dict[str, list[str]] = {}
    for path in sorted(paths):
        rooms.setdefault(str(_room(path, words)), []).append(path.name)
    return rooms


def _count(rooms: dict[str, list[str]]) -> str:
    return f"{sum(map(len, rooms.values()))} files in {len(rooms)} rooms"


def _declared(file: PythonFile | WebFile) -> Iterator[str]:
    if isinstance(file, WebFile):
        yield from DECLARED.findall(file.code)
        return
    for node in file.tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name


def _room(path: PurePosixPath, words: tuple[str, ...]) -> PurePosixPath:
    """The topmost folder that is named after the feature, else the folder of the file."""
    named = [folder for folder in path.parents if _names(folder.name, words)]
    return named[-1] if named else path.parent


def _names(text: str, words: tuple[str, ...]) -> bool:
    """Whether a word of a path or of a name begins with one of the feature's words."""
    parts = [part.lower() for part in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+", text)]
    return any(part == word if word in WHOLE else part.startswith(word) for word in words for part in parts)
