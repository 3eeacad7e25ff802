"""Which of several systems people follow best: means, differences, tests. Pure: it reads no file and no store."""

from __future__ import annotations

from pangea_server.quality.comparison.differences import Difference, SignTest, compare_systems
from pangea_server.quality.comparison.estimates import SystemMean, estimate
from pangea_server.quality.comparison.walks import WALK_MEASURES, ScoreColumn, ScoredWalk, WalkMeasure, column

__all__ = [
    "WALK_MEASURES",
    "Difference",
    "ScoreColumn",
    "ScoredWalk",
    "SignTest",
    "SystemMean",
    "WalkMeasure",
    "column",
    "compare_systems",
    "estimate",
]
