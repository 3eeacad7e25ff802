"""``pangea env view``: a place to walk through, whose edges can be marked."""

from __future__ import annotations

from contextlib import closing
from urllib.parse import quote

from environments import open_environment
from environments.errors import ConfigurationError
from environments.nearest import not_among
from pangea_server.app.reader import desk, links, serve_reader
from pangea_server.core.settings import read_settings
from pangea_server.stores.opening import open_store

SHOWN = 20
"""Scans with a link of their own; the address of any other differs by its name."""


def view_place(specification: str, first: str | None, port: int) -> None:
    """Serve the page of each scan until Ctrl+C.

    Args:
        first: the scan to begin in; None for the first one.

    Raises:
        ConfigurationError: there is no such scan, or the port is taken.
    """
    scans = open_environment(specification).scan_ids()
    if first is not None and first not in scans:
        raise ConfigurationError(f"{specification} has no scan {first!r}.", remedy=not_among(first, scans))
    ordered = sorted(scans, key=lambda name: (name != first, name))
    with desk(port) as here:
        settings = read_settings(data_dir=here.folder / "data", environment=specification, store="local")
        with closing(open_store(settings, make=True)) as store:
            addresses = [f"/place?scan={quote(name)}" for name in ordered[:SHOWN]]
            invited = links(store, here.origin, addresses)
        serve_reader(settings, here.taken, invited)
