"""Where pages about boxes begin: in the view that Guides had most while they spoke of the thing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import pi
from pathlib import Path
from random import Random
from typing import Any

import pytest

from align import GroundedWord, TimedWord, ground
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.annotations.records import report_id
from pangea_server.annotate.kinds.landmark_prior import best_look
from pangea_server.annotate.kinds.landmark_wire import GuideLook, Phrase, Sentence
from pangea_server.app.testing.server import Someone
from pangea_server.stores.protocol import Store
from tests.exports.sample import open_sample
from tests.landmarks.advancing.one_path import PLAIN, create, guided, spoken
from tests.landmarks.spoken_crowd import answer

BOXES = {"kinds": ["mention", "coref_link", "box_need", "box_draw"], "mark_twice": 0, "one_step": False}
LONG = 3
"""Characters beyond which a word is said slowly."""


def phrase(*looks: GuideLook) -> Phrase:
    sentence = Sentence(
        instruction_id=1,
        transcript="the lamp",
        transcript_sha256="0" * 64,
        language="en-IN",
        direction="ltr",
        voice_url=None,
        voice_duration=None,
    )
    return Phrase(mention_id="1", sentence=sentence, start_char=0, end_char=8, text="the lamp", looks=looks)


def look(at: str, heading: float, seconds: float, elevation: float = 0.0) -> GuideLook:
    return GuideLook(viewpoint_id=at, heading=heading, elevation=elevation, seconds=seconds)


def test_a_page_begins_at_the_view_that_was_seen_longest() -> None:
    first, second = look("hall", 0.0, 0.1), look("kitchen", 1.0, 0.6)
    assert best_look([phrase(first, second)]) == second
    assert best_look([phrase(second), phrase(first)]) == second
    assert best_look([phrase(second), phrase(first), phrase(look("hall", 0.0, 0.7))]) == first
    assert best_look([phrase(), phrase()]) is None


def test_views_that_overlap_add_up_over_the_seam() -> None:
    """Three short looks at about one thing are more than a long one elsewhere; their middle has most of all."""
    near = [look("hall", angle, 0.5) for angle in (pi - 0.1, pi - 0.02, 0.05 - pi)]
    assert best_look([phrase(look("hall", 0.0, 1.0)), phrase(*near)]) == near[1]


def said_slowly(words: Sequence[TimedWord], path: Sequence[str]) -> Iterator[GroundedWord]:
    """Articles take a moment at the first viewpoint of a path, all other words a second at the next one."""
    time = 0.0
    for word in ground(words, None):
        slow = len(word.word) > LONG
        end = time + (1.0 if slow else 0.1)
        yield replace(
            word,
            start_time=time,
            end_time=end,
            viewpoint_id=path[slow],
            heading=float(slow),
            elevation=0.0,
            first_snapshot=0,
            last_snapshot=0,
        )
        time = end


def test_the_pages_of_a_campaign_begin_where_guides_looked_most(
    store: Store, come: Callable[..., Someone]
) -> None:
    said = spoken(2, ("en-IN",), PLAIN)
    create(store, said, BOXES)
    truth = guided(said, come)
    [instruction] = said.instructions
    timed = tuple(said_slowly(instruction.words, said.path))
    number = truth.numbers[instruction.instruction_id]
    store.records.create(
        AlignmentRecord(
            task_id=report_id("guide", number), engine="test", state="aligned", timed_instruction=timed
        )
    )
    person, begun = come("en-IN"), dict[str, list[Any]]()
    while (given := person.call("POST", "/leases", json={})).status_code == 200:
        lease = given.json()
        begun.setdefault(lease["kind"], []).extend(lease["args"]["items"])
        told = {"answer": answer(lease["kind"], lease["args"], truth, Random(1))}
        assert person.submit(lease["lease_id"], told).status_code == 200
    for kind in ("box_need", "box_draw"):
        articles = [
            each for each in begun[kind] if each["phrase"]["looks"][0]["viewpoint_id"] == said.path[0]
        ]
        assert articles, kind
        for item in begun[kind]:
            start = item["start"]
            assert (start["viewpoint_id"], start["heading"], start["seconds"]) == (said.path[1], 1.0, 1.0)


@pytest.mark.shared_data
def test_the_real_guide_says_ball_where_it_can_be_seen(shared: Path) -> None:
    """ "A grey colored ball" of RxR's 46944 begins one viewpoint before the ball's; most of it is said there."""
    _, _, walked = open_sample(shared / "data" / "pangea_sample")
    times = {"a": (31.18, 31.30), "grey": (31.30, 31.68), "colored": (31.68, 32.05), "ball": (32.05, 32.48)}
    words = [TimedWord(word, start, end, source="aligned") for word, (start, end) in times.items()]
    looks = [
        look(word.viewpoint_id or "", word.heading or 0, end - start, word.elevation or 0)
        for word, (start, end) in zip(ground(words, walked), times.values(), strict=True)
    ]
    start = best_look([phrase(*looks)])
    assert start is not None
    assert (looks[0].viewpoint_id[:6], start.viewpoint_id[:6]) == ("c3b46e", "ad2772")
