"""The campaign that is copied, its backup, and an empty store to restore it into."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pangea_server.dataset.archive import write_archive
from pangea_server.stores.local.store import LocalStore
from tests.archive.campaign import make_campaign


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a campaign that nobody has open."""
    folder = tmp_path_factory.mktemp("made") / "data"
    with LocalStore.open(folder) as store:
        make_campaign(store)
    return folder


@pytest.fixture(scope="session")
def source(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalStore]:
    """A campaign that no test changes."""
    with LocalStore.open(shutil.copytree(made, tmp_path_factory.mktemp("source") / "data")) as store:
        yield store


@pytest.fixture(scope="session")
def whole(source: LocalStore, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("whole") / "campaign.tar"
    write_archive(source, path)
    return path


@pytest.fixture
def archive(whole: Path, tmp_path: Path) -> Path:
    """A backup of ``source`` that a test may damage."""
    return Path(shutil.copy(whole, tmp_path))


@pytest.fixture
def changing(made: Path, tmp_path: Path) -> Iterator[LocalStore]:
    """A campaign that goes on."""
    with LocalStore.open(shutil.copytree(made, tmp_path / "source")) as store:
        yield store


@pytest.fixture
def target(tmp_path: Path) -> Iterator[LocalStore]:
    with LocalStore.open(tmp_path / "target") as store:
        yield store
