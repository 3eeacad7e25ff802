"""What an audit says."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Verdict:
    """How many packages were asked about, of how many, and what was found, by advisories ``until`` a day."""

    asked: int
    of: int
    findings: tuple[str, ...] = ()
    trouble: str = ""
    until: str = ""

    @property
    def complete(self) -> bool:
        return bool(self.asked) and self.asked == self.of

    def __str__(self) -> str:
        if self.findings:
            return f"{len(self.findings)} found: {'; '.join(self.findings)}"
        if not self.complete:
            return f"NOT AUDITED: {self.trouble} ({self.asked} of {self.of} packages could be asked about)"
        return (
            f"clean: nothing is known against any of {self.asked} packages{self.until and f' ({self.until})'}"
        )
