"""``pangea forms``: what people answered in questionnaires."""

from __future__ import annotations

import sys
from contextlib import closing
from typing import Annotated

import typer

from pangea_server.annotate.campaigns.command_line import CampaignOption, check_campaign
from pangea_server.core.cli.options import DataDir
from pangea_server.core.cli.tables import Listing
from pangea_server.stores.opening.command_line import StoreName, open_named

app = typer.Typer(help="Questionnaires: what people answered.", no_args_is_help=True)


@app.command("show")
def show(campaign: CampaignOption = None, data_dir: DataDir = None, store: StoreName = None) -> None:
    """Show how often each answer was given."""
    from pangea_server.collect.questionnaires.summary import summaries

    with closing(open_named(data_dir, store)) as opened:
        check_campaign(opened.records, campaign)
        found = list(summaries(opened.records, campaign))
    for form in found:
        title = f"{form.campaign_id}: {form.title} ({form.form}), {form.answers} answers"
        listing = Listing("question", "answered", "answers", title=title, numbers=("answered",))
        for question in form.questions:
            counts = ", ".join(f"{each.label} {each.count}" for each in question.counts or ())
            mean = f"mean {question.mean:.2f}" if question.mean is not None else ""
            told = ", ".join(part for part in (counts, mean) if part)
            listing.add(question.title, str(question.answered), told or "–")
        listing.show()
    if not found:
        typer.echo("No campaign has a questionnaire. `pangea campaign example` has one under forms.")


@app.command("export")
def export(
    campaign: CampaignOption = None,
    form: Annotated[str | None, typer.Option(help="Only answers to this form.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="JSON Lines instead of CSV.")] = False,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Write the answers to the standard output, a line for each."""
    from pangea_server.collect.questionnaires.summary import answers_of, write_csv
    from pangea_server.core.csv_cells import CsvWriter

    with closing(open_named(data_dir, store)) as opened:
        check_campaign(opened.records, campaign)
        found = list(answers_of(opened.records, campaign, form))
        if not as_json:
            write_csv(opened.records, found, CsvWriter(sys.stdout, "\n"))
            return
    for answer in found:
        typer.echo(answer.model_dump_json())
