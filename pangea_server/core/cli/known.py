"""Parameters that take one of several names: the shell completes them, and other names are refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import typer

from environments.nearest import not_among


@dataclass(frozen=True)
class KnownNames:
    """The names that a parameter takes.

    Attributes:
        what: what one of them is called, as in "no task kind".
        names: reads them when they are needed: the names of extensions are known only once packages are searched.
    """

    what: str
    names: Callable[[], Iterable[str]]

    def option(self, *names: str, **more: Any) -> Any:
        """A ``typer.Option`` that takes one of the names, or several."""
        return typer.Option(*names, autocompletion=self.complete, callback=self.check, **more)

    def argument(self, **more: Any) -> Any:
        """A ``typer.Argument`` that takes one of the names."""
        return typer.Argument(autocompletion=self.complete, callback=self.check, **more)

    def complete(self, incomplete: str) -> list[str]:
        """The names that begin so, for the shell; none where they cannot be read, since a prompt is no place for
        errors."""
        try:
            return [name for name in self.names() if name.startswith(incomplete)]
        except Exception:
            return []

    def check(self, value: Any) -> Any:
        """The value as it is: a name, several, or None. Raises BadParameter for one that is not known."""
        for name in [value] if isinstance(value, str) else value or ():
            self.check_name(name)
        return value

    def check_name(self, name: str) -> None:
        """Raise BadParameter, which names what comes near or all that is known."""
        known = list(self.names())
        if name not in known:
            raise typer.BadParameter(f"{name!r} is no {self.what}. {not_among(name, known)}")
