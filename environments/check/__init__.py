"""Is a place fit to be walked in? What its graph and its images leave to wish for, before people find out."""

from __future__ import annotations

from environments.check.findings import PlaceFinding, Severity
from environments.check.graph import check_graph
from environments.check.run import check_environment

__all__ = ["PlaceFinding", "Severity", "check_environment", "check_graph"]
