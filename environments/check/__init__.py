"""Checks of a place before people walk in it: faults of its navigation graph and its images."""

from __future__ import annotations

from environments.check.findings import PlaceFinding, Severity, Sureness
from environments.check.graph import check_graph
from environments.check.run import check_environment, steps_of

__all__ = ["PlaceFinding", "Severity", "Sureness", "check_environment", "check_graph", "steps_of"]
