"""In which conditions Followers get their tasks; the section ``conditions`` of the campaign file."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

ArmName = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$")]


class Arm(BaseModel):
    """One way in which a task is given.

    Attributes:
        weight: of so many tasks in a block as all weights add up to, this many are in the arm; 0 ends the arm.
        instruction: ``voice`` leaves out the text, ``text`` the voice; ``all`` is whatever there is.
        pictures: ``none``: panoramas are not shown at all; ``swapped``: at each viewpoint, the panorama of another
            viewpoint of the same scan is shown.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    weight: Annotated[int, Field(ge=0, le=100)] = 1
    instruction: Literal["all", "voice", "text"] = "all"
    pictures: Literal["shown", "none", "swapped"] = "shown"

    @property
    def hides_place(self) -> bool:
        """Whether people cannot see where they are. Their walks then say nothing about the words that they follow."""
        return self.pictures != "shown"

    def gives_like(self, other: Arm) -> bool:
        """Whether people get the same under both; only the weight may differ."""
        return (self.instruction, self.pictures) == (other.instruction, other.pictures)


class ConditionRules(BaseModel):
    """The arms of an experiment, by name. Tasks are put into them in permuted blocks, which ``seed`` decides."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    seed: int = 0
    arms: Annotated[dict[ArmName, Arm], Field(min_length=1, max_length=20)]

    @model_validator(mode="after")
    def _some_arm_is_drawn(self) -> ConditionRules:
        if not any(arm.weight for arm in self.arms.values()):
            raise ValueError("every arm has the weight 0, so no task could be given")
        return self

    def arm_of(self, number: int, fits: Callable[[Arm], bool] = lambda arm: True) -> str | None:
        """The arm of the task with this number, from 1: in each block of numbers, every arm has as many tasks as
        its weight says, in random order.

        An arm that does not fit gives way to the next one in its block; None where none fits.
        """
        order = [name for name, arm in self.arms.items() for _ in range(arm.weight)]
        block, place = divmod(number - 1, len(order))
        random.Random(f"{self.seed} {block}").shuffle(order)
        fitting = (name for name in (*order[place:], *order[:place]) if fits(self.arms[name]))
        return next(fitting, None)


def swapped(viewpoints: Sequence[str], seed: int) -> Mapping[str, str]:
    """Whose panorama is shown at each viewpoint: never its own, and each once (Sattolo's algorithm).

    A scan of one viewpoint has no other, so it is left out.
    """
    names = sorted(viewpoints)
    if len(names) < 2:
        return {}
    shown, draw = list(names), random.Random(f"{seed} {' '.join(names)}")
    for last in range(len(shown) - 1, 0, -1):
        other = draw.randrange(last)
        shown[last], shown[other] = shown[other], shown[last]
    return dict(zip(names, shown, strict=True))
