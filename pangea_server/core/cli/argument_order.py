"""Arguments that were given in another order than the command takes them."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import typer

MOST_WORDS = 12  # of a command line in which an order is looked for


def name_other_order(error: typer.BadParameter, words: Sequence[str]) -> None:
    """Add to the error how the command is called, where two of its arguments only have to change places.

    Args:
        words: of the command line, after ``pangea``.
    """
    context: Any = error.ctx
    if context is None or getattr(error.param, "param_type_name", "") != "argument":
        return
    path = context.command_path.split()[1:]
    given = list(words[len(path) :])
    if list(words[: len(path)]) != path or len(given) > MOST_WORDS:
        return
    for other in _swapped(given):
        if _is_taken(context, other):
            command = shlex.join(["pangea", *path, *other])
            error.message = f"{error.message.rstrip('.')}. The arguments may be in another order: {command}"
            return


def _swapped(words: Sequence[str]) -> Iterator[list[str]]:
    places = [place for place, word in enumerate(words) if not word.startswith("-")]
    for one, other in combinations(places, 2):
        swapped = list(words)
        swapped[one], swapped[other] = words[other], words[one]
        yield swapped


def _is_taken(context: Any, words: list[str]) -> bool:
    """Whether the command understands these words; it is not carried out."""
    try:
        context.command.make_context(context.info_name, list(words), parent=context.parent)
    except (typer.BadParameter, typer.Exit, typer.Abort):
        return False
    except Exception as error:  # other errors of usage have no public name
        if type(error).__name__ in ("UsageError", "NoSuchOption", "BadOptionUsage"):
            return False
        raise
    return True
