"""The figures are those of a plain computation over the records."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from statistics import fmean, pstdev

import numpy as np
import pytest
from scipy.stats import binomtest

from environments import open_environment
from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.core.records import Record
from pangea_server.dataset.monitoring.annotation_list import page, rows
from pangea_server.dataset.monitoring.dimensions import DIMENSIONS, in_groups
from pangea_server.dataset.monitoring.intervals import means, wilson_interval
from pangea_server.dataset.monitoring.rows import Gatherer
from pangea_server.dataset.monitoring.statistics import Group, Selection
from pangea_server.dataset.monitoring.table import ROW, Table
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import Transaction
from tests.benchmarks.monitor.annotations import LANGUAGES, generated
from tests.reliability.house import build_corridor

RECORDS = tuple(generated(300, people=20))
GUIDES = [record for record in RECORDS if isinstance(record, GuideAnnotation)]
FOLLOWERS = [record for record in RECORDS if isinstance(record, FollowerAnnotation)]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    folder: Path = tmp_path_factory.mktemp("store")
    environment = open_environment(build_corridor(folder / "place"))

    def write(transaction: Transaction) -> None:
        for record in RECORDS:
            transaction.create(record)

    with LocalStore.open(folder / "data") as store:
        store.records.transact(write)
        empty = Table.empty()
        yield empty.updated(Gatherer(store.records, environment).all(empty.names))


def everything(table: Table) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    return np.ones(len(table), bool)


def by(table: Table, dimension: str) -> dict[str | None, Group]:
    return {group.name: group for group in Selection(table, everything(table)).groups(DIMENSIONS[dimension])}


def count(group: Group, kind: str) -> int:
    return group.kinds[kind].annotations if kind in group.kinds else 0


def check(group: Group, guides: list[GuideAnnotation], followers: list[FollowerAnnotation]) -> None:
    """Count and average the slow way."""
    assert (count(group, "guide"), count(group, "follower")) == (len(guides), len(followers))
    assert group.gave_up == sum(each.outcome == "gave_up" for each in followers)
    if not followers:
        assert (group.success_rate, group.ne) == (None, None)
        return
    assert group.success_rate
    successes = sum(each.scores.success for each in followers)
    assert (group.success_rate.successes, group.success_rate.n) == (successes, len(followers))
    assert (group.success_rate.low, group.success_rate.high) == wilson_interval(successes, len(followers))
    for name in ("ne", "oracle_success", "spl", "ndtw", "sdtw"):
        mean = getattr(group, name)
        assert mean.value == pytest.approx(fmean(getattr(each.scores, name) for each in followers), rel=1e-6)
        assert mean.n == len(followers)
    ratios = [
        (guide.phases[1].end_time - guide.phases[1].start_time) / guide.duration
        for guide in guides
        if guide.duration
    ]
    if ratios:
        assert group.transcription_ratio
        assert group.transcription_ratio.value == pytest.approx(fmean(ratios), rel=1e-5)


def test_all_together(table: Table) -> None:
    check(Selection(table, everything(table)).total(), GUIDES, FOLLOWERS)


def test_by_language_annotator_and_guide(table: Table) -> None:
    author = {guide.instruction_id: guide.annotator_id for guide in GUIDES}
    for language, group in by(table, "language").items():
        check(
            group,
            [each for each in GUIDES if each.language == language],
            [each for each in FOLLOWERS if each.language == language],
        )
    for name, group in by(table, "annotator").items():
        check(
            group,
            [each for each in GUIDES if str(each.annotator_id) == name],
            [each for each in FOLLOWERS if str(each.annotator_id) == name],
        )
    for name, group in by(table, "guide").items():
        assert count(group, "follower") == sum(str(author[each.instruction_id]) == name for each in FOLLOWERS)


def test_by_what_other_records_say(table: Table) -> None:
    pools = [LANGUAGES[each.language] for each in FOLLOWERS]
    assert {name: count(group, "follower") for name, group in by(table, "pool").items()} == {
        pool: pools.count(pool) for pool in set(pools)
    }
    assert list(by(table, "campaign")) == ["winter", None]  # what is not known comes last
    assert set(by(table, "review")) == {"pending", "accepted", "rejected"}
    assert set(by(table, "length")) == {"0-5"}


def test_by_time_and_experience(table: Table) -> None:
    weeks = [
        f"{at.isocalendar().year}-W{at.isocalendar().week:02}"
        for at in (each.submitted_at for each in FOLLOWERS)
    ]
    days = [each.submitted_at.date().isoformat() for each in FOLLOWERS]
    found = {name: count(group, "follower") for name, group in by(table, "week").items()}
    assert {name: followers for name, followers in found.items() if followers} == {
        week: weeks.count(week) for week in set(weeks)
    }
    assert count(by(table, "day")[days[7]], "follower") == days.count(days[7])
    firsts: dict[int, FollowerAnnotation] = {}
    for each in FOLLOWERS:
        firsts.setdefault(each.annotator_id, each)
    first = by(table, "experience")["1"]
    assert count(first, "follower") == len(firsts)
    assert first.ne
    assert first.ne.value == pytest.approx(fmean(each.scores.ne for each in firsts.values()), rel=1e-6)


def test_every_group_leads_to_its_annotations(table: Table) -> None:
    for name, dimension in DIMENSIONS.items():
        for group in Selection(table, everything(table)).groups(dimension):
            behind = in_groups(table, {name: group.name or ""})
            assert behind.sum() == sum(each.annotations for each in group.kinds.values()), (name, group.name)


def test_pages_are_stable_while_annotations_come_in(table: Table) -> None:
    mask = in_groups(table, {"language": "hi-IN"})
    items, cursor = page(table, mask, None, 10)
    newer = table.rows[-1:].copy()
    newer["number"] += 1
    grown = table.updated(newer)
    rest, end = page(grown, in_groups(grown, {"language": "hi-IN"}), cursor, 1000)
    assert end is None
    assert [*items, *rest] == list(rows(table, mask))


def test_nothing_is_known_of_nothing() -> None:
    empty = Table.empty()
    nothing = Selection(empty, everything(empty)).total()
    assert (nothing.success_rate, nothing.ne, nothing.active) == (None, None, None)
    assert all(
        Selection(empty, everything(empty)).groups(dimension) == [] for dimension in DIMENSIONS.values()
    )
    assert page(empty, everything(empty), None, 10) == ([], None)


def test_the_interval_is_wilsons() -> None:
    """Newcombe 1998, Stat. Med. 17:857, table I: 81 of 263, and 0 of 20."""
    assert wilson_interval(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson_interval(0, 20) == pytest.approx((0.0, 0.1611), abs=5e-5)


def test_the_interval_is_the_one_that_scipy_gives() -> None:
    draw = np.random.default_rng(5)
    for trials in (1, 2, 20, 263, 5000, 126_000):
        for successes in {0, trials, *draw.integers(0, trials, 20, endpoint=True).tolist()}:
            theirs = binomtest(successes, trials).proportion_ci(method="wilson")
            assert wilson_interval(successes, trials) == pytest.approx((theirs.low, theirs.high), abs=1e-15)


def test_the_bootstrap_agrees_with_plain_resampling() -> None:
    values = np.random.default_rng(3).exponential(4, 80)
    resampled = [fmean(np.random.default_rng(seed).choice(values, 80)) for seed in range(2000)]
    [mean] = means(values[:, None])
    assert mean
    assert mean.method == "bootstrap"
    assert (mean.low, mean.high) == pytest.approx(tuple(np.quantile(resampled, (0.025, 0.975))), rel=0.06)


def test_many_values_have_the_normal_interval_and_say_so() -> None:
    values = np.random.default_rng(3).exponential(4, 5000)
    [mean] = means(values[:, None])
    assert mean
    assert mean.method == "normal"
    assert mean.high is not None
    assert mean.high - mean.value == pytest.approx(1.96 * pstdev(values.tolist()) / 5000**0.5, rel=1e-3)


def test_what_is_missing_is_left_out_and_one_value_has_no_interval() -> None:
    nan = np.nan
    first, second, third = means(np.array([[1.0, 5.0, nan], [3.0, nan, nan]]))
    assert first
    assert second
    assert (first.value, first.n) == (2.0, 2)
    assert (second.value, second.n, second.low) == (5.0, 1, None)
    assert third is None


def test_a_row_is_small() -> None:
    assert ROW.itemsize <= 100


def test_records_are_what_was_generated() -> None:
    again: tuple[Record, ...] = tuple(generated(300, people=20))
    assert [type(record) for record in again] == [type(record) for record in RECORDS]
    assert [each for each in again if isinstance(each, FollowerAnnotation)] == FOLLOWERS
