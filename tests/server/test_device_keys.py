"""The key of what a browser keeps: for whose lease it is, the same again, and only until the answer is accepted."""

from __future__ import annotations

import base64

import pytest

from pangea_server import Settings
from pangea_server.annotate.tasks.records import Lease
from pangea_server.app.testing.server import People, assert_problem
from pangea_server.collect.capture.device_keys import DeviceKeys
from pangea_server.stores.protocol import Store

pytestmark = pytest.mark.usefixtures("campaign")


def test_a_page_that_is_opened_again_is_given_the_same_key(people: People) -> None:
    guide = people()
    lease = guide.lease("guide")
    assert len(base64.b64decode(lease["device_key"])) == 32
    again = guide.call("GET", f"/leases/{lease['lease_id']}")
    assert again.json()["device_key"] == guide.lease("guide")["device_key"] == lease["device_key"]
    assert again.headers["cache-control"] == "no-store"


def test_another_server_of_the_store_gives_the_same_key(people: People, store: Store) -> None:
    lease = people().lease("guide")
    assert (
        DeviceKeys(store.records).key_of(store.records.get(Lease, lease["lease_id"])) == lease["device_key"]
    )


def test_nobody_else_is_given_it_and_each_lease_has_its_own(people: People) -> None:
    guide, other = people(), people()
    lease = guide.lease("guide")
    assert_problem(other.call("GET", f"/leases/{lease['lease_id']}"), 404, "record_not_found")
    assert guide.call("DELETE", f"/leases/{lease['lease_id']}").status_code == 204
    assert other.lease("guide")["device_key"] != lease["device_key"]


def test_nobody_is_given_it_once_the_answer_is_accepted(people: People) -> None:
    guide = people()
    lease_id = guide.lease("guide")["lease_id"]
    assert guide.guide().status_code == 200
    assert guide.call("GET", f"/leases/{lease_id}").json()["device_key"] is None


def test_the_key_is_written_down_nowhere(people: People, settings: Settings) -> None:
    key = people().lease("guide")["device_key"]
    forms = (key.encode(), base64.b64decode(key), base64.b64decode(key).hex().encode())
    files = [file.read_bytes() for file in settings.data_dir.rglob("*") if file.is_file()]
    assert any(files)
    assert not any(form in data for form in forms for data in files)
