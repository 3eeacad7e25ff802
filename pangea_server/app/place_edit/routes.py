"""The application behind the page: it serves one place to whoever has the link, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from secrets import compare_digest
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.responses import Response
from fastapi.routing import APIRoute

from environments.editing.session import Editing
from environments.errors import ImageNotFoundError, ViewpointNotFoundError
from environments.files import read_image
from environments.nearest import not_among
from environments.own_places.plan_pictures import PLANS
from pangea_server.app.api import empty_app
from pangea_server.app.place_edit.wire import EditedPlaceView, EditRequest, TurnBackRequest, view_of
from pangea_server.core.errors import NotSignedInError
from pangea_server.http import problems
from pangea_server.http.edge.bodies import READ_AT_ONCE, ReadRequest, read_body, read_json
from pangea_server.http.edge.fetch_metadata import FetchMetadata
from pangea_server.http.edge.headers import header
from pangea_server.http.edge.security_headers import SecurityHeaders
from pangea_server.http.pages import mount_page
from pangea_server.http.problems import AnswerProblems

MOST_VALUES = 100
"""Of the JSON of an edit."""


class OwnerRoute(APIRoute):
    """Checks the token before it reads a body, and reads small bodies of strict JSON only."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        answer = super().get_route_handler()

        async def guarded(request: Request) -> Response:
            expected: bytes = request.app.state.authorization
            if not compare_digest(header(request.scope, b"authorization"), expected):
                raise NotSignedInError(
                    "The request has no token, or that of an earlier start.",
                    remedy="Open the link that pangea env edit printed last.",
                )
            if self.body_field is None:
                return await answer(request)
            body = await read_body(request, READ_AT_ONCE)
            value = await read_json(body, MOST_VALUES, lambda value: value) if body else None
            return await answer(ReadRequest(request, body, value))

        return guarded


def the_editing(request: Request) -> Editing:
    editing: Editing = request.app.state.editing
    return editing


TheEditing = Annotated[Editing, Depends(the_editing)]
router = APIRouter(prefix="/api/v1/place", tags=["editing"], route_class=OwnerRoute)


@router.get("")
def read_edited_place(editing: TheEditing) -> EditedPlaceView:
    """The place as it is."""
    return view_of(editing.moment())


@router.post("/edits")
def edit_place(editing: TheEditing, body: EditRequest) -> EditedPlaceView:
    """Do an edit and write the place. Refused with 409 where it was changed meanwhile, here or on disk."""
    return view_of(editing.edit(body.edit, body.version))


@router.post("/undo")
def undo_edit(editing: TheEditing, body: TurnBackRequest) -> EditedPlaceView:
    """Take the last edit back."""
    return view_of(editing.undo(body.version))


@router.post("/redo")
def redo_edit(editing: TheEditing, body: TurnBackRequest) -> EditedPlaceView:
    """Do again what was undone last."""
    return view_of(editing.redo(body.version))


@router.post("/opening")
def open_place_again(editing: TheEditing) -> EditedPlaceView:
    """Take what is on disk, and forget what was done here."""
    return view_of(editing.open_again())


@router.get("/pictures/{viewpoint_id}", response_class=Response)
def read_edited_picture(editing: TheEditing, viewpoint_id: str) -> Response:
    """The panorama of a viewpoint, or one that waits, as stored."""
    place = editing.moment().place
    images = place.images
    if viewpoint_id not in images:
        raise ViewpointNotFoundError(
            f"There is no panorama {viewpoint_id!r}.", remedy=not_among(viewpoint_id, [*images])
        )
    return _picture(editing.folder, images[viewpoint_id])


@router.get("/plans/{name}", response_class=Response)
def read_plan_picture(editing: TheEditing, name: str) -> Response:
    """A picture of a floor plan, as stored."""
    image = f"{PLANS}/{name}"
    known = editing.moment().place.plan_images
    if image not in known:
        raise ImageNotFoundError(f"There is no floor plan {image!r}.", remedy=not_among(image, known))
    return _picture(editing.folder, image)


def _picture(folder: Path, image: str) -> Response:
    read = read_image(folder / image, "Put it there.", folder)
    return Response(read.data, media_type=read.media_type, headers={"Cache-Control": "private, no-cache"})


def build_edit_api() -> FastAPI:
    """The routes and their description; ``edit_app`` adds what stands behind them."""
    app = empty_app()
    app.include_router(router)
    return app


def edit_app(editing: Editing, token: str, web_dir: Path | None = None) -> FastAPI:
    """The application for one place.

    Args:
        token: that whoever uses it must have.

    Raises:
        ConfigurationError: the pages have not been built.
    """
    app = build_edit_api()
    app.state.editing, app.state.authorization = editing, f"Bearer {token}".encode()
    problems.install(app)
    mount_page(app, web_dir, "edit")
    app.add_middleware(FetchMetadata)
    app.add_middleware(AnswerProblems)
    app.add_middleware(SecurityHeaders)
    return app
