"""Files of parsed sentences as CoNLL-U (universaldependencies.org/format.html)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from align.reference.dependencies import ParsedSentence, ParsedWord
from environments import InvalidDataError
from environments.input.json_documents import lines
from environments.input.text import text_at

COLUMNS = 10


def read_conllu(file: Path) -> dict[str, list[ParsedSentence]]:
    """The sentences of each text: those of one ``# newdoc id``, or the one with a ``# sent_id``.

    Raises:
        ConfigurationError: the file cannot be opened.
        InvalidDataError: a line is wrong, or a sentence belongs to no text; the message begins with its place.
    """
    found: dict[str, list[ParsedSentence]] = defaultdict(list)
    document: str | None = None
    for block in _blocks(file):
        comments = dict(_comment(line) for _, line in block if line.startswith("#"))
        document = comments.get("newdoc id", document)
        name = document or comments.get("sent_id")
        place = block[0][0]
        if name is None:
            raise InvalidDataError(
                f"{place}: the sentence belongs to no text.", remedy="Give # newdoc id, or # sent_id."
            )
        words = [(where, line.split("\t")) for where, line in block if not line.startswith("#")]
        found[name].append(_sentence(words))
    return found


def _blocks(file: Path) -> Iterator[list[tuple[str, str]]]:
    """The lines of each sentence with their places. Blank lines, which part sentences, are known by their numbers."""
    block: list[tuple[str, str]] = []
    before = 0
    for place, data in lines(file):
        number = int(place.rpartition(" ")[2])
        if block and number > before + 1:
            yield block
            block = []
        block.append((place, text_at(data, place).rstrip("\r\n")))
        before = number
    if block:
        yield block


def _comment(line: str) -> tuple[str, str]:
    name, _, value = line.lstrip("# ").partition("=")
    return name.strip(), value.strip()


def _sentence(rows: Sequence[tuple[str, list[str]]]) -> ParsedSentence:
    for place, columns in rows:
        if len(columns) != COLUMNS:
            raise InvalidDataError(
                f"{place} has {len(columns)} columns.", remedy=f"CoNLL-U has {COLUMNS}, with tabs between."
            )
    words = [(place, columns) for place, columns in rows if columns[0].isdecimal()]  # not 1-2, not 1.1
    return ParsedSentence(tuple(_word(place, columns, len(words)) for place, columns in words))


def _word(place: str, columns: Sequence[str], words: int) -> ParsedWord:
    _, form, lemma, *_, head, label, _, _ = columns
    if not head.isdecimal() or int(head) > words:
        raise InvalidDataError(
            f"{place}: {head} is no head of the word {form}.", remedy=f"Give a number from 0 to {words}."
        )
    return ParsedWord(form, form if lemma == "_" else lemma, label, int(head) - 1 if int(head) else None)
