"""Work in several processes that begin with all that this one has in memory."""

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
"""More would end no sooner: the rest takes most of the time then."""

_function: Callable[[Any], Any]
"""Of a fork: what it computes."""


def forks_for(file: Path) -> int:
    """So many are worth starting for a file; 0 for a short one, and where one core or no safe fork is."""
    if sys.platform != "linux" or not file.is_file() or file.stat().st_size <= _LONG:
        return 0
    cores = len(os.sched_getaffinity(0))
    return min(_MOST, cores) if cores > 1 else 0


def each_in_order(function: Callable[[Item], Result], items: Iterable[Item], forks: int) -> Iterator[Result]:
    """``function(item)`` of each; at most two items a fork are in memory."""
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
    """Has a function computed by forks, who know it and all that belongs to it.

    Only items, results and errors are pickled. The first item forks: there should be no other thread.
    """
    with worker_processes(forks, "fork", partial(_begin, function)) as pool:
        yield lambda item: pool.submit(_compute, item)


def _begin(function: Callable[[Any], Any]) -> None:
    global _function
    _function = function
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that forked says when to end


def _compute(item: Any) -> Any:
    return _function(item)
