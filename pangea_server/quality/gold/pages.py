"""Pages whose answers are known, of what was said about one path of a labelled place; pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from pangea_server.annotate.kinds.landmark_check import GoldPage
from pangea_server.annotate.kinds.landmark_made import Made, MadeWords
from pangea_server.annotate.landmarks.protocol.asked import PER_PAGE, Asked, Step
from pangea_server.core.records import padded
from pangea_server.quality.gold import box_items, word_items
from pangea_server.quality.gold.material import GoldItem, Maker, Material

MOST_ITEMS = 10
"""Of a page; fewer than people mostly get where pages are longer, so that a path has enough of them."""
MAKERS: Mapping[Step, Maker] = {
    Step.LINK: word_items.links,
    Step.VERIFY: word_items.verified,
    Step.NEED: word_items.needs,
    Step.DRAW: box_items.draws,
    Step.QUALITY: box_items.qualities,
    Step.COVERAGE: box_items.covered,
    Step.SAME_THING: box_items.compared,
    Step.CARRY: box_items.carried,
    Step.MEANT: box_items.meant,
}
"""Of all steps whose pages have several items."""


@dataclass(frozen=True)
class GoldItems:
    """Items of one step, what they show, and what is right. ``made`` holds no more than they show."""

    step: Step
    language: str
    asked: tuple[Asked, ...]
    made: Made
    gold: GoldPage


@dataclass(frozen=True)
class PageMaker:
    """Makes the pages of one path.

    Args:
        next_region: a number as those of tasks in which boxes were drawn; each call gives another one.
        most: items of a page.
    """

    material: Material
    next_region: Callable[[], int]
    most: int = MOST_ITEMS

    def pages(self, language: str) -> Iterator[GoldItems]:
        """At most one page of each step in a language, one of each instruction whose mentions are to be marked; none
        with fewer items than half a page has."""
        for said in self.material.said_in(language):
            yield self._page(Step.MENTION, language, [word_items.mention(self.material, said)])
        for step, make in MAKERS.items():
            most = min(PER_PAGE[step], self.most)
            found = _balanced(make(self.material, language), most, self.material.random)
            if 2 * len(found) >= most:
                yield self._page(step, language, found)

    def _page(self, step: Step, language: str, items: Sequence[GoldItem]) -> GoldItems:
        inner = [name for each in items for name in (*each.asked.regions, *each.asked.beside)]
        names = {name: self._as_drawn() for name in inner}
        asked = tuple(_renamed(each.asked, names) for each in items)
        keys = [key for each in asked for key in each.mentions]
        wanted = {each.instruction for each in asked if each.instruction is not None}
        wanted |= {key.instruction_id for key in keys}
        by_id = {each.key.mention_id: each for each in self.material.all_told}
        made = Made(
            words={
                self.material.numbers[said.instruction_id]: MadeWords(
                    language=said.language, transcript=said.text
                )
                for said in self.material.spoken.instructions
                if self.material.numbers[said.instruction_id] in wanted
            },
            mentions={key.mention_id: by_id[key.mention_id].known for key in keys},
            drawn={new: self.material.drawn[old] for old, new in names.items()},
        )
        return GoldItems(step, language, asked, made, GoldPage(items=tuple(each.gold for each in items)))

    def _as_drawn(self) -> str:
        """An id as that of a region which a person drew."""
        return f"{Step.DRAW.value}-{padded(self.next_region())}-{self.material.random.randrange(PER_PAGE[Step.DRAW])}"


def _renamed(asked: Asked, names: Mapping[str, str]) -> Asked:
    foretold = asked.foretold
    return asked.model_copy(
        update={
            "regions": tuple(names[name] for name in asked.regions),
            "beside": tuple(names[name] for name in asked.beside),
            "foretold": foretold and foretold.model_copy(update={"from_region": names[foretold.from_region]}),
        }
    )


def _balanced(items: Iterator[GoldItem], most: int, random: Random) -> list[GoldItem]:
    """Some of the items in any order, of each right answer as many as there are, so that none can be guessed."""
    by_value: dict[str, list[GoldItem]] = {}
    for each in items:
        by_value.setdefault(each.gold.value, []).append(each)
    for alike in by_value.values():
        random.shuffle(alike)
    kept: list[GoldItem] = []
    while len(kept) < most and any(by_value.values()):
        kept += [alike.pop() for alike in by_value.values() if alike]
    kept = kept[:most]
    random.shuffle(kept)
    return kept
