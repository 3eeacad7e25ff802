"""What a kind of task declares of itself. Whatever works with all kinds alike asks for this, never for a kind's name.

A kind declares it as the attribute ``declares`` of its class; a class without one is taken as ``Declaration()``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pangea_server.annotate.annotations.records import Annotation, TaskAnnotation
from pangea_server.annotate.kinds.checks import Check, Success
from pangea_server.core.records import Record
from pangea_server.stores.protocol import Transaction

Belongings = Callable[[Transaction, int], Sequence[Record]]


@dataclass(frozen=True, slots=True)
class KindWords:
    """How a kind is joined to a Guide's words.

    Attributes:
        given: others are asked for tasks about the words of its answers. One kind alone gives words.
        per_guide: its tasks are about a Guide's words, for which they wait; as many of them as this key of the
            campaign file says. "" is the key ``per_guide``, under the kind's name.
        judged: its failures tell that the words cannot be followed.
        taken_back: its answers are removed with the words.
    """

    given: bool = False
    per_guide: str | None = None
    judged: bool = False
    taken_back: bool = False


@dataclass(frozen=True, slots=True)
class Turns:
    """When tasks of a kind are given.

    Attributes:
        rotates: people do kinds that rotate in turns at first.
        first: its tasks go before others that are open.
    """

    rotates: bool = False
    first: bool = False


@dataclass(frozen=True, slots=True)
class Trust:
    """How people are found to be reliable in a kind.

    Attributes:
        check: how its check items are made and judged; None, and ``no_check`` says why, where no answer is known to
            be right. Where an answer can succeed, its check items are by default what others succeeded in.
        trained: campaigns may ask for a training walk before its first task.
        training: training walks are check items of this kind.
        least_passed: share of check items passed that is asked for, where the campaign asks for no other.
    """

    check: Check | None = None
    no_check: str = ""
    trained: bool = False
    training: bool = False
    least_passed: float = 0.75


@dataclass(frozen=True, slots=True)
class Dashboard:
    """What is measured of a kind.

    Attributes:
        success: None, and ``no_success`` says why, where an answer neither succeeds nor fails.
        walks: how its walks compare with their paths is shown. ``ne``, ``osr``, ``spl``, ``ndtw``, ``sdtw``.
        speaks: how long people spoke and wrote is shown.
        recording: the phase of the page whose time is the recording's, where there is no voice.
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
        record: what its answers are kept as.
        counter: under which name its tasks are numbered; "" stands for ``KIND_tasks``.
        flagged_as: what flags look at it as; "" where that depends on what an answer has, see ``flags/protocol.py``.
        correctable: an answer may be sent back, so that its person corrects the transcript.
        aligned: its words get times.
        learners_again: a learner's answer is no data, so somebody else is asked for the same at once.
        belongings: what else is kept of the answer with a number, and is removed with it.
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
    belongings: Belongings = lambda transaction, number: ()

    @property
    def is_about_words(self) -> bool:
        """Whether its tasks wait for a Guide's words, and are about them."""
        return self.words.per_guide is not None

    @property
    def is_of_paths(self) -> bool:
        """Whether campaigns ask for its tasks path by path; others plan them themselves."""
        return self.words.given or self.is_about_words
