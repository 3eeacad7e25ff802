"""A server that fails while it starts closes what it opened: the same process can open the store again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pangea_server import Settings, create_app
from pangea_server.app import server
from pangea_server.http import services
from pangea_server.stores.local import store
from pangea_server.stores.local.blobs import LocalBlobs
from pangea_server.stores.local.store import LocalStore

CALLED_LATER = {"_verified", "_backed_up"}
CALLED = {name for name in server._app_over.__code__.co_names if callable(vars(server).get(name))}
STEPS = [
    *((server, name) for name in sorted(CALLED - CALLED_LATER)),
    (services, "refuse_unfinished"),
    (services, "open_environment"),
    (services, "TileFolder"),
    (store, "bring_up_to_date"),
    (store, "take_on"),
    (LocalBlobs, "prepare"),
    (LocalBlobs, "sweep"),
]


class PlantedError(Exception):
    """Raised by the step that fails."""


def fail(*_: Any, **__: Any) -> None:
    raise PlantedError


def open_files(directory: Path) -> list[str]:
    """The files below ``directory`` that this process has open."""
    links = Path("/proc/self/fd")
    targets = [str(link.readlink()) for link in links.iterdir() if link.is_symlink()]
    return [target for target in targets if target.startswith(f"{directory}/")]


@pytest.mark.parametrize(("where", "step"), STEPS, ids=lambda value: value if isinstance(value, str) else "")
def test_what_was_opened_is_closed(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, where: Any, step: str
) -> None:
    with monkeypatch.context() as planted:
        planted.setattr(where, step, fail)
        with pytest.raises(PlantedError):
            create_app(settings)
    assert open_files(settings.data_dir) == []
    LocalStore.open(settings.data_dir, exclusive=True).close()


def test_every_step_is_planted() -> None:
    names = {name for _, name in STEPS}
    assert {"sweep", "Metrics", "signing_key", "BackgroundScrub", "install_edge"} <= names
    assert len(STEPS) > 25


def test_the_store_is_closed_even_if_a_service_cannot_be(settings: Settings) -> None:
    app = create_app(settings)
    app.state.services.add(PlantedError(), fail)
    with pytest.raises(PlantedError):
        app.state.services.close()
    app.state.services.close()
    LocalStore.open(settings.data_dir, exclusive=True).close()
