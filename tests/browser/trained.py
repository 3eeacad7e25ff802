"""The demo with a campaign that asks about landmarks, and for training before each kind."""

from __future__ import annotations

from pangea_server.annotate.campaigns.records import Campaign, KindPlan
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.paging import every
from tests.browser.demo import Demo


def ask_for_training(demo: Demo) -> None:
    """From now on newcomers to a kind about landmarks get an exercise first."""
    with LocalStore.open(demo.data_dir) as store:
        (campaign,) = every(store.records, Campaign)
        trust = campaign.definition.trust.model_copy(update={"training": True})
        changed = {"trust": trust, "tasks": {**campaign.definition.tasks, "landmarks": KindPlan()}}
        asking = campaign.model_copy(update={"definition": campaign.definition.model_copy(update=changed)})
        store.records.transact(lambda transaction: transaction.replace(asking))
