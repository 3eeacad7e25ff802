"""A task shows the film of its kind where one was made, and no link where none was."""

from __future__ import annotations

from pathlib import Path

import pytest

from pangea_server.app.testing.server import People
from pangea_server.collect.queue.page_offers import film_of


@pytest.fixture
def web(web: Path) -> Path:
    """Help pages with a film of a Guide's task; of a Follower's, only the captions are there."""
    (web / "help" / "films").mkdir(parents=True)
    (web / "help" / "index.html").write_text("<title>help</title>")
    for name in ("guide.webm", "guide.en.vtt", "guide.hi.vtt", "follower.en.vtt"):
        (web / "help" / "films" / name).write_bytes(b"0123456789")
    return web


@pytest.mark.usefixtures("campaign")
def test_a_task_has_a_film_with_captions(people: People) -> None:
    person = people()
    film = person.lease("guide")["film"]
    assert film["address"] == "/help/films/guide.webm"
    assert [each["language"] for each in film["captions"]] == ["en", "hi"]
    part = person.client.get(film["address"], headers={"Range": "bytes=2-4"})
    assert (part.status_code, part.content, part.headers["content-type"]) == (206, b"234", "video/webm")
    captions = person.client.get(film["captions"][0]["address"])
    assert captions.headers["content-type"].startswith("text/vtt")


def test_where_no_film_was_made_there_is_none(web: Path, tmp_path: Path) -> None:
    assert film_of(web, "follower") is None
    assert film_of(tmp_path, "guide") is None  # without help pages
