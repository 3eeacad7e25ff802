"""Numba's compiler, with a cache on disk where that is possible."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Decorator: compile the function to machine code at its first call, or load it from the cache."""
    try:
        machine_code = numba.njit(cache=True)(function)
    except RuntimeError:  # neither this folder nor the user's cache can be written: compile in every process
        machine_code = numba.njit()(function)
    return cast("Function", machine_code)


def is_cached(function: Any) -> bool:
    """Whether an earlier process has already compiled and cached this function."""
    source, folder = Path(function.py_func.__code__.co_filename), function.stats.cache_path
    pattern = f"{source.stem}.{function.py_func.__qualname__}-*.nbi"
    return folder is not None and any(Path(folder).glob(pattern))
