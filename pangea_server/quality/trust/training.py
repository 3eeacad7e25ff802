"""Training walks: newcomers follow an instruction that is known to be good, and see how close they came.

The instructions are those of check items for Followers, for every kind of task whose training is such a walk. A path
shown to a person in training is in none of their tasks and check items.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from environments import NavigationGraph, PathScores, score_path
from pangea_server.annotate.annotations.lookups import found_guide
from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.annotate.assignment.histories import read_history, write_history
from pangea_server.annotate.assignment.open_tasks import running_campaigns
from pangea_server.annotate.kinds.check_items import CheckItem
from pangea_server.annotate.kinds.check_scores import follower_verdict
from pangea_server.annotate.kinds.kinds import declarations, declared
from pangea_server.annotate.tasks.records import History
from pangea_server.core.errors import RecordNotFoundError, StoreConflictError, SubmissionError
from pangea_server.core.records import padded
from pangea_server.people.access.records import Annotator
from pangea_server.quality.trust.eligibility import is_qualified
from pangea_server.quality.trust.qualifications import count_attempt, qualification_of
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore, Transaction

ELSEWHERE = {"lesson": "/me/lesson/", "exercise": "/me/exercises/"}
MET = "training"  # stands for the task in a history


@dataclass(frozen=True, slots=True)
class TrainingWalk:
    """Words to follow, and whether their person has passed before. ``item`` says how well they are followed."""

    item: CheckItem
    guide: GuideAnnotation
    passed: bool


@dataclass(frozen=True, slots=True)
class Trained:
    """The result of a training walk; ``path`` is the known answer."""

    passed: bool
    path: tuple[str, ...]
    scores: PathScores


def training_walk(records: RecordStore, person: Annotator, kind: str) -> TrainingWalk:
    """The person's next walk, the same until they have done it; after the last one they start again from the first.

    Raises:
        RecordNotFoundError: no campaign requires it, none has an instruction yet that is known to be good, or the
            kind is trained in another way.
    """
    trained = declared(kind).trained
    if trained is not None and trained != "walk":
        raise RecordNotFoundError(
            f"The training for {kind} is no walk.", remedy=f"Ask for {ELSEWHERE[trained]}{kind}."
        )
    met = read_history(records, person).met
    walks = sorted(
        _walks(records, person, kind),
        key=lambda walk: (str(walk.item.path_id) in met, walk.item.created_at, walk.item.record_id),
    )
    if not walks:
        raise RecordNotFoundError(
            "There is no training walk in your language yet.",
            remedy="Come back later, or write to those who sent you the link.",
        )
    return walks[0]


def trains_in(records: RecordStore, person: Annotator, scan_id: str) -> bool:
    """Whether the person's next training walk is in this scan."""
    for kind in (each.kind for each in declarations() if each.trained == "walk"):
        with suppress(RecordNotFoundError):
            walk = training_walk(records, person, kind)
            if walk.guide.scan_id == scan_id and not walk.passed:
                return True
    return False


def walk_it(
    records: RecordStore,
    graph: NavigationGraph,
    person: Annotator,
    kind: str,
    instruction_id: int,
    walked: Sequence[str],
) -> Trained:
    """Judge a training walk, and qualify the person if they passed.

    Raises:
        StoreConflictError: this is not the person's next walk, or they have just done it.
        SubmissionError: the walk begins at another viewpoint.
    """
    number = qualification_of(records, person.annotator_id, kind).attempts
    walk = training_walk(records, person, kind)
    path = walk.guide.path
    if walk.guide.instruction_id != instruction_id:
        raise StoreConflictError("Another training walk is due now.", remedy="Reload the page.")
    if walked[0] != path[0]:
        raise SubmissionError(
            f"The walk starts at {walked[0]}, but the training starts at {path[0]}.",
            remedy="Start again from the beginning.",
        )
    scores = score_path(graph, walked, path)
    passed = bool(follower_verdict(scores.success, scores.ndtw, walk.item.good_ndtw).passed)
    _keep(records, person, walk.item, kind, number, passed=passed)
    return Trained(passed, path, scores)


def remember_path(records: RecordStore, person: Annotator, path_id: int) -> None:
    """Keep in mind that the person was shown this path, so that none of their tasks is on it."""
    history = read_history(records, person)

    def write(transaction: Transaction) -> None:
        kept = transaction.get(History, padded(person.annotator_id))
        known = kept or history
        met = {str(path_id): MET} | known.met
        write_history(transaction, kept, known.model_copy(update={"met": met}))

    records.transact(write)


def _walks(records: RecordStore, person: Annotator, kind: str) -> Iterator[TrainingWalk]:
    passed = is_qualified(records, person.annotator_id, kind)
    asking = (each for each in running_campaigns(records) if each.definition.trust.training)
    for campaign in asking:
        for item in every(records, CheckItem, {"campaign_id": campaign.campaign_id}):
            if not declared(item.kind).follows_words or item.language not in person.languages:
                continue
            guide = found_guide(records, item.instruction_ids[0])
            if guide and guide.annotator_id != person.annotator_id:
                yield TrainingWalk(item, guide, passed)


def _keep(
    records: RecordStore, person: Annotator, item: CheckItem, kind: str, number: int, *, passed: bool
) -> None:
    history = read_history(records, person)

    def write(transaction: Transaction) -> None:
        kept = transaction.get(History, padded(person.annotator_id))
        count_attempt(transaction, person.annotator_id, kind, number, passed=passed)
        known = kept or history
        met = {str(item.path_id): MET} | known.met
        write_history(transaction, kept, known.model_copy(update={"met": met}))

    records.transact(write)
