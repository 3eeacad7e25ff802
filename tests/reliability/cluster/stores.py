"""The stores that are compared: SQLite in a folder, or a database of one PostgreSQL server with a place for blobs; and
Firebase in emulators, which keep all in memory."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest
from pydantic import SecretStr

from pangea_server.core.settings import Settings
from tests.firebase.conftest import RULES
from tests.firebase.emulators import firestore_emulator, storage_emulator
from tests.postgres.conftest import BUCKET, Cluster, s3_client
from tests.postgres.servers import postgresql
from tests.postgres.swift import swift
from tests.reliability.cluster.line import Line
from tests.reliability.house import build_corridor

DURABLE = {"max_connections": "200"}
"""All else as PostgreSQL comes: it syncs."""
NUMBERS = count(1)
PROJECT = "pangea-cluster"


@dataclass(frozen=True)
class Stores:
    """A PostgreSQL server, which the servers reach by ``line`` and others directly."""

    folder: Path
    cluster: Cluster
    line: Line
    with_s3: bool

    def local(self) -> tuple[Settings, str]:
        """Settings of a new store, and no address of a database."""
        return Settings(data_dir=self._folder("data"), environment=self._environment()), ""

    def postgres(self) -> tuple[Settings, str]:
        """Settings of a new store, and the address of its database for whoever looks at it."""
        name = f"campaign_{next(NUMBERS)}"
        url = self.cluster.make(name)
        settings = Settings(
            store="postgres",
            postgres_url=SecretStr(url.replace("127.0.0.1", self.line.address)),
            postgres_blobs=f"s3://{BUCKET}/{name}" if self.with_s3 else str(self._folder("blobs")),
            environment=self._environment(),
        )
        return settings, url

    def _environment(self) -> str:
        return build_corridor(self.folder / f"place-{next(NUMBERS)}")

    def _folder(self, name: str) -> Path:
        folder = self.folder / f"{name}-{next(NUMBERS)}"
        folder.mkdir(mode=0o700)
        return folder


@contextmanager
def stores(*, with_s3: bool) -> Iterator[Stores]:
    """Everything lies in folders that are removed afterwards; Swift, which speaks S3, syncs its objects there."""
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="pangea-cluster-")))
        server_folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="pangea-postgresql-")))
        line = Line()
        server = opened.enter_context(postgresql(server_folder, DURABLE, also_at=line.address))
        if with_s3:
            objects = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="pangea-swift-")))
            service = opened.enter_context(swift(objects))
            patch = opened.enter_context(pytest.MonkeyPatch.context())
            for name, value in service.settings.items():
                patch.setenv(name, value)
            s3_client().create_bucket(Bucket=BUCKET)
        yield Stores(folder, Cluster(server, "postgres"), line, with_s3)


@contextmanager
def emulated() -> Iterator[tuple[Path, Settings]]:
    """A folder, and settings of a store in emulators of Firestore and Cloud Storage."""
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="pangea-cluster-")))
        firestore = opened.enter_context(firestore_emulator(RULES, folder / "firestore.log"))
        storage = opened.enter_context(storage_emulator(BUCKET))
        patch = opened.enter_context(pytest.MonkeyPatch.context())
        patch.setenv("FIRESTORE_EMULATOR_HOST", firestore)
        patch.setenv("STORAGE_EMULATOR_HOST", storage)
        environment = build_corridor(folder / "place")
        yield (
            folder,
            Settings(
                store="firebase", firebase_project=PROJECT, firebase_bucket=BUCKET, environment=environment
            ),
        )
