"""A campaign's words with a picture, a film and a link, under the policy that all pages have."""

from __future__ import annotations

import subprocess
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect

from environments import open_environment
from pangea_server.annotate.campaigns.sample import sample_definition
from pangea_server.app.demo import LANGUAGES
from pangea_server.collect.planning.lifecycle import create_campaign
from pangea_server.stores.local.store import LocalStore
from tests.browser.demo import Demo
from tests.browser.test_people import check
from tests.browser.walker import Walker
from tests.films.tools import find_ffmpeg

WORDS = """\
# How we describe paths

Read [what others found](https://example.org/paper), and look at ![a red wall](wall.png)

[A walk](walk.webm)
"""


def change_instructions(demo: Demo, folder: Path) -> None:
    """As ``pangea campaign create`` changes the demo's campaign."""
    folder.mkdir()
    Image.new("RGB", (900, 300), "#b33").save(folder / "wall.png")
    pattern = ["-f", "lavfi", "-i", "testsrc=duration=2:size=320x180:rate=10"]
    film = str(folder / "walk.webm")
    subprocess.run([str(find_ffmpeg()), "-loglevel", "error", *pattern, "-c:v", "libvpx", film], check=True)
    (folder / "walk.vtt").write_text("WEBVTT\n\n00:00.000 --> 00:02.000\nWalk on.\n")
    with LocalStore.open(demo.data_dir) as store:
        words = {"guide": {"en": WORDS}}
        definition = sample_definition("demo", LANGUAGES).model_copy(update={"instructions": words})
        create_campaign(
            store.records, open_environment("demo"), "demo", definition, folder=folder, blobs=store.blobs
        )


def test_a_guide_sees_the_picture_and_plays_the_film(demo: Demo, page: Page, tmp_path: Path) -> None:
    change_instructions(demo, tmp_path / "files")
    person = Walker(page, demo.links["guide"])
    person.open()
    person.pass_equipment_check()
    shown = page.get_by_test_id("campaign-instructions")
    expect(shown.get_by_role("img", name="a red wall")).to_be_visible()
    page.wait_for_function("() => document.querySelector('.text-picture').naturalWidth === 900")
    link = shown.get_by_role("link", name="what others found")
    assert [link.get_attribute(name) for name in ("href", "target", "rel")] == [
        "https://example.org/paper",
        "_blank",
        "noopener noreferrer",
    ]
    check(page, "campaign-instructions")
    page.evaluate("document.querySelector('.campaign-instructions video').play()")
    page.wait_for_function("() => document.querySelector('.campaign-instructions video').currentTime > 0.5")
    page.wait_for_function(
        "() => document.querySelector('.campaign-instructions video').textTracks[0].cues?.length === 1"
    )
