"""Short store queries from an asynchronous handler."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from fastapi.concurrency import run_in_threadpool

from pangea_server.stores.protocol import Store

P = ParamSpec("P")
T = TypeVar("T")


async def look_up(store: Store, ask: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The result of ``ask``, called in another thread unless the store is faster than changing threads."""
    if store.answers_at_once:
        return ask(*args, **kwargs)
    return await run_in_threadpool(ask, *args, **kwargs)
