"""The search of a release's texts, some of which may have been searched ahead."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pangea_server.core.ahead import Ahead
from pangea_server.dataset.personal.finding import PersonalText
from pangea_server.dataset.personal.recogniser import Recogniser, installed_recogniser

SEARCHED = ".searched"
"""The folder in a draft of what workers found."""


@dataclass(frozen=True, slots=True)
class Search:
    """Searches texts for what may be personal, unless that was done ahead."""

    recogniser: Recogniser
    ahead: Ahead[list[PersonalText]] | None

    @classmethod
    def of(cls, draft: Path) -> Search:
        """With what was found ahead in this draft, if anything was."""
        folder = draft / SEARCHED
        return cls(installed_recogniser(), Ahead(folder, list[PersonalText]) if folder.exists() else None)

    def findings(self, text: str, language: str) -> list[PersonalText]:
        """As ``Recogniser.findings``. A worker that does not know names finds less, so that this is asked as well."""
        find = partial(self.recogniser.findings, text, language)
        return self.ahead.of((self.recogniser.knows_names, text, language), find) if self.ahead else find()
