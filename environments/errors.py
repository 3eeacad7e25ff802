"""The base class of all errors that PanGEA raises on purpose, and the errors about places.

PangeaError
├── NotFoundError            ScanNotFoundError, ViewpointNotFoundError, ImageNotFoundError, PluginNotFoundError,
│                        UnreadableImageError, MissingImageError
├── InvalidDataError         ConnectivityError
├── GraphError               NoPathError
├── EditError                PlaceChangedError
├── SegmenterError
└── ConfigurationError       start-up only
"""

from __future__ import annotations

import re


class PangeaError(Exception):
    """An error that PanGEA raises on purpose, with a message that a person can act on.

    Args:
        message: one sentence that names the thing and the value.
        remedy: one sentence that says what to do about it.
        context: the values, for logs and tests (never transcripts, tokens or addresses).
    """

    def __init__(self, message: str, *, remedy: str = "", **context: object) -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy
        self.context = context

    @property
    def code(self) -> str:
        """A stable, machine-readable name: ``ViewpointNotFoundError`` is ``viewpoint_not_found``."""
        name = type(self).__name__.removesuffix("Error")
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()

    def __str__(self) -> str:
        return f"{self.message} {self.remedy}".rstrip()


class NotFoundError(PangeaError):
    """The thing that was named does not exist."""


class ScanNotFoundError(NotFoundError):
    """The environment has no scan of this id."""


class ViewpointNotFoundError(NotFoundError):
    """The scan has no viewpoint of this id."""


class ImageNotFoundError(NotFoundError):
    """The viewpoint has no image for this face."""


class UnreadableImageError(ImageNotFoundError):
    """The viewpoint's image file cannot be read now."""


class MissingImageError(UnreadableImageError):
    """The viewpoint's image file is not there."""


class PluginNotFoundError(NotFoundError):
    """No plugin of this name is built in or installed."""


class InvalidDataError(PangeaError):
    """Input that does not have the form it claims to have."""


class ConnectivityError(InvalidDataError):
    """A file that is not a valid navigation graph."""


class GraphError(PangeaError):
    """A walk that the navigation graph does not allow."""


class NoPathError(GraphError):
    """Two viewpoints lie in unconnected parts of the graph."""


class EditError(PangeaError):
    """An edit that a place does not allow."""


class PlaceChangedError(EditError):
    """A place's files were changed by somebody else while it was edited."""


class SegmenterError(PangeaError):
    """A segmenter that failed, or found nothing."""


class ConfigurationError(PangeaError):
    """A setting or a command line that cannot work; raised at start-up."""
