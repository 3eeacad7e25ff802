"""The progress of a campaign: its tasks by state, and the attempts that people gave up."""

from __future__ import annotations

from pathlib import Path

from environments import PanoramaFolder
from pangea_server.annotate.campaigns.records import Campaign, CampaignDefinition, CampaignState
from pangea_server.annotate.tasks.records import Lease, LeaseState, Task, TaskState
from pangea_server.app.testing.server import People
from pangea_server.collect.planning.lifecycle import create_campaign
from pangea_server.collect.planning.status import StatusRow, campaign_status
from pangea_server.stores.protocol import Store

NONE = dict.fromkeys(TaskState, 0)


def test_tasks_and_given_back_attempts_are_counted_by_kind_and_language(
    people: People, store: Store, place: Path
) -> None:
    definition = CampaignDefinition.model_validate(
        {
            "id": "walks",
            "languages": ["en-US", "hi-IN"],
            "paths": [{"scan": "corridor", "viewpoints": [["door", "lamp", "sofa"]]}],
            "followers_per_guide": 2,
            "rotation": {"first": 0},
            "trust": {"learning": 0},
        }
    )
    create_campaign(store.records, PanoramaFolder(place), "place", definition)
    for records in (False, True):
        guide = people()
        lease_id = guide.lease("guide")["lease_id"]
        if records:
            guide.begin(lease_id)
        assert guide.call("DELETE", f"/leases/{lease_id}").status_code == 204
    holder = people()
    held = holder.lease("guide")["lease_id"]
    elsewhere = store.records.get(Lease, held).model_copy(
        update={"lease_id": "elsewhere", "task_id": "guide-000099", "state": LeaseState.RETURNED}
    )
    store.records.create(elsewhere)
    known = store.records.get(Task, "guide-000001")
    store.records.create(known.model_copy(update={"number": 50, "check_item": True}))
    status = campaign_status(store.records, store.records.get(Campaign, "walks"))
    assert (status.campaign_id, status.state, status.version) == ("walks", CampaignState.RUNNING, 1)
    assert status.rows == (
        StatusRow("guide", "hi-IN", NONE | {TaskState.OPEN: 1}, 0, 0, 1),
        StatusRow("guide", "en-US", NONE | {TaskState.LEASED: 1}, 2, 1, 0),
        StatusRow("follower", "hi-IN", NONE | {TaskState.WAITING: 2}, 0, 0, 0),
        StatusRow("follower", "en-US", NONE | {TaskState.WAITING: 2}, 0, 0, 0),
    )
