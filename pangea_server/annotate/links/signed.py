"""Routes behind a signed link, which need no token."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Query

from pangea_server.annotate.links.media import MediaLinks, scan_scope
from pangea_server.http.services import TheServices

LinkKey = Annotated[str, Query(max_length=100, description="The value in the address that the server gave.")]


def scan_link(services: TheServices, scan_id: str, k: LinkKey = "") -> None:
    """For routes behind a signed link to a scan's pictures."""
    services.get(MediaLinks).check(scan_scope(scan_id), k)


ByScanLink = Depends(scan_link)
