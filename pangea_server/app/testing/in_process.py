"""HTTP without a socket: requests go to the app itself, and return when all that they set off is done."""

from __future__ import annotations

import asyncio
import json as json_text
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

from starlette.types import ASGIApp, Message


@dataclass
class Answer:
    """What a server answered."""

    status_code: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    content: bytes = b""

    @property
    def text(self) -> str:
        return self.content.decode()

    def json(self) -> Any:
        return json_text.loads(self.content)


class InProcess(AbstractContextManager["InProcess"]):
    """A client of an app in this process, for one thread; while it is open, the app runs.

    A request returns after the server's background work for it, so that the same requests give the same results.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._loop = asyncio.new_event_loop()
        self._to_app: asyncio.Queue[Message] = asyncio.Queue()
        self._from_app: asyncio.Queue[Message] = asyncio.Queue()
        self._lifespan: asyncio.Task[None] | None = None

    def __enter__(self) -> Self:
        scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}
        self._lifespan = self._loop.create_task(
            self._app(scope, self._to_app.get, self._from_app.put)  # type: ignore[arg-type]
        )
        self._tell("startup")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._tell("shutdown")
            if self._lifespan is not None:
                self._loop.run_until_complete(self._lifespan)
        finally:
            self._loop.run_until_complete(self._loop.shutdown_default_executor())
            self._loop.close()

    def request(
        self,
        method: str,
        address: str,
        *,
        headers: Mapping[str, str] | None = None,
        json: Any = None,
        content: bytes = b"",
    ) -> Answer:
        sent = {"host": "localhost", **(headers or {})}
        if json is not None:
            content = json_text.dumps(json).encode()
            sent["content-type"] = "application/json"
        if content:
            sent["content-length"] = str(len(content))
        return self._loop.run_until_complete(self._request(method, address, sent, content))

    async def _request(self, method: str, address: str, headers: Mapping[str, str], content: bytes) -> Answer:
        path, _, query = address.partition("?")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 50_000),
            "server": ("localhost", 80),
            "state": {},
        }
        answer = Answer()
        body: list[Message] = [{"type": "http.request", "body": content, "more_body": False}]

        async def receive() -> Message:
            if body:
                return body.pop()
            await asyncio.Event().wait()  # nobody hangs up
            raise AssertionError

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer.status_code = message["status"]
                answer.headers = {name.decode(): value.decode() for name, value in message["headers"]}
            elif message["type"] == "http.response.body":
                answer.content += message.get("body", b"")

        await self._app(scope, receive, send)
        return answer

    def _tell(self, what: str) -> None:
        self._loop.run_until_complete(self._to_app.put({"type": f"lifespan.{what}"}))
        done = self._loop.run_until_complete(self._from_app.get())
        if done["type"] != f"lifespan.{what}.complete":
            raise RuntimeError(f"The server could not be told of its {what}: {done.get('message', '')}")
