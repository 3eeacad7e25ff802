"""The ``pangea`` command line: one verb per file. Exit codes: 0 done, 1 failed, 2 wrong usage."""

from __future__ import annotations

import logging
import sys

import typer
from rich.console import Console
from rich.markup import escape

from environments.errors import ConfigurationError, PangeaError, PluginNotFoundError
from pangea_server.cli import (
    agreement,
    align,
    audit,
    backup,
    campaign,
    consent,
    demo,
    doctor,
    env,
    export,
    flags,
    import_,
    ledger,
    mend,
    migrate,
    monitor,
    people,
    platform,
    release,
    replay,
    restore,
    review,
    score,
    serve,
    trust,
)

FAILED, WRONG_USAGE = 1, 2

app = typer.Typer(
    name="pangea",
    help="Collect, align and score spoken navigation instructions in panorama graphs.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("demo")(demo.demo)
app.command("serve")(serve.serve)
app.add_typer(campaign.app, name="campaign")
app.command("invite")(people.invite)
app.add_typer(people.app, name="people")
app.add_typer(trust.app, name="trust")
app.add_typer(platform.app, name="platform")
app.add_typer(ledger.app, name="ledger")
app.command("consent")(consent.consent)
app.command("withdraw")(people.withdraw)
app.command("retention")(consent.retention)
app.command("monitor")(monitor.monitor)
app.add_typer(review.app, name="review")
app.command("agreement")(agreement.agreement)
app.command("audit")(audit.audit)
app.add_typer(env.app, name="env")
app.command("align")(align.align)
app.command("flags")(flags.flags)
app.command("mend")(mend.mend)
app.command("replay")(replay.replay)
app.command("score")(score.score)
app.command("export")(export.export)
app.command("import")(import_.import_)
app.command("release")(release.release)
app.command("backup")(backup.backup)
app.command("restore")(restore.restore)
app.command("migrate")(migrate.migrate)
app.command("doctor")(doctor.doctor)


def main() -> None:
    """Run the command line; what PanGEA refuses is said in two lines, never as a traceback."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    try:
        app(prog_name="pangea")
    except PangeaError as error:
        console = Console(stderr=True, highlight=False)
        console.print("[red]error:[/red]", escape(error.message), soft_wrap=True)
        if error.remedy:
            console.print(error.remedy, markup=False, soft_wrap=True)
        sys.exit(WRONG_USAGE if isinstance(error, (ConfigurationError, PluginNotFoundError)) else FAILED)
