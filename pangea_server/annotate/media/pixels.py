"""What is given of an image: its pixels, and of its file nothing else."""

from __future__ import annotations

import logging
from collections.abc import Callable

from fastapi import Request
from fastapi.responses import Response

from environments import EncodedImage
from environments.errors import InvalidDataError, MissingImageError, UnreadableImageError
from environments.metadata import without_metadata

log = logging.getLogger(__name__)
REMEDY = (
    "The server's log names the file; `pangea env check` lists what is wrong with the pictures of viewpoints."
)


def pixels(request: Request, read: Callable[[], EncodedImage], what: str) -> Response:
    """An image's pixels as stored, without EXIF, XMP and the like, which say where and whose it is.

    Raises:
        MissingImageError, UnreadableImageError: ``what`` cannot be read; the name of its file is for the operator, and
            is in the log.
    """
    try:
        image = without_metadata(read())
    except MissingImageError as error:
        _tell(request, error)
        raise MissingImageError(f"{what} is missing on the server.", remedy=REMEDY) from error
    except (UnreadableImageError, InvalidDataError) as error:
        _tell(request, error)
        raise UnreadableImageError(f"{what} cannot be read on the server.", remedy=REMEDY) from error
    return Response(
        image.data, media_type=image.media_type, headers={"Cache-Control": "private, max-age=86400"}
    )


def _tell(request: Request, error: UnreadableImageError | InvalidDataError) -> None:
    log.warning("%s in request %s: %s", error.code, request.state.request_id, error.message)
