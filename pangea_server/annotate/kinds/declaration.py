"""What a kind of task declares about itself. Code that works with all kinds uses this, and never a kind's name.

A kind declares it as the attribute ``declares`` of its class; a class without one is taken as ``Declaration()``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from pangea_server.annotate.annotations.records import Annotation, TaskAnnotation
from pangea_server.annotate.kinds.checks import Check, Success
from pangea_server.annotate.landmarks.protocol.asked import PER_PAGE, WITHOUT_WORDS, Step
from pangea_server.core.records import Record
from pangea_server.stores.protocol import Transaction

Vote = Callable[[Annotation], str | None]
Training = Literal["walk", "lesson", "exercise"]
Belongings = Callable[[Transaction, int], Sequence[Record]]


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a kind is to the queue, campaigns, review, trust, flags, the dashboard, exports and removal.

    Attributes:
        kind: its name; filled in by ``declared``.
        record: the record type that its answers are stored as.
        gives_words: its answers are the words that tasks for other people are about: spoken, aligned with the voice,
            and corrected when they are sent back. Exactly one kind does.
        follows_words: its walks show whether people can follow the words: compared with the path, given first, in arms
            (``conditions``), and walked for training. Exactly one kind does.
        per_guide: its tasks are about a Guide's words and wait for them; this key of the campaign file says how many
            there are. "" stands for the entry with the kind's name under the key ``per_guide``.
        transcribes: its answers are the words of a voice, and become the transcript of a Guide who only spoke.
        removed_with_words: its answers are removed with the words that they are about.
        step: its step in the protocol of landmarks (``landmarks/protocol``), which asks for its tasks; "" for others.
        check: how its check items are made and judged. None where no answer is known to be right; where answers can
            succeed, check items are by default tasks in which others succeeded.
        trained: what campaigns may ask for before its first task: a training walk (``quality/trust``), the lesson in
            describing a path (``quality/lesson``), or an exercise (``quality/exercises``); None for nothing.
        least_passed: the share of check items that must be passed, where the campaign sets no other.
        success: when an answer succeeds. None where it can neither succeed nor fail.
        learners_again: a learner's answer does not count, so another person is asked for the same at once.
        vote: the vote that an answer casts on the item that its task is about; None where nothing is decided by votes.
        seats: the roles of the two people who do its tasks together, in different seats; who sits in the last one ends
            the dialogue. () where each task is one person's alone.
        watched: the roles whose camera is shown to their partner, as far as a task's ``partner_view`` allows.
        plan_only: the one of ``seats`` whose person has the plan of the place alone: no pictures, no start, no walk.
        belongings: the other records that belong to the answer with a number, and are removed with it.
    """

    kind: str = ""
    record: type[Annotation] = TaskAnnotation
    gives_words: bool = False
    follows_words: bool = False
    per_guide: str | None = None
    transcribes: bool = False
    removed_with_words: bool = False
    step: Step | Literal[""] = ""
    check: Check | None = None
    trained: Training | None = None
    least_passed: float = 0.75
    success: Success | None = None
    learners_again: bool = False
    vote: Vote | None = None
    seats: tuple[str, str] | tuple[()] = ()
    watched: tuple[str, ...] = ()
    plan_only: str = ""
    belongings: Belongings = lambda transaction, number: ()

    @property
    def counter(self) -> str:
        """The name of the counter that numbers its tasks."""
        return self.record.counter or f"{self.kind}_tasks"

    @property
    def is_about_words(self) -> bool:
        """Whether its tasks wait for a Guide's words, and are about them."""
        return self.per_guide is not None

    @property
    def is_of_paths(self) -> bool:
        """Whether campaigns ask for its tasks path by path; other kinds plan their own tasks."""
        return self.gives_words or self.is_about_words

    @property
    def rotates(self) -> bool:
        """Whether people at first take turns between this kind and others."""
        return self.gives_words or self.follows_words

    @property
    def again_on_path(self) -> bool:
        """Whether people may be given several of its tasks on one path, also where they met the path in another task;
        who may not have a task is said in ``Task.not_for``."""
        return self.step != ""

    @property
    def any_language(self) -> bool:
        """Whether no language is needed, so that its tasks are given in all of the campaign's."""
        return self.step in WITHOUT_WORDS

    @property
    def items_per_task(self) -> int:
        """How many items a task mostly has. Rules that count check items count these, so that people who do ten
        judgements in a task have shown in three tasks what others show in thirty."""
        return PER_PAGE[self.step] if self.step else 1

    @property
    def flagged_as(self) -> str:
        """What flags treat it as; "" where that depends on what an answer has, see ``flags/protocol.py``."""
        if self.seats:
            return "talked"
        return "described" if self.gives_words else "followed" if self.follows_words else ""
