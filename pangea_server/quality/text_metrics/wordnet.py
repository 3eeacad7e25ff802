"""WordNet's synonyms for METEOR, from files that are on this machine; nothing is downloaded."""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path
from typing import Any

from environments import ConfigurationError
from pangea_server.quality.text_metrics.extra import library

PLACES = (
    Path("/usr/share/wordnet"),
    Path("/usr/share/wordnet-3.0/dict"),
    Path("/usr/local/WordNet-3.0/dict"),
)
"""Where Debian's package and WordNet's own installation put the dictionary; ``WNSEARCHDIR`` names another place."""

NEEDED = (
    "index.noun",
    "data.noun",
    "index.verb",
    "data.verb",
    "index.adj",
    "data.adj",
    "index.adv",
    "data.adv",
)

WordNet = Any
"""nltk's reader; nltk has no types."""


def find_wordnet(folder: Path | None = None) -> WordNet | None:
    """WordNet's dictionary; None if no folder was named and there is none in the usual places. ``close`` it.

    Raises:
        ConfigurationError: ``folder`` has no dictionary in it, or nltk is not installed.
    """
    if folder is not None:
        missing = [name for name in NEEDED if not (folder / name).is_file()]
        if missing:
            raise ConfigurationError(
                f"{folder} has no {missing[0]}: it is not WordNet's dictionary.",
                remedy="On Debian: apt install wordnet-base, and leave the option out.",
            )
        return _read(folder)
    named = os.environ.get("WNSEARCHDIR")
    places = (Path(named), *PLACES) if named else PLACES
    found = next((place for place in places if all((place / name).is_file() for name in NEEDED)), None)
    return _read(found) if found else None


def _read(folder: Path) -> WordNet:
    library("nltk").data.path.append(str(folder))  # nltk reads only what is below one of these
    reader = library("nltk.corpus.reader.wordnet").WordNetCorpusReader

    class Reader(reader):  # type: ignore[misc, valid-type]
        def __init__(self) -> None:
            self._opened: list[Any] = []
            super().__init__(str(folder), self)  # synonyms of other languages are never asked for

        def open(self, file: str) -> Any:
            """Debian's package lacks ``lexnames``, whose 45 names METEOR does not need."""
            if file == "lexnames":
                return BytesIO(b"".join(b"%02d\tfile.%02d\t0\n" % (number, number) for number in range(45)))
            self._opened.append(super().open(file))
            return self._opened[-1]

        def close(self) -> None:
            """Close the dictionary's files, which nltk leaves open."""
            for file in self._opened:
                file.close()

        def map_wn(self, version: str = "wordnet") -> None:
            """Other versions and languages are not read, which would need files that Debian's package lacks."""

    return Reader()
