"""From a chain to its boxes: is one needed, draw one, is it good, are all there.

Source: Plummer et al. 2017 (Flickr30k Entities), section 3.3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from pangea_server.annotate.landmarks.protocol.asked import Asked, MentionKey, Step
from pangea_server.annotate.landmarks.protocol.evidence import Evidence, Judged
from pangea_server.annotate.landmarks.protocol.mentions import Named
from pangea_server.annotate.landmarks.protocol.rules import Rules
from pangea_server.annotate.landmarks.protocol.work import (
    Dispute,
    ItemToAsk,
    Vote,
    accepted_of,
    one_each,
    two_of_three,
)
from pangea_server.annotate.landmarks.records import Need, RegionRecord, RegionSource

Quality = Literal["unjudged", "good", "bad"]


@dataclass(frozen=True, slots=True)
class Boxed:
    """What is known of a chain's things.

    Attributes:
        regions: all that were drawn of it, good or not; not those that were carried.
        complete: everything that it means is drawn, or nothing has to be.
    """

    named: tuple[Named, ...]
    need: Need
    regions: tuple[RegionRecord, ...]
    complete: bool
    questions: tuple[ItemToAsk, ...] = ()
    dispute: Dispute | None = None

    @property
    def good(self) -> tuple[RegionRecord, ...]:
        return tuple(each for each in self.regions if each.quality == "good")

    @property
    def types(self) -> frozenset[str]:
        return frozenset(each for named in self.named for each in named.types)


def box(evidence: Evidence, chain: tuple[Named, ...]) -> Boxed:
    """Where the chain stands in the loop of drawing, judging and covering, and what is asked next."""
    keys = frozenset(each.key for each in chain)
    regions = _drawn(evidence, keys)
    nothing = [each for each in evidence.about(Step.DRAW, keys) if each.answer["drawn"] is None]
    good = frozenset(each.region_id for each in regions if each.quality == "good")
    unjudged = [each for each in regions if each.quality == "unjudged"]
    found = Boxed(chain, "box" if good else "undecided", tuple(regions), complete=False)
    if unjudged:
        beside = tuple(sorted(good))
        asked = [ask_quality(chain, each, beside) for each in unjudged]
        return replace(found, need="box", questions=tuple(asked))
    if good:
        return _covered(evidence, found, nothing)
    return _needed(evidence, found, nothing)


def _needed(evidence: Evidence, found: Boxed, nothing: Sequence[Judged]) -> Boxed:
    """Nothing good is drawn yet. Whoever found nothing to draw says so against a box."""
    chain, rules = found.named, evidence.rules
    if not all(each.visual for each in chain):
        return replace(found, need="not_visual", complete=True)
    keys = frozenset(each.key for each in chain)
    votes = one_each(
        [
            *(_need(each, "not_visual") for each in nothing),  # before what the same people said earlier
            *(_need(each, each.answer["verdict"]) for each in evidence.about(Step.NEED, keys)),
        ]
    )
    need, more = _need_of(votes, _always(chain, rules), bool(nothing), rules)
    if need in ("scene", "not_visual"):
        return replace(found, need=need, complete=True)
    about = tuple(vote.id for vote in votes)
    if need is None and not more:
        return replace(
            found,
            dispute=Dispute(Step.NEED, "people do not agree whether it can be drawn", about, _keys(chain)),
        )
    if need is None:
        done = frozenset(vote.person for vote in votes)
        return replace(found, questions=(_ask(Step.NEED, chain, not_for=done),))
    bad = [each for each in found.regions if each.quality == "bad"]
    if len(bad) + len(nothing) >= rules.rounds:
        about = (*(each.region_id for each in bad), *(each.id for each in nothing))
        return replace(
            found, need="box", dispute=Dispute(Step.DRAW, "nobody drew a good box", about, _keys(chain))
        )
    return replace(found, need="box", questions=(_draw(chain, found, nothing),))


def _need(judged: Judged, value: Need) -> Vote[Need]:
    return Vote(judged.person, value, judged.id, judged.accepted)


def _need_of(
    votes: Sequence[Vote[Need]], always: bool, failed: bool, rules: Rules
) -> tuple[Need | None, bool]:
    """What the chain needs, and whether one more person can decide it. One "box" is enough until a person found nothing
    to draw; from then on, and for everything else, two of three."""
    known = accepted_of(votes)
    if known is not None:
        return known, False
    counts = Counter(vote.value for vote in votes)
    boxes = counts["box"] + always
    if boxes and not failed:
        return "box", False
    counts["box"] = boxes
    most = max(counts.values(), default=0)
    leading: list[Need] = [value for value, count in counts.items() if count == most]
    if most >= 2 and len(leading) == 1:
        return leading[0], False
    return None, len(votes) < rules.most_votes


def _always(chain: Sequence[Named], rules: Rules) -> bool:
    types = {each for named in chain for each in named.types}
    return bool(types) and types <= rules.always_box


def _covered(evidence: Evidence, found: Boxed, nothing: Sequence[Judged]) -> Boxed:
    """Something good is drawn: all? One "missing" is drawn at once; "all" needs a second, and a third breaks a tie.
    Whoever found nothing more to draw says that it is all."""
    chain, rules = found.named, evidence.rules
    keys = frozenset(each.key for each in chain)
    good = frozenset(each.region_id for each in found.good)
    judged = [each for each in evidence.about(Step.COVERAGE, keys) if frozenset(each.asked.regions) == good]
    votes = one_each(
        [
            *(Vote(each.person, str(each.answer["verdict"]), each.id, each.accepted) for each in judged),
            *(
                Vote(each.person, "all", each.id, each.accepted)
                for each in nothing
                if frozenset(each.asked.beside) == good
            ),
        ]
    )
    counts = Counter(vote.value for vote in votes)
    every, missing = counts["all"], counts["missing"]
    known = accepted_of(votes)
    if known == "all" or (known is None and every >= 2 and every > missing):
        return replace(found, complete=True)
    about = tuple(vote.id for vote in votes)
    bad = [each for each in found.regions if each.quality == "bad"]
    if known == "missing" or missing > every:
        if len(bad) >= rules.rounds or len(found.regions) >= rules.most_draws:
            about = (*about, *(each.region_id for each in bad))
            return replace(
                found,
                dispute=Dispute(Step.DRAW, "boxes are missing that nobody drew well", about, _keys(chain)),
            )
        if every + missing >= rules.most_votes:
            return replace(
                found,
                dispute=Dispute(
                    Step.COVERAGE, "people do not agree whether all is drawn", about, _keys(chain)
                ),
            )
        return replace(found, questions=(_draw(chain, found, nothing),))
    if every + missing >= rules.most_votes:
        return replace(
            found,
            dispute=Dispute(Step.COVERAGE, "people do not agree whether all is drawn", about, _keys(chain)),
        )
    done = frozenset(vote.person for vote in votes) | _drawers(found.good)
    asked = _ask(Step.COVERAGE, chain, regions=tuple(sorted(good)), not_for=done)
    return replace(found, questions=(asked,))


def _drawn(evidence: Evidence, keys: frozenset[MentionKey]) -> list[RegionRecord]:
    """The regions that were drawn of a chain."""
    return [
        judged_region(evidence, each, told, "adjusted" if told.get("from_region") else "drawn")
        for each in evidence.about(Step.DRAW, keys)
        if (told := each.answer["drawn"]) is not None
    ]


def judged_region(
    evidence: Evidence, answer: Judged, told: Mapping[str, Any], source: RegionSource
) -> RegionRecord:
    """The region that an answer describes, with what other people said of it."""
    if (qualities := evidence.worked_out.get("qualities")) is None:
        qualities = evidence.worked_out["qualities"] = _qualities(evidence)
    votes = qualities.get(answer.id, [])

    def made() -> RegionRecord:
        region = _region_of(evidence, answer, told, source)
        return region.model_copy(update={"quality": quality_of(region, votes)})

    return evidence.memory.of(("region", answer.id), (evidence.scan_id, answer, votes), made)


def _region_of(
    evidence: Evidence, judged: Judged, told: Mapping[str, Any], source: RegionSource
) -> RegionRecord:
    drawn = {name: value for name, value in told.items() if value is not None}
    return RegionRecord.model_validate(
        {
            "region_id": judged.id,
            "entity_id": None,
            "scan_id": evidence.scan_id,
            "source": source,
            "annotator_id": judged.person,
            "seconds": judged.answer.get("seconds"),
            "created_at": judged.at,
            **drawn,
        }
    )


def _qualities(evidence: Evidence) -> dict[str, list[Vote[Quality]]]:
    found: dict[str, list[Vote[Quality]]] = {}
    for each in evidence.of(Step.QUALITY):
        for region in each.asked.regions:
            vote: Vote[Quality] = Vote(each.person, each.answer["verdict"], each.id, each.accepted)
            found.setdefault(region, []).append(vote)
    return found


def quality_of(region: RegionRecord, votes: Sequence[Vote[Quality]]) -> Quality:
    """One judgement by another person decides; of several, what most say, and good only by more."""
    votes = [vote for vote in votes if vote.person != region.annotator_id]
    value, _ = two_of_three(votes)
    if value is not None:
        return value
    return "bad" if votes else "unjudged"


def _draw(chain: tuple[Named, ...], found: Boxed, nothing: Sequence[Judged]) -> ItemToAsk:
    bad = [each for each in found.regions if each.quality == "bad"]
    beside = tuple(sorted(each.region_id for each in found.good))
    failed = _drawers(bad) | frozenset(each.person for each in nothing)
    return _ask(Step.DRAW, chain, beside=beside, not_for=failed)


def ask_quality(chain: Sequence[Named], region: RegionRecord, beside: tuple[str, ...] = ()) -> ItemToAsk:
    """Whether a region shows what a chain means, for a person who did not make it."""
    return _ask(Step.QUALITY, chain, regions=(region.region_id,), beside=beside, not_for=_drawers([region]))


def _ask(
    step: Step,
    chain: Sequence[Named],
    *,
    regions: tuple[str, ...] = (),
    beside: tuple[str, ...] = (),
    not_for: frozenset[int] = frozenset(),
) -> ItemToAsk:
    ordered = representative_first(chain)
    asked = Asked(mentions=_keys(ordered), regions=regions, beside=beside)
    return ItemToAsk(step, asked, (ordered[0].language,), not_for)


def representative_first(chain: Sequence[Named]) -> list[Named]:
    """The mentions of a chain with the longest first, which stands for all; names before pronouns."""
    best = min(chain, key=lambda each: (not each.is_plain, -len(each.text), each.key.order))
    return [best, *(each for each in chain if each.key != best.key)]


def _drawers(regions: Sequence[RegionRecord]) -> frozenset[int]:
    return frozenset(each.annotator_id for each in regions if each.annotator_id is not None)


def _keys(chain: Sequence[Named]) -> tuple[MentionKey, ...]:
    return tuple(each.key for each in chain)
