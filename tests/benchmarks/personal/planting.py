"""Texts in which personal data was planted, and clean ones. What is planted depends on a seed only."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from mimesis import Locale, Person

from tests.benchmarks.personal.spoken import handle, said_mail, said_telephone

HERE = Path(__file__).parent
LANGUAGES = {"en": "en-IN", "hi": "hi-IN", "te": "te-IN"}
SPLITS = ("dev", "seen", "test", "fresh", "third", "fourth", "fifth")
"""Rules were tuned on dev; on each of the others only after its first run."""
OWN_FILES = ("third", "fourth", "fifth")
KINDS = {
    "name": "name", "full": "name", "surname": "name", "city": "place", "address": "address", "birthday": "birthday",
    "phone": "telephone", "mail": "mail", "web": "web", "number": "number", "aadhaar": "id", "pan": "id",
    "saidphone": "telephone", "saidmail": "mail", "saidbirthday": "birthday", "handle": "web", "pincode": "address",
}  # fmt: skip
LISTED = {"city": "cities", "address": "addresses", "birthday": "birthdays", "saidbirthday": "said_birthdays"}
LEAST_PLANTS, LEAST_CLEAN = 400, 300

Spelled = tuple[str, str]
"""In Latin letters, and in the language's own."""


@dataclass(frozen=True, slots=True)
class Plant:
    kind: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Planted:
    text: str
    language: str
    plants: list[Plant]


@dataclass(frozen=True, slots=True)
class People:
    names: list[Spelled]
    surnames: list[Spelled]


def clean_texts(language: str, split: str, seed: int = 19) -> list[str]:
    """Sentences without personal data; of splits in files of their own, two or three are also put together."""
    sentences = list(_read(language, split)["clean"])
    if split not in OWN_FILES:
        return sentences
    chance = random.Random(f"{seed} {language} {split} clean")
    together = (" ".join(chance.sample(sentences, chance.choice((2, 3)))) for _ in range(LEAST_CLEAN))
    return [*sentences, *together][:LEAST_CLEAN]


def planted_texts(language: str, split: str, seed: int = 19) -> Iterator[Planted]:
    """Each template in turn, filled anew, until there are ``LEAST_PLANTS``."""
    chance = random.Random(f"{seed} {language} {split}")
    values = Values(language, _read(language, split), _people(language, split), chance)
    count = 0
    while count < LEAST_PLANTS:
        for template in values.part["planted"]:
            filled = _filled(template, values)
            count += len(filled.plants)
            yield filled


def _filled(template: str, values: Values) -> Planted:
    native = any(ord(letter) > 0x900 for letter in template)
    text, plants, after = "", list[Plant](), 0
    for field in re.finditer(r"\{(\w+)\}", template):
        text += template[after : field.start()]
        value, kind = values.one(field[1], native), KINDS[field[1]]
        if plants and template[after : field.start()] == " " and plants[-1].kind == kind:
            plants[-1] = Plant(kind, plants[-1].start, len(text) + len(value))  # given and family name
        else:
            plants.append(Plant(kind, len(text), len(text) + len(value)))
        text, after = text + value, field.end()
    return Planted(text + template[after:], LANGUAGES[values.language], plants)


@dataclass(frozen=True, slots=True)
class Values:
    """What is planted, drawn by chance from a part's lists."""

    language: str
    part: dict[str, Any]
    people: People
    chance: random.Random

    def one(self, field: str, native: bool) -> str:
        chance, script = self.chance, (self.language, native)
        match field:
            case "name":
                return self._of(self.people.names, native)
            case "surname":
                return self._of(self.people.surnames, native)
            case "full":
                return f"{self.one('name', native)} {self.one('surname', native)}"
            case "city" | "address" | "birthday" | "saidbirthday":
                return self._of(self.part[LISTED[field]], native)
            case "phone":
                return chance.choice(("+91 ", "0", "", "+91-")) + chance.choice("6789") + self._digits(9)
            case "mail":
                host = chance.choice(("example.org", "mail.example.com"))
                return f"{self.one('name', False).lower()}{self._digits(2)}@{host}"
            case "web":
                return chance.choice(("www.example.org/me", "https://example.com/~x", "example.com/album"))
            case "number":
                return " ".join(self._digits(4) for _ in range(4))
            case "aadhaar":
                return " ".join(
                    (chance.choice("23456789") + self._digits(3), self._digits(4), self._digits(4))
                )
            case "pan":
                letters = "".join(chance.choice("ABCDEFGHKLPRSTUV") for _ in range(5))
                return letters + self._digits(4) + chance.choice("ABCDEF")
            case "pincode":
                return chance.choice("12345678") + self._digits(5)
            case "saidphone":
                return said_telephone(script, chance)
            case "saidmail":
                return said_mail(script, self.one("name", native), self.one("surname", native), chance)
            case "handle":
                return handle(self.one("name", False), self.one("surname", False), chance)
            case _:
                raise ValueError(field)

    def _of(self, choices: list[Spelled] | list[str], native: bool) -> str:
        chosen = self.chance.choice(choices)
        return chosen if isinstance(chosen, str) else chosen[native]

    def _digits(self, count: int) -> str:
        return "".join(self.chance.choice("0123456789") for _ in range(count))


def _people(language: str, split: str) -> People:
    part = _read(language, split)
    if "names" in part:
        return People([tuple(name) for name in part["names"]], [tuple(name) for name in part["surnames"]])
    if language != "en" or split in OWN_FILES:
        return _listed(language, split)
    person = Person(Locale.EN, seed=split)
    names = [person.first_name() for _ in range(150)]
    surnames = [person.last_name() for _ in range(100)]
    indian = [_listed(each, split) for each in ("hi", "te")]
    return People(
        [(name, name) for name in names] + [name for each in indian for name in each.names[::2]],
        [(name, name) for name in surnames] + [name for each in indian for name in each.surnames],
    )


def _listed(language: str, split: str) -> People:
    source = split if split in (*OWN_FILES, "seen") else "test"
    lines = (HERE / f"names_{source}_{language}.tsv").read_text(encoding="utf-8").splitlines()
    pairs = [(latin, native) for latin, native in (line.split("\t") for line in lines)]
    between = pairs.index(("-", "-"))
    return People(pairs[:between], pairs[between + 1 :])


@cache
def _read(language: str, split: str) -> dict[str, Any]:
    name = f"{split}_{language}" if split in OWN_FILES else language
    part: dict[str, Any] = tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8"))[split]
    return part
