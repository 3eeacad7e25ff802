"""Crowdsourcing platforms: how people arrive from one, prove that they are done, and return to it."""

from __future__ import annotations

from collections.abc import Mapping

from pangea_server.collect.platforms.mechanical_turk import ExternalQuestion, SurveyCode
from pangea_server.collect.platforms.prolific import Prolific
from pangea_server.collect.platforms.protocol import Platform
from pangea_server.collect.platforms.records import PlatformName

PLATFORMS: Mapping[PlatformName, Platform] = {
    "prolific": Prolific(),
    "mturk": ExternalQuestion(),
    "mturk-code": SurveyCode(),
}
