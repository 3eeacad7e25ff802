"""A place with a lamp and a sofa, what was said of it, and what a simulated crowd is asked about it."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np

from align.spoken_routes import SpokenChain, SpokenInstruction, SpokenMention, SpokenPath
from environments.regions import ViewBox, region_as_json
from pangea_server.annotate.landmarks.protocol.asked import Step
from pangea_server.collect.landmarks.simulation.answers import Mind
from pangea_server.collect.landmarks.simulation.crowd import Reply, Worker
from pangea_server.collect.landmarks.simulation.truth import Truth

TEXT = "Pass the lamp to the red sofa. The lamp is silence"
HINDI = "दीपक के पास"
LAMP, SOFA = ViewBox(0.0, 0.0, 0.4, 0.4), ViewBox(2.0, 0.0, 0.8, 0.8)
BIGGER = ViewBox(1.0, 0.0, 0.6, 0.6)


def seen(box: ViewBox | None) -> Any:
    return SimpleNamespace(box=box)


def mention(text: str, words: str, chain_id: str, start: int = 0, **more: Any) -> SpokenMention:
    first = text.index(words, start)
    usual: dict[str, Any] = {
        "mention_id": f"{first}",
        "start_char": first,
        "end_char": first + len(words),
        "text": words,
        "head": None,
        "types": ("furniture",),
        "number": "one",
        "form": "name",
        "status": "new",
        "start_time": 0.0,
        "end_time": 1.0,
        "viewpoint_id": "door",
        "chain_id": chain_id,
    }
    return SpokenMention(**(usual | more))


SAID = (
    mention(TEXT, "the lamp", "c1"),
    mention(TEXT, "the red sofa", "c2", head=(TEXT.index("sofa"), TEXT.index("sofa") + 4)),
    mention(TEXT, "The lamp", "c1"),
    mention(TEXT, "silence", "c3", types=("other",)),
)
CHAINS = (
    SpokenChain("c1", (), "box", ("label:lamp",), "c2"),
    SpokenChain("c2", (), "box", ("label:sofa",), None),
    SpokenChain("c3", (), "not_visual", (), None),
)
SPOKEN = SpokenPath(
    path_id=7,
    scan_id="house",
    path=("door", "sofa"),
    instructions=(
        SpokenInstruction(1, "en-IN", TEXT, (), SAID, None),  # type: ignore[arg-type]
        SpokenInstruction(2, "hi-IN", HINDI, (), (mention(HINDI, "दीपक", "c1"),), None),  # type: ignore[arg-type]
    ),
    chains=CHAINS,
    entities=(),
    regions={
        ("label:lamp", "door"): seen(LAMP),
        ("label:lamp", "sofa"): seen(BIGGER),
        ("label:sofa", "sofa"): seen(SOFA),
        ("label:sofa", "door"): seen(None),
    },
)
TRUTH = Truth([SPOKEN])
LINK = Step.LINK.value


def phrase(said: SpokenMention, text: str = TEXT, **more: Any) -> dict[str, Any]:
    place = {"start_char": said.start_char, "end_char": said.end_char}
    sentence = {"transcript": text, "transcript_sha256": "digest"}
    return {"mention_id": said.mention_id, "sentence": sentence} | place | more


def region(box: ViewBox, viewpoint_id: str = "door") -> dict[str, Any]:
    return {"viewpoint_id": viewpoint_id, "shape": region_as_json(box)}


A_LAMP, A_SOFA, ANOTHER_LAMP, SILENCE = map(phrase, SAID)


def mind(right: bool = True, seed: int = 1) -> Mind:
    return Mind(TRUTH, Random(seed), lambda: right)


def foretold(box: ViewBox | None, place: str = "sofa") -> dict[str, Any]:
    return {"viewpoint_id": place, "shape": box and region_as_json(box)}


class Answer:
    def __init__(self, status_code: int, told: Any = None) -> None:
        self.status_code, self.text, self._told = status_code, "refused", told

    def json(self) -> Any:
        return self._told


class Office:
    """Gives out so many pages, one after the other."""

    def __init__(self, pages: int) -> None:
        self.left, self.handed_in = pages, list[Any]()
        self.held: set[str] = set()
        self.most_held = 0

    def call(self, method: str, address: str, told: Any) -> Reply:
        assert method == "POST"
        if address == "/leases":
            if not self.left:
                return Answer(204)
            self.left -= 1
            self.held.add(str(self.left))
            self.most_held = max(self.most_held, len(self.held))
            items = [{"first": A_LAMP, "second": ANOTHER_LAMP}] * 2
            return Answer(200, {"lease_id": str(self.left), "kind": LINK, "args": {"items": items}})
        lease_id = address.removeprefix("/leases/").removesuffix("/submit")
        self.held.remove(lease_id)
        self.handed_in.append(told)
        return Answer(200)


def worker(office: Office | None = None, *quality: float, number: int = 1) -> Worker:
    call = (office or Office(0)).call
    return Worker(call, number, ("en-IN",), np.array(quality or (1.0,)), Random(number))
