"""Lays the pages of the repository out as one tree of Markdown, in which their links lead to each other."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

from docs.site.pages import LINK, REMOTE, ROOT, pages, parts, place_in_site

SHOWN_FILE = re.compile(r"^(`{3,}\{literalinclude\} )(\S+)")


class DeadLinkError(Exception):
    """A page leads to a file that is not there."""


def lay_out(tree: Path) -> None:
    """Write every page into ``tree``, and beside them the pictures and files that they show or offer.

    Raises:
        DeadLinkError: with every dead link of every page.
    """
    faults: list[str] = []
    for file, page in pages().items():
        target = tree / page
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_with_own_links((ROOT / file).read_text(), file, page, tree, faults))
    if faults:
        raise DeadLinkError("\n".join(faults))


def _with_own_links(text: str, file: Path, page: str, tree: Path, faults: list[str]) -> str:
    def lead(match: re.Match[str]) -> str:
        picture, label, target = match.groups()
        label = LINK.sub(lead, label)
        if target.startswith((*REMOTE, "#")):
            return f"{picture}[{label}]({target})"
        place, mark, anchor = target.partition("#")
        there = _inside(file.parent / place)
        if there is None or not (place_in_site(there) or (ROOT / there).exists()):
            faults.append(f"{file}: {target} is not there")
            return label
        if (ROOT / there).is_dir():
            readme = there / "README.md"
            if readme not in pages():
                return f"{label} (`{there}/`)"  # a folder of code: the site has no page to show
            there = readme
        return f"{picture}[{label}]({_relative(_in_site(there, tree), page)}{mark}{anchor})"

    def show(match: re.Match[str]) -> str:
        there = _inside(file.parent / match[2])
        if there is None or not (ROOT / there).is_file():
            faults.append(f"{file}: {match[2]} is not there")
            return match[0]
        return f"{match[1]}/{_in_site(there, tree)}"

    return "".join(
        SHOWN_FILE.sub(show, part) if is_example else LINK.sub(lead, part) for part, is_example in parts(text)
    )


def _inside(path: Path) -> Path | None:
    """``path`` without its dots; None for what lies outside the repository."""
    normal = Path(os.path.normpath(path))
    return None if normal.parts[:1] == ("..",) else normal


def _in_site(there: Path, tree: Path) -> str:
    """The page that a file is, or where its copy lies."""
    if page := place_in_site(there):
        return page
    copy = tree / "files" / there
    copy.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(ROOT / there, copy)
    return f"files/{there}"


def _relative(target: str, page: str) -> str:
    return os.path.relpath(target, start=Path(page).parent)
