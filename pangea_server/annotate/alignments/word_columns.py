"""Timed words as columns: how stores keep them.

One by one, a word takes some 240 bytes, mostly names of fields and nulls, and an object each time that its record is
read. As columns, each name stands once and what is unknown nowhere: 80 words take 2 kB, and are made when a person
looks at them. In a stored document the columns are one text of JSON, so that Firestore indexes no single time.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from functools import cached_property
from itertools import accumulate
from operator import attrgetter, le
from typing import Annotated, Any, Generic, TypeVar, overload

import msgspec
from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from align import GroundedWord, TimedWord
from align.timed import timed_fields
from pangea_server.core.records import STORED

Word = TypeVar("Word", bound=TimedWord)
Value = TypeVar("Value")


class Repeated(msgspec.Struct, frozen=True, omit_defaults=True):
    """A column of few values: these, and for each word the index of its own; without indexes, all have the only one."""

    values: list[str | None]
    each: list[int] = []

    @classmethod
    def of(cls, column: Sequence[str | None]) -> Repeated | None:
        """None where no value is known."""
        numbers = {value: number for number, value in enumerate(dict.fromkeys(column))}
        if numbers.keys() <= {None}:
            return None
        return cls([*numbers], [numbers[value] for value in column] if len(numbers) > 1 else [])

    def fits(self, count: int) -> bool:
        """Whether these are the values of so many words."""
        if not self.each:
            return len(self.values) == 1
        return len(self.each) == count and 0 <= min(self.each) <= max(self.each) < len(self.values)

    def column(self, count: int) -> list[str | None]:
        return [self.values[number] for number in self.each] if self.each else self.values[:1] * count


class WordColumns(msgspec.Struct, frozen=True, omit_defaults=True):
    """The words of a text, field by field as in ``GroundedWord``; a column of which nothing is known is left out.

    Attributes:
        word: with single spaces between; a list where a word has a space in it.
        joined: the words' places in the transcript are those in ``word``, and there are no columns of them.
    """

    word: str | list[str] = ""
    source: Repeated | None = None
    start_time: list[float] = []
    end_time: list[float] = []
    joined: bool = False
    confidence: list[float | None] | None = None
    start_char: list[int | None] | None = None
    end_char: list[int | None] | None = None
    expected_error: list[float | None] | None = None
    viewpoint_id: Repeated | None = None
    heading: list[float | None] | None = None
    elevation: list[float | None] | None = None
    first_snapshot: list[int | None] | None = None
    last_snapshot: list[int | None] | None = None

    def __len__(self) -> int:
        return len(self.start_time)

    @property
    def texts(self) -> list[str]:
        """The words without their times."""
        if isinstance(self.word, list):
            return self.word
        return self.word.split(" ") if self.start_time else []

    def are_those_of(self, text: str) -> bool:
        """Whether the words are the whitespace tokens of a text."""
        return self.texts == text.split()

    def check(self) -> WordColumns:
        """Raise ValueError where the columns are not those of one list of words."""
        count = len(self)
        lengths = [len(value) for name in _PLAIN if (value := getattr(self, name)) is not None]
        repeated = [value for value in (self.source, self.viewpoint_id) if value is not None]
        if {self._text_count, *lengths} != {count} or not all(each.fits(count) for each in repeated):
            raise ValueError("the columns of the words are not of the same words")
        if count and self.source is None:
            raise ValueError("the words do not say where their times come from")
        if not math.isfinite(sum(self.start_time) + sum(self.end_time)):
            raise ValueError("a word's time is not a finite number")
        return self

    def are_in_order(self, duration: float) -> bool:
        """Whether no word starts before the one before it, or leaves these seconds; see ``check_times``."""
        starts, ends = self.start_time, self.end_time
        within = not starts or (starts[0] >= 0 and max(ends) <= duration)
        return within and starts == sorted(starts) and all(map(le, starts, ends))

    @property
    def _text_count(self) -> int:
        if isinstance(self.word, list):
            return len(self.word)
        return self.word.count(" ") + 1 if self.start_time else 0


NO_WORDS = WordColumns()
_PLAIN = tuple(
    name for name in WordColumns.__struct_fields__ if name not in {"word", "source", "joined", "viewpoint_id"}
)
_TIMED = tuple(each.name for each in fields(TimedWord))
_GROUNDED = tuple(each.name for each in fields(GroundedWord))
_decode, _encode = msgspec.json.Decoder(WordColumns).decode, msgspec.json.Encoder().encode


def columns_of(words: Sequence[TimedWord]) -> WordColumns:
    """The columns of these words.

    Raises:
        ValueError: a time is not a finite number.
    """
    seen = [isinstance(word, GroundedWord) for word in words]
    if any(seen) and not all(seen):
        words = [GroundedWord(**timed_fields(w)) if not s else w for w, s in zip(words, seen, strict=True)]
    names = _GROUNDED if any(seen) else _TIMED
    columns = dict(zip(names, map(list, zip(*map(attrgetter(*names), words), strict=True)), strict=False))
    known: dict[str, Any] = {name: values for name, values in columns.items() if _is_known(values)}
    texts = known.get("word", [])
    starts = _places(texts)
    if words and starts == known.get("start_char") and _ends(starts, texts) == known.get("end_char"):
        del known["start_char"], known["end_char"]
        known["joined"] = True
    known |= {name: Repeated.of(known[name]) for name in ("source", "viewpoint_id") if name in known}
    known["word"] = _joined(texts)
    return WordColumns(**known).check()


def _is_known(column: Sequence[object]) -> bool:
    return column.count(None) < len(column)


def unseen(words: Sequence[TimedWord]) -> TimedWordSequence[GroundedWord]:
    """These words as those of a walk that nobody recorded: without a camera."""
    return TimedWordSequence(
        GroundedWord, words.columns if isinstance(words, TimedWordSequence) else columns_of(words)
    )


def words_of_text(
    text: str,
    tokens: Sequence[str],
    start_time: list[float],
    end_time: list[float],
    source: Sequence[str],
    confidence: list[float | None],
    expected_error: list[float | None],
) -> TimedWordSequence[TimedWord]:
    """The words of a text, given by columns of n, in their places in the text; ``tokens`` are those between white
    space."""
    joined = text == " ".join(tokens)
    spans = [] if joined else [token.span() for token in re.finditer(r"\S+", text)]
    columns = WordColumns(
        " ".join(tokens),
        Repeated.of(source),
        start_time,
        end_time,
        joined,
        confidence if _is_known(confidence) else None,
        None if joined else [start for start, _ in spans],
        None if joined else [end for _, end in spans],
        expected_error if _is_known(expected_error) else None,
    )
    return TimedWordSequence(TimedWord, columns)


def _joined(texts: list[str]) -> str | list[str]:
    joined = " ".join(texts)
    return joined if not texts or joined.split(" ") == texts else texts


def _places(texts: Sequence[str]) -> list[int]:
    """Where each word begins in a text of them with single spaces between."""
    return [*accumulate((len(text) + 1 for text in texts[:-1]), initial=0)]


def _ends(starts: Sequence[int], texts: Sequence[str]) -> list[int]:
    return [start + len(text) for start, text in zip(starts, texts, strict=True)]


class TimedWordSequence(Sequence[Word], Generic[Word]):
    """Timed words in order, kept as columns and made into ``kind`` when they are looked at."""

    def __init__(self, kind: type[Word], columns: WordColumns = NO_WORDS) -> None:
        self.kind = kind
        self.columns = columns

    @classmethod
    def of(cls, kind: type[Word], words: Iterable[Word]) -> TimedWordSequence[Word]:
        """These words; raises ValueError where a time is not a finite number."""
        return words if isinstance(words, TimedWordSequence) else cls(kind, columns_of([*words]))

    @classmethod
    def read(cls, kind: type[Word], text: str) -> TimedWordSequence[Word]:
        """What ``text`` wrote; raises ValueError where it is not that."""
        try:
            return cls(kind, _decode(text).check())
        except msgspec.DecodeError as error:
            raise ValueError(f"these are no columns of words: {error}") from error

    @property
    def text(self) -> str:
        """The columns as JSON."""
        return _encode(self.columns).decode()

    @property
    def texts(self) -> list[str]:
        """The words without their times."""
        return self.columns.texts

    @cached_property
    def _words(self) -> tuple[Word, ...]:
        kept, count = self.columns, len(self.columns)
        column = {name: getattr(kept, name) for name in _PLAIN}
        if kept.joined:
            column["start_char"] = _places(kept.texts)
            column["end_char"] = _ends(column["start_char"], kept.texts)
        for name in ("source", "viewpoint_id"):
            repeated: Repeated | None = getattr(kept, name)
            column[name] = repeated.column(count) if repeated else None
        column["word"] = kept.texts
        names = [field.name for field in fields(self.kind)]
        unknown = [None] * count
        return tuple(map(self.kind, *(unknown if column[name] is None else column[name] for name in names)))

    def __len__(self) -> int:
        return len(self.columns)

    @overload
    def __getitem__(self, index: int) -> Word: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Word, ...]: ...
    def __getitem__(self, index: int | slice) -> Word | tuple[Word, ...]:
        return self._words[index]

    def __iter__(self) -> Iterator[Word]:
        return iter(self._words)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, TimedWordSequence):
            return bool(self.columns == other.columns)
        return isinstance(other, Sequence) and self._words == tuple(other)

    def __hash__(self) -> int:
        return hash(self._words)

    def __repr__(self) -> str:
        return repr(self._words)


class _Kept(Generic[Word]):
    """A record's field of ``TimedWordSequence``: in a store as one text of columns, elsewhere word by word."""

    def __init__(self, kind: type[Word]) -> None:
        self._kind = kind

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        one_by_one = handler.generate_schema(tuple[self._kind, ...])  # type: ignore[name-defined]
        return core_schema.no_info_wrap_validator_function(
            self._read,
            one_by_one,
            serialization=core_schema.wrap_serializer_function_ser_schema(self._written, info_arg=True),
        )

    def _read(
        self, value: Any, one_by_one: core_schema.ValidatorFunctionWrapHandler
    ) -> TimedWordSequence[Word]:
        if isinstance(value, TimedWordSequence):
            return value
        if isinstance(value, str):
            return TimedWordSequence.read(self._kind, value)
        return TimedWordSequence.of(self._kind, one_by_one(value))

    def _written(
        self,
        words: Sequence[Word],
        one_by_one: core_schema.SerializerFunctionWrapHandler,
        info: core_schema.SerializationInfo,
    ) -> Any:
        return (
            TimedWordSequence.of(self._kind, words).text
            if info.context is STORED
            else one_by_one(tuple(words))
        )


GroundedWords = Annotated[TimedWordSequence[GroundedWord], _Kept(GroundedWord)]
HeardByRecogniser = Annotated[TimedWordSequence[TimedWord], _Kept(TimedWord)]
