"""Creating, finding and closing studies."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from urllib.parse import urlencode

from environments.errors import ConfigurationError
from pangea_server.annotate.kinds.protocol import TaskType
from pangea_server.collect.platforms import PLATFORMS
from pangea_server.collect.platforms.keys import PlatformKeys, no_study
from pangea_server.collect.platforms.prolific import PLACEHOLDERS
from pangea_server.collect.platforms.records import PlatformName, Study
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.core.records import now
from pangea_server.stores.protocol import RecordStore, Transaction


def make_study(
    records: RecordStore,
    platform: PlatformName,
    task_type: TaskType,
    languages: Sequence[str],
    *,
    required: int,
    places: int,
    completion_code: str | None = None,
    reward: int = 0,
    currency: str = "USD",
) -> Study:
    """Offer work on a platform.

    Raises:
        ConfigurationError: the task needs a microphone, which the platform's frame does not have; or Prolific's
            completion code is missing, or one is given for another platform.
    """
    if task_type.has_voice and PLATFORMS[platform].in_frame:
        raise ConfigurationError(
            f"Mechanical Turk's frame has no microphone, and a {task_type.kind} needs one.",
            remedy="Use --platform mturk-code, which opens a separate tab.",
        )
    if (completion_code is None) == (platform == "prolific"):
        raise ConfigurationError(
            f"A study on {platform} has {'a' if platform == 'prolific' else 'no'} completion code of its own.",
            remedy="Give --code as Prolific shows it, and for Prolific only.",
        )
    study = Study(
        study_id=secrets.token_hex(8),
        platform=platform,
        kind=task_type.kind,
        languages=tuple(languages),
        required=required,
        places=places,
        completion_code=completion_code,
        reward=reward,
        currency=currency,
    )
    records.create(study)
    return study


def entry_address(records: RecordStore, study: Study, origin: str) -> str:
    """The address to which the platform sends people; the platform adds its ids."""
    known = urlencode({"study": study.study_id, "key": PlatformKeys(records).entry_key(study.study_id)})
    address = f"{origin}/enter?{known}"
    return f"{address}&{PLACEHOLDERS}" if study.platform == "prolific" else address


def close_study(records: RecordStore, study_id: str) -> Study:
    """Close a study to new attempts; people who have begun may finish."""

    def write(transaction: Transaction) -> Study | None:
        study = transaction.get(Study, study_id)
        if study is None or study.closed_at:
            return study
        closed = study.model_copy(update={"closed_at": now()})
        transaction.replace(closed)
        return closed

    return records.transact(write) or records.get(Study, study_id)


def the_study(records: RecordStore, study_id: str) -> Study:
    """The study. Raises StudyNotFoundError when there is none."""
    try:
        return records.get(Study, study_id)
    except RecordNotFoundError:
        raise no_study() from None
