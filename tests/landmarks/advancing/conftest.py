"""A server on the demo house, and who comes to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from pangea_server import Settings, create_app
from pangea_server.app.testing.server import Someone, let_in
from pangea_server.collect.landmarks.updates import LandmarkAdvancer
from pangea_server.people.access.records import Role
from pangea_server.stores.protocol import Store
from tests.landmarks.advancing.one_path import (
    LANGUAGES,
    PLAIN,
    WORDS,
    create,
    guided,
    spoken,
)
from tests.landmarks.spoken_crowd import Truth


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    data = tmp_path / "data"
    return Settings(environment="demo", data_dir=data, flag_on_submit=False, align_on_submit=False)


@pytest.fixture
def server(settings: Settings) -> Iterator[TestClient]:
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def store(server: TestClient) -> Store:
    opened: Store = server.app.state.services.store  # type: ignore[attr-defined]
    return opened


@pytest.fixture
def catch_up(server: TestClient) -> Callable[[], int]:
    """What the server does now and then: follow what happened elsewhere."""
    advancer: LandmarkAdvancer = server.app.state.services.get(LandmarkAdvancer)  # type: ignore[attr-defined]
    return advancer.catch_up


@pytest.fixture
def come(server: TestClient, store: Store) -> Callable[..., Someone]:
    """Lets somebody in who speaks these languages."""

    def let(*languages: str, role: Role = Role.ANNOTATOR) -> Someone:
        person, token = let_in(store.records, role, languages or LANGUAGES)
        return Someone(server, token, person.annotator_id)

    return let


@pytest.fixture
def truth(store: Store, come: Callable[..., Someone]) -> Truth:
    """Two plain instructions, whose mentions are marked and linked."""
    said = spoken(2, ("en-IN", "en-IN"), PLAIN)
    create(store, said, WORDS)
    return guided(said, come)
