"""The ``pangea`` command line: one verb per module. What exit codes say is in ``core/cli/exit_codes.py``."""

from __future__ import annotations

import errno
import logging
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from importlib.metadata import version
from itertools import combinations
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.markup import escape
from typer.core import TyperGroup
from typer.main import get_group

from environments.errors import (
    ConfigurationError,
    PangeaError,
    PluginNotFoundError,
)
from pangea_server.core.cli.exit_codes import FAILED, WRONG_USAGE
from pangea_server.core.errors import RecordNotFoundError, StudyNotFoundError

ASKED_WRONGLY = (
    ConfigurationError,
    PluginNotFoundError,
    RecordNotFoundError,
    StudyNotFoundError,
)
"""Errors that say that the command line or a setting names what cannot be, or is not there. An unknown scan is not
among them: it may be one that a file names."""

VERBS = {
    "demo": "pangea_server.app.demo",
    "serve": "pangea_server.app.serve",
    "campaign": "pangea_server.app.campaign:app",
    "invite": "pangea_server.app.people",
    "people": "pangea_server.app.people:app",
    "trust": "pangea_server.quality.trust.command:app",
    "lesson": "pangea_server.quality.lesson.command:app",
    "exercises": "pangea_server.quality.exercises.command:app",
    "forms": "pangea_server.collect.questionnaires.command:app",
    "platform": "pangea_server.collect.platforms.command:app",
    "ledger": "pangea_server.collect.ledger.command:app",
    "consent": "pangea_server.people.consent.command",
    "withdraw": "pangea_server.app.people",
    "retention": "pangea_server.dataset.erasure.command",
    "monitor": "pangea_server.dataset.monitoring.command",
    "review": "pangea_server.app.review:app",
    "votes": "pangea_server.quality.votes.command:app",
    "dialogues": "pangea_server.dataset.dialogues.command",
    "agreement": "pangea_server.quality.agreement.command",
    "audit": "pangea_server.app.audit:app",
    "env": "pangea_server.app.env:app",
    "align": "pangea_server.app.align",
    "flags": "pangea_server.quality.flags.command",
    "mend": "pangea_server.annotate.alignments.command",
    "replay": "pangea_server.app.replay",
    "score": "pangea_server.app.score",
    "evaluate": "pangea_server.app.evaluate:app",
    "landmarks": "pangea_server.app.landmarks:app",
    "export": "pangea_server.dataset.exports.command",
    "import": "pangea_server.app.imports:import_",
    "release": "pangea_server.dataset.release.command",
    "release-update": "pangea_server.dataset.release.command:release_update",
    "datasheet": "pangea_server.dataset.release.command",
    "backup": "pangea_server.dataset.archive.backup_command",
    "backup-key": "pangea_server.dataset.archive.backup_command:backup_key",
    "restore": "pangea_server.dataset.archive.restore_command",
    "drill": "pangea_server.dataset.archive.drill_command",
    "migrate": "pangea_server.dataset.archive.migrate_command",
    "verify": "pangea_server.dataset.verify.command",
    "doctor": "pangea_server.app.doctor.command",
    "partner": "pangea_server.app.partner.command",
}
"""The module of each command, and the name in it if it differs from the command's."""


ARGUMENTS = "pangea.arguments"
NO_SPACE = (errno.ENOSPC, errno.EDQUOT)
MAKE_SPACE = "Make space where the command writes, in the data directory and in TMPDIR, then run it again."


class Verbs(Mapping[str, Any]):
    """The commands by name. A command's module is imported only when it is called, which saves the time for all
    others."""

    def __getitem__(self, verb: str) -> Any:
        module, _, name = VERBS[verb].partition(":")
        found = getattr(import_module(module), name or verb)
        alone = typer.Typer()
        if isinstance(found, typer.Typer):
            alone.add_typer(found, name=verb)
        else:
            alone.command(verb)(found)
        return get_group(alone).commands[verb]

    def __iter__(self) -> Iterator[str]:
        return iter(VERBS)

    def __len__(self) -> int:
        return len(VERBS)


class PangeaGroup(TyperGroup):
    """All verbs, in the order in which they are needed."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes | {"commands": Verbs()})

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        ctx.meta[ARGUMENTS] = tuple(args)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except typer.BadParameter as error:
            name_other_order(error, ctx.meta[ARGUMENTS])
            raise


app = typer.Typer(
    name="pangea",
    cls=PangeaGroup,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"pangea {version('pangea-toolkit')}")
        raise typer.Exit


@app.callback()
def pangea(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version, and exit."),
    ] = False,
) -> None:
    """Collect, align and score spoken navigation instructions in panorama graphs."""


def main() -> None:
    """Run the command line; a PangeaError, or a full disk, is shown in two lines, never as a traceback."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    try:
        app(prog_name="pangea")
    except PangeaError as error:
        _end(error.message, error.remedy, WRONG_USAGE if isinstance(error, ASKED_WRONGLY) else FAILED)
    except OSError as error:
        if error.errno not in NO_SPACE:
            raise
        _end(f"No space is left on a disk{_where(error)}.", MAKE_SPACE, FAILED)


def _where(error: OSError) -> str:
    return f": {error.filename}" if error.filename else ""


def _end(message: str, remedy: str | None, code: int) -> NoReturn:
    console = Console(stderr=True, highlight=False)
    console.print("[red]error:[/red]", escape(message), soft_wrap=True)
    if remedy:
        console.print(remedy, markup=False, soft_wrap=True)
    sys.exit(code)


MOST_WORDS = 12  # of a command line in which an order is looked for


def name_other_order(error: typer.BadParameter, words: Sequence[str]) -> None:
    """Add to the error how the command is called, where two of its arguments only have to change places.

    Args:
        words: of the command line, after ``pangea``.
    """
    context: Any = error.ctx
    if context is None or getattr(error.param, "param_type_name", "") != "argument":
        return
    path = context.command_path.split()[1:]
    given = list(words[len(path) :])
    if list(words[: len(path)]) != path or len(given) > MOST_WORDS:
        return
    for other in _swapped(given):
        if _is_taken(context, other):
            command = shlex.join(["pangea", *path, *other])
            error.message = f"{error.message.rstrip('.')}. The arguments may be in another order: {command}"
            return


def _swapped(words: Sequence[str]) -> Iterator[list[str]]:
    places = [place for place, word in enumerate(words) if not word.startswith("-")]
    for one, other in combinations(places, 2):
        swapped = list(words)
        swapped[one], swapped[other] = words[other], words[one]
        yield swapped


def _is_taken(context: Any, words: list[str]) -> bool:
    """Whether the command understands these words; it is not carried out."""
    try:
        context.command.make_context(context.info_name, list(words), parent=context.parent)
    except (typer.BadParameter, typer.Exit, typer.Abort):
        return False
    except Exception as error:  # other errors of usage have no public name
        if type(error).__name__ in ("UsageError", "NoSuchOption", "BadOptionUsage"):
            return False
        raise
    return True
