"""The chart for Helm, rendered by Go's templates with Helm's functions, and held against Kubernetes' schemas.

Helm itself is in none of the registries that we install from: what only Helm would refuse is not seen here.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from pangea_server.core.settings import PREFIX, Settings
from tests.readers.conftest import ROOT, Opened

CHART = ROOT / "deploy" / "helm"
POSTGRES = {"StatefulSet campaign-postgres", "Service campaign-postgres"}
SERVERS = {
    "Deployment campaign",
    "Service campaign",
    "PodDisruptionBudget campaign",
    "Ingress campaign",
    "Ingress campaign-lines",
}


def loaded(file: Path) -> Any:
    return YAML(typ="safe").load(file)


@pytest.fixture
def rendered(opened: Opened) -> Opened:
    """The documents by kind and name, with values beside those of the chart."""

    def render(**values: Any) -> dict[str, Any]:
        told = loaded(CHART / "values.yaml") | values
        found = opened("chart", CHART / "templates", json.dumps(told))
        return {f"{each['kind']} {each['metadata']['name']}": each for each in found}

    return render


@pytest.mark.parametrize(
    ("values", "kinds"),
    [
        ({}, SERVERS | POSTGRES),
        ({"postgres": {"enabled": False}}, SERVERS),
        (
            {
                "placesClaim": "places",
                "s3": {"place": "s3://b/c", "region": "r", "endpoint": "https://s3.example.org"},
            },
            SERVERS | POSTGRES,
        ),
    ],
    ids=["as it is", "with a database elsewhere", "with places and another S3"],
)
def test_kubernetes_schemas_allow_what_the_chart_makes(
    rendered: Opened, values: dict[str, Any], kinds: set[str]
) -> None:
    assert set(rendered(**values)) == kinds


def test_both_pages_of_a_dialogue_reach_the_same_server(rendered: Opened) -> None:
    annotations = rendered()["Ingress campaign-lines"]["metadata"]["annotations"]
    assert annotations["nginx.ingress.kubernetes.io/upstream-hash-by"] == "$uri"
    whole = rendered()["Ingress campaign"]["metadata"]["annotations"]
    assert "nginx.ingress.kubernetes.io/upstream-hash-by" not in whole


def test_servers_are_told_only_settings_that_there_are(rendered: Opened) -> None:
    pod = rendered()["Deployment campaign"]["spec"]["template"]["spec"]
    (server,) = pod["containers"]
    told = {each["name"] for each in server["env"] if each["name"].startswith(PREFIX)}
    assert {name.removeprefix(PREFIX).lower() for name in told} <= set(Settings.model_fields)
    assert pod["enableServiceLinks"] is False, (
        "a service named pangea would make variables that name no setting"
    )


def test_servers_have_as_long_to_end_as_in_containers(rendered: Opened) -> None:
    pod = rendered()["Deployment campaign"]["spec"]["template"]["spec"]
    compose = loaded(ROOT / "deploy" / "compose.yaml")["services"]["pangea"]
    assert f"{pod['terminationGracePeriodSeconds']}s" == compose["stop_grace_period"]
