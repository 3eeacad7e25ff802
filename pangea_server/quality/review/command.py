"""``pangea review``: the reviewers' queue, and decisions, in the terminal."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Annotated

import typer

from pangea_server.annotate.kinds.command_line import KindOption
from pangea_server.core.cli.known import KnownNames
from pangea_server.core.cli.options import DataDir, check_language
from pangea_server.core.cli.tables import Listing
from pangea_server.stores.opening.command_line import StoreName, open_named

if TYPE_CHECKING:
    from pangea_server.annotate.annotations.reviews import Review


def _states() -> list[str]:
    from pangea_server.annotate.annotations.reviews import ReviewState

    return [*ReviewState]


def _whole_id(value: str) -> str:
    """``guide-000012`` for ``guide-12``."""
    from pangea_server.core.records import padded

    kind, _, number = value.rpartition("-")
    return f"{kind}-{padded(int(number))}" if kind and number.isdecimal() else value


STATE = KnownNames("state of a review", _states)
TaskIdArgument = Annotated[
    str,
    typer.Argument(
        metavar="ID",
        help="The annotation as in `pangea review list`: guide-000012, or guide-12.",
        callback=_whole_id,
    ),
]
ReasonOption = Annotated[str, typer.Option(help="The reason, which the annotator reads.")]
LanguageOption = Annotated[
    str | None, typer.Option(help="As in en-IN.", show_default="all", callback=check_language)
]
StateOption = Annotated[
    str,
    STATE.option(
        help="pending, accepted, rejected or sent_back.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for scripts.")]

app = typer.Typer(help="Review annotations: see the queue, accept, reject, send back.", no_args_is_help=True)


@app.command("status")
def status(
    kind: KindOption = None,
    language: LanguageOption = None,
    data_dir: DataDir = None,
    store: StoreName = None,
    as_json: JsonOption = False,
) -> None:
    """Show how many annotations are pending, accepted, rejected and sent back."""
    from pangea_server.quality.review.queue import ReviewFilter, count_states

    with closing(open_named(data_dir, store)) as opened:
        counts = count_states(opened.records, ReviewFilter(kind, language))
    by_name = {state.value: count for state, count in counts.items()}
    if as_json:
        typer.echo(_json(by_name))
        return
    for name, count in by_name.items():
        typer.echo(f"{name.replace('_', ' '):10} {count}")


@app.command("list")
def list_reviews(
    state: StateOption = "pending",
    kind: KindOption = None,
    language: LanguageOption = None,
    limit: Annotated[int, typer.Option(min=1, max=10_000)] = 50,
    data_dir: DataDir = None,
    store: StoreName = None,
    as_json: JsonOption = False,
) -> None:
    """List the queue in the reviewers' order: flagged first, then the oldest. Other states: the newest first."""
    from pangea_server.annotate.annotations.reviews import ReviewState
    from pangea_server.quality.review.queue import ReviewFilter, page_of_decided, page_of_queue

    wanted = ReviewFilter(kind, language)
    with closing(open_named(data_dir, store)) as opened:
        page, _ = (
            page_of_queue(opened.records, wanted, None, limit)
            if state == ReviewState.PENDING
            else page_of_decided(opened.records, ReviewState(state), wanted, None, limit)
        )
    if as_json:
        for review in page:
            typer.echo(review.model_dump_json())
        return
    listing = Listing("id", "language", "annotator", "submitted", "flagged", "reason")
    for review in page:
        listing.add(*_row(review))
    listing.show()


@app.command("show")
def show(task_id: TaskIdArgument, data_dir: DataDir = None, store: StoreName = None) -> None:
    """All decisions about an annotation, one JSON document a line."""
    from pangea_server.quality.review.decide import history
    from pangea_server.quality.review.queue import review_of

    with closing(open_named(data_dir, store)) as opened:
        review_of(opened.records, task_id)
        for decision in history(opened.records, task_id):
            typer.echo(decision.model_dump_json())


@app.command("accept")
def accept(
    task_id: TaskIdArgument,
    reason: ReasonOption = "",
    data_dir: DataDir = None,
    store: StoreName = None,
    as_json: JsonOption = False,
) -> None:
    """Accept an annotation."""
    _decide("accept", task_id, reason, data_dir, store, as_json)


@app.command("reject")
def reject(
    task_id: TaskIdArgument,
    reason: ReasonOption = "",
    data_dir: DataDir = None,
    store: StoreName = None,
    as_json: JsonOption = False,
) -> None:
    """Reject an annotation: exports leave it out, and the task is given out again."""
    _decide("reject", task_id, reason, data_dir, store, as_json)


@app.command("send-back")
def send_back(
    task_id: TaskIdArgument,
    reason: ReasonOption = "",
    data_dir: DataDir = None,
    store: StoreName = None,
    as_json: JsonOption = False,
) -> None:
    """Send a Guide's annotation back to its annotator, who corrects the transcript."""
    _decide("send_back", task_id, reason, data_dir, store, as_json)


@app.command("reopen")
def reopen(
    task_id: TaskIdArgument,
    reason: ReasonOption = "",
    data_dir: DataDir = None,
    store: StoreName = None,
    as_json: JsonOption = False,
) -> None:
    """Undo the last decision."""
    _decide("reopen", task_id, reason, data_dir, store, as_json)


def _decide(
    verdict: str, task_id: str, reason: str, data_dir: DataDir, store: StoreName, as_json: bool
) -> None:
    import uuid

    from pangea_server.annotate.annotations.reviews import Verdict
    from pangea_server.quality.review.decide import RequestedDecision, decide
    from pangea_server.quality.review.queue import review_of

    with closing(open_named(data_dir, store)) as opened:
        seen = review_of(opened.records, task_id)
        asked = RequestedDecision(str(uuid.uuid4()), Verdict(verdict), seen.version, reason)
        review = decide(opened.records, None, task_id, asked)
    typer.echo(review.model_dump_json() if as_json else f"{task_id} is {review.state.replace('_', ' ')}.")


def _row(review: Review) -> tuple[str, ...]:
    return (
        review.task_id,
        review.language,
        str(review.annotator_id),
        f"{review.submitted_at:%Y-%m-%d %H:%M}",
        "flagged" if review.flagged else "",
        review.reason,
    )


def _json(value: object) -> str:
    import json

    return json.dumps(value)
