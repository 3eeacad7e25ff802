"""Flickr30k Entities: sentences with bracketed phrases, and boxes in XML; one ID is one viewpoint of one path.

``Sentences/ID.txt`` has a sentence a line, ``[/EN#chain/type/type words words]``; ``Annotations/ID.xml`` has the boxes
of the chains in pixels of an equirectangular picture, counted from 1, both ends inside. An ID is
``SCAN.PATH.VIEWPOINT``; ``train.txt``, ``val.txt`` and ``test.txt`` list those of a split. ``sentence`` and ``entity``
in the XML are ours: other readers pass over them.

Source: Plummer et al. 2017, sections 3.1 to 3.3, and the README of github.com/BryanPlummer/flickr30k_entities.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import indent, tostring

from align.exports.whole import below, write_whole
from environments import ConfigurationError, Environment
from environments.regions.pixels import Equirectangular
from pangea_server.dataset.entries.row_files import RowFiles
from pangea_server.dataset.formats.landmarks.flickr30k_read import path_of, read_path
from pangea_server.dataset.formats.landmarks.flickr30k_written import NONE, Chains
from pangea_server.dataset.formats.landmarks.splits import id_list, splits_of
from pangea_server.dataset.landmarks.entries import FoundLandmarks, LandmarkEntry
from pangea_server.dataset.landmarks.landmark_format import LandmarkFormat
from pangea_server.dataset.landmarks.source_files import (
    picture_of,
)

COLUMNS, ROWS = 4096, 2048


class Flickr30kEntities(LandmarkFormat):
    name = "flickr30k_entities"
    reads_folders = True
    summary = "Flickr30k Entities: sentences with phrases (txt) and boxes of their chains (xml)"
    about: Mapping[str, Any] = {
        "boxes": f"pixels of an equirectangular picture of {COLUMNS} x {ROWS}, from 1, both ends inside; its centre"
        " looks along the panorama's +y; a box across the seam is two objects with the same names",
        "ids": "SCAN.PATH.VIEWPOINT; - where there is none",
    }

    def read_landmarks(self, file: Path, places: Environment) -> Iterator[FoundLandmarks]:
        """The paths of a folder with ``Annotations`` and ``Sentences``, or one ``Annotations/ID.xml``.

        Raises:
            ConfigurationError: there is no such file.
        """
        if not file.is_dir():
            yield read_path([file], places, splits_of(file.parent.parent))
            return
        files = sorted((file / "Annotations").glob("*.xml"))
        if not files:
            raise ConfigurationError(
                f"{file.name} has no Annotations/*.xml.", remedy="Name the folder that holds Annotations."
            )
        splits = splits_of(file)
        for _, together in groupby(files, key=lambda each: path_of(each.stem, places)):
            yield read_path(list(together), places, splits)

    def write_landmarks(
        self, entries: Iterator[LandmarkEntry], places: Environment, folder: Path
    ) -> dict[str, int]:
        """Write the files; returns what they cannot say, and how often."""
        lost: Counter[str] = Counter()
        with RowFiles(folder, id_list) as lists:
            for entry in entries:
                for name in _write(entry, places, folder, lost):
                    if entry.split:
                        lists.write(f"{entry.split}.txt", {"id": name})
        return dict(+lost)


def _write(entry: LandmarkEntry, places: Environment, folder: Path, lost: Counter[str]) -> Iterator[str]:
    """Write the viewpoints of an entry, and tell their IDs."""
    chains = Chains(entry, lost)
    for viewpoint_id, regions in chains.by_viewpoint().items():
        name = f"{entry.scan_id}.{NONE if entry.path_id is None else entry.path_id}.{viewpoint_id}"
        picture = (
            Equirectangular(COLUMNS, ROWS)
            if viewpoint_id == NONE
            else picture_of(places, entry.scan_id, viewpoint_id, COLUMNS, ROWS)
        )
        lines = [(said, line) for said in entry.said if (line := chains.sentence(said))]
        text = "".join(f"{line}\n" for _, line in lines)
        write_whole(below(folder, f"Sentences/{name}.txt"), text.encode())
        root = chains.annotation(name, [said for said, _ in lines], regions, picture)
        indent(root)
        write_whole(below(folder, f"Annotations/{name}.xml"), tostring(root, "utf-8") + b"\n")
        yield name
