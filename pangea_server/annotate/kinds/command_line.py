"""Parameters that name a kind of task."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pangea_server.core.cli.known import KnownNames


def _names() -> Sequence[str]:
    from pangea_server.annotate.kinds.kinds import KINDS

    return KINDS.names()


TASK_KIND = KnownNames("kind of task", _names)
KindArgument = Annotated[
    str,
    TASK_KIND.argument(
        metavar="TASK",
        help="Kind of task, such as guide.",
    ),
]
KindOption = Annotated[
    str | None,
    TASK_KIND.option(
        "--kind",
        help="Kind of task, such as guide.",
        show_default="all",
    ),
]
