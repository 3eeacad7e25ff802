"""The search of a release's texts, some of which may have been searched ahead."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path

from environments.processes import worker_processes
from pangea_server.core.ahead import Ahead
from pangea_server.dataset.personal.finding import PersonalText
from pangea_server.dataset.personal.recogniser import Recogniser, installed_recogniser
from pangea_server.dataset.release.items import ReleaseItem, Text

SEARCHED = ".searched"
"""The folder in a draft of what workers found."""
PART = 2000
"""So many annotations at once; fewer are not worth the seconds in which a process reads all names."""

Found = list[tuple[Text, list[PersonalText]]]


@dataclass(frozen=True, slots=True)
class PersonalSearch:
    """Searches texts for what may be personal, unless that was done ahead."""

    recogniser: Recogniser
    ahead: Ahead[list[PersonalText]] | None

    @classmethod
    def of(cls, draft: Path) -> PersonalSearch:
        """With what was found ahead in this draft, if anything was."""
        folder = draft / SEARCHED
        return cls(installed_recogniser(), Ahead(folder, list[PersonalText]) if folder.exists() else None)

    def findings(self, text: str, language: str) -> list[PersonalText]:
        """As ``Recogniser.findings``. A worker that does not know names finds less, so that this is asked as well."""
        find = partial(self.recogniser.findings, text, language)
        return self.ahead.of((self.recogniser.knows_names, text, language), find) if self.ahead else find()

    def through(self, items: Iterator[ReleaseItem], workers: int) -> Iterator[tuple[ReleaseItem, Found]]:
        """The items in order, each with its texts and what is in them.

        The first two thousand are searched here; of more, so many processes search two thousand at a time, and at most
        four thousand for each are in memory.
        """
        for item in islice(items, PART):
            yield item, self._found(item)
        if workers == 1 or self.ahead:
            yield from ((item, self._found(item)) for item in items)
        elif part := list(islice(items, PART)):
            yield from _through_processes(part, items, workers)

    def _found(self, item: ReleaseItem) -> Found:
        return [(each, self.findings(each[1], each[2])) for each in item.texts()]


def _through_processes(
    part: Sequence[ReleaseItem], items: Iterator[ReleaseItem], workers: int
) -> Iterator[tuple[ReleaseItem, Found]]:
    running: deque[tuple[Sequence[ReleaseItem], Future[list[Found]]]] = deque()
    with worker_processes(workers, "spawn") as pool:
        while part or running:
            if part:
                running.append((part, pool.submit(_search, [list(item.texts()) for item in part])))
                part = list(islice(items, PART))
            if not part or len(running) == 2 * workers:
                searched, found = running.popleft()
                yield from zip(searched, found.result(), strict=True)


def _search(items: Sequence[Sequence[Text]]) -> list[Found]:
    find = installed_recogniser().findings
    return [[(each, find(each[1], each[2])) for each in texts] for texts in items]
