"""One action, as pages send it in JSON Lines, as it is stored, and as it is read again."""

from __future__ import annotations

from typing import Annotated, Literal, Self, get_args

from pydantic import Field, FiniteFloat, model_validator

from pangea_server.core.wire import Wire

KeyClass = Literal["letter", "digit", "space", "mark", "delete", "enter", "move", "other"]
What = Literal[
    "view",
    "phase",
    "key",
    "type",
    "click",
    "pointer",
    "wheel",
    "player",
    "focus",
    "window",
    "visibility",
    "end",
]
Name = Annotated[str, Field(max_length=100)]
Pixels = Annotated[FiniteFloat, Field(ge=-100_000, le=100_000)]


class ActionTarget(Wire):
    """What an action was on: its ARIA role, or its tag, and its stable name, which is empty where it has none."""

    role: Annotated[str, Field(max_length=40)]
    name: Name


class Action(Wire):
    """One thing that a person did, or that happened to their page.

    ``time``: seconds since the task was shown, as in ``phases``. ``recorded``: seconds on the clock of the pose trace
    of the recording ``attempt``; null while nothing was recorded. ``name`` is

    - of a ``key``: what it is called (``KeyboardEvent.key``), or the action that it is a shortcut for;
    - of ``type``, a key in a text box: its class alone, never what was written;
    - of ``player``: play, pause, seek or rate, with ``amount`` in seconds, or the rate;
    - of ``phase``, ``window``, ``visibility`` and ``end``: which one it is now.

    ``x`` and ``y`` are CSS pixels from the top left corner of the picture where there is one, else of the page; those
    of ``view`` are where the picture is on the page, and ``width`` and ``height`` how large it is. ``amount`` of a
    ``wheel`` is in the wheel's lines.
    """

    time: Annotated[FiniteFloat, Field(ge=0)]
    what: What
    attempt: Annotated[int, Field(ge=0, lt=100)] | None = None
    recorded: FiniteFloat | None = None
    on: ActionTarget | None = None
    name: Name | None = None
    state: Literal["down", "move", "up"] | None = None
    x: Pixels | None = None
    y: Pixels | None = None
    width: Pixels | None = None
    height: Pixels | None = None
    amount: FiniteFloat | None = None

    @model_validator(mode="after")
    def _nothing_written(self) -> Self:
        """Whatever a page sends, no letter that a person wrote is kept."""
        if self.what == "type" and self.name not in get_args(KeyClass):
            raise ValueError("only the class of a key in a text box is kept")
        return self


class ActionsView(Wire):
    """The actions of a task in the order in which the page took them. ``attempt``: the recording that the answer's
    pose trace is of; null where nothing was recorded."""

    attempt: int | None
    actions: tuple[Action, ...]
