"""A transcript as a network of phone states, in which the search finds the most likely path.

    junction 0 --word 0--> junction 1 --word 1--> ... --word n-1--> junction n

Every pronunciation of a word is an arc between two junctions. Every junction has arcs to itself: silence, noise, and
garbage, which stands for speech that is not written. From a junction the path may also step back over the last words,
which are then said again, or skip a word that is not said; both have a price.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np

from align.viterbi.acoustic_model import BEGIN, END, INSIDE, SINGLE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from align.viterbi.acoustic_model import AcousticModel
    from align.viterbi.lexicon import Pronunciation
    from align.viterbi.prices import Prices

SILENCE, NOISE, GARBAGE, FILLER = -1, -2, -3, -4
"""The kinds of arcs that are not words; words are 0, 1, ..."""


class _State(NamedTuple):
    senones: tuple[int, ...]
    stay: float
    leave: float


@dataclass(frozen=True, slots=True)
class Network:
    """States, arcs and junctions, as arrays. The states of an arc are consecutive, arcs are sorted by junction.

    Attributes:
        senones: the senones of each column of scores. A state's score is that of the best of them, since the word
            beyond a junction is not known. The first column is garbage and has none.
        column: (s,) column of each state's score.
        first: (s,) whether the state begins its arc.
        source: (s,) the junction its arc comes from.
        stay, leave, enter: (s,) log probabilities.
        arc: (s,) the state's arc.
        what: (a,) each arc's word, or ``SILENCE``, ``NOISE``, ``GARBAGE``.
        last, destination: (a,) its last state and the junction it leads to.
        arcs_from: (junctions + 1,) the first arc of each junction.
        fillers_from: (junctions,) the first filler of each junction, whose last arcs they are.
        prices: the prices it was built with.
    """

    senones: tuple[tuple[int, ...], ...]
    column: NDArray[np.uint32]
    first: NDArray[np.bool_]
    source: NDArray[np.int32]
    stay: NDArray[np.float32]
    leave: NDArray[np.float32]
    enter: NDArray[np.float32]
    arc: NDArray[np.int32]
    what: NDArray[np.int32]
    last: NDArray[np.int32]
    destination: NDArray[np.int32]
    arcs_from: NDArray[np.int32]
    fillers_from: NDArray[np.int32]
    prices: Prices

    GARBAGE_COLUMN: ClassVar[int] = 0

    @property
    def n_junctions(self) -> int:
        """Number of junctions: one more than words."""
        return self.arcs_from.size - 1

    def candidates(self, states: NDArray[np.int32]) -> NDArray[np.int64]:
        """Senones (n, k) of states (n,) that are not garbage; the first is repeated for states with fewer."""
        senones = [self.senones[column] for column in self.column[states]]
        widest = max(map(len, senones), default=1)
        padded = [(*some, *some[:1] * (widest - len(some))) for some in senones]
        return np.array(padded, np.int64).reshape(-1, widest)


def build_network(
    words: Sequence[Sequence[Pronunciation]],
    fillers: Sequence[Pronunciation],
    model: AcousticModel,
    prices: Prices,
    neighbours: Sequence[Sequence[Pronunciation]] | None = None,
) -> Network:
    """Build the network of words, each with at least one pronunciation of at least one of the model's phones.

    Args:
        fillers: pronunciations of sounds that people say between words and do not write.
        neighbours: those pronunciations of each word on which the sounds of the words beside it depend; by default all.
            The more there are, the more sounds a state fits, and the less surely words are found.
    """
    columns: dict[tuple[int, ...], int] = {(): Network.GARBAGE_COLUMN}
    usual = words if neighbours is None else neighbours
    contexts = _Contexts(usual, model)
    loops = [
        _arc(columns, SILENCE, _any_context(model, "SIL"), prices.silence),
        _arc(columns, NOISE, _any_context(model, "+NSN+"), prices.noise),
        _arc(columns, GARBAGE, _garbage(model), prices.garbage),
    ]
    filled = [_arc(columns, FILLER, contexts.alone(filler), prices.garbage) for filler in fillers]
    junctions = [
        [
            *loops,
            *(
                _arc(columns, index, contexts.word(index, way), _price(way, word, usual[index], prices))
                for way in word
            ),
            *filled,
        ]
        for index, word in enumerate(words)
    ]
    return _joined([*junctions, [*loops, *filled]], tuple(columns), prices)


def _price(
    way: Pronunciation, word: Sequence[Pronunciation], usual: Sequence[Pronunciation], prices: Prices
) -> float:
    return -math.log(len(word)) + (0.0 if way in usual else prices.other_region)


class _Arc(NamedTuple):
    """An arc. ``states`` is (s, 5): column, whether it is the first, log probabilities of staying, leaving,
    entering."""

    what: int
    states: NDArray[np.float32]


def _arc(columns: dict[tuple[int, ...], int], what: int, states: Iterable[_State], price: float) -> _Arc:
    rows = [
        (columns.setdefault(state.senones, len(columns)), index == 0, state.stay, state.leave, 0.0)
        for index, state in enumerate(states)
    ]
    table = np.array(rows, np.float32)  # a column's number is exact in it
    table[0, -1] = price
    return _Arc(what, table)


def _joined(
    junctions: Sequence[Sequence[_Arc]], senones: tuple[tuple[int, ...], ...], prices: Prices
) -> Network:
    arcs = [arc for junction in junctions for arc in junction]
    column, first, stay, leave, enter = np.concatenate([arc.states for arc in arcs]).T
    lengths = np.array([len(arc.states) for arc in arcs])
    what = np.array([arc.what for arc in arcs], np.int32)
    filled = [sum(arc.what == FILLER for arc in junction) for junction in junctions]
    arcs_of = np.array([len(junction) for junction in junctions])
    source = np.repeat(np.arange(len(junctions), dtype=np.int32), arcs_of)
    return Network(
        senones=senones,
        column=column.astype(np.uint32),
        first=first.astype(np.bool_),
        source=np.repeat(source, lengths),
        stay=stay.astype(np.float32),
        leave=leave.astype(np.float32),
        enter=enter.astype(np.float32),
        arc=np.repeat(np.arange(len(arcs), dtype=np.int32), lengths),
        what=what,
        last=(np.cumsum(lengths) - 1).astype(np.int32),
        destination=(source + (what >= 0)).astype(np.int32),
        arcs_from=np.cumsum([0, *arcs_of]).astype(np.int32),
        fillers_from=(np.cumsum(arcs_of) - filled).astype(np.int32),
        prices=prices,
    )


class _Contexts:
    """Makes the states of words, whose first and last phones depend on the neighbouring words."""

    MOST = 4  # neighbouring phones that are distinguished on either side

    def __init__(self, words: Sequence[Sequence[Pronunciation]], model: AcousticModel) -> None:
        self._model = model
        self._numbers = [[self._numbered(p) for p in word] for word in words]
        self._senones: dict[tuple[int, tuple[int, ...], tuple[int, ...], int], list[_State]] = {}

    def word(self, index: int, pronunciation: Pronunciation) -> Iterable[_State]:
        phones = self._numbered(pronunciation)
        yield from self._chain(phones, self._last_phones(index - 1), self._first_phones(index + 1))

    def alone(self, pronunciation: Pronunciation) -> Iterable[_State]:
        """Between silences."""
        silence = (self._model.silence,)
        return self._chain(self._numbered(pronunciation), silence, silence)

    def _chain(
        self, phones: Sequence[int], before: tuple[int, ...], after: tuple[int, ...]
    ) -> Iterable[_State]:
        for place, phone in enumerate(phones):
            left = (phones[place - 1],) if place else before
            right = (phones[place + 1],) if place + 1 < len(phones) else after
            yield from self._phone(phone, left, right, _position(place, len(phones)))

    def _phone(
        self, phone: int, left: tuple[int, ...], right: tuple[int, ...], position: int
    ) -> list[_State]:
        key = (phone, left, right, position)
        if key not in self._senones:
            in_context = self._model.model_in_context
            models = {in_context(phone, a, b, position) for a in left for b in right}
            self._senones[key] = _states(self._model, sorted(models), phone)
        return self._senones[key]

    def _numbered(self, pronunciation: Pronunciation) -> list[int]:
        return [self._model.phones[phone] for phone in pronunciation]

    def _last_phones(self, index: int) -> tuple[int, ...]:
        said = {numbers[-1] for numbers in self._numbers[index]} if index >= 0 else set()
        return self._with_silence(said)

    def _first_phones(self, index: int) -> tuple[int, ...]:
        said = {numbers[0] for numbers in self._numbers[index]} if index < len(self._numbers) else set()
        return self._with_silence(said)

    def _with_silence(self, said: set[int]) -> tuple[int, ...]:
        return (self._model.silence, *sorted(said)[: self.MOST - 1])


def _states(model: AcousticModel, models: Sequence[int], phone: int) -> list[_State]:
    senones = model.definition.senones[list(models)]
    transition = model.definition.transition[phone]
    stay, leave = model.stay[transition], model.leave[transition]
    return [
        _State(tuple(np.unique(senones[:, state]).tolist()), float(stay[state]), float(leave[state]))
        for state in range(senones.shape[1])
    ]


def _any_context(model: AcousticModel, phone: str) -> list[_State]:
    number = model.phones[phone]
    return _states(model, [number], number)


def _garbage(model: AcousticModel) -> list[_State]:
    """The garbage state: it lasts like a vowel and is scored by the most likely phone of all."""
    return [state._replace(senones=()) for state in _any_context(model, "AH")]


def _position(place: int, length: int) -> int:
    if length == 1:
        return SINGLE
    return BEGIN if place == 0 else END if place == length - 1 else INSIDE
