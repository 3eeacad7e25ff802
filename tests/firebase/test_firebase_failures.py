"""What the Firebase store says when Google's services are wrongly set, refuse or are away."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import grpc
import pytest
from google.api_core import exceptions as api

from environments.errors import ConfigurationError
from pangea_server.annotate.tasks.records import Task
from pangea_server.app.testing.stores.examples import task
from pangea_server.core.errors import StoreBusyError, StoreError
from pangea_server.http.problems import status_of
from pangea_server.stores.firebase.google_errors import translated
from pangea_server.stores.firebase.store import FirebaseStore
from pangea_server.stores.protocol import RecordStore
from tests.firebase.conftest import Emulators


@dataclass(frozen=True)
class Settings:
    firebase_project: str | None
    firebase_bucket: str | None
    firebase_links: bool = False


def test_project_and_bucket_must_be_named() -> None:
    with pytest.raises(ConfigurationError, match="PANGEA_FIREBASE_BUCKET"):
        FirebaseStore.from_settings(Settings("project", None))


def test_one_emulator_is_not_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STORAGE_EMULATOR_HOST", raising=False)
    monkeypatch.setenv("FIRESTORE_EMULATOR_HOST", "127.0.0.1:1")
    with pytest.raises(ConfigurationError, match="Only FIRESTORE_EMULATOR_HOST of"):
        FirebaseStore.open("project", "bucket")


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (api.PermissionDenied, "refuses this server: PermissionDenied"),
        (api.Unauthenticated, "refuses this server: Unauthenticated"),
        (api.DeadlineExceeded, "cannot be reached: DeadlineExceeded"),
        (api.ServiceUnavailable, "cannot be reached: ServiceUnavailable"),
        (api.ResourceExhausted, "cannot be reached: ResourceExhausted"),
        (api.FailedPrecondition, "not set up for this"),
    ],
)
def test_each_error_has_a_remedy_and_tells_no_secret(error: type[Exception], words: str) -> None:
    with pytest.raises(StoreError, match=words) as raised, translated("Cloud Firestore"):
        raise error("secret")
    assert raised.value.remedy
    assert "secret" not in str(raised.value)


def aborted_to_the_end(message: str) -> Exception:
    """What comes of a transaction that was tried again and again."""
    aborted: Exception = api.Aborted(message)  # type: ignore[no-untyped-call]
    return api.RetryError(message, aborted)  # type: ignore[no-untyped-call]


@pytest.mark.parametrize("kind", [api.Aborted, aborted_to_the_end])
def test_contention_is_told_as_such(kind: Callable[[str], Exception]) -> None:
    """Firestore was there all the time: its users hear that it is busy, and that nothing was stored."""
    with (
        pytest.raises(StoreBusyError, match=r"busy.*nothing was stored") as raised,
        translated("Cloud Firestore"),
    ):
        raise kind("secret")
    assert status_of(raised.value) == 503
    assert "secret" not in str(raised.value)


class Refusal(grpc.GenericRpcHandler):  # type: ignore[misc]
    """Answers every call as Firestore does when the account's role was taken away."""

    def service(self, _: grpc.HandlerCallDetails) -> grpc.RpcMethodHandler:
        return grpc.unary_unary_rpc_method_handler(self._refuse)

    def _refuse(self, _: bytes, context: grpc.ServicerContext) -> None:
        context.abort(grpc.StatusCode.PERMISSION_DENIED, "secret")


@pytest.fixture
def refused_store(monkeypatch: pytest.MonkeyPatch) -> Iterator[FirebaseStore]:
    server = grpc.server(ThreadPoolExecutor(2), handlers=[Refusal()])
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    monkeypatch.setenv("FIRESTORE_EMULATOR_HOST", f"127.0.0.1:{port}")
    monkeypatch.setenv("STORAGE_EMULATOR_HOST", "http://127.0.0.1:9")
    with FirebaseStore.open("project", "bucket") as store:
        yield store
    server.stop(None).wait()


@pytest.mark.parametrize(
    "call",
    [
        lambda records: records.get(Task, "guide-000001"),
        lambda records: records.find(Task),
        lambda records: records.count(Task),
        lambda records: records.create(task(1)),
        lambda records: records.transact(lambda transaction: transaction.get(Task, "guide-000001")),
    ],
)
def test_every_refused_call_says_so(
    refused_store: FirebaseStore, call: Callable[[RecordStore], object]
) -> None:
    with pytest.raises(StoreError, match="Cloud Firestore refuses this server: PermissionDenied"):
        call(refused_store.records)


@pytest.mark.emulator
def test_a_foreign_object_is_named(emulators: Emulators, firebase_store: FirebaseStore) -> None:
    from google.cloud.storage import Client

    with Client.create_anonymous_client() as client:
        client.bucket(emulators.bucket).blob("foreign").upload_from_string(b"bytes")
    with pytest.raises(StoreError, match=r"'foreign' in the bucket .* was not written by PanGEA"):
        firebase_store.blobs.stat("foreign")
