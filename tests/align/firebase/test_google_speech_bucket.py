"""A recording over a minute: the real clients, over gRPC to a server in this process and over HTTP to an emulator."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent import futures
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import grpc
import numpy as np
import pytest
from google.auth.credentials import AnonymousCredentials
from google.cloud import storage
from google.cloud.speech_v1 import LongRunningRecognizeRequest, LongRunningRecognizeResponse, SpeechClient
from google.cloud.speech_v1.services.speech.transports import SpeechGrpcTransport
from google.longrunning import operations_pb2
from google.rpc import code_pb2, status_pb2

from align import Audio, EngineError, EngineTimeoutError
from align.recognisers.google_speech import GoogleSpeech
from tests.firebase.emulators import storage_emulator

DATA = Path(__file__).parents[2] / "data" / "align"
ANSWER: LongRunningRecognizeResponse = LongRunningRecognizeResponse.from_json(
    (DATA / "google_speech_door.json").read_text()
)
BUCKET = "voices"
LONG = Audio(np.full(70 * 16_000, 0.1, np.float32), 16_000)


@pytest.fixture(scope="module")
def bucket() -> Iterator[storage.Bucket]:
    """An empty bucket in an emulator."""
    with pytest.MonkeyPatch.context() as patch, storage_emulator(BUCKET) as address:
        patch.setenv("STORAGE_EMULATOR_HOST", address)
        nobody = AnonymousCredentials()  # type: ignore[no-untyped-call]
        with storage.Client(project="pangea", credentials=nobody) as client:
            yield client.bucket(BUCKET)


@dataclass
class SpeechService:
    """Finishes every operation when it is first asked about, and looks into the bucket as the real one does."""

    bucket: storage.Bucket
    outcome: operations_pb2.Operation
    requests: list[LongRunningRecognizeRequest] = field(default_factory=list)
    found: list[bytes] = field(default_factory=list)

    def long_running_recognize(self, request: LongRunningRecognizeRequest, context: Any) -> Any:
        self.requests.append(request)
        name = request.audio.uri.removeprefix(f"gs://{BUCKET}/")
        self.found.append(self.bucket.blob(name).download_as_bytes())
        return operations_pb2.Operation(name="operations/1")

    def get_operation(self, request: Any, context: Any) -> operations_pb2.Operation:
        return self.outcome


@pytest.fixture
def serve(bucket: storage.Bucket) -> Iterator[Any]:
    """Start a service whose operations end so; gives an engine with a bucket, and the service."""
    server = grpc.server(futures.ThreadPoolExecutor(2))

    def start(outcome: operations_pb2.Operation, timeout: float = 5.0) -> tuple[GoogleSpeech, SpeechService]:
        service = SpeechService(bucket, outcome)
        recognize = grpc.unary_unary_rpc_method_handler(
            service.long_running_recognize,
            LongRunningRecognizeRequest.deserialize,
            operations_pb2.Operation.SerializeToString,
        )
        get = grpc.unary_unary_rpc_method_handler(
            service.get_operation,
            operations_pb2.GetOperationRequest.FromString,
            operations_pb2.Operation.SerializeToString,
        )
        for name, methods in (
            ("google.cloud.speech.v1.Speech", {"LongRunningRecognize": recognize}),
            ("google.longrunning.Operations", {"GetOperation": get}),
        ):
            server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(name, methods),))
        port = server.add_insecure_port("127.0.0.1:0")
        server.start()
        engine = GoogleSpeech(
            BUCKET, client=partial(client, port), storage=lambda: bucket.client, timeout=timeout
        )
        return engine, service

    yield start
    server.stop(None).wait()


def client(port: int) -> SpeechClient:
    return SpeechClient(transport=SpeechGrpcTransport(channel=grpc.insecure_channel(f"127.0.0.1:{port}")))


def done() -> operations_pb2.Operation:
    operation = operations_pb2.Operation(name="operations/1", done=True)
    operation.response.Pack(LongRunningRecognizeResponse.pb(ANSWER))
    return operation


def test_a_long_recording_is_recognised_whole_and_leaves_nothing_behind(
    serve: Any, bucket: storage.Bucket
) -> None:
    engine, service = serve(done())
    words = engine.recognize(LONG, "en-IN")
    assert [(word.word, word.start_time) for word in words[:2]] == [("walk", 0.3), ("past", 0.6)]
    (request,) = service.requests
    assert (request.config.language_code, request.config.enable_word_time_offsets) == ("en-IN", True)
    assert service.found == [LONG.pcm()]
    assert list(bucket.list_blobs()) == []


def test_a_failed_operation_is_an_error_and_the_voice_is_taken_away(
    serve: Any, bucket: storage.Bucket
) -> None:
    failure = status_pb2.Status(code=code_pb2.RESOURCE_EXHAUSTED, message="no more today")
    engine, service = serve(operations_pb2.Operation(name="operations/1", done=True, error=failure))
    with pytest.raises(EngineError, match="no more today"):
        engine.recognize(LONG, "en-US")
    assert len(service.found) == 1
    assert list(bucket.list_blobs()) == []


def test_an_operation_that_never_ends_is_a_timeout(
    serve: Any, bucket: storage.Bucket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("align.recognisers.google_speech.MAX_SECONDS", 0.5)
    engine, _ = serve(operations_pb2.Operation(name="operations/1"), timeout=1.0)
    with pytest.raises(EngineTimeoutError, match="within 1 s"):
        engine.recognize(Audio(LONG.samples[:16_000], 16_000), "en-US")
    assert list(bucket.list_blobs()) == []


def test_a_bucket_that_is_not_there_is_named(serve: Any) -> None:
    engine, service = serve(done())
    engine._bucket = "elsewhere"
    with pytest.raises(EngineError) as caught:
        engine.recognize(LONG, "en-US")
    assert "bucket" in caught.value.remedy
    assert service.requests == []
