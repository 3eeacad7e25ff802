"""What a person has done, and what waits for them, as sent over HTTP."""

from __future__ import annotations

from pangea_server.collect.tally.earning import Earned
from pangea_server.collect.tally.waiting import Waiting
from pangea_server.core.wire import Wire


class TallyView(Wire):
    """How far a person is. ``done`` counts the tasks of all kinds that they handed in; ``today`` those since ``since``.

    ``waiting`` is of the kind that was asked for; null for people whom a platform sent, whose study says how many tasks
    they do. ``pay`` has an entry for each currency in which anything is known.
    """

    done: int
    today: int
    waiting: Waiting | None
    pay: tuple[Earned, ...]
