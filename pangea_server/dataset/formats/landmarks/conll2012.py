"""CoNLL-2012: which phrases of a path mean the same, in brackets behind its tokens.

A document is a path with one part, its instructions one behind the other, since no scorer sees links between parts.
Tokens are words and signs. The columns of the speaker and of the arguments have the instruction and the token's first
character, so that what we wrote comes back with its characters; other files come back with one blank between tokens.

Source: Pradhan et al. 2012, https://aclanthology.org/W12-4501; https://conll.cemantix.org/2012/data.html.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from align.exports.whole import whole_text
from environments import Environment, InvalidDataError
from environments.input.json_documents import lines
from environments.input.text import text_at
from pangea_server.annotate.landmarks.records import Mention
from pangea_server.dataset.entries.row_files import RowFiles, RowWriter
from pangea_server.dataset.formats.landmarks.splits import UNKNOWN, split_in
from pangea_server.dataset.landmarks.entries import FoundLandmarks, LandmarkEntry, SaidText
from pangea_server.dataset.landmarks.imported_records import EntryMaker, Span, found_at
from pangea_server.dataset.landmarks.landmark_format import LandmarkFormat

BEGIN = re.compile(r"#begin document \((.*)\); part (\d+)")
END = "#end document"
SPEAKER = re.compile(r"(\d+)/(\S*)")
BRACKET = re.compile(r"\((\d+)\)|\((\d+)|(\d+)\)")
COREFERENCE = re.compile(r"-|(?:\(\d+\)|\(\d+|\d+\))(?:\|(?:\(\d+\)|\(\d+|\d+\)))*")
FEWEST = 12
WORD, SPEAKER_AT, START_AT = 3, 9, 11
WIDENED = "phrases that begin or end within a token, widened to it"
OVERLAPS = "phrases that overlap another one of their chain, which readers refuse"
UNCHAINED = "phrases of no chain"


class CoNLL2012(LandmarkFormat):
    name = "conll2012"
    summary = "chains of phrases behind the tokens of each path (v4_gold_conll)"
    about: Mapping[str, Any] = {
        "document": "scan/path; one part, the instructions one behind the other",
        "speaker": "instruction/language",
        "column 12": "@ and the token's first character in its instruction",
        "-": "nobody parsed the sentences",
    }

    def write_landmarks(
        self, entries: Iterator[LandmarkEntry], places: Environment, folder: Path
    ) -> dict[str, int]:
        """Write ``{split}.v4_gold_conll``, a document for each path."""
        lost: Counter[str] = Counter()
        with RowFiles(folder, _documents_file) as tables:
            for entry in entries:
                if entry.said:
                    rows = {"document": _document(entry, lost)}
                    tables.write(f"{entry.split or UNKNOWN}.v4_gold_conll", rows)
        return dict(+lost)

    def read_landmarks(self, file: Path, places: Environment) -> Iterator[FoundLandmarks]:
        """The documents of a file."""
        said = count()
        for place, name, tokens in _documents(file):
            yield found_at(place, partial(_entry, name, tokens, (said, split_in(file))))


@contextmanager
def _documents_file(path: Path) -> Iterator[RowWriter]:
    with whole_text(path) as text:
        yield lambda rows: text.writelines(rows["document"])


@dataclass(frozen=True, slots=True)
class ConllRow:
    """A row: where it stands in its file, its word, who said it, where it begins (None: not told), and its brackets."""

    place: str
    word: str
    speaker: str
    start: int | None
    brackets: str
    begins_sentence: bool


def tokens_of(text: str) -> list[Span]:
    """The characters of each word or sign of a text; marks and joiners belong to the letters before them."""
    spans: list[Span] = []
    glued = False
    for at, char in enumerate(text):
        if char.isspace():
            glued = False
            continue
        in_word = (
            char.isalnum() or unicodedata.category(char) in ("Mn", "Mc", "Me") or char in "\u200c\u200d_"
        )
        if in_word and glued:
            spans[-1] = spans[-1][0], at + 1
        else:
            spans.append((at, at + 1))
        glued = in_word
    return spans


@dataclass(slots=True)
class _Brackets:
    """What stands behind each token, by its number in the document."""

    opens: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    closes: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    alone: dict[int, list[int]] = field(default_factory=dict)

    def add(self, chain: int, first: int, last: int) -> None:
        if first == last:
            self.alone.setdefault(first, []).append(chain)
        else:
            self.opens.setdefault(first, []).append((-last, chain))
            self.closes.setdefault(last, []).append((-first, chain))

    def at(self, token: int) -> str:
        told = [f"({chain}" for _, chain in sorted(self.opens.get(token, ()))]
        told += [f"({chain})" for chain in self.alone.get(token, ())]
        told += [f"{chain})" for _, chain in sorted(self.closes.get(token, ()))]
        return "|".join(told) or "-"


def _document(entry: LandmarkEntry, lost: Counter[str]) -> Iterator[str]:
    spans = {each.instruction_id: tokens_of(each.text) for each in entry.said}
    before, total = {}, 0
    for each in entry.said:
        before[each.instruction_id] = total
        total += len(spans[each.instruction_id])
    brackets = _Brackets()
    mentions = {each.mention_id: each for each in entry.mentions}
    chained = {name for chain in entry.chains for name in chain.mentions}
    lost[UNCHAINED] += len(mentions.keys() - chained)
    for number, chain in enumerate(entry.chains):
        taken: list[Span] = []
        said = [mentions[name] for name in chain.mentions if name in mentions]
        for mention in sorted(said, key=lambda each: (each.start_char - each.end_char, each.mention_id)):
            first, last = _tokens(mention, spans[mention.instruction_id], lost)
            at = before[mention.instruction_id]
            if any(a <= at + last and at + first <= b for a, b in taken):
                lost[OVERLAPS] += 1
                continue
            taken.append((at + first, at + last))
            brackets.add(number, at + first, at + last)
    name = f"{entry.scan_id}/{entry.path_id or 0}"
    yield f"#begin document ({name}); part 000\n"
    for each in entry.said:
        for n, (start, end) in enumerate(spans[each.instruction_id]):
            speaker = f"{each.instruction_id}/{each.language or ''}"
            columns = [
                "_".join(name.split()),
                "0",
                str(n),
                each.text[start:end],
                *"-----",
                speaker,
                "*",
                f"@{start}",
            ]
            yield " ".join([*columns, brackets.at(before[each.instruction_id] + n)]) + "\n"
        yield "\n"
    yield f"{END}\n"


def _tokens(mention: Mention, spans: Sequence[Span], lost: Counter[str]) -> tuple[int, int]:
    """The first and the last token of a phrase."""
    inside = [
        n for n, (start, end) in enumerate(spans) if start < mention.end_char and end > mention.start_char
    ]
    first, last = inside[0], inside[-1]
    text_start = mention.start_char + len(mention.text) - len(mention.text.lstrip())
    text_end = mention.end_char - len(mention.text) + len(mention.text.rstrip())
    lost[WIDENED] += (spans[first][0], spans[last][1]) != (text_start, text_end)
    return first, last


def _documents(file: Path) -> Iterator[tuple[str, str, list[ConllRow]]]:
    name, place, tokens, fresh = None, "", list[ConllRow](), True
    for here, data in _every_line(file):
        line = data.strip()
        if begin := BEGIN.match(line):
            if name is not None:
                raise InvalidDataError(f"{place}: {name} has no end.", remedy="Copy or download it again.")
            part = int(begin[2])
            name, place, tokens, fresh = begin[1] + (f" part {part}" if part else ""), here, [], True
        elif line.startswith(END) and name is not None:
            yield place, name, tokens
            name = None
        elif not line:
            fresh = True
        elif name is not None and not line.startswith("#"):
            tokens.append(_token(here, line.split(), fresh))
            fresh = False
        elif not line.startswith("#"):
            raise InvalidDataError(f"{here} is outside a document.", remedy="It is no file of CoNLL-2012.")
    if name is not None:
        raise InvalidDataError(f"{place}: {name} has no end.", remedy="Copy or download it again.")


def _every_line(file: Path) -> Iterator[tuple[str, str]]:
    """Lines with their places; an empty one for each gap, which ``lines`` passes over."""
    last = 0
    for place, data in lines(file):
        number = int(place.rpartition(" ")[2])
        if number > last + 1:
            yield place, ""
        last = number
        yield place, text_at(data, place)


def _token(place: str, columns: Sequence[str], fresh: bool) -> ConllRow:
    if len(columns) < FEWEST:
        raise InvalidDataError(
            f"{place} has {len(columns)} columns.", remedy=f"A row of CoNLL-2012 has {FEWEST} or more."
        )
    start = columns[START_AT][1:] if len(columns) > FEWEST and columns[START_AT][0] == "@" else ""
    known = start.isascii() and start.isdecimal() and len(start) < FEWEST
    return ConllRow(
        place, columns[WORD], columns[SPEAKER_AT], int(start) if known else None, columns[-1], fresh
    )


def _entry(
    name: str, tokens: list[ConllRow], known: tuple[Iterator[int], str | None], notes: list[str]
) -> LandmarkEntry:
    numbers, split = known
    scan_id, _, path = name.rpartition("/")
    ours = bool(scan_id) and path.isascii() and path.isdecimal() and len(path) < FEWEST
    made = EntryMaker(scan_id if ours else name, int(path) if ours else None, split=split)
    said: list[SaidText] = []
    places: list[tuple[SaidText, Span]] = []
    for group in _instructions(tokens):
        text, spans = _text(group)
        speaker = SPEAKER.fullmatch(group[0].speaker) if group[0].start is not None else None
        if speaker:
            said.append(made.say(SaidText(int(speaker[1]), text, speaker[2] or None)))
        else:
            said.append(made.say(SaidText(next(numbers), text, None, stored=False)))
        places += [(said[-1], span) for span in spans]
    for chain, several in _chains(tokens).items():
        mentions = []
        for first, last in several:
            here, there = places[first], places[last]
            if here[0] is not there[0]:
                raise InvalidDataError(
                    f"{tokens[first].place}: a phrase of chain {chain} goes on in the next instruction.",
                    remedy="Mend the brackets.",
                )
            mentions.append(made.mention(here[0], (here[1][0], there[1][1])))
        made.chain(f"{name}-c{chain}", mentions, [])
    return made.made()


def _instructions(tokens: Iterable[ConllRow]) -> Iterator[list[ConllRow]]:
    """Rows of one speaker where we wrote them, else the whole document."""
    group: list[ConllRow] = []
    for token in tokens:
        if group and token.begins_sentence and token.start is not None and token.speaker != group[0].speaker:
            yield group
            group = []
        group.append(token)
    if group:
        yield group


def _text(tokens: Sequence[ConllRow]) -> tuple[str, list[Span]]:
    text, spans = "", list[Span]()
    for n, token in enumerate(tokens):
        start = token.start if token.start is not None else len(text) + (n > 0)
        if start < len(text) or start > len(text) + 10_000:
            raise InvalidDataError(
                f"{token.place}: the token begins at {start}, and {len(text)} characters are before it.",
                remedy="Column 12 counts the characters of an instruction from 0.",
            )
        text += " " * (start - len(text)) + token.word
        spans.append((start, len(text)))
    return text, spans


def _chains(tokens: Sequence[ConllRow]) -> dict[str, list[Span]]:
    """First and last token of each phrase, by chain."""
    found: dict[str, list[Span]] = {}
    begun: dict[str, int] = {}
    for n, token in enumerate(tokens):
        if not COREFERENCE.fullmatch(token.brackets):
            raise InvalidDataError(
                f"{token.place}: the last column is {token.brackets!r:.80}.",
                remedy="It is -, or brackets such as (3|(4) joined by |.",
            )
        for alone, opens, closes in BRACKET.findall(token.brackets):
            chain = alone or opens or closes
            if (alone or opens) and chain in begun:
                raise InvalidDataError(
                    f"{token.place}: two phrases of chain {chain} overlap.",
                    remedy="Leave one of the two out.",
                )
            if alone:
                found.setdefault(chain, []).append((n, n))
            elif opens:
                begun[chain] = n
            elif chain not in begun:
                raise InvalidDataError(
                    f"{token.place}: {chain}) ends a phrase that did not begin.", remedy="Mend the brackets."
                )
            else:
                found.setdefault(chain, []).append((begun.pop(chain), n))
    for chain, first in begun.items():
        raise InvalidDataError(
            f"{tokens[first].place}: ({chain} begins a phrase without end.", remedy="Mend the brackets."
        )
    return found
