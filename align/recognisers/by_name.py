"""Files of recognised words for many recordings, each named after its recording."""

from __future__ import annotations

from pathlib import Path

from align.recognisers.registry import RECOGNISERS
from environments.errors import ConfigurationError

NAME = "{name}"
"""Stands for the name of a recording in a specification, as in ``recognised:words/{name}.json``."""


def of_recording(specification: str, *names: str) -> str:
    """The specification of a recogniser for one recording, with its name in place of ``{name}``.

    Args:
        names: of the recording; where it has several, the first of which there is a file counts.
    """
    recogniser, _, argument = specification.partition(":")
    if NAME not in argument:
        return specification
    files = [argument.replace(NAME, name) for name in names]
    return f"{recogniser}:{next((file for file in files if Path(file).exists()), files[0])}"


def refuse_one_for_many(specification: str, what: str) -> None:
    """Refuse a recogniser that has the words of one recording, where there are many.

    Args:
        what: the recordings, as in "every voice of the store".

    Raises:
        ConfigurationError: it names one file.
    """
    name, _, argument = specification.partition(":")
    if name not in RECOGNISERS.names() or NAME in argument:
        return
    if getattr(RECOGNISERS.load(name), "of_one_recording", False):
        raise ConfigurationError(
            f"{specification} has the words of one recording, not of {what}.",
            remedy=f"Write recognised:FOLDER/{NAME}.json, where {NAME} is the name of each recording, or the number "
            "of each annotation.",
        )
