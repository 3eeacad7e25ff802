"""A scripted seeker, who waits until its partner is hidden, then walks from viewpoint to viewpoint and asks at each
that is new to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from environments import NavigationGraph
from pangea_server.annotate.kinds.seek import SEEKER
from pangea_server.app.partner.observer import in_room
from pangea_server.app.partner.part import PlayedSeat, text
from pangea_server.collect.pairing.wire import FromPage, FromServer, Over, PartnerReady, PartnerText

YES = re.compile(r"\W*(yes|found|you found me)\b", re.IGNORECASE)
COLDER = re.compile(r"\bcold", re.IGNORECASE)
ASK = "Am I with you? Write yes, warmer, colder, or no."
GIVES_UP = "I have been everywhere, and give up."


@dataclass
class DepthFirstWalk:
    """Depth first over what has not been seen, by ways that somebody who walks there sees. Behind what was colder it
    looks only once the rest has been seen."""

    graph: NavigationGraph
    way: list[str]
    """From the start to where one stands, without what was left again."""
    seen: set[str] = field(default_factory=set)
    heeds: bool = True
    put_off: bool = False

    def __post_init__(self) -> None:
        self.seen |= {*self.way}

    def next(self, colder: bool) -> str | None:
        """The next step; None where there is nothing left to see."""
        here, start = self.way[-1], self.way[0]
        unseen = [name for name in self.graph.neighbors(here) if name not in self.seen]
        if unseen and colder and self.heeds and here != start:
            self.put_off = True
        elif unseen:
            there = min(unseen, key=lambda name: self.graph.distance(here, name))
            self.way.append(there)
            self.seen.add(there)
            return there
        if here != start:
            self.way.pop()
            return self.way[-1]
        if not self.put_off:
            return None
        self.heeds, self.put_off, self.seen = False, False, {start}
        return self.next(colder)


@dataclass
class Seeker(PlayedSeat):
    kind: ClassVar[str] = "seek"
    seat: ClassVar[str] = SEEKER
    search: DepthFirstWalk = field(init=False)

    def __post_init__(self) -> None:
        self.search = DepthFirstWalk(self.place.graph, [self.here])

    @property
    def welcome(self) -> str:
        return "Hello! I am a program. Hide, and say that you are hidden: then I look for you."

    @property
    def outcome(self) -> str:
        return f"They have finished; it looked at {len(self.search.seen)} places, last at {self.here}."

    def act(self, heard: FromServer | None) -> Iterator[FromPage]:
        searches = "began" in self.extra
        if isinstance(heard, PartnerReady) and not searches:
            self.extra["began"] = float(len(self.stood))
            yield text(f"I come! {in_room(self.place, self.here)} {ASK}")
        elif isinstance(heard, PartnerText) and searches:
            yield from self._go_on(heard.words)

    def _go_on(self, words: str) -> Iterator[FromPage]:
        if YES.match(words):
            yield Over(type="over")
            return
        visited, metres, colder = (
            {stand.viewpoint_id for stand in self.stood},
            0.0,
            bool(COLDER.search(words)),
        )
        while there := self.search.next(colder):
            metres += self.place.graph.distance(self.here, there)
            self.step(there)
            if there not in visited:
                yield text(f"I went {metres:.1f} metres. {in_room(self.place, there)} {ASK}")
                return
            colder = False
        yield text(GIVES_UP)
        yield Over(type="over")
