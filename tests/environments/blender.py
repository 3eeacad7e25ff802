"""Stand-ins that write down what they are told: for Blender's Python modules, and for the bench of a builder."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import Any

import pytest


class Told:
    """Something of Blender's. What is asked of it is a thing again; what is set and called is written down in order."""

    def __init__(self, name: str, tape: list[str]) -> None:
        self.__dict__.update(_name=name, _tape=tape, _known={})

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        known: dict[str, Told] = self.__dict__["_known"]
        return known.setdefault(name, Told(f"{self._name}.{name}", self._tape))

    def __setattr__(self, name: str, value: object) -> None:
        self.__dict__["_known"][name] = value
        self._tape.append(f"{self._name}.{name} = {plain(value)}")

    def __getitem__(self, key: object) -> Told:
        return Told(f"{self._name}[{plain(key)}]", self._tape)

    def __contains__(self, key: object) -> bool:
        return False

    def __iter__(self) -> Iterator[Any]:
        return iter((0.5, -0.4, 0.3) if self._name.endswith(".co") else (self[0],))

    def __abs__(self) -> float:
        return 0.0

    def __call__(self, *given: object, **named: object) -> Any:
        if self._name.endswith(".get"):  # each material is made again
            return None
        words = [*map(plain, given), *(f"{name}={plain(value)}" for name, value in named.items())]
        made = Told(f"#{len(self._tape)}", self._tape)
        self._tape.append(f"{made._name} = {self._name}({', '.join(words)})")
        return made

    def _of_two(self, other: object) -> Told:
        return Told(f"({self._name} and {plain(other)})", self._tape)

    __matmul__ = __add__ = __sub__ = __truediv__ = _of_two


def plain(value: object) -> str:
    """A value in words that are the same on every processor."""
    if isinstance(value, Told):
        name: str = value._name
        return name
    if isinstance(value, bool) or not isinstance(value, float):
        return f"[{', '.join(map(plain, value))}]" if isinstance(value, tuple | list) else repr(value)
    return f"{value + 0.0:.6f}".replace("-0.000000", "0.000000")


@pytest.fixture
def tape(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What Blender was told since the test began; its modules can be imported within the test."""
    told: list[str] = []
    for name in ("bpy", "bmesh", "mathutils"):
        module = ModuleType(name)
        root = Told(name, told)
        module.__getattr__ = lambda name, root=root: getattr(root, name)  # type: ignore[method-assign,misc]
        monkeypatch.setitem(sys.modules, name, module)
    sys.modules["bpy"].types = type("types", (), {"NodeSocket": Told})  # type: ignore[attr-defined]
    yield told
    for name in [name for name in sys.modules if name.startswith("environments.demo.blender")]:
        del sys.modules[name]  # it knows these stand-ins


class Shapes:
    """A bench that writes down the shapes that a builder asks for; surfaces with all their points."""

    def __init__(self, tape: list[str]) -> None:
        self._tape = tape

    def __getattr__(self, shape: str) -> Callable[..., None]:
        def make(*given: object, **named: object) -> None:
            words = [*map(plain, given), *(f"{name}={plain(value)}" for name, value in named.items())]
            self._tape.append(f"{shape} {' '.join(words)}")

        return make

    def sheet(
        self, surface: Callable[[float, float], Sequence[float]], steps: tuple[int, int], *given: object
    ) -> None:
        columns, rows = steps
        points = [
            surface(column / columns, row / rows) for column in range(columns + 1) for row in range(rows + 1)
        ]
        self._tape.append(f"sheet {steps} {plain(points)} {plain(given)}")
