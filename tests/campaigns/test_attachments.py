"""Pictures, films and links in a campaign's instructions: what is shown, and what is refused with its line."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image

from environments import PanoramaFolder
from pangea_server.annotate.attachments.content import FILM_BYTES, PICTURE_BYTES
from pangea_server.annotate.attachments.files import Attachments
from pangea_server.annotate.campaigns.file import read_campaign_file
from pangea_server.annotate.campaigns.records import Campaign, CampaignState
from pangea_server.app.testing.server import People, assert_problem
from pangea_server.collect.planning.lifecycle import create_campaign, set_state
from pangea_server.core.errors import CampaignFileError
from pangea_server.dataset.verify.references import artefacts
from pangea_server.stores.protocol import Store

CAMPAIGN = """\
id: taught
languages: [en-US]
paths: [{scan: corridor, viewpoints: [[door, lamp, sofa]]}]
instructions:
  guide: {en: guide.md, hi: guide.md}
"""
TEXT = """\
# How

Read [the paper](https://example.org/paper), look at ![a **red** sofa](pictures/sofa%20red.png)

and watch [a walk](walk.mp4).
"""
MP4 = b"\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom" + bytes(range(256)) * 8
WEBM = b"\x1a\x45\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\xf2\x81\x04B\xf3\x81\x08B\x82\x84webm" + bytes(64)
VTT = "WEBVTT\n\n00:00.000 --> 00:02.000\nनमस्ते\n"


def picture(form: str = "PNG", size: tuple[int, int] = (8, 8)) -> bytes:
    file = BytesIO()
    Image.new("RGB", size, "red").save(file, form)
    return file.getvalue()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A campaign file with a text, a picture, and a film with captions in two languages."""
    folder = tmp_path / "files"
    (folder / "pictures").mkdir(parents=True)
    (folder / "walks.yaml").write_text(CAMPAIGN)
    (folder / "guide.md").write_text(TEXT)
    (folder / "pictures" / "sofa red.png").write_bytes(picture())
    (folder / "walk.mp4").write_bytes(MP4)
    (folder / "walk.vtt").write_text(VTT)
    (folder / "walk.hi.vtt").write_text(VTT)
    (folder / "walk.notes of ours.vtt").write_text("no captions")
    return folder


def create(store: Store, place: Path, folder: Path) -> Campaign:
    """As the command does it."""
    source = read_campaign_file(folder / "walks.yaml")
    return create_campaign(
        store.records,
        PanoramaFolder(place),
        "place",
        source.definition,
        folder=folder,
        blobs=store.blobs,
        refuse=source.refuse,
    ).campaign


def nodes(tree: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for node in tree:
        yield node
        yield from nodes(node["children"])


def shown(people: People) -> dict[str, dict[str, Any]]:
    """The nodes with an address that a Guide's instructions have, by element."""
    lease = people().lease("guide")
    return {node["element"]: node for node in nodes(lease["instructions"]) if node["address"]}


def test_a_guide_sees_links_pictures_and_films_with_captions(
    people: People, store: Store, place: Path, folder: Path
) -> None:
    create(store, place, folder)
    found = shown(people)
    assert found["a"]["address"] == "https://example.org/paper"
    assert found["img"]["text"] == "a red sofa"
    assert [each["language"] for each in found["video"]["captions"]] == ["en", "hi"]
    client = people().client
    sofa = client.get(found["img"]["address"])
    assert (sofa.content, sofa.headers["content-type"]) == (picture(), "image/png")
    assert sofa.headers["x-content-type-options"] == "nosniff"
    part = client.get(found["video"]["address"], headers={"Range": "bytes=4-7"})
    assert (part.status_code, part.content, part.headers["content-type"]) == (206, b"ftyp", "video/mp4")
    captions = client.get(found["video"]["captions"][1]["address"])
    assert (captions.text, captions.headers["content-type"]) == (VTT, "text/vtt; charset=utf-8")


def test_nobody_else_gets_the_files(people: People, store: Store, place: Path, folder: Path) -> None:
    create(store, place, folder)
    address = shown(people)["img"]["address"]
    client = people().client
    assert_problem(client.get(address.split("?")[0]), 404, "link_not_valid")
    assert_problem(client.get(address.replace("/taught/", "/other/")), 404, "link_not_valid")
    assert_problem(client.get(address.replace("attachments/", "attachments/0")), 404, "record_not_found")


def test_the_files_end_with_the_campaign_for_who_holds_no_task_of_it(
    people: People, store: Store, place: Path, folder: Path
) -> None:
    campaign = create(store, place, folder)
    guide, other = people(), people()
    given_back = other.lease("guide")
    other.call("DELETE", f"/leases/{given_back['lease_id']}")
    mine, theirs = (
        next(node["address"] for node in nodes(lease["instructions"]) if node["element"] == "img")
        for lease in (guide.lease("guide"), given_back)
    )
    assert [guide.client.get(address).status_code for address in (mine, theirs)] == [200, 200]
    set_state(store.records, campaign.campaign_id, CampaignState.CLOSED)
    assert guide.client.get(mine).status_code == 200
    assert_problem(guide.client.get(theirs), 404, "link_not_valid")


def test_a_changed_picture_is_a_new_version_and_nothing_changed_is_none(
    store: Store, place: Path, folder: Path
) -> None:
    assert create(store, place, folder).version == create(store, place, folder).version == 1
    (folder / "pictures" / "sofa red.png").write_bytes(picture("WEBP"))
    changed = create(store, place, folder)
    assert changed.version == 2
    assert {each.media_type for each in changed.attachments} == {"image/webp", "video/mp4", "text/vtt"}
    assert all(store.blobs.stat(each.blob).sha256 == each.sha256 for each in artefacts(changed))


def write(name: str, data: bytes) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        (folder / name).write_bytes(data)

    return make


def long(name: str, beginning: bytes, size: int) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        (folder / name).write_bytes(beginning)
        os.truncate(folder / name, size)  # without writing so many bytes

    return make


def linked(folder: Path) -> None:
    (folder.parent / "secret.png").write_bytes(picture())
    (folder / "linked.png").symlink_to(folder.parent / "secret.png")


def nothing(folder: Path) -> None:
    pass


@pytest.mark.parametrize(
    ("prepare", "text", "told", "remedy"),
    [
        (nothing, "![x](gone.png)", "the file gone.png cannot be read (No such file", "beside"),
        (long("big.mp4", MP4, 2 * 2**30), "[x](big.mp4)", "2,147,483,648 bytes; video/mp4 may have", "smaller"),
        (long("big.png", picture(), PICTURE_BYTES + 1), "![x](big.png)", "image/png may have 4,194,304", "smaller"),
        (write("page.png", b"<html><script>alert(1)</script>"), "![x](page.png)", "none of PNG, JPEG", "Export"),
        (write("empty.png", b""), "![x](empty.png)", "it is empty", "Export"),
        (write("cut.png", picture()[:50]), "![x](cut.png)", "cannot be decoded", "Export"),
        (write("film.png", MP4), "![x](film.png)", "is a film (video/mp4) and is named like a picture", "ending"),
        (write("picture.mp4", picture()), "[x](picture.mp4)", "is a picture (image/png) and is named", "ending"),
        (write("bomb.png", picture(size=(5000, 5000))), "![x](bomb.png)", "5000 x 5000 pixels", "smaller"),
        (write("w.webm", WEBM), "![x](w.webm)\n\n![x](../x.png)", "line 5 of the text: the file ../x.png", "beside"),
        (linked, "![x](linked.png)", "a link that leads out of", "beside"),
        (nothing, "![x](/etc/hostname)", "the file /etc/hostname cannot be read", "beside"),
        (nothing, "![x](a%00b.png)", "cannot be read", "beside"),
        (lambda folder: (folder / "d.png").mkdir(), "![x](d.png)", "d.png cannot be read", "beside"),
        (lambda folder: os.mkfifo(folder / "p.png"), "![x](p.png)", "not a regular file", "beside"),
        (nothing, "[x](javascript:alert(1))", "the link 'javascript:alert(1)' does not lead to an https", "https"),
        (nothing, "[x](<java\tscript:alert(1)>)", "does not lead to an https", "https"),
        (nothing, "[x](//evil.example/)", "does not lead to an https", "https"),
        (nothing, "[x](https://a:b@evil.example/)", "does not lead to an https", "https"),
        (nothing, "[x](data:text/html,hello)", "does not lead to an https", "https"),
        (nothing, "[x](http://[)", "does not lead to an https", "https"),
        (nothing, "![x](https://evil.example/x.png)", "would be loaded from elsewhere", "Save it as a file"),
        (nothing, "![x](https://evil.example/x.mp4)", "would be loaded from elsewhere", "Save it as a file"),
        (write("walk.vtt", b"WEBVTT\n\xff\xfe"), "[x](walk.mp4)", "its captions are not UTF-8", "UTF-8"),
        (write("walk.hi.vtt", b"1\n00:00 --> 00:01\nsrt"), "[x](walk.mp4)", "none of PNG, JPEG", "Export"),
    ],
)  # fmt: skip
def test_what_cannot_be_shown_is_told_with_its_line_and_nothing_is_stored(
    store: Store,
    place: Path,
    folder: Path,
    prepare: Callable[[Path], None],
    text: str,
    told: str,
    remedy: str,
) -> None:
    (folder / "guide.md").write_text(f"# How\n\n{text}\n")
    prepare(folder)
    with pytest.raises(CampaignFileError) as caught:
        create(store, place, folder)
    error = caught.value
    assert "walks.yaml, line 5, instructions.guide.en: line " in error.message
    assert told in error.message
    assert remedy in f"{error.message} {error.remedy}"
    assert store.records.count(Campaign) == 0
    assert store.blobs.list("attachments/") == []


def test_too_many_bytes_together_are_told(store: Store, place: Path, folder: Path) -> None:
    for number in range(6):
        long(f"{number}.mp4", MP4, FILM_BYTES - number)(folder)
    (folder / "guide.md").write_text("".join(f"[x]({number}.mp4)\n" for number in range(6)))
    with pytest.raises(CampaignFileError, match="its texts show 6 files with 629,145,5"):
        create(store, place, folder)


def test_captions_are_those_of_a_film_in_a_language(tmp_path: Path) -> None:
    files = {"a.png": picture(), "b.mp4": MP4}
    captions = ("a.vtt", "a.hi.vtt", "b.vtt", "b.hi.vtt", "b.no language.vtt", "bc.vtt", "b.hi.txt")
    for name, content in (files | dict.fromkeys(captions, VTT.encode())).items():
        (tmp_path / name).write_bytes(content)
    reading, told = Attachments(tmp_path), {"guide": {"en": "![A sofa.](a.png) and [a walk](b.mp4)"}}
    found = reading.read(SimpleNamespace(instructions=told))  # type: ignore[arg-type]  # reads nothing else of it
    assert [each.name for each in found] == ["a.png", "b.hi.vtt", "b.mp4", "b.vtt"]
    assert reading.faults == []
