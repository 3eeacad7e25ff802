"""Places in static/src that ask for the kind of a task or an annotation, outside the kinds' own folders.

Found by patterns in the text without comments, not by syntax.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.structure.figures import Figure, Section, counted
from tests.structure.kinds import KINDS, Question, is_a_kinds_own
from tests.structure.sources import Sources, WebFile

KIND = rf"""['"](?:{"|".join(KINDS)})['"]"""
COMPARISON = re.compile(rf"[!=]==?\s*{KIND}|{KIND}\s*[!=]==?|\bcase\s+{KIND}\s*:")
UNION = re.compile(rf"{KIND}(?:\s*\|(?!\|)\s*['\"\w]+)+|(?<!\|)\|\s*{KIND}")
ROW = re.compile(rf"\[[^\[\]]*?{KIND}\s*,\s*{KIND}[^\[\]]*\]")
KEY = re.compile(rf"(?:^|[{{,;\n])\s*(?:readonly\s+)?['\"]?({'|'.join(KINDS)})['\"]?\??:")
LITERAL = re.compile(KIND)
CATEGORIES = {
    "comparison": "comparisons and cases with a kind's name",
    "table": "tables by kind (objects with two kinds as keys, lists of kinds)",
    "type": "types made of kinds (unions)",
    "other": "a kind's name in any other place",
}
QUESTIONS = ("comparison", "table")


def measure_web_kinds(sources: Sources) -> Section:
    files = [file for file in sources.web if not is_a_kinds_own(file.path)]
    questions = [question for file in files for question in web_questions_in(file)]
    return Section(
        "4b. Questions about kinds, static/src",
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


def web_questions_in(file: WebFile) -> Iterator[Question]:
    """Yield each place once, in the first category that fits."""
    taken: list[tuple[int, int]] = []
    patterns = (("comparison", COMPARISON), ("table", ROW), ("type", UNION), ("other", LITERAL))
    for category, pattern in patterns:
        for found in pattern.finditer(file.code):
            if not any(start < found.end() and found.start() < end for start, end in taken):
                taken.append(found.span())
                yield _question(category, file, found.start())
    for start in _objects_by_kind(file.code):
        yield _question("table", file, start)


def _objects_by_kind(code: str) -> Iterator[int]:
    """The starts of objects that have two kinds among their own keys, not those of nested objects."""
    opened: list[tuple[int, list[str]]] = []
    for at, letter in enumerate(code):
        if letter == "{":
            opened.append((at, []))
        elif letter == "}" and opened:
            start, own = opened.pop()
            if len(set(KEY.findall("".join(own)))) >= 2:
                yield start
            continue
        if opened:
            opened[-1][1].append(letter)


def _question(category: str, file: WebFile, at: int) -> Question:
    line = file.line(at)
    return Question(category, file.path, line, file.text.splitlines()[line - 1].strip()[:110])
