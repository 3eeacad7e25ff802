"""What people vote on: an item, the form that they answer about it, and the rules of the vote."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict, FiniteFloat, JsonValue

from pangea_server.annotate.campaigns.form_rules import FormRules
from pangea_server.annotate.campaigns.vote_rules import VoteRules
from pangea_server.annotate.forms.questions import FormQuestion, questions_of

Shows = Literal["replay", "picture", "pair"]
SIDES = ("left", "right")
"""How a person names one of two instructions; what is stored of it is the instruction's id."""


class Look(BaseModel):
    """A picture: where to look from, and in which direction (radians)."""

    model_config = ConfigDict(frozen=True)
    viewpoint_id: str
    heading: FiniteFloat


class Ballot(BaseModel):
    """The ``args`` of a task in which people vote.

    Attributes:
        item: its id; everybody who votes on the same thing, by the same form and rules, has the same.
        rules: the form as it was when the task was made.
        decides: the question whose answer is the vote.
        about: the picture, or kind and number of the answers that are shown.
    """

    model_config = ConfigDict(frozen=True)
    item: str
    form: str
    rules: FormRules
    decides: str
    shows: Shows
    about: Look | tuple[tuple[str, int], ...]
    votes: VoteRules

    @classmethod
    def of(cls, args: Mapping[str, JsonValue]) -> Ballot:
        """The ballot in a task's ``args``, which may have more."""
        return cls.model_validate(args)

    @property
    def answers(self) -> tuple[tuple[str, int], ...]:
        """Kind and number of the answers that are shown; empty for a picture."""
        return () if isinstance(self.about, Look) else self.about

    @property
    def question(self) -> FormQuestion:
        """The question that decides."""
        return next(each for each in questions_of(self.rules.json_schema) if each.name == self.decides)

    @property
    def choices(self) -> tuple[str, ...]:
        """What the item can be decided for; for two instructions their ids in place of their sides."""
        options = ("true", "false") if self.question.input == "yes_no" else self.question.options
        if self.shows != "pair":
            return options
        ids = tuple(str(number) for _, number in self.answers)
        return (*ids, *(option for option in options if option not in SIDES))

    def place_of(self, vote: str) -> str:
        """The vote as it can be compared between items: which of two instructions it chose, not its number."""
        ids = [str(number) for _, number in self.answers] if self.shows == "pair" else []
        return ("first", "second")[ids.index(vote)] if vote in ids else vote
