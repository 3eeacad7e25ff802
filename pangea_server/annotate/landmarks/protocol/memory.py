"""What the steps of a path came to the last time, so that nothing is worked out again whose inputs are as they were."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar, cast

Result = TypeVar("Result")


class Memory:
    """The last inputs and result of each step, by its name; for any number of threads.

    A result is used for equal inputs alone, so that an older memory, an empty one or another server's gives the same:
    nothing has to be told that an answer was added, withdrawn or rejected. Names that were not asked for between two
    calls of ``forget_others`` are forgotten.
    """

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[tuple[Any, ...], Any]] = {}
        self._asked: set[Hashable] = set()
        self._turn = Lock()

    def of(self, name: Hashable, inputs: tuple[Any, ...], work: Callable[[], Result]) -> Result:
        """What ``work``, a pure function of the inputs, returns for them."""
        with self._turn:
            self._asked.add(name)
            known = self._kept.get(name)
        if known is not None and known[0] == inputs:
            return cast("Result", known[1])
        found = work()
        with self._turn:
            self._kept[name] = inputs, found
        return found

    def has(self, name: Hashable, inputs: tuple[Any, ...]) -> bool:
        """Whether ``of`` would have nothing to work out."""
        with self._turn:
            known = self._kept.get(name)
        return known is not None and bool(known[0] == inputs)

    def same(self, name: Hashable, value: Result) -> Result:
        """The value, as the object of the last call where that is equal: what it is an input of is found at once."""
        return self.of(name, (value,), lambda: value)

    def forget_others(self) -> None:
        """Forget what was not asked for since the last call: it was of answers that are gone, or of chains that came to
        be others."""
        with self._turn:
            for name in self._kept.keys() - self._asked:
                del self._kept[name]
            self._asked.clear()
