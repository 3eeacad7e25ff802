"""The servers of both compose files are shut in alike, and have the same proxy before them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from pangea_server.core.settings import PREFIX, Settings

DEPLOY = Path(__file__).parents[2] / "deploy"
SAME = ("restart", "read_only", "tmpfs", "cap_drop", "security_opt", "stop_grace_period")


def services(name: str) -> dict[str, Any]:
    found: dict[str, Any] = YAML(typ="safe").load(DEPLOY / name)["services"]
    return found


ONE, CLUSTER = services("compose.yaml"), services("compose.cluster.yaml")


@pytest.mark.parametrize("server", ["pangea-1", "pangea-2"])
def test_a_server_of_several_is_shut_in_as_the_only_one(server: str) -> None:
    assert {key: CLUSTER[server][key] for key in SAME} == {key: ONE["pangea"][key] for key in SAME}
    told = [name.removeprefix(PREFIX).lower() for name in CLUSTER[server]["environment"] if PREFIX in name]
    assert set(told) <= set(Settings.model_fields)


def test_the_proxy_is_the_same_and_knows_every_server() -> None:
    one, several = ONE["caddy"], CLUSTER["caddy"]
    assert (several["image"], several["ports"], several["volumes"]) == (
        one["image"],
        one["ports"],
        one["volumes"],
    )
    known = several["environment"]["PANGEA_UPSTREAM"].split()
    assert known == [f"{name}:8000" for name in CLUSTER if name.startswith("pangea-")]
