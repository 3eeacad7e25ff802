"""What takes a release longest, as Beam pipelines; the release that follows finds it made, and does the rest."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from align.beam import each_on_beam
from environments import PangeaError
from environments.folders import make_folder
from pangea_server.core.settings import Settings
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.exports.export import open_formats
from pangea_server.dataset.exports.on_beam import make_on_beam
from pangea_server.dataset.release.items import item_named, items, name_of
from pangea_server.dataset.release.search import SEARCHED, PersonalSearch
from pangea_server.stores.opening import open_store
from pangea_server.stores.protocol import Store


@dataclass
class SearchStep:
    """Searches the texts of one annotation for what may be personal; a worker opens its own store.

    Attributes:
        draft: that every worker reaches.
    """

    settings: Settings
    draft: Path
    _store: Store = field(init=False, repr=False, compare=False)
    _search: PersonalSearch = field(init=False, repr=False, compare=False)

    def __enter__(self) -> SearchStep:
        self._store, self._search = open_store(self.settings), PersonalSearch.of(self.draft)
        return self

    def __exit__(self, *exception: object) -> None:
        self._store.close()
        del self._store, self._search

    def __call__(self, name: str) -> None:
        """What cannot be read is left to the release that follows, which says why."""
        with suppress(PangeaError):
            for _, text, language in item_named(Dataset(self._store), name).texts():
                self._search.findings(text, language)


def make_ahead(
    settings: Settings, formats: Sequence[str], runner: str, options: Sequence[str], draft: Path
) -> None:
    """Search all texts and make the files of all annotations, each as a pipeline, and wait for their ends.

    Raises:
        ConfigurationError, EngineNotInstalledError: as ``align.beam.each_on_beam``.
    """
    with closing(open_store(settings)) as store:
        names = [name_of(item) for item in items(Dataset(store), open_formats(formats))]
    make_folder(draft / SEARCHED)
    each_on_beam(SearchStep(settings, draft), names, runner, options)
    make_on_beam(settings, draft, formats, runner, options)
