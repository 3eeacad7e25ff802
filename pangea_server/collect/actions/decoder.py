"""Reads and checks a stream of actions: gzip of JSON Lines, in bounded memory."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from typing import BinaryIO

from pydantic import ValidationError

from pangea_server.collect.actions.wire import Action
from pangea_server.core.errors import SubmissionError

MOST_PACKED_BYTES = 2 * 2**20
"""Largest stream of one task; ten minutes of turning the camera without a pause have a sixth of it."""
MOST_BYTES = 8 * 2**20
"""The same unpacked."""
LONGEST_LINE = 2_000  # bytes
REMEDY = "Reload the page and send the answer again; it is complete without the actions."


def read_actions(packed: BinaryIO) -> Iterator[Action]:
    """The actions of a stream, line by line.

    Raises:
        SubmissionError: a line is none, or the stream is damaged or too large.
    """
    size = 0
    try:
        lines = gzip.GzipFile(fileobj=packed)
        for number, line in enumerate(iter(lambda: lines.readline(LONGEST_LINE), b""), start=1):
            size += len(line)
            if size > MOST_BYTES:
                raise SubmissionError(f"The actions unpack to over {MOST_BYTES} bytes.", remedy=REMEDY)
            yield _action(number, line)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise SubmissionError(f"The gzip of the actions is damaged: {error}.", remedy=REMEDY) from error


def _action(number: int, line: bytes) -> Action:
    try:
        return Action.model_validate_json(line)
    except ValidationError as error:
        (first, *_) = error.errors()
        where = ".".join(map(str, first["loc"])) or "the line"
        raise SubmissionError(
            f"Line {number} of the actions: {where}: {first['msg']}.", remedy=REMEDY
        ) from error
