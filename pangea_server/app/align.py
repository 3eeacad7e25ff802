"""``pangea align``: the command of ``annotate/alignments``, and then the flags that need the times of words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pangea_server.annotate.alignments.align_command import align_command
from pangea_server.core.cli.progress import watched

if TYPE_CHECKING:
    from pangea_server.core.settings import Settings


def flag_again(settings: Settings, names: Sequence[str]) -> None:
    """Run the flags over these answers again."""
    from pangea_server.quality.flags.runner import open_runner

    if names:
        with open_runner(settings) as runner:
            for name in watched(names, "flagging", len(names)):
                runner.run(name)


align = align_command(then=flag_again)
