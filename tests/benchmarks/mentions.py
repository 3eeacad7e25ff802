"""``make bench-mentions``: what the built-in proposer finds of what people name.

Spoken routes of the demo house have known mentions, so precision and recall of whole spans are told for them, and of
spans that are right, how often the rest is. Their words and the dictionaries were written by the same people: that is
no measure of how people speak. For texts that people wrote (``--texts``: a file of R2R, or a folder of texts, each
named by its language) nobody knows what is right; told is how many have proposals, and the nouns that are not known.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.table import Table

from align.spoken_routes import SpokenInstruction, SpokenMention
from pangea_server.annotate.landmarks.proposing.dictionary import DictionaryProposer
from pangea_server.annotate.landmarks.proposing.protocol import Proposal
from tests.benchmarks.grounding.house import open_house
from tests.benchmarks.grounding.routes import speak

LANGUAGES = ("en", "hi", "te")
MOST_UNKNOWN = 25


@dataclass
class Counts:
    """Of one language, how many spans there are and which of them are right, and what of these is.

    ``outer``: of the mentions that no other one holds, those found by a proposal that no other holds or not.
    """

    instructions: int = 0
    proposed: int = 0
    gold: int = 0
    right: int = 0
    agree: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    typed_otherwise: Counter[str] = field(default_factory=Counter)

    def add(self, said: SpokenInstruction, proposals: Sequence[Proposal]) -> None:
        gold = {(each.start_char, each.end_char): each for each in said.mentions}
        found = {(each.start_char, each.end_char): each for each in proposals}
        self.instructions += 1
        self.proposed, self.gold = self.proposed + len(found), self.gold + len(gold)
        for span in gold.keys() & found.keys():
            self.right += 1
            self.agree.update(_agreeing(gold[span], found[span]))
            if gold[span].form == "name" and gold[span].types != found[span].types:
                told = [",".join(each.types) for each in (gold[span], found[span])]
                self.typed_otherwise[f"{said.text[slice(*span)]}: {told[0]}, not {told[1]}"] += 1
        self.missed.update(said.text[slice(*span)] for span in gold.keys() - found.keys())
        self.wrong.update(said.text[slice(*span)] for span in found.keys() - gold.keys())

    @property
    def row(self) -> list[str]:
        precision, recall = _share(self.right, self.proposed), _share(self.right, self.gold)
        f1 = _share(2 * self.right, self.proposed + self.gold)
        asked = self.agree["named"] - self.agree["told head"]
        parts = [
            _share(self.agree["types"], self.agree["names"]),
            *(_share(self.agree[name], self.right) for name in ("number", "form")),
        ]
        head = _share(self.agree["right head"], self.agree["told head"])
        return [
            *map(str, (self.instructions, self.gold, self.proposed)),
            *map(_told, (precision, recall, f1, *parts, head)),
            _told(_share(asked, self.agree["named"])),
        ]


def _agreeing(gold: SpokenMention, found: Proposal) -> Iterator[str]:
    yield from (name for name in ("number", "form") if getattr(gold, name) == getattr(found, name))
    if gold.form == "name":
        yield "names"
        if gold.types == found.types:
            yield "types"
    if gold.head is not None:
        yield "named"
        if found.head is not None:
            yield "told head"
            if gold.head == found.head:
                yield "right head"


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _told(share: float | None) -> str:
    return "–" if share is None else f"{share:.3f}"


def measure(house: str, routes: int, seed: int) -> Mapping[str, Counts]:
    """Counts by language, of routes that are each spoken in all three."""
    proposer, counts = DictionaryProposer({}), {language: Counts() for language in LANGUAGES}
    for path in speak(open_house(house), routes, seed, lead=0.5).paths:
        for said in path.instructions:
            language = said.language.partition("-")[0]
            counts[language].add(said, proposer.propose(said.text, said.language) or ())
    return counts


def texts_in(path: Path) -> Iterator[tuple[str, str]]:
    """Texts with their languages: English ones of a file of R2R, or ``LANGUAGE/*.txt`` of a folder, each once."""
    if path.is_file():
        told = json.loads(path.read_text(encoding="utf-8"))
        yield from (("en", text) for each in told for text in each["instructions"])
        return
    for language in LANGUAGES:
        texts = {file.read_text(encoding="utf-8").strip() for file in (path / language).glob("*.txt")}
        yield from ((language, text) for text in sorted(texts))


@dataclass
class Coverage:
    """Of texts that people wrote in one language."""

    texts: int = 0
    with_proposals: int = 0
    proposals: int = 0
    with_type: int = 0
    with_head: int = 0
    unknown: Counter[str] = field(default_factory=Counter)

    def add(self, text: str, proposals: Iterable[Proposal]) -> None:
        named = [each for each in proposals if each.form == "name"]
        self.texts += 1
        self.with_proposals += bool(named)
        self.proposals += len(named)
        self.with_type += sum(bool(each.types) for each in named)
        self.with_head += sum(each.head is not None for each in named)
        self.unknown.update(
            text[each.start_char : each.end_char].casefold() for each in named if not each.types
        )


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--house", default="demo", help="demo, held-out, or a folder (%(default)s)")
    parser.add_argument("--routes", type=int, default=20, help="paths, each in three languages (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of routes and words (%(default)s)")
    parser.add_argument("--texts", type=Path, action="append", default=[], help="a file of R2R, or a folder")
    parser.add_argument("--faults", type=int, default=0, help="how many faults to list of each kind")
    args = parser.parse_args()
    console = Console(width=150, highlight=False)
    heads = ("mentions", "proposed", "precision", "recall", "F1", "types", "number", "form", "head", "asked")
    table = Table("language", "texts", *heads, title=f"whole spans of spoken routes: {args.house}")
    counts = measure(args.house, args.routes, args.seed)
    for language, found in counts.items():
        table.add_row(language, *found.row)
    console.print(table)
    for language, found in counts.items() if args.faults else ():
        console.print(f"{language} missed:", found.missed.most_common(args.faults))
        console.print(f"{language} wrong:", found.wrong.most_common(args.faults))
        console.print(f"{language} types:", found.typed_otherwise.most_common(args.faults))
    for path in args.texts:
        _print_coverage(console, path)


def _print_coverage(console: Console, path: Path) -> None:
    proposer, found = DictionaryProposer({}), {language: Coverage() for language in LANGUAGES}
    for language, text in texts_in(path):
        found[language].add(text, proposer.propose(text, language) or ())
    table = Table(
        "language", "texts", "with proposals", "names a text", "with type", "with head", title=path.name
    )
    for language, each in found.items():
        if each.texts:
            table.add_row(
                language,
                str(each.texts),
                _told(_share(each.with_proposals, each.texts)),
                _told(_share(each.proposals, each.texts)),
                _told(_share(each.with_type, each.proposals)),
                _told(_share(each.with_head, each.proposals)),
            )
    console.print(table)
    for language, each in found.items():
        for phrase, count in each.unknown.most_common(MOST_UNKNOWN):
            console.print(f"{language} of no type, {count}: {phrase}")


if __name__ == "__main__":
    main()
