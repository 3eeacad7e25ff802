"""``pangea migrate``: copy a store from one back end to another."""

from __future__ import annotations

from contextlib import ExitStack, closing
from typing import Annotated

from rich.console import Console

from pangea_server.core.cli.options import DataDir
from pangea_server.core.cli.progress import watched
from pangea_server.stores.opening import STORES
from pangea_server.stores.opening.command_line import BACK_END


def migrate(
    source: Annotated[
        str,
        BACK_END.option(
            "--from",
            help=f"Store back end to read: {', '.join(STORES.builtin)}, or one of a package.",
        ),
    ],
    target: Annotated[
        str,
        BACK_END.option(
            "--to",
            help="Store back end to fill; it must be empty.",
        ),
    ],
    data_dir: DataDir = None,
) -> None:
    """Copy everything from one store into an empty one of another kind, and compare the two. Stop every server first.

    If interrupted, run the same command again to continue. The source is not changed.
    """
    from environments.errors import ConfigurationError
    from pangea_server.core.settings import read_settings
    from pangea_server.dataset.archive import Remaining, StoreContents, fill, refuse_unfinished
    from pangea_server.stores.opening import open_store
    from pangea_server.stores.opening.command_line import say_if_new

    if source == target:
        raise ConfigurationError(
            f"--from and --to are both {source}.",
            remedy="Between two stores of the same kind, use backup and restore.",
        )
    with ExitStack() as opened:
        from_settings, to_settings = (
            read_settings(data_dir=data_dir, store=name) for name in (source, target)
        )
        old = opened.enter_context(closing(open_store(from_settings, exclusive=True)))
        say_if_new(to_settings)
        new = opened.enter_context(closing(open_store(to_settings, exclusive=True, make=True)))
        refuse_unfinished(old)
        fill(new, Remaining(StoreContents(old)), f"from-{source}", watched)
    Console().print(f"The {target} store is equal to the {source} store, record by record and blob by blob.")
