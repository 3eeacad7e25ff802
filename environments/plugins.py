"""Extensions: a name in an entry-point group stands for a class."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from importlib.metadata import EntryPoints, PackageNotFoundError, entry_points, metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from environments.errors import ConfigurationError, PluginNotFoundError
from environments.nearest import not_among

if TYPE_CHECKING:
    from environments.protocol import Environment


@dataclass(frozen=True, slots=True)
class ExtensionPoint:
    """One group of extensions: built-in ones, and those that other packages declare in the same entry-point group.

    Attributes:
        group: the entry-point group, such as ``pangea.environments``.
        builtin: ``module:attribute`` by name; also available in a checkout that is not installed.
        argument: what may follow a name and a colon.
    """

    group: str
    builtin: Mapping[str, str]
    argument: str = "an argument"

    def names(self) -> list[str]:
        """Names that ``load`` knows, sorted.

        Raises:
            ConfigurationError: two packages claim one name.
        """
        return sorted(self._claims())

    def load(self, name: str) -> Any:
        """Load the object, usually a class, that a name stands for.

        Raises:
            PluginNotFoundError: no extension of this name is built in or installed.
            ConfigurationError: two packages claim one name, or it cannot be imported.
        """
        claims = self._claims()
        if name not in claims:
            raise PluginNotFoundError(
                f"There is no {name!r} in {self.group}.",
                remedy=f"{not_among(name, claims)} Others come with packages that declare them.",
                group=self.group,
                name=name,
            )
        return self._import(name, claims[name])

    def open(
        self,
        specification: str,
        read: Callable[[str], Any] = str,
        options: Callable[[Any], dict[str, Any]] = lambda factory: {},
    ) -> Any:
        """Make what ``NAME`` or ``NAME:ARGUMENT`` names.

        Args:
            read: what the class gets for the argument.
            options: what a class gets besides, by keyword; the argument takes the place of an option of its name.

        Raises:
            PluginNotFoundError: no extension of this name is built in or installed.
            ConfigurationError: the class needs an argument, or takes none.
        """
        name, colon, argument = specification.partition(":")
        factory = self.load(name)
        signature, given, named = inspect.signature(factory), [argument] if colon else [], options(factory)
        if colon:
            named.pop(next(iter(signature.parameters), ""), None)
        try:
            signature.bind(*given, **named)
        except TypeError:
            noun = self.argument.split()[-1]
            wrong = f"takes no {noun}" if colon else f"needs {self.argument}"
            right = f"Write {name!r}." if colon else f"Write '{name}:{noun.upper()}'."
            raise ConfigurationError(f"{specification!r}: {name} {wrong}.", remedy=right) from None
        return factory(*map(read, given), **named)

    def _claims(self) -> dict[str, str]:
        claims = dict(self.builtin)
        for entry_point in _installed(self.group, tuple(sys.path)):
            name, target = entry_point.name, entry_point.value
            if claims.setdefault(name, target) != target:
                raise ConfigurationError(
                    f"{self.group}: both {claims[name]} and {target} claim the name {name!r}.",
                    remedy="Uninstall one of the two packages.",
                )
        return claims

    def _import(self, name: str, target: str) -> Any:
        module, _, attribute = target.partition(":")
        try:
            return getattr(import_module(module), attribute)
        except (ImportError, AttributeError) as exc:
            raise ConfigurationError(
                f"The plugin {name!r} ({target}) cannot be loaded: {exc}.",
                remedy=f"pip install 'pangea-toolkit[{name}]'"
                if self.builtin.get(name) == target and name in _extras()
                else "Install what it needs, or repair the package that declares it.",
            ) from exc


ENVIRONMENTS = ExtensionPoint(
    "pangea.environments",
    {
        "demo": "environments.demo:DemoHouse",
        "folder": "environments.own_places.folder:PanoramaFolder",
        "gibson": "environments.gibson:Gibson",
        "matterport3d": "environments.matterport3d:Matterport3D",
        "streetlearn": "environments.streetlearn:StreetLearn",
    },
    argument="a directory",
)


def open_environment(specification: str) -> Environment:
    """Open the environment ``KIND:DIRECTORY``, or ``KIND`` if it needs no directory.

    Raises:
        PluginNotFoundError: unknown kind.
        ConfigurationError: the directory is missing, does not exist, or is not what the kind expects.
    """
    check_kind(specification)
    opened = ENVIRONMENTS.open(specification, read=partial(_existing_directory, specification))
    return cast("Environment", opened)


def check_kind(specification: str) -> None:
    """Raise PluginNotFoundError where ``KIND`` is not known; where it was forgotten, the error names those that fit."""
    kind = specification.partition(":")[0]
    if kind in ENVIRONMENTS.names() or not Path(specification).expanduser().is_dir():
        ENVIRONMENTS.load(kind)
        return
    fitting = [each for each in ENVIRONMENTS.names() if _opens(f"{each}:{specification}")] or ["KIND"]
    raise PluginNotFoundError(
        f"The environment {specification!r} does not say its kind.",
        remedy=f"Write {' or '.join(f'{each}:{specification}' for each in fitting)}. "
        f"Known kinds: {', '.join(ENVIRONMENTS.names())}.",
        group=ENVIRONMENTS.group,
        name=specification,
    )


def same_environment(one: str, other: str) -> bool:
    """Whether two specifications name the same place, however their directories are spelt."""
    return canonical_environment(one) == canonical_environment(other)


def canonical_environment(specification: str) -> str:
    """``KIND:DIRECTORY`` with the whole path of the directory, without links; or ``KIND`` as it is."""
    kind, colon, directory = specification.partition(":")
    return f"{kind}:{Path(directory).expanduser().resolve()}" if colon and directory else specification


def _opens(specification: str) -> bool:
    """Whether its directory has scans as the kind expects them."""
    try:
        return bool(open_environment(specification).scan_ids())
    except Exception:
        return False


def _existing_directory(specification: str, directory: str) -> Path:
    path = Path(directory).expanduser()
    if not directory or not path.is_dir():
        raise ConfigurationError(
            f"The environment {specification!r}: there is no directory {directory!r}.",
            remedy="Write KIND:DIRECTORY with a directory that exists.",
        )
    return path


@cache
def _installed(group: str, path: tuple[str, ...]) -> EntryPoints:
    """The entry points of the packages on ``path`` (``sys.path``); cached, because reading them takes 10 ms."""
    return entry_points(group=group)


def _extras() -> list[str]:
    """The optional dependencies of this package, by name; none in a checkout that is not installed."""
    try:
        return metadata("pangea-toolkit").get_all("Provides-Extra") or []
    except PackageNotFoundError:
        return []
