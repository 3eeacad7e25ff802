"""A path with known meanings, and people who answer whatever the protocol asks about it, without a store."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from math import atan2, hypot
from random import Random
from typing import Any

from pangea_server.annotate.landmarks.protocol.asked import MentionKey, Step
from pangea_server.annotate.landmarks.protocol.derivation import Derived, derive
from pangea_server.annotate.landmarks.protocol.evidence import Evidence, Foretell, InstructionWords, Judged
from pangea_server.annotate.landmarks.protocol.rules import Rules
from pangea_server.annotate.landmarks.protocol.work import ItemToAsk
from pangea_server.annotate.landmarks.records import transcript_digest

BEGAN = datetime(2026, 3, 1, tzinfo=UTC)
POSITIONS = {"door": (0.0, 0.0, 1.5), "lamp": (0.0, 2.0, 1.5), "sofa": (0.0, 4.0, 1.5)}
THINGS = {
    "sofa": (2.0, 3.0, 0.5),
    "table": (-2.0, 1.0, 0.7),
    "chair1": (1.5, -1.0, 0.5),
    "chair2": (2.4, -1.0, 0.5),
}
"""Where things are, in metres."""
TYPES = {"sofa": "furniture", "table": "furniture", "chairs": "furniture", "kitchen": "scene", "way": "other"}
MEANT = {
    "sofa": {"sofa"},
    "couch": {"sofa"},
    "सोफ़ा": {"sofa"},
    "table": {"table"},
    "chairs": {"chair1", "chair2"},
}
NEED = {"kitchen": "scene", "way": "not_visual"}
SAID = {
    1: ("en-US", "Go past the sofa. Leave the table on your left, it is white."),
    2: ("en-US", "Walk by the long couch and the table. Enter the kitchen."),
    3: ("hi-IN", "सोफ़ा के पास जाओ।"),
    4: ("en-US", "Pass two chairs on your way to the sofa."),
}
PHRASES = {
    1: (("the sofa", "sofa"), ("the table", "table"), ("it", "table")),
    2: (("the long couch", "couch"), ("the table", "table"), ("the kitchen", "kitchen")),
    3: (("सोफ़ा", "सोफ़ा"),),
    4: (("two chairs", "chairs"), ("your way", "way"), ("the sofa", "sofa")),
}


def words(number: int, transcript: str | None = None, earlier: tuple[str, ...] = ()) -> InstructionWords:
    language, said = SAID[number]
    return InstructionWords(
        number, language, guide=100 + number, transcript=transcript or said, earlier=earlier
    )


def spans(number: int) -> list[dict[str, Any]]:
    """What a careful person marks in an instruction."""
    _, text = SAID[number]
    found = []
    for phrase, word in PHRASES[number]:
        start = text.index(f"{phrase} is" if phrase == "it" else phrase)
        head = text.index(phrase.split()[-1], start)
        found.append(
            {
                "start_char": start,
                "end_char": start + len(phrase),
                "head": [head, head + len(phrase.split()[-1])],
                "types": [TYPES.get(word, "furniture")],
                "number": "several" if word == "chairs" else "one",
                "form": "pronoun" if phrase == "it" else "name",
            }
        )
    return found


def truth_of(key: MentionKey) -> str:
    """The word that the mention is an example of."""
    by_place = {
        (number, each["start_char"]): PHRASES[number][place][1]
        for number in SAID
        for place, each in enumerate(spans(number))
    }
    return by_place.get((key.instruction_id, key.start_char), "nothing")


def box_of(thing: str, viewpoint: str, wider: float = 0.0) -> dict[str, Any]:
    x, y, z = (there - here for there, here in zip(THINGS[thing], POSITIONS[viewpoint], strict=True))
    far = hypot(x, y)
    return {
        "kind": "view",
        "heading": atan2(x, y),
        "elevation": atan2(z, far),
        "width": 0.8 / far + wider,
        "height": 0.6 / far + wider,
    }


@dataclass
class Crowd:
    """Answers one question after the other; ``careless``: the share of answers that are anything at all."""

    random: Random
    rules: Rules = field(default_factory=Rules)
    careless: float = 0.0
    words: tuple[InstructionWords, ...] = tuple(words(number) for number in SAID)
    judged: list[Judged] = field(default_factory=list)
    newcomer: int = 1
    foretell: Foretell | None = None
    regions: dict[str, str] = field(default_factory=dict)  # what careful people meant by a region

    @property
    def evidence(self) -> Evidence:
        return Evidence(7, "flat", self.words, tuple(self.judged), self.rules, POSITIONS, self.foretell)

    def work_through(self, most: int = 2000) -> Derived:
        """Answer until nothing is asked any more; fails after ``most`` answers."""
        for _ in range(most):
            derived = derive(self.evidence)
            if not derived.work:
                return derived
            self.answer(self.random.choice(derived.work))
        raise AssertionError(f"still asked after {most} answers")

    def answer(self, question: ItemToAsk, **told: Any) -> Judged:
        person = next(each for each in range(self.newcomer, 10_000) if each not in question.not_for)
        number = sum(each.step is question.step for each in self.judged) + 1
        given = {"seconds": 5.0, "comment": ""} | self._told(question) | told
        at = BEGAN + timedelta(seconds=len(self.judged))
        judged = Judged(question.step, number, 0, person, question.asked, given, at)
        if question.step is Step.DRAW and given["drawn"]:
            self.regions[judged.id] = str(given.pop("thing", "nothing"))
        if question.step is Step.CARRY:
            self.regions[judged.id] = self.regions.get(question.asked.regions[0], "nothing")
        given.pop("thing", None)
        self.judged.append(judged)
        return judged

    def _told(self, question: ItemToAsk) -> dict[str, Any]:
        careless = self.random.random() < self.careless
        return (_anything if careless else _careful)(question, self)


def _careful(question: ItemToAsk, crowd: Crowd) -> dict[str, Any]:
    asked = question.asked
    meant = [truth_of(key) for key in asked.mentions]
    things = [MEANT.get(word, {word}) for word in meant]
    shown = {crowd.regions.get(name, "nothing") for name in (*asked.regions, *asked.beside)}
    answers: dict[Step, Callable[[], dict[str, Any]]] = {
        Step.MENTION: lambda: {
            "transcript_sha256": transcript_digest(SAID[asked.instruction or 0][1]),
            "mentions": spans(asked.instruction or 0),
        },
        Step.LINK: lambda: {"verdict": "same" if things[0] == things[1] else "different"},
        Step.VERIFY: lambda: (
            {"verdict": "same", "odd": []}
            if all(each == things[0] for each in things)
            else {
                "verdict": "not_same",
                "odd": [
                    key.mention_id
                    for key, each in zip(asked.mentions, things, strict=True)
                    if each != things[0]
                ],
            }
        ),
        Step.NEED: lambda: {"verdict": NEED.get(meant[0], "box")},
        Step.DRAW: lambda: _draw(sorted(things[0] - shown), crowd),
        Step.QUALITY: lambda: (
            {"verdict": "good", "reason": None}
            if crowd.regions.get(asked.regions[0]) in things[0]
            else {"verdict": "bad", "reason": "not_it"}
        ),
        Step.COVERAGE: lambda: {"verdict": "all" if things[0] <= shown else "missing"},
        Step.SAME_THING: lambda: {"verdict": "same" if len(shown) == 1 else "different"},
        Step.CARRY: lambda: {"verdict": "accept" if asked.foretold and asked.foretold.shape else "hidden"},
        Step.MEANT: lambda: _draw(sorted(things[0]), crowd),
    }
    return answers[question.step]()


def _draw(things: list[str], crowd: Crowd) -> dict[str, Any]:
    if not things or things[0] not in THINGS:
        return {"drawn": None}
    viewpoint = crowd.random.choice(sorted(POSITIONS))
    shape = box_of(things[0], viewpoint, crowd.random.uniform(0, 0.01))
    return {
        "thing": things[0],
        "drawn": {
            "viewpoint_id": viewpoint,
            "shape": shape,
            "visible": "whole",
            "group": False,
            "from_region": None,
        },
    }


def _anything(question: ItemToAsk, crowd: Crowd) -> dict[str, Any]:
    pick = crowd.random.choice
    asked = question.asked
    answers: dict[Step, Callable[[], dict[str, Any]]] = {
        Step.MENTION: lambda: (
            _careful(question, crowd)
            | {"mentions": [each for each in spans(asked.instruction or 0) if pick([True, True, False])]}
        ),
        Step.LINK: lambda: {"verdict": pick(["same", "different", "not_seen", "part_of", "unclear"])},
        Step.VERIFY: lambda: {
            "verdict": pick(["same", "not_same"]),
            "odd": pick([[], [asked.mentions[0].mention_id]]),
        },
        Step.NEED: lambda: {"verdict": pick(["box", "scene", "not_visual"])},
        Step.DRAW: lambda: _draw([pick(sorted(THINGS))], crowd) if pick([True, False]) else {"drawn": None},
        Step.QUALITY: lambda: {"verdict": pick(["good", "bad"])},
        Step.COVERAGE: lambda: {"verdict": pick(["all", "missing"])},
        Step.SAME_THING: lambda: {"verdict": pick(["same", "different", "unclear"])},
        Step.CARRY: lambda: {"verdict": "not_there"},
        Step.MEANT: lambda: {"drawn": None},
    }
    return answers[question.step]()


def without(crowd: Crowd, *gone: Judged) -> Evidence:
    return replace(crowd.evidence, judged=tuple(each for each in crowd.judged if each not in gone))


def marked(seed: int = 0, rules: Rules | None = None, only: tuple[int, ...] = tuple(SAID)) -> Crowd:
    """A crowd that has marked all words, and done nothing else."""
    crowd = Crowd(Random(seed), rules or Rules(mark_twice=0), words=tuple(words(number) for number in only))
    while found := [each for each in derive(crowd.evidence).work if each.step is Step.MENTION]:
        crowd.answer(found[0])
    return crowd
