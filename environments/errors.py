"""The root of every error that PanGEA raises on purpose, and the errors about places.

PangeaError
├── NotFoundError            ScanNotFoundError, ViewpointNotFoundError, ImageNotFoundError, PluginNotFoundError,
│                        UnreadableImageError, MissingImageError
├── InvalidDataError         ConnectivityError
├── GraphError               NoPathError
└── ConfigurationError       start-up only
"""

from __future__ import annotations

import re


class PangeaError(Exception):
    """Something PanGEA refuses, said so that a person can act on it.

    Args:
        message: names the thing and the value, in one sentence.
        remedy: what to do about it, in one sentence.
        context: the values themselves, for logs and tests (never transcripts, tokens or addresses).
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
    """A navigation graph file that cannot be read as one."""


class GraphError(PangeaError):
    """A walk that the navigation graph does not allow."""


class NoPathError(GraphError):
    """Two viewpoints lie in parts of the graph that are not joined."""


class ConfigurationError(PangeaError):
    """A setting or a command line that cannot work; raised at start-up."""
