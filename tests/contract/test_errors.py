"""Every error has a status, and a code that clients can rely on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import align.errors
import environments.errors
import pangea_server.core.errors
from environments.errors import PangeaError, ViewpointNotFoundError
from pangea_server.http.problems import status_of

MODULES = (environments.errors, align.errors, pangea_server.core.errors)


def every_error(kind: type[PangeaError] = PangeaError) -> Iterator[type[PangeaError]]:
    yield kind
    for child in kind.__subclasses__():
        yield from every_error(child)


def ours() -> list[type[PangeaError]]:
    """Each once, also those of two families."""
    names = {module.__name__ for module in MODULES}
    return [kind for kind in dict.fromkeys(every_error()) if kind.__module__ in names]


@pytest.mark.parametrize("kind", ours(), ids=lambda kind: kind.__name__)
def test_every_error_answers_with_a_status_of_its_own_family(kind: type[PangeaError]) -> None:
    status = status_of(kind("Something is wrong.", remedy="Mend it."))
    assert 400 <= status < 600


def test_codes_are_unique() -> None:
    codes = [kind("x").code for kind in ours()]
    assert len(codes) == len(set(codes))


def test_an_error_names_the_thing_and_the_remedy() -> None:
    error = ViewpointNotFoundError("There is no viewpoint 'x'.", remedy="Near names: y.", viewpoint_id="x")
    assert error.code == "viewpoint_not_found"
    assert str(error) == "There is no viewpoint 'x'. Near names: y."
    assert error.context == {"viewpoint_id": "x"}
