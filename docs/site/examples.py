"""What a page shows: commands, with the mark of those that cannot be run here, and files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

from docs.site.pages import parts

MARK = "#!"
"""Behind a command that no test runs; why stands behind it, or in the page's own sentence about the mark."""
FENCE_LINE = re.compile(r"^(?P<fence>`{3,}|~{3,})\{?(?P<name>[\w-]*)\}?\s*(?P<argument>.*)$")
PROMPT = "$ "
HEREDOC = re.compile(r"<<-?'?(\w+)'?")


@dataclass(frozen=True)
class Example:
    """What stands between two fences.

    Attributes:
        language: as in ``console`` or ``python``.
        caption: the name of the file that it is; empty for what is no file.
        source: the file that is shown, where the text is taken from one.
    """

    language: str
    caption: str
    source: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Command:
    """A command that a page shows.

    Attributes:
        mark: whether it carries ``MARK``; reason: what stands behind the mark.
        output: the lines that the page shows below it.
    """

    text: str
    mark: bool = False
    reason: str = ""
    output: tuple[str, ...] = ()


def examples(page: str) -> Iterator[Example]:
    """The examples of a page, in their order."""
    for part, is_example in parts(page):
        if is_example:
            yield _example(part)


def _example(part: str) -> Example:
    head, *lines = dedent(part).rstrip("\n").split("\n")[:-1]
    match = FENCE_LINE.match(head.strip())
    assert match is not None, head
    name, argument = match["name"], match["argument"]
    options: dict[str, str] = {}
    while lines and (option := re.match(r":([\w-]+):\s*(.*)$", lines[0])):
        options[option[1]] = option[2]
        lines = lines[1:]
    directive = name in ("code-block", "literalinclude")
    language = options.get("language", "") if name == "literalinclude" else argument if directive else name
    source = argument if name == "literalinclude" else ""
    return Example(language, options.get("caption", ""), source, tuple(lines))


def commands(page: str) -> Iterator[Command]:
    """Every command of a page: behind a prompt in ``console``, every line in ``sh``."""
    for example in examples(page):
        yield from commands_of(example)


def commands_of(example: Example) -> Iterator[Command]:
    if example.language == "console":
        yield from _with_output(example.lines)
    elif example.language in ("sh", "bash"):
        yield from (
            _command(text) for text in _logical(iter(example.lines)) if not text.lstrip().startswith("#")
        )


def _with_output(lines: tuple[str, ...]) -> Iterator[Command]:
    found: Command | None = None
    remaining = iter(lines)
    for line in remaining:
        if line.startswith(PROMPT):
            if found:
                yield found
            (text,) = _logical(iter([line.removeprefix(PROMPT), *_continued(line, remaining)]))
            found = _command(text)
        elif found:
            found = Command(found.text, found.mark, found.reason, (*found.output, line))
    if found:
        yield found


def _continued(line: str, remaining: Iterator[str]) -> Iterator[str]:
    while line.endswith("\\"):
        line = next(remaining)
        yield line.strip()


def _logical(lines: Iterator[str]) -> Iterator[str]:
    """Lines joined where one goes on, or holds a text up to its end word."""
    for line in lines:
        text = line
        while text.endswith("\\"):
            text = text[:-1] + next(lines).strip()
        if end := HEREDOC.search(text):
            while (more := next(lines)) != end[1]:
                text += f"\n{more}"
            text += f"\n{end[1]}"
        if text.strip():
            yield text


def _command(line: str) -> Command:
    text, mark, reason = line.partition(MARK)
    return Command(text.strip(), bool(mark), reason.strip())


def shown_files(page: str, folder: Path) -> Iterator[tuple[str, str]]:
    """The name and the text of each file that a page, which lies in ``folder``, shows under its name."""
    for example in examples(page):
        if example.caption:
            own = "\n".join(example.lines) + "\n"
            yield example.caption, (folder / example.source).read_text() if example.source else own
