"""Lists on the terminal: nothing is cut off, however narrow it is."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import product, zip_longest

from rich.cells import cell_len
from rich.console import Console

Parts = Callable[[str], Sequence[str]]
GAPS = (2, 1)  # spaces between two columns: the first with which they fit
_INDENT = "    "
_PIECE = re.compile(r"[^/_.:\-]*[/_.:\-]+|[^/_.:\-]+")


class Listing:
    """Rows under headings. Texts that do not fit beside each other are wrapped between words, and then also inside of
    paths and long names, after / _ - . and :. Where even that does not fit, each row is printed as lines of
    ``heading: text``. Into a file or a pipe each row is one line.

    Attributes:
        headings: of the columns.
        numbers: headings of the columns that are aligned to the right.
        remark: whether the last column has sentences, which stand below their row if they do not fit beside it.
    """

    def __init__(
        self, *headings: str, title: str = "", numbers: Collection[str] = (), remark: bool = False
    ) -> None:
        self.headings = headings
        self.title = title
        self.numbers = numbers
        self.remark = remark
        self.rows: list[tuple[str, ...]] = []
        self._remarks: list[str] = []  # below the rows

    def add(self, *cells: str) -> None:
        """Add a row with a cell for each heading."""
        if len(cells) != len(self.headings):
            raise ValueError(f"{len(cells)} cells for {len(self.headings)} headings")
        self.rows.append(cells)

    def show(self, console: Console | None = None) -> None:
        """Print it."""
        console = console or Console()
        if self.title:
            _print(console, self.title)
        is_free = not console.is_terminal and "COLUMNS" not in os.environ
        if is_free:
            self._print_table(console, self._longest(_whole), GAPS[0])
        elif not self._is_wide(console) or not self._show_with_remarks_below(console):
            self._show_within(console)

    def _is_wide(self, console: Console) -> bool:
        """Whether its sentences do not fit beside the other columns."""
        return self.remark and sum(self._longest(_whole)) + GAPS[0] * (len(self.headings) - 1) > console.width

    def _show_within(self, console: Console) -> None:
        """Print it within the width of the terminal."""
        if self._show_columns(console):
            return
        for row in self.rows:
            for heading, cell in zip(self.headings, row, strict=True):
                _print(console, f"{heading or '–'}: {cell}")
            _print(console, "")

    def _show_columns(self, console: Console) -> bool:
        """Print it in columns, if these fit."""
        for parts, gap in product(PARTS, GAPS):
            widths = self._fitting(console.width, gap, parts)
            if widths:
                self._print_table(console, widths, gap)
                return True
        return False

    def _show_with_remarks_below(self, console: Console) -> bool:
        """Print all columns but the last, and its texts below their rows, if the columns fit."""
        table = Listing(*self.headings[:-1], numbers=self.numbers)
        table.rows = [row[:-1] for row in self.rows]
        table._remarks = [row[-1] for row in self.rows]
        return table._show_columns(console)

    def _print_table(self, console: Console, widths: Sequence[int], gap: int) -> None:
        for row, remark in zip_longest((self.headings, *self.rows), ("", *self._remarks), fillvalue=""):
            for line in self._lines(row, widths, " " * gap):
                _print(console, line, style="bold" if row is self.headings else None)
            for line in _wrapped(remark, console.width - len(_INDENT)) if remark else ():
                _print(console, _INDENT + line)

    def _fitting(self, room: int, gap: int, parts: Parts) -> list[int] | None:
        """The widths of columns that fill at most ``room`` and break none of the parts; None where there are none."""
        widths, least = self._longest(_whole), self._longest(parts)
        for _ in range(sum(widths) + gap * (len(widths) - 1) - room):
            spare = [width - needed for width, needed in zip(widths, least, strict=True)]
            if not any(spare):
                return None
            widths[spare.index(max(spare))] -= 1
        return widths

    def _longest(self, parts: Parts) -> list[int]:
        """The longest part of each column's texts, in cells of the terminal."""
        whole = _whole if parts is _whole else str.split  # a heading is never broken inside of a word
        columns = zip(*([parts(text) for text in row] for row in self.rows), strict=True) if self.rows else ()
        in_rows = [max(cell_len(part) for cell in column for part in cell or [""]) for column in columns]
        in_headings = [max(map(cell_len, whole(heading)), default=0) for heading in self.headings]
        return [max(widths) for widths in zip_longest(in_headings, in_rows, fillvalue=0)]

    def _lines(self, row: Sequence[str], widths: Sequence[int], gap: str) -> Iterator[str]:
        wrapped = [list(_wrapped(text, width)) for text, width in zip(row, widths, strict=True)]
        for texts in zip_longest(*wrapped, fillvalue=""):
            padded = (
                space + text if heading in self.numbers else text + space
                for heading, text, width in zip(self.headings, texts, widths, strict=True)
                for space in [" " * (width - cell_len(text))]
            )
            yield gap.join(padded).rstrip()


def _whole(text: str) -> Sequence[str]:
    return (text,)


def _pieces(text: str) -> list[str]:
    """The parts of a text that are never broken; put together, they are the words of the text."""
    return [piece for word in text.split() for piece in _PIECE.findall(word)]


PARTS: tuple[Parts, ...] = (str.split, _pieces)
"""Where lines may be broken: first only between words."""


def _wrapped(text: str, width: int) -> Iterator[str]:
    """Lines of at most ``width`` cells, broken between words, or inside of a word that is longer than a line."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if cell_len(longer) <= width:
            line = longer
            continue
        if line:
            yield line
        line = ""
        for piece in _PIECE.findall(word) if cell_len(word) > width else [word]:
            if line and cell_len(line + piece) > width:
                yield line
                line = ""
            line += piece
    yield line


def _print(console: Console, line: str, style: str | None = None) -> None:
    console.print(line, style=style, markup=False, highlight=False, soft_wrap=True)
