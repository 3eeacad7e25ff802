"""Alerts and dashboards name only metrics, routes and problems that the server has, and each alert has a runbook."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient
from ruamel.yaml import YAML

from environments.errors import PangeaError
from pangea_server.http.edge.metrics import Metrics
from pangea_server.people.access.policy import POLICY

DEPLOY = Path(__file__).parents[2] / "deploy"
RULES = DEPLOY / "prometheus" / "pangea.rules.yml"
TESTS = DEPLOY / "prometheus" / "pangea.test.yml"
DASHBOARD = DEPLOY / "grafana" / "pangea.json"
RUNBOOKS = DEPLOY / "prometheus" / "README.md"
SUFFIXES = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count"), "gauge": ("",)}


def loaded(file: Path) -> Any:
    return YAML(typ="safe").load(file)


def alerts() -> list[dict[str, Any]]:
    (group,) = loaded(RULES)["groups"]
    return list(group["rules"])


def dashboard() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(DASHBOARD.read_text())
    return found


def queries() -> list[str]:
    """Of all alerts and panels, and of the dashboard's variables."""
    panels = [target["expr"] for panel in dashboard()["panels"] for target in panel["targets"]]
    variables = [each["query"] for each in dashboard()["templating"]["list"] if each["type"] == "query"]
    return [*(alert["expr"] for alert in alerts()), *panels, *variables]


def test_every_metric_that_is_asked_for_is_one_of_the_servers(server: TestClient) -> None:
    metrics: Metrics = server.app.state.services.get(Metrics)  # type: ignore[attr-defined]
    exposed = {
        family.name + suffix for family in metrics.registry.collect() for suffix in SUFFIXES[family.type]
    }
    asked = {name for query in queries() for name in re.findall(r"pangea_\w+", query)}
    assert asked <= exposed
    unseen = {name for name in exposed - asked if not name.endswith(("_sum", "_count"))}
    assert not unseen, "what nobody looks at need not be measured"


def test_every_label_that_is_asked_for_can_be_there() -> None:
    for label, known in (("route", {*POLICY}), ("code", codes())):
        asked = {
            name
            for query in queries()
            for found in re.findall(rf'{label}=~?"([^"$]+)"', query)
            for name in found.split("|")
        }
        assert asked, label
        assert asked <= known, label


def codes() -> set[str]:
    """Of all problems."""
    kinds, found = [PangeaError], set[str]()
    while kinds:
        kind = kinds.pop()
        found.add(kind("").code)
        kinds += kind.__subclasses__()
    return found


def test_every_alert_says_what_to_do_and_every_runbook_belongs_to_one() -> None:
    headings = re.findall(r"^## (\w+)$", RUNBOOKS.read_text(), re.MULTILINE)
    assert [alert["alert"] for alert in alerts()] == headings
    for alert in alerts():
        assert alert["annotations"]["runbook"] == f"deploy/prometheus/README.md#{alert['alert'].lower()}"
        assert alert["labels"]["severity"] in ("page", "ticket")


def test_every_alert_is_fired_and_silent_in_the_tests_of_the_rules() -> None:
    asked = [test for group in loaded(TESTS)["tests"] for test in group["alert_rule_test"]]
    for fires in (True, False):
        assert {test["alertname"] for test in asked if bool(test["exp_alerts"]) is fires} == {
            alert["alert"] for alert in alerts()
        }
