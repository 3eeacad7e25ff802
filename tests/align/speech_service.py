"""A Speech service in this process, which gives prepared answers over real gRPC."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent import futures
from contextlib import contextmanager
from typing import Any

import grpc
from google.cloud.speech_v1 import RecognizeRequest, RecognizeResponse

Handler = Callable[[Any, grpc.ServicerContext], Any]


@contextmanager
def speech_service() -> Iterator[Callable[[Handler], str]]:
    """Starts a service with a handler of Recognize, and gives its HOST:PORT; it ends with the block."""
    server = grpc.server(futures.ThreadPoolExecutor(2))

    def start(handler: Handler) -> str:
        method = grpc.unary_unary_rpc_method_handler(
            handler, RecognizeRequest.deserialize, RecognizeResponse.serialize
        )
        methods = {"Recognize": method}
        server.add_generic_rpc_handlers(
            (grpc.method_handlers_generic_handler("google.cloud.speech.v1.Speech", methods),)
        )
        port = server.add_insecure_port("127.0.0.1:0")
        server.start()
        return f"127.0.0.1:{port}"

    yield start
    server.stop(None).wait()
