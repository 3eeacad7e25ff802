"""The demo's Guides: their voices, words with times and cameras as they ship, and what the words mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, FiniteFloat

from align import PoseTrace, TimedWord
from align.spoken_routes import SpokenChain, SpokenInstruction, SpokenMention, SpokenPath
from align.spoken_routes.speaker import NATURAL
from align.spoken_routes.timeline import CameraTurn, Timeline, camera
from align.spoken_routes.vocabulary import naming, types_of
from environments.demo import DemoHouse
from environments.labels import Labels
from environments.sightings import Sighting, sighting
from pangea_server.app.demo_landmarks.scripts import LANGUAGE, PATH, SCAN, SCRIPTS, NamedThing

DATA = files("pangea_server.app.demo_landmarks") / "data"


class SpokenWord(BaseModel):
    """A word, and when it was said: seconds of the voice."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    word: str
    start_time: FiniteFloat
    end_time: FiniteFloat


class RecordedSpeech(BaseModel):
    """What a Guide said, as a JSON file keeps it; the voice is beside it.

    Attributes:
        duration: of the voice, in seconds.
        leaves: when the walk leaves each viewpoint but the last.
        looks: from when on (seconds) the camera turns to which heading and elevation (radians).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    duration: FiniteFloat
    words: tuple[SpokenWord, ...]
    leaves: tuple[FiniteFloat, ...]
    looks: tuple[tuple[FiniteFloat, FiniteFloat, FiniteFloat], ...]

    @property
    def transcript(self) -> str:
        return " ".join(each.word for each in self.words)

    @property
    def timed(self) -> tuple[TimedWord, ...]:
        """The words with their characters as well."""
        found: list[TimedWord] = []
        start = 0
        for each in self.words:
            end = start + len(each.word)
            times = each.start_time, each.end_time
            found.append(TimedWord(each.word, *times, "aligned", start_char=start, end_char=end))
            start = end + 1
        return tuple(found)

    @property
    def trace(self) -> PoseTrace:
        """The camera, which turns from look to look and walks on as each viewpoint is left."""
        timeline = Timeline(self.transcript, self.timed, (), self.leaves, self.duration)
        places = DemoHouse().scan(SCAN).viewpoints
        positions = {name: places[name].position for name in PATH}
        return camera([CameraTurn(*each) for each in self.looks], timeline, PATH, positions, NATURAL)


@cache
def said(name: str) -> RecordedSpeech:
    """What one of the Guides said."""
    return RecordedSpeech.model_validate_json((DATA / f"{name}.json").read_bytes())


def voice(name: str) -> bytes:
    """A Guide's voice, Opus in Ogg."""
    return (DATA / f"{name}.opus").read_bytes()


def meaning() -> SpokenPath:
    """What both of them mean, as simulated people know it: where the house's labels show it along the path."""
    labels = DemoHouse().labels(SCAN)
    assert labels is not None, "the demo house is labelled"
    instructions = tuple(_instruction(labels, number, name) for number, name in enumerate(SCRIPTS, 1))
    things = dict.fromkeys(each.thing for name in SCRIPTS for each in _named(name))
    return SpokenPath(
        path_id=1,
        scan_id=SCAN,
        path=PATH,
        instructions=instructions,
        chains=tuple(_chain(thing, instructions) for thing in things),
        entities=(),
        regions={(each.object_id, each.viewpoint_id): each for each in _seen(labels, things)},
    )


def _seen(labels: Labels, things: dict[str, None]) -> Iterator[Sighting]:
    for place in PATH:
        for thing in things:
            if found := sighting(labels, thing, place):
                yield found


def _instruction(labels: Labels, number: int, name: str) -> SpokenInstruction:
    told = said(name)
    mentions = tuple(_mentions(labels, number, name))
    return SpokenInstruction(number, LANGUAGE, told.transcript, told.timed, mentions, told.trace)


def _mentions(labels: Labels, number: int, name: str) -> Iterator[SpokenMention]:
    told, start = said(name), 0
    for each in _named(name):
        start = told.transcript.index(each.words, start)
        end = start + len(each.words)
        times = [word for word in told.timed if start <= (word.start_char or 0) < end]
        noun = start + each.words.index(each.noun)
        yield SpokenMention(
            f"{number:06d}-{start}-{end}",
            start,
            end,
            each.words,
            (noun, noun + len(each.noun)) if each.noun else None,
            types_of(naming(labels.object(each.thing).label).noun),
            "one",
            "name" if each.noun else "pronoun",
            "new_in_text" if each.noun else "old_in_text",
            times[0].start_time,
            times[-1].end_time,
            PATH[0],
            each.thing,
        )
        start = end


def _named(name: str) -> Iterator[NamedThing]:
    for sentence in SCRIPTS[name]:
        yield from sentence.named


def _chain(thing: str, instructions: Sequence[SpokenInstruction]) -> SpokenChain:
    said_of = [
        each for instruction in instructions for each in instruction.mentions if each.chain_id == thing
    ]
    return SpokenChain(thing, tuple(each.mention_id for each in said_of), "box", (thing,), None)
