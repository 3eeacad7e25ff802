"""The protocol of environments, which every adapter implements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from environments.scan import EncodedImage, Scan


@runtime_checkable
class Environment(Protocol):
    """A collection of scans. Adapters are named in the entry-point group ``pangea.environments``;
    each is called with the directory of its ``KIND:DIRECTORY`` specification, or without argument for ``KIND``."""

    def scan_ids(self) -> Sequence[str]:
        """Ids of all scans, sorted."""

    def scan(self, scan_id: str) -> Scan:
        """The scan with this id.

        Raises:
            ScanNotFoundError: there is no such scan.
            ConnectivityError: its graph file is malformed.
        """

    def image(self, scan_id: str, viewpoint_id: str, face: str) -> EncodedImage:
        """One face of a panorama (``environments.scan.FACES`` names the faces of each projection).

        Raises:
            ScanNotFoundError, ViewpointNotFoundError: unknown id.
            ImageNotFoundError: unknown face, or the file is not there.
        """
