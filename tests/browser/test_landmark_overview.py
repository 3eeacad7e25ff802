"""How far a campaign's landmarks are, in the browser: steps, chains by viewpoint, seconds by person."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from environments import open_environment
from pangea_server import Settings
from pangea_server.annotate.campaigns.records import CampaignDefinition, PathRecord
from pangea_server.collect.planning.lifecycle import create_campaign
from pangea_server.stores.opening import open_store
from pangea_server.stores.paging import every
from tests.browser.demo import Demo
from tests.browser.test_people import check, console_is_checked
from tests.landmarks.overview_store import CAMPAIGN, boxes, judged

__all__ = ["console_is_checked"]


@pytest.fixture
def asking(tmp_path: Path) -> Iterator[Demo]:
    """A server without landmarks yet, of a campaign that asks about them."""
    running = Demo(tmp_path / "data", command="serve", PANGEA_ENVIRONMENT="demo")
    yield running
    running.stop()


def test_managers_see_how_far_landmarks_are(asking: Demo, page: Page) -> None:
    page.goto(asking.invite("--role", "owner"))
    page.get_by_test_id("landmarks").click()
    expect(page.get_by_test_id("nobody-asks")).to_be_visible()
    check(page, "nobody-asks")

    with closing(open_store(Settings(data_dir=asking.data_dir, environment="demo"))) as store:
        definition = CampaignDefinition.model_validate(
            {
                "id": CAMPAIGN,
                "languages": ["en-US"],
                "paths": [{"scan": "demo-house", "sampler": "rxr", "per_scan": 2}],
                "tasks": {"landmarks": {}},
            }
        )
        create_campaign(store.records, open_environment("demo"), "demo", definition)
        path, *_ = every(store.records, PathRecord)
        page.reload()
        expect(page.get_by_test_id("path")).to_have_count(2)
        check(page, "landmarks-page")

        judged(store, path, 1, 7, (2.0, "box"), (4.0, "scene"))
        judged(store, path, 2, 8, (6.0, "box"), (8.0, "box"))
        first, second, *_ = path.path
        boxes(store, path, "000001-c1", 8, 16, {first: ("good", "bad"), second: ("unjudged",)})
        boxes(store, path, "000001-c2", 20, 28, {second: ("bad",)})
    page.reload()
    expect(page.get_by_test_id("steps-row")).to_have_count(1)
    expect(page.get_by_test_id("steps-row")).to_contain_text("50 %")
    expect(page.get_by_test_id("chain")).to_have_count(2)
    expect(page.get_by_test_id("chain").first).to_contain_text("the lamp")
    check(page, "landmarks-page")

    page.get_by_test_id("timing").click()
    expect(page.get_by_test_id("timing-row")).to_have_count(3)
    check(page, "timing-card")
    with page.expect_download() as saved:
        page.get_by_test_id("save-csv").click()
    assert Path(saved.value.path()).read_text().startswith("kind,annotator_id,")
