"""The names of formats, as commands take them."""

from __future__ import annotations

from pangea_server.core.cli.known import KnownNames
from pangea_server.dataset.formats import FORMATS, IMPORTED_LANDMARKS, READABLE_FORMATS


def _readable() -> list[str]:
    """The built-in ones that can be read; of those of packages, this is found out when one is read."""
    known = {*READABLE_FORMATS, *IMPORTED_LANDMARKS}
    return [name for name in FORMATS.names() if name in known or name not in FORMATS.builtin]


FORMAT = KnownNames("format", FORMATS.names)
READABLE = KnownNames("format that is read", _readable)
