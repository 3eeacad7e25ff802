"""``pangea platform``: work offered on Prolific and Mechanical Turk."""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast, get_args

import typer

from pangea_server.annotate.kinds.command_line import TASK_KIND
from pangea_server.core.cli.known import KnownNames
from pangea_server.core.cli.options import DataDir, Languages
from pangea_server.core.csv_cells import CsvWriter, read_table
from pangea_server.stores.opening.command_line import StoreName, ids_of, open_named

if TYPE_CHECKING:
    from pangea_server.collect.platforms.records import PlatformName


def _platforms() -> tuple[str, ...]:
    from pangea_server.collect.platforms.records import PlatformName

    return get_args(PlatformName)


PLATFORM = KnownNames("platform", _platforms)
PlatformArgument = Annotated[
    str,
    PLATFORM.argument(
        metavar="PLATFORM",
        help="prolific, mturk or mturk-code.",
    ),
]
StudyId = Annotated[
    str,
    typer.Argument(
        metavar="STUDY",
        help="The study's id, as in `pangea platform list`.",
        autocompletion=ids_of("studies"),
    ),
]
Origin = Annotated[str, typer.Option(help="Address at which people reach the server.")]

app = typer.Typer(help="Studies on Prolific and Mechanical Turk.", no_args_is_help=True)


@app.command("offer")
def offer(
    platform: PlatformArgument,
    kind: Annotated[
        str,
        TASK_KIND.option(
            help="Kind of task, such as follower.",
        ),
    ] = "follower",
    language: Languages = ["en-US"],  # noqa: B006
    tasks: Annotated[int, typer.Option(min=1, max=100, help="Answers that earn the code.")] = 1,
    places: Annotated[int, typer.Option(min=1, help="How many attempts may be started.")] = 100,
    code: Annotated[str | None, typer.Option(help="Prolific's completion code.")] = None,
    reward: Annotated[
        int, typer.Option(min=0, help="Reward that the platform itself pays, in minor units.")
    ] = 0,
    currency: Annotated[str, typer.Option(help="ISO 4217.")] = "USD",
    origin: Origin = "http://127.0.0.1:8000",
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Create a study, and print the address to give to the platform."""
    from pangea_server.annotate.kinds.kinds import KINDS
    from pangea_server.collect.platforms.studies import entry_address, make_study

    name = cast("PlatformName", platform)
    task_type = KINDS.load(kind)()
    with closing(open_named(data_dir, store)) as opened:
        study = make_study(
            opened.records,
            name,
            task_type,
            language,
            required=tasks,
            places=places,
            completion_code=code,
            reward=reward,
            currency=currency,
        )
        address = entry_address(opened.records, study, origin)
    typer.echo(f"Study {study.study_id}:", err=True)
    typer.echo(address)


@app.command("question")
def question(study_id: StudyId, origin: Origin, data_dir: DataDir = None, store: StoreName = None) -> None:
    """Print the XML of a study's question for Mechanical Turk's CreateHIT."""
    from pangea_server.collect.platforms.questions import question_xml
    from pangea_server.collect.platforms.studies import the_study

    with closing(open_named(data_dir, store)) as opened:
        typer.echo(question_xml(opened.records, the_study(opened.records, study_id), origin))


@app.command("requirements")
def requirements(
    platform: PlatformArgument,
    percent_approved: Annotated[
        int | None, typer.Option(help="Mechanical Turk: least percentage of approved assignments.")
    ] = None,
    hits_approved: Annotated[
        int | None, typer.Option(help="Mechanical Turk: least number of approved HITs.")
    ] = None,
    country: Annotated[
        list[str] | None, typer.Option(help="Mechanical Turk: ISO 3166-1, such as IN; may be repeated.")
    ] = None,
    filters: Annotated[
        list[str] | None,
        typer.Option(
            "--filter", metavar="ID=VALUES", help="Prolific: VALUE,VALUE or LOWER..UPPER; may be repeated."
        ),
    ] = None,
) -> None:
    """Print who may enter as the platform's API takes it: the filters of a study, or the qualifications of a HIT.

    PanGEA does not call these APIs: give it to whatever makes the study or HIT.
    """
    import json

    from pangea_server.collect.platforms.requirements import Requirements, as_platform_takes

    wanted = Requirements(percent_approved, hits_approved, country or (), filters or ())
    typer.echo(json.dumps(as_platform_takes(cast("PlatformName", platform), wanted), indent=2))


@app.command("list")
def list_studies(data_dir: DataDir = None, store: StoreName = None) -> None:
    """List all studies: places taken, attempts completed, and the answers so far in the other attempts."""
    from pangea_server.collect.platforms.completion import done_so_far
    from pangea_server.collect.platforms.records import Study, Visit
    from pangea_server.stores.paging import every

    with closing(open_named(data_dir, store)) as opened:
        for study in every(opened.records, Study):
            visits = list(every(opened.records, Visit, {"study_id": study.study_id}))
            partial = [done_so_far(opened.records, study, visit) for visit in visits if visit.code is None]
            typer.echo(
                f"{study.study_id} {study.platform} {study.kind} {'closed' if study.closed_at else 'open'}: "
                f"{study.taken} of {study.places} places taken, {len(visits) - len(partial)} complete, "
                f"{len(partial)} partial with {sum(partial)} answers"
            )


@app.command("close")
def close(study_id: StudyId, data_dir: DataDir = None, store: StoreName = None) -> None:
    """Close a study to new attempts; people who have begun may finish."""
    from pangea_server.collect.platforms.studies import close_study

    with closing(open_named(data_dir, store)) as opened:
        close_study(opened.records, study_id)
    typer.echo(f"Study {study_id} is closed.")


@app.command("check-codes")
def check_codes(
    study_id: StudyId,
    table: Annotated[
        Path, typer.Argument(exists=True, dir_okay=False, help="The platform's results, as CSV.")
    ],
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Check each row's code: right, wrong, duplicate, partial or unknown. Writes CSV to stdout."""
    from pangea_server.collect.platforms.completion_codes import check_codes as compare
    from pangea_server.collect.platforms.completion_codes import read_rows
    from pangea_server.collect.platforms.studies import the_study

    verdicts: Counter[str] = Counter()
    writer = CsvWriter(sys.stdout, "\n")
    writer.write(("assignment_id", "code", "verdict", "annotator_id"))
    file = read_table(table)
    with closing(open_named(data_dir, store)) as opened:
        study = the_study(opened.records, study_id)
        for each in compare(opened.records, study, read_rows(file)):
            verdicts[each.verdict] += 1
            writer.write((each.row.assignment_id, each.row.code, each.verdict, each.annotator_id or ""))
    typer.echo(", ".join(f"{count} {verdict}" for verdict, count in verdicts.items()), err=True)
