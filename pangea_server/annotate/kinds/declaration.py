"""What a kind of task declares about itself. Code that works with all kinds uses this, and never a kind's name.

A kind declares it as the attribute ``declares`` of its class; a class without one is taken as ``Declaration()``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from pangea_server.annotate.annotations.records import Annotation, TaskAnnotation
from pangea_server.annotate.kinds.checks import Check, Success
from pangea_server.core.records import Record
from pangea_server.stores.protocol import Transaction

Vote = Callable[[Annotation], str | None]
Training = Literal["walk", "lesson", "exercise"]
Belongings = Callable[[Transaction, int], Sequence[Record]]


@dataclass(frozen=True, slots=True)
class KindWords:
    """How a kind is related to a Guide's words.

    Attributes:
        given: its answers have words that tasks for other people are about. Exactly one kind gives words.
        per_guide: its tasks are about a Guide's words and wait for them; this key of the campaign file says how many
            there are. "" stands for the entry with the kind's name under the key ``per_guide``.
        judged: its failures show that the words cannot be followed.
        taken_back: its answers are removed with the words.
        written: its answers are the words of a voice, and become the transcript of a Guide who only spoke.
    """

    given: bool = False
    per_guide: str | None = None
    judged: bool = False
    taken_back: bool = False
    written: bool = False


@dataclass(frozen=True, slots=True)
class Turns:
    """When tasks of a kind are given.

    Attributes:
        rotates: at first, people take turns between the kinds that rotate.
        first: its tasks are given out before other open tasks.
        again_on_path: people may be given several of its tasks on one path, also where they met the path in another
            task; who may not have a task is said in ``Task.not_for``.
        any_language: no language is needed, so its tasks are given in all of the campaign's.
    """

    rotates: bool = False
    first: bool = False
    again_on_path: bool = False
    any_language: bool = False


@dataclass(frozen=True, slots=True)
class Trust:
    """How it is found out whether people are reliable in a kind.

    Attributes:
        check: how its check items are made and judged. None where no answer is known to be right, and ``no_check``
            says why. Where answers can succeed, its check items are by default tasks that others succeeded in.
        trained: what campaigns may ask for before its first task: a training walk (``quality/trust``), the lesson in
            describing a path (``quality/lesson``), or an exercise (``quality/exercises``); None for nothing.
        training: training walks are check items of this kind.
        least_passed: the share of check items that must be passed, where the campaign sets no other.
        items_per_task: how many items a task mostly has. Rules that count check items count these, so that people who
            do ten judgements in a task have shown in three tasks what others show in thirty.
    """

    check: Check | None = None
    no_check: str = ""
    trained: Training | None = None
    training: bool = False
    least_passed: float = 0.75
    items_per_task: int = 1


@dataclass(frozen=True, slots=True)
class Dashboard:
    """What the dashboard measures of a kind.

    Attributes:
        success: when an answer succeeds. None where it can neither succeed nor fail, and ``no_success`` says why.
        walks: the dashboard shows how its walks compare with their paths: ``ne``, ``oracle_success``,
            ``spl``, ``ndtw``, ``sdtw``.
        speaks: the dashboard shows how long people spoke and wrote.
        recording: the phase of the page that counts as the recording's time, where there is no voice.
    """

    success: Success | None = None
    no_success: str = ""
    walks: bool = False
    speaks: bool = False
    recording: str = ""


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a kind is to the queue, campaigns, review, trust, flags, the dashboard, exports and removal.

    Attributes:
        kind: its name; filled in by ``declared``.
        record: the record type that its answers are stored as.
        counter: the name of the counter that numbers its tasks; "" stands for ``KIND_tasks``.
        flagged_as: what flags treat it as; "" where that depends on what an answer has, see ``flags/protocol.py``.
        correctable: an answer may be sent back, so that its person corrects the transcript.
        aligned: its words are aligned with the voice.
        learners_again: a learner's answer does not count, so somebody else is asked for the same at once.
        vote: the vote that an answer casts on the item that its task is about; None where nothing is decided by votes.
        in_arms: campaigns may give its tasks in arms (``conditions``).
        step: its step in the protocol of landmarks (``landmarks/protocol``), which asks for its tasks; "" for others.
        belongings: the other records that belong to the answer with a number, and are removed with it.
    """

    kind: str = ""
    record: type[Annotation] = TaskAnnotation
    counter: str = ""
    words: KindWords = KindWords()
    turns: Turns = Turns()
    trust: Trust = Trust()
    dashboard: Dashboard = Dashboard()
    flagged_as: str = ""
    correctable: bool = False
    aligned: bool = False
    learners_again: bool = False
    vote: Vote | None = None
    in_arms: bool = False
    step: str = ""
    belongings: Belongings = lambda transaction, number: ()

    @property
    def is_about_words(self) -> bool:
        """Whether its tasks wait for a Guide's words, and are about them."""
        return self.words.per_guide is not None

    @property
    def is_of_paths(self) -> bool:
        """Whether campaigns ask for its tasks path by path; other kinds plan their own tasks."""
        return self.words.given or self.is_about_words
