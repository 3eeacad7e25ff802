"""A speaker: what a person says at each viewpoint of a path, from what can be seen there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import pi, radians
from typing import TYPE_CHECKING

from align.spoken_routes.phrases import (
    Referent,
    RoutePhrase,
    beside,
    filled,
    group_of,
    name_of,
    noun_phrase,
    short_of,
)
from align.spoken_routes.vocabulary import naming, types_of, vocabulary
from environments.geometry import wrap_angle

if TYPE_CHECKING:
    import numpy as np

    from align.spoken_routes.records import Form, Number, Slip
    from align.spoken_routes.vocabulary import LabelWords
    from environments.sightings import Sighting

LEAST_STERADIANS = 0.004
"""Of what is worth a word: 3.6 degrees square."""
_MOST_HIDDEN = 0.6
_TURN = radians(40)
_SIDE = radians(35)


@dataclass(frozen=True, slots=True)
class Manner:
    """How a person speaks and looks: shares in [0, 1] of the occasions on which they do so.

    Attributes:
        pronouns: "Go past it" after a thing was named.
        groups: several things of one noun, where they are seen together; then one of them without its noun.
        nested: a thing by another near it.
        deixis: "this one" for what was named just before, or for what only the picture shows.
        from_sight: a first "it" that no words explain.
        slips: of named things: another colour, noun or side, or a thing that cannot be seen.
        words_per_second: in the middle of a sentence; seconds of each word vary around it.
        lead, lead_spread: seconds by which the eyes are at a thing before its first word, and their deviation.
        gaze_noise: deviation of each look from a thing's middle, in radians.
        snapshots_per_second: of the camera.
    """

    pronouns: float = 0.5
    groups: float = 0.5
    nested: float = 0.25
    deixis: float = 0.15
    from_sight: float = 0.1
    slips: float = 0.0
    words_per_second: float = 2.3
    lead: float = 0.5
    lead_spread: float = 0.1
    gaze_noise: float = radians(4)
    snapshots_per_second: float = 10.0


NATURAL = Manner()


@dataclass(frozen=True, slots=True)
class PathPlace:
    """A viewpoint of the path, as its speaker finds it.

    Attributes:
        heading: of arriving, or of leaving the first; ``onwards``: of leaving, None at the goal.
        seen: what is worth a word, by object id.
        room: its names by language tag, English under "en"; empty if the scan has no floor plan.
    """

    viewpoint_id: str
    heading: float
    onwards: float | None
    seen: Mapping[str, Sighting]
    room: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PlacedSentence:
    """A sentence, the number of the place where it is said, and whether the walk goes on after it."""

    phrase: RoutePhrase
    place: int
    step: bool = False


@dataclass(slots=True)
class RouteSpeaker:
    """Says one instruction.

    Args:
        language: without its region.
        labels: English labels of all things of the scan, by object id.
    """

    language: str
    places: Sequence[PathPlace]
    labels: Mapping[str, str]
    manner: Manner
    random: np.random.Generator
    _said: list[PlacedSentence] = field(default_factory=list)
    _at: int = 0

    def speak(self) -> list[PlacedSentence]:
        """The sentences from start to goal; at least one a viewpoint."""
        for number, place in enumerate(self.places):
            self._at = number
            self._turn(place)
            talked = self._look_around(place) + self._talk_of_groups(place)
            if place.onwards is not None:
                self._go_on(place, talked)
        self._stop(self.places[-1])
        return self._said

    def _turn(self, place: PathPlace) -> None:
        if self._at and place.onwards is not None:
            turn = float(wrap_angle(place.onwards - place.heading))
            if abs(turn) >= _TURN:
                self._say("turn_right" if turn > 0 else "turn_left")

    def _look_around(self, place: PathPlace) -> int:
        thing = self._something(place)
        if thing is None:
            return 0
        number = self._number(thing)
        if self._happens(self.manner.from_sight):
            form: Form = "deixis" if self._happens(self.manner.deixis) else "pronoun"
            self._say("again", A=self._short(Referent("box", (thing,)), form, number, thing))
            return 1
        slip = self._slip(place, thing)
        named = self._named(place, thing, slip)
        self._say("look", A=named, side=self._side(place, thing, wrong=slip == "side"))
        if slip == "absent":
            return 1
        if self._happens(self.manner.pronouns):
            form = "deixis" if self._happens(self.manner.deixis) else "pronoun"
            self._say("again", A=self._short(Referent("box", (thing,)), form, number, thing))
        return 1

    def _talk_of_groups(self, place: PathPlace) -> int:
        groups = _groups(place, self.labels)
        if not groups or not self._happens(self.manner.groups):
            return 0
        noun, things = groups[int(self.random.integers(len(groups)))]
        colours = [naming(self.labels[thing]).colour for thing in things]
        same = colours[0] if len(set(colours)) == 1 else None
        all_of_them = Referent("box", things)
        phrase = group_of(self.language, noun, len(things), same)
        self._say(
            "look",
            A=phrase.meant(all_of_them, types_of(noun), "several", "name"),
            side=self._side(place, things[0]),
        )
        if self._happens(self.manner.pronouns):
            self._say("again", A=self._short(all_of_them, "pronoun", "several", things[0]))
        self._choose_one(noun, things, colours)
        return 1

    def _choose_one(self, noun: str, things: Sequence[str], colours: Sequence[str | None]) -> None:
        """One of a group without its noun, by a colour that no other has; or the other one of two."""
        told = Counter(colours)
        alone = [at for at, colour in enumerate(colours) if colour is not None and told[colour] == 1]
        if alone:
            at = alone[int(self.random.integers(len(alone)))]
            form: Form = "attribute" if self._happens(0.3) else "ellipsis"
            self._say(
                "choose", A=self._short(Referent("box", (things[at],)), form, "one", things[at], colours[at])
            )
        if len(things) == 2 and alone and self._happens(0.5):
            other = things[1 - at]
            self._say("again", A=self._short(Referent("box", (other,)), "ellipsis", "one", other))

    def _go_on(self, place: PathPlace, talked: int) -> None:
        following = self.places[self._at + 1].room
        if following and following != place.room:
            self._say("enter", step=True, A=self._room(following))
            return
        ahead = self._something(place, towards=place.onwards)
        if ahead is None or (talked and self._happens(0.3)):
            self._say("plain", step=True)
        else:
            self._say("step", step=True, A=self._named(place, ahead, self._slip(place, ahead, sided=False)))

    def _stop(self, place: PathPlace) -> None:
        thing = self._something(place)
        if thing is not None:
            self._say("stop", A=self._named(place, thing, None))
        end = vocabulary(self.language)["sentences"]["the_end"]
        start = end["text"].rfind(end["head"])
        phrase = RoutePhrase(end["text"], head=(start, start + len(end["head"])))
        nothing = Referent("not_visual", name="the end")
        self._say("end", A=phrase.meant(nothing, ("other",), "one", "name"))

    def _something(self, place: PathPlace, towards: float | None = None) -> str | None:
        """A thing that is seen from a place, large ones more often; within 45 degrees of a heading, if one is told."""
        things = [
            thing
            for thing, seen in place.seen.items()
            if towards is None or abs(float(wrap_angle(middle_of(seen)[0] - towards))) < pi / 4
        ]
        if not things:
            return None
        weights = [place.seen[thing].steradians ** 0.5 for thing in things]
        return things[self.random.choice(len(things), p=[weight / sum(weights) for weight in weights])]

    def _named(self, place: PathPlace, thing: str, slip: Slip | None) -> RoutePhrase:
        if slip == "absent":
            return self._absent(thing)
        name = naming(self.labels[thing])
        alone = sum(naming(self.labels[other]).noun == name.noun for other in place.seen) == 1
        short = alone and self._happens(0.5)
        colour = None if short and self._happens(0.3) else name.colour
        noun = name
        if slip == "colour" and name.colour:
            colour, short = self._another_colour(name.colour), False
        if slip == "noun":
            noun, short = self._another_noun(place, name), True
        phrase = name_of(self.language, noun, whole=not short, colour=colour)
        if slip is None and self._happens(self.manner.nested):
            phrase = self._by_another(place, thing, name)
        return phrase.meant(Referent("box", (thing,)), types_of(name.noun), self._number(thing), "name", slip)

    def _by_another(self, place: PathPlace, thing: str, name: LabelWords) -> RoutePhrase:
        """A thing by the one that is next to it in the picture, or by its name alone if none is."""
        phrase = name_of(self.language, name, whole=False, colour=name.colour)
        heading, elevation = middle_of(place.seen[thing])
        near = {
            other: abs(float(wrap_angle(middle_of(seen)[0] - heading))) + abs(middle_of(seen)[1] - elevation)
            for other, seen in place.seen.items()
            if naming(self.labels[other]).noun != name.noun
        }
        other = min(near, key=near.__getitem__, default=None)
        if other is None or near[other] > pi / 6:
            return phrase
        inner_name = naming(self.labels[other])
        inner = name_of(self.language, inner_name, whole=True, colour=inner_name.colour)
        marked = inner.meant(
            Referent("box", (other,)), types_of(inner_name.noun), self._number(other), "name"
        )
        return beside(self.language, phrase, marked, name.noun)

    def _absent(self, thing: str) -> RoutePhrase:
        """A thing that no place of the path shows, by its label; the thing itself if all are shown."""
        shown = {other for place in self.places for other in place.seen}
        hidden = sorted(set(self.labels) - shown)
        other = hidden[int(self.random.integers(len(hidden)))] if hidden else thing
        name = naming(self.labels[other])
        phrase = name_of(self.language, name, whole=True, colour=name.colour)
        meant = Referent("not_visual", name=other) if hidden else Referent("box", (thing,))
        number = self._number(other)
        return phrase.meant(meant, types_of(name.noun), number, "name", "absent" if hidden else None)

    def _short(
        self, referent: Referent, form: Form, number: Number, thing: str, colour: str | None = None
    ) -> RoutePhrase:
        noun = naming(self.labels[thing]).noun
        return short_of(self.language, form, number, noun, colour).meant(
            referent, types_of(noun), number, form
        )

    def _room(self, names: Mapping[str, str]) -> RoutePhrase:
        """A room by its name in the language, or in English."""
        phrase = noun_phrase(names.get(self.language, names["en"]))
        return phrase.meant(Referent("scene", name=names["en"]), ("scene",), "one", "name")

    def _slip(self, place: PathPlace, thing: str, *, sided: bool = True) -> Slip | None:
        if not self._happens(self.manner.slips):
            return None
        name = naming(self.labels[thing])
        possible: list[Slip] = ["absent"]
        possible += ["colour"] if name.colour else []
        possible += ["side"] if sided else []
        possible += ["noun"] if self._another_noun(place, name) is not name else []
        return possible[int(self.random.integers(len(possible)))]

    def _another_colour(self, colour: str) -> str:
        others = sorted(set(vocabulary("en")["colours"]) - {colour})
        other: str = others[int(self.random.integers(len(others)))]
        return other

    def _another_noun(self, place: PathPlace, name: LabelWords) -> LabelWords:
        """Another thing's name of the same number; the same one if none is seen."""
        others = [
            other
            for thing in sorted(place.seen)
            if (other := naming(self.labels[thing])).noun != name.noun and other.plural == name.plural
        ]
        return others[int(self.random.integers(len(others)))] if others else name

    def _side(self, place: PathPlace, thing: str, *, wrong: bool = False) -> str:
        turn = float(wrap_angle(middle_of(place.seen[thing])[0] - place.heading))
        if wrong:
            turn = float(wrap_angle(turn + pi)) if abs(turn) < _SIDE or abs(turn) > pi - _SIDE else -turn
        side = "right" if turn > 0 else "left"
        if abs(turn) < _SIDE:
            side = "ahead"
        if abs(turn) > pi - _SIDE:
            side = "behind"
        words: str = vocabulary(self.language)["sides"][side]
        return words

    def _number(self, thing: str) -> Number:
        return "several" if naming(self.labels[thing]).plural else "one"

    def _happens(self, share: float) -> bool:
        return bool(self.random.random() < share)

    def _say(self, kind: str, *, step: bool = False, **parts: RoutePhrase | str) -> None:
        patterns: Sequence[str] = vocabulary(self.language)["sentences"][kind]
        pattern = patterns[int(self.random.integers(len(patterns)))]
        phrase = filled(self.language, pattern, **parts)
        text = phrase.text[0].upper() + phrase.text[1:] if self.language == "en" else phrase.text
        self._said.append(PlacedSentence(RoutePhrase(text, phrase.marks), self._at, step))


def middle_of(seen: Sighting) -> tuple[float, float]:
    """Heading and elevation of the middle of what is seen of a thing."""
    if seen.box is not None:
        return seen.box.heading, seen.box.elevation
    return float(wrap_angle(seen.bounds.west + seen.bounds.width / 2)), (
        seen.bounds.low + seen.bounds.high
    ) / 2


def is_worth_a_word(seen: Sighting) -> bool:
    """Whether so much of a thing is seen that people would talk about it."""
    return seen.steradians >= LEAST_STERADIANS and (seen.hidden is None or seen.hidden <= _MOST_HIDDEN)


def _groups(place: PathPlace, labels: Mapping[str, str]) -> list[tuple[str, tuple[str, ...]]]:
    """Several things of one noun that are seen together, each a single one."""
    together: dict[str, list[str]] = {}
    for thing in sorted(place.seen):
        name = naming(labels[thing])
        if not name.plural:
            together.setdefault(name.noun, []).append(thing)
    return [(noun, tuple(things)) for noun, things in sorted(together.items()) if len(things) > 1]
