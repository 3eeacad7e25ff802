"""Prolific: it adds its ids to the study's address, and one completion code per study leads back.

Source: docs.prolific.com, "The study object": the placeholders PROLIFIC_PID, STUDY_ID and SESSION_ID of
``external_study_url``, and the address to redirect to with a completion code.
"""

from __future__ import annotations

from collections.abc import Mapping

from environments.errors import ConfigurationError
from pangea_server.collect.platforms.protocol import Arrival, WayBack, required_id
from pangea_server.collect.platforms.records import Payee, Study, Visit

COMPLETE = "https://app.prolific.com/submissions/complete"
PLACEHOLDERS = "PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}"


class Prolific:
    worker_parameter = "PROLIFIC_PID"
    in_frame = False

    def arrival(self, ids: Mapping[str, str]) -> Arrival:
        return Arrival(required_id(ids, "PROLIFIC_PID"), required_id(ids, "SESSION_ID"))

    def code(self, study: Study) -> str:
        """The study's completion code, the same for everyone: Prolific has one code per study."""
        if study.completion_code is None:
            raise ConfigurationError(
                f"The study {study.study_id} has no completion code.",
                remedy="Create it again with the --code that Prolific shows.",
            )
        return study.completion_code

    def way_back(self, visit: Visit, payee: Payee | None) -> WayBack:
        return WayBack(f"{COMPLETE}?cc={visit.code}", "get", {})
