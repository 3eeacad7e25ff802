"""Which Markdown files are pages of the site, and where each stands in it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
BUILT = ROOT / "docs" / "dist"
FILMS = ROOT / "docs" / "films"
"""What ``make films`` makes; it is no page, and not in the repository."""
PACKAGES = ("environments", "align", "pangea_server", "static", "deploy", "tests")
"""Folders whose READMEs are pages, wherever in them a README lies."""
OTHER_FILES = frozenset({"node_modules", "dist", "data", "__pycache__"})
AT_THE_TOP = {
    "README.md": "overview.md",
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changes.md",
}
GENERATED = ("commands", "settings", "http", "extension-points", "formats")
"""Pages of the reference, which are written from the code while the site is built."""
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
FENCE = re.compile(r"^\s*(```|~~~)")
REMOTE = ("http://", "https://", "mailto:")


def place_in_site(file: Path) -> str | None:
    """The page that a file of the repository, or a generated one, is; None for what is no page."""
    if file.parent == Path("docs/reference") and file.stem in GENERATED:
        return f"reference/{file.name}"
    return pages().get(file)


@cache
def pages() -> dict[Path, str]:
    """Each page's file in the repository, and its name in the site, both relative."""
    found = {Path(name): page for name, page in AT_THE_TOP.items()}
    found |= {Path(file): "packages/" + _page(Path(file)) for file in _files(PACKAGES)}
    found |= {Path(file): _page(Path(file).relative_to("docs")) for file in _files(("docs",))}
    return dict(sorted(found.items()))


def _files(folders: tuple[str, ...]) -> Iterator[str]:
    for folder in folders:
        for place, below, names in os.walk(ROOT / folder):
            below[:] = [name for name in below if name not in OTHER_FILES]
            here = Path(place).relative_to(ROOT)
            if folder == "docs" and here.parts[1:2] in (("consent",), ("site",)):
                continue  # what people agree to, and the site's own code
            yield from (str(here / name) for name in names if _is_page(folder, name))


def _is_page(folder: str, name: str) -> bool:
    return name.endswith(".md") and (name == "README.md" or folder in ("docs", "deploy"))


def _page(file: Path) -> str:
    """``align/README.md`` is ``align.md``: the site has no folders that only hold one page."""
    return f"{file.parent}.md" if file.name == "README.md" else str(file)


def links(text: str) -> Iterator[str]:
    """The target of each link and picture of a page, outside its examples."""
    for part, is_example in parts(text):
        if not is_example:
            yield from _targets(part)


def _targets(prose: str) -> Iterator[str]:
    for _, label, target in LINK.findall(prose):
        yield target
        yield from _targets(label)


def parts(text: str) -> Iterator[tuple[str, bool]]:
    """A page in its parts, and whether each is an example: what stands between fences, these included."""
    lines: list[str] = []
    in_example = False
    for line in text.splitlines(keepends=True):
        is_fence = FENCE.match(line) is not None
        if is_fence and not in_example:
            yield "".join(lines), False
            lines, in_example = [line], True
        elif is_fence:
            yield "".join([*lines, line]), True
            lines, in_example = [], False
        else:
            lines.append(line)
    yield "".join(lines), in_example
