"""The dashboard's data, as sent over HTTP. An unknown figure is null."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import FiniteFloat

from pangea_server.annotate.annotations.population import LeftOut
from pangea_server.collect.ledger.balances import Balance
from pangea_server.core.records import shared_fields
from pangea_server.core.wire import Wire
from pangea_server.dataset.monitoring.annotation_wire import RaisedFlag
from pangea_server.dataset.monitoring.statistics import Group


class MonitorView(Wire):
    """All annotations of the population that match the filters; ``left_out`` counts those that match and are not in the
    population, by why, and ``last_submitted_at`` is of all that match.

    ``choices`` are the groups of all annotations in the most used dimensions; "" means unknown.
    """

    total: Group
    left_out: dict[LeftOut, int]
    last_submitted_at: datetime | None
    choices: dict[str, list[str]]


class GroupsView(Wire):
    """The same, group by group; ``title`` is what they are grouped by."""

    title: str
    groups: tuple[Group, ...]


class TaskCount(Wire):
    """Tasks by state; ``language`` null: those in languages that no campaign names, ``pool`` null: tasks for all."""

    kind: str
    language: str | None
    pool: str | None
    waiting: int
    open: int
    leased: int
    done: int
    withdrawn: int
    retired: int


class PayRow(Wire):
    """A person's balance in one currency, from the ledger. Amounts in minor units, active time in seconds by the
    server's clock, ``hourly`` the pay per hour of active time, ``as_of`` the time of the last entry; later work is not
    in it yet."""

    annotator_id: int
    currency: str
    active_seconds: FiniteFloat
    earned: int
    paid: int
    due: int
    hourly: int | None
    as_of: datetime

    @classmethod
    def of(cls, balance: Balance) -> PayRow:
        return cls(**shared_fields(balance, cls.model_fields))


class AnnotationRow(Wire):
    """One annotation; ``annotation_id`` counts within its kind.

    ``instruction_id`` is the Guide's words that it gives or is about, ``guide_id`` whose they are (null where they were
    withdrawn), ``system`` who or what wrote them, ``condition`` the arm of the campaign. ``length`` is the metres of
    the reference path, ``duration`` the seconds of the voice or of the walk, ``active`` those of all phases.
    ``left_out`` says why it is not in the population ``data``. ``measures`` are the scores of the kind's own.
    """

    kind: str
    annotation_id: int
    instruction_id: int | None
    annotator_id: int
    guide_id: int | None
    campaign: str | None
    pool: str | None
    language: str | None
    scan_id: str | None
    path_id: int
    system: str | None
    condition: str | None
    length: FiniteFloat | None
    submitted_at: datetime
    outcome: Literal["done", "gave_up"] | None
    review: Literal["pending", "accepted", "rejected", "sent_back"] | None
    left_out: LeftOut | None
    duration: FiniteFloat | None
    transcription: FiniteFloat | None
    active: FiniteFloat | None
    ne: FiniteFloat | None
    success: FiniteFloat | None
    oracle_success: FiniteFloat | None
    spl: FiniteFloat | None
    ndtw: FiniteFloat | None
    sdtw: FiniteFloat | None
    measures: dict[str, FiniteFloat | None]
    alignment: Literal["aligned", "failed", "missing"] | None = (
        None  # null where nothing is aligned, and in CSV
    )
    flags: tuple[RaisedFlag, ...] | None = None  # null before they were looked at, and in CSV


class AnnotationPage(Wire):
    """The newest first; ``total`` is how many the filters let through."""

    items: tuple[AnnotationRow, ...]
    total: int
    next_cursor: str | None
