"""How far a campaign's landmarks are, as the page /landmarks shows it."""

from __future__ import annotations

from typing import Literal

from pydantic import FiniteFloat

from pangea_server.core.wire import Wire

Cell = Literal["good", "unjudged", "bad", "foretold", "none"]
"""What there is of a chain's things at a viewpoint: a box that was judged good or was accepted, one that nobody has
judged, only bad ones, only where one is expected, or nothing."""


class Seconds(Wire):
    """Seconds for one item: how many were answered, and the tenth, fiftieth and ninetieth of a hundred."""

    items: int
    low: FiniteFloat
    median: FiniteFloat
    high: FiniteFloat
    mean: FiniteFloat


class Cost(Wire):
    """Pay that the ledger has, in minor units."""

    currency: str
    amount: int


class StepFigures(Wire):
    """One kind of question.

    ``open``, ``held``, ``done``: items. ``disputed``: pages that wait for a reviewer. ``seconds``: of the items that
    count; null before the first. ``agreement``: of all ``pairs`` of people who judged the same, the share that said the
    same; null where nobody was asked twice, or there is no verdict to compare. ``left_seconds``: what is open and held
    would take, by the median here or else by ``known_seconds``; null where neither is known. ``known_seconds``:
    Flickr30k Entities' time; ``goal_seconds``: what the page is made for.
    """

    kind: str
    open: int
    held: int
    done: int
    disputed: int
    people: int
    seconds: Seconds | None
    agreement: FiniteFloat | None
    pairs: int
    costs: tuple[Cost, ...]
    left_seconds: FiniteFloat | None
    known_seconds: FiniteFloat | None
    goal_seconds: FiniteFloat | None


class LandmarksOverview(Wire):
    """One campaign; ``campaigns`` are all that ask about landmarks."""

    campaigns: tuple[str, ...]
    campaign_id: str | None
    steps: tuple[StepFigures, ...]


class ChainRow(Wire):
    """What the instructions of a path mean by some words: ``phrase`` is the longest mention.

    ``cells``: one for each viewpoint of the path. ``elsewhere``: good boxes at other viewpoints.
    """

    chain_id: str
    phrase: str
    language: str
    languages: tuple[str, ...]
    mentions: int
    need: str
    cells: tuple[Cell, ...]
    elsewhere: int


class PathRow(Wire):
    """A path's chains; ``items``: how many questions are open, held and done."""

    path_id: int
    scan_id: str
    viewpoints: tuple[str, ...]
    instructions: int
    open: int
    held: int
    done: int
    chains: tuple[ChainRow, ...]


class PathPage(Wire):
    """Paths by number, and the cursor of those that follow."""

    items: tuple[PathRow, ...]
    next_cursor: str | None


class TimingRow(Wire):
    """What one person took for one kind of question; ``annotator_id`` is null for all together."""

    kind: str
    annotator_id: int | None
    seconds: Seconds
    known_seconds: FiniteFloat | None
    goal_seconds: FiniteFloat | None
