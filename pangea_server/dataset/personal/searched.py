"""What a search for personal data tells about itself."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from pangea_server.core.counted import counted

EXTRA = 'pip install "pangea-toolkit[personal]"'


@dataclass(slots=True)
class Searched:
    """How many texts were searched, what was found by kind, and whether names were known (the extra ``personal``)."""

    knows_names: bool
    texts: int = 0
    found: Counter[str] = field(default_factory=Counter)

    def told(self, listed: str) -> str:
        """For the person who releases: what to look at, and what was not looked for."""
        lines = []
        if self.found:
            lines.append(f"Look at {listed} before you publish: {self._counts()}.")
        if not self.knows_names:
            lines.append(f"Names that are only mentioned were not looked for: {EXTRA}")
        return "\n".join(lines) or f"Nothing personal was found in {counted(self.texts, 'text')}."

    def section(self) -> str:
        """For the readers of a data card."""
        places = counted(self.found.total(), "place")
        found = f"found {places} ({self._counts()}), for a human to check" if self.found else "found nothing"
        names = (
            "Names and cities that are only mentioned were looked for in lists (`knows_names: true`)."
            if self.knows_names
            else "Of names, only those that were introduced were looked for (`knows_names: false`)."
        )
        return (
            f"## Search for personal data\n\nA search of {counted(self.texts, 'text')} by rules {found}; it changed"
            f" nothing. {names} It does not find everything.\n"
        )

    def _counts(self) -> str:
        return ", ".join(f"{count} {kind}" for kind, count in sorted(self.found.items()))
