"""Lists of files in ``about.json``: files that are numbered are told in a line, not each for itself."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

NUMBERED = re.compile(r"(?P<before>.*?)(?P<number>\d{6,18})(?P<after>\.[a-z0-9.]+)")
FEW = 2
"""So many files of a pattern are named."""
MOST_NUMBERED = 10_000_000


def in_short(names: Iterable[str]) -> dict[str, Any]:
    """``tables``, the names, and ``numbered``: for each pattern its first and last number, and how many there are."""
    groups: defaultdict[tuple[str, str, int], dict[int, str]] = defaultdict(dict)
    tables = []
    for name in names:
        if found := NUMBERED.fullmatch(name):
            digits = found["number"]
            groups[found["before"], found["after"], len(digits)][int(digits)] = name
        else:
            tables.append(name)
    numbered = []
    for (before, after, digits), members in sorted(groups.items()):
        if len(members) <= FEW:
            tables += members.values()
            continue
        first, last = min(members), max(members)
        pattern = f"{before}{'#' * digits}{after}"
        numbered.append({"files": pattern, "first": first, "last": last, "count": len(members)})
    return {"tables": sorted(tables)} | ({"numbered": numbered} if numbered else {})


def in_full(numbered: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """The names from the first to the last number of each pattern; some may not be there.

    Raises:
        KeyError, TypeError, ValueError: it is no such list, or has more than ``MOST_NUMBERED`` files of a pattern.
    """
    for each in numbered:
        before, digits, after = re.split(r"(#+)", each["files"], maxsplit=1)
        if not 0 <= each["last"] - each["first"] < MOST_NUMBERED:
            raise ValueError(f"{each['files']} has too many files")
        for number in range(each["first"], each["last"] + 1):
            yield f"{before}{number:0{len(digits)}d}{after}"
