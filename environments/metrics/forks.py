"""Work in several forked processes, which begin with this one's memory."""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from environments.processes import worker_processes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Future
    from pathlib import Path

Item = TypeVar("Item")
Result = TypeVar("Result")

_LONG = 4_000_000
_MOST = 4
"""More forks would not be faster: the other work then takes most of the time."""

_function: Callable[[Any], Any]
"""The function that a fork computes."""


def forks_for(file: Path) -> int:
    """Number of forks worth starting for a file; 0 for a short file, with only one core, or without safe forking."""
    if sys.platform != "linux" or not file.is_file() or file.stat().st_size <= _LONG:
        return 0
    cores = len(os.sched_getaffinity(0))
    return min(_MOST, cores) if cores > 1 else 0


def each_in_order(function: Callable[[Item], Result], items: Iterable[Item], forks: int) -> Iterator[Result]:
    """Yield ``function(item)`` for each item, in order; at most two items per fork are in memory."""
    running: deque[Future[Result]] = deque()
    with forked(function, forks) as submit:
        for item in items:
            running.append(submit(item))
            if len(running) == 2 * forks:
                yield running.popleft().result()
        while running:
            yield running.popleft().result()


@contextmanager
def forked(function: Callable[[Item], Result], forks: int) -> Iterator[Callable[[Item], Future[Result]]]:
    """Compute a function in forks, which inherit it with all its data.

    Only items, results and errors are pickled. Forking happens at the first item, when no other thread should run.
    """
    with worker_processes(forks, "fork", partial(_begin, function)) as pool:
        yield lambda item: pool.submit(_compute, item)


def _begin(function: Callable[[Any], Any]) -> None:
    global _function
    _function = function
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process decides when to end


def _compute(item: Any) -> Any:
    return _function(item)
