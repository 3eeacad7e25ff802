"""What is kept of chains while they are compared: the counts of each path."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields

from align.reference.chains import Document, Partition
from align.reference.coreference import Counts, count, score_counts
from pangea_server.dataset.reference.chain_files import WrittenChains
from pangea_server.dataset.reference.path_rows import Missing
from pangea_server.dataset.reference.report import Row
from pangea_server.dataset.reference.shelf import SystemAnswers

NOTHING = Partition(())


class ChainsCompared:
    """One system's chains against the key, path by path; by words, and by sight while all rows say what they show."""

    def __init__(self, name: str, response: Mapping[str, WrittenChains], *, head: bool) -> None:
        self._name, self._response, self._head = name, response, head
        self._words, self._sight = _Counted(), _Counted()
        self._missing = Missing()
        self._rows_seeing = Counter[bool]()
        self._doubled = Counter[str]()

    def add(self, key: WrittenChains) -> None:
        """Compare a path."""
        answer = self._response.get(key.name)
        self._missing.add(key.name, answer is not None)
        for whose, written in (("The key", key), (self._name, answer)):
            if written is not None:
                self._rows_seeing[written.things is not None] += 1
                self._doubled[whose] += len(written.partition().doubled)
        self._words.add(self._document(key, answer, sight=False))
        if not self._rows_seeing[False]:
            self._sight.add(self._document(key, answer, sight=True))

    def refuse_unknown(self) -> None:
        """Raise InvalidDataError when the response has a path that the key does not have."""
        if isinstance(self._response, SystemAnswers):
            self._response.refuse_unasked("path", "Leave the row out, or give the key of the same paths.")

    def rows(self) -> Iterator[Row]:
        """The figures."""
        yield from self._words.rows(self._name, "words")
        if not self._rows_seeing[False]:
            yield from self._sight.rows(self._name, "sight")

    def left_out(self) -> Iterator[str]:
        """Sentences about what was not compared."""
        yield from self._missing.told(self._name, "their mentions count as not found.")
        for whose, doubled in self._doubled.items():
            if doubled:
                yield f"{whose} has {doubled} mentions in several chains: each stays in the first."
        if self._rows_seeing[True] and self._rows_seeing[False]:
            yield (
                f"{self._name}: {self._rows_seeing[False]} rows do not say what their chains show (entities): "
                "nothing is scored through sight."
            )

    def _document(self, key: WrittenChains, answer: WrittenChains | None, *, sight: bool) -> Document:
        response = NOTHING if answer is None else answer.partition(head=self._head, sight=sight)
        return Document(key.name, key.partition(head=self._head, sight=sight), response)


class _Counted:
    """The counts of each path, and how many mentions were compared."""

    def __init__(self) -> None:
        self._counts: list[Counts] = []
        self._mentions = [0, 0]

    def add(self, document: Document) -> None:
        self._counts.append(count(document))
        for place, side in enumerate((document.key, document.response)):
            self._mentions[place] += sum(map(len, side.chains))

    def rows(self, system: str, by: str) -> Iterator[Row]:
        found = score_counts(self._counts, *self._mentions)
        for name, shares in found.scores.items():
            for share in fields(shares):
                yield Row((system, by, name, share.name), getattr(shares, share.name))
        yield Row((system, by, "CoNLL", "f1"), found.conll)
