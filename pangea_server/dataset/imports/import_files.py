"""Importing files into a store. Nothing of a file with faults is written, unless broken entries are to be skipped.

So each file is read twice: first it is checked, then it is written. Imported data has the same records as data
collected here: a finished task, a lease, a recording, an annotation; so it can be aligned, replayed, scored,
exported, backed up and withdrawn like the rest. Nothing is overwritten: existing data stays if it is the same, and is
a fault of the entry if it differs.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from environments import Environment
from pangea_server.core.progress import Watch, unwatched
from pangea_server.dataset.entries.protocol import Readable
from pangea_server.dataset.imports.imported_words import WordsImport
from pangea_server.dataset.imports.one_file import FileImport
from pangea_server.dataset.imports.repeats import Repeats
from pangea_server.dataset.imports.report import ImportReport, import_file
from pangea_server.dataset.imports.walk_scores import WalkScores
from pangea_server.stores.protocol import Store


def import_files(
    store: Store,
    places: Environment,
    source: Readable,
    files: Sequence[Path],
    *,
    language: str | None = None,
    skip_broken: bool = False,
    words: WordsImport = WordsImport(),  # noqa: B008
    watch: Watch = unwatched,
) -> ImportReport:
    """Import files one after another; a Guide file must come before the file of its Followers.

    Args:
        language: of entries that do not say theirs.
        skip_broken: import the rest of a file with broken entries.
        words: how words come in for instructions that the store has.

    Raises:
        ImportRefusedError: a file has broken entries; those before it are imported.
        ConfigurationError, InvalidDataError: a file cannot be read at all.
    """
    report, repeats, scores = ImportReport(), Repeats(store, places), WalkScores(places)
    for file in files:
        reading = FileImport(store, places, source, file, language, words, repeats, scores)
        import_file(reading, report, skip_broken=skip_broken, watch=watch)
    return report
