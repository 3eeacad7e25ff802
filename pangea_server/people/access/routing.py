"""Routes that know who is asking, and how much they may send, before they read a body."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Iterator
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import TypeAdapter, ValidationError
from starlette.routing import BaseRoute

from environments.errors import ConfigurationError
from pangea_server.http.edge.bodies import ReadRequest, largest_body, most_values, read_body, read_json
from pangea_server.http.edge.headers import media_type
from pangea_server.http.edge.load import Load
from pangea_server.http.lookups import look_up
from pangea_server.http.services import the_services
from pangea_server.people.access.policy import waits_when_busy
from pangea_server.people.access.signed_in import allowed, bearer


class GuardedRoute(APIRoute):
    """Checks first whether there is time for it, then who is asking, then the size of the body, then its JSON.

    FastAPI alone reads and parses the body before anything else.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        answer = super().get_route_handler()
        limit, values, accept = largest_body(self.endpoint), most_values(self.endpoint), _accept(self)
        waits = waits_when_busy(self.name)

        async def guarded(request: Request) -> Response:
            load = the_services(request).get(Load)
            if waits:
                load.admit_new_work()
            load.under_way += 1
            try:
                return await checked(request)
            finally:
                load.under_way -= 1

        async def checked(request: Request) -> Response:
            services = the_services(request)
            await look_up(services.store, allowed, request, services, await bearer(request))
            if accept is None:
                return await answer(request)
            body, value = await read_body(request, limit), None
            if body and media_type(request.scope) == b"application/json":
                value = await read_json(body, values, accept)
            return await answer(ReadRequest(request, body, value))

        return guarded


class GuardedRouter(APIRouter):
    """A router whose routes are all guarded."""

    def __init__(self, *, prefix: str = "", tags: list[str] | None = None) -> None:
        super().__init__(prefix=prefix, tags=[*(tags or ())], route_class=GuardedRoute)


def check_guarded(routes: Iterable[BaseRoute]) -> None:
    """Raise ConfigurationError for a route that would let in whoever sends a request."""
    open_to_all = sorted(
        route.name
        for route in _leaves(routes)
        if isinstance(route, APIRoute) and not isinstance(route, GuardedRoute)
    )
    if open_to_all:
        raise ConfigurationError(
            f"Nobody checks who calls {', '.join(open_to_all)}.",
            remedy="Make it with a GuardedRouter (pangea_server/people/access/routing.py).",
        )


def _leaves(routes: Iterable[BaseRoute]) -> Iterator[BaseRoute]:
    """The routes, those in nested routers too."""
    for route in routes:
        included = getattr(route, "original_router", None)
        if included is None:
            yield route
        else:
            yield from _leaves(included.routes)


def _accept(route: APIRoute) -> Callable[[Any], Any] | None:
    """How a JSON value becomes the body that the route's handler takes; None where it takes none.

    FastAPI takes over what is already such a body without looking at it again.
    """
    if route.body_field is None:
        return None
    annotation: Any = route.body_field.field_info.annotation
    model: TypeAdapter[Any] = TypeAdapter(annotation)

    def accept(value: Any) -> Any:
        try:
            return model.validate_python(value)
        except ValidationError as error:
            faults = error.errors(include_input=False, include_url=False)
            raise RequestValidationError(
                [{**fault, "loc": ("body", *fault["loc"])} for fault in faults]
            ) from None

    return accept
