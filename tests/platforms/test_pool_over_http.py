"""Many people invited from a table in the browser."""

from __future__ import annotations

from typing import Any

from pangea_server.app.testing.server import People, Someone, assert_problem
from pangea_server.people.access.records import Annotator, Role
from pangea_server.people.audit.records import AuditEntry
from pangea_server.stores.protocol import Store
from tests.people.open_campaign import open_campaign

TABLE = "\ufeffexternal_id,languages,pools\r\nworker-1,en-US hi-IN,hindi\r\n=cmd,te-IN,\r\n"


def invite(manager: Someone, table: str = TABLE, **more: Any) -> Any:
    return manager.call("POST", "/people/table", json={"table": table, **more})


def test_each_gets_a_link_once(people: People, store: Store) -> None:
    manager = people(Role.MANAGER)
    open_campaign(store, pools={"hindi": {}})
    first = invite(manager).json()
    assert [each["external_id"] for each in first] == ["worker-1", "=cmd"]
    assert all(each["token"] for each in first)
    again = invite(manager).json()
    assert [each["annotator_id"] for each in again] == [each["annotator_id"] for each in first]
    assert [each["token"] for each in again] == [None, None]
    person = store.records.get(Annotator, f"{first[0]['annotator_id']:06d}")
    assert (person.languages, person.pools, person.role) == (("en-US", "hi-IN"), ("hindi",), Role.ANNOTATOR)
    noted = [each.action for each in store.records.find(AuditEntry) if each.actor == manager.annotator_id]
    assert noted == ["enrolled", "invited"] * 2


def test_a_wrong_table_invites_nobody(people: People, store: Store) -> None:
    manager = people(Role.MANAGER)
    before = store.records.count(Annotator)
    for table in (
        "",
        "name\nx\n",
        "external_id,languages\na,en-US\na,en-US\n",
        "external_id,languages\na,\n",
    ):
        assert_problem(invite(manager, table), 422, "invalid_data")
    many = "external_id,languages\n" + "".join(f"w{number},en-US\n" for number in range(1001))
    assert "1001" in assert_problem(invite(manager, many), 422, "invalid_data")["detail"]
    assert store.records.count(Annotator) == before
    assert invite(people(Role.REVIEWER)).status_code == 403
