"""The data card: every rule and text of the campaign file is told, and what follows from the store is not asked for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from ruamel.yaml import YAML
from typer.testing import CliRunner

from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.annotate.campaigns.records import (
    Campaign,
    CampaignDefinition,
    CampaignState,
    PathRecord,
    ScanRecord,
)
from pangea_server.app.command_line import app
from pangea_server.collect.platforms.records import Study
from pangea_server.core.counted import counted
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.exports.export import open_formats
from pangea_server.dataset.release.card.datasheet import Creator, Datasheet
from pangea_server.dataset.release.release import ReleaseReport, make_release
from pangea_server.people.consent.records import ConsentReceipt, ConsentText
from pangea_server.quality.trust.records import CheckResult
from pangea_server.stores.protocol import Store
from pangea_server.stores.tombstones import Tombstone
from tests.exports.filled import annotated

FILE = """\
id: corridors
languages: [en-US]
paths:
  - {sampler: rxr, per_scan: 1}
  - {file: paths.json}
  - {scan: corridor, viewpoints: [[door, lamp]]}
tasks: {tour: {per_scan: 1}}
guides_per_path: 1
followers_per_guide: 1
transcripts_per_guide: 1
per_guide: {judge: 3}
send_back_after: 1
written: {seed: 0}
rotation: {first: 1}
caps: {per_person: 1, per_day: 40}
guide: {free: true, draft: whisper, draft_check: 0.05}
map: {follower: "on"}
actions: "on"
conditions: {arms: {both: {weight: 2}, heard: {instruction: voice, pictures: none}}}
instructions:
  guide: {en: Speak as to a friend., hi: दोस्त से बात करें।}
  follower: {en: Walk where the words lead.}
lesson: {en-US: 12}
trust: {training: true, learning: 1, opening: 1, share: 0.1, minimum: {guide: 0.6}}
pay: {currency: JPY, per_hour: 1200, per_annotation: {guide: 50}, longest_minutes: 1, partial_is_paid: false}
flags: {"off": [jumped]}
forms:
  opinion:
    asked: after_session
    json_schema: {type: object, properties: {ease: {type: integer, minimum: 1, maximum: 5}}}
    texts: {en: {title: How was it?, questions: {ease: {title: How easy?}}}}
"""
WRONG = re.compile(
    r"\b1 (Guides|Followers|annotations|answers|words|walks|places|texts|files|people|scans|days|tasks|minutes|items)\b"
)


def campaign_of(store: Store, text: str = FILE) -> None:
    """Give the store's path to a campaign that has this file."""
    definition = CampaignDefinition.model_validate(YAML(typ="safe").load(text))
    store.records.create(
        Campaign(
            campaign_id=definition.id, state=CampaignState.RUNNING, version=1, edits=0, definition=definition
        )
    )
    path = store.records.get(PathRecord, "000001").model_copy(update={"campaign_id": definition.id})
    store.records.transact(lambda transaction: transaction.replace(path))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return annotated(tmp_path / "data", guides=1)


def released(dataset: Dataset, folder: Path, sheet: Datasheet | None = None) -> ReleaseReport:
    return make_release(dataset, folder, open_formats(["rxr"]), "1.0", sheet=sheet)


def test_a_number_has_its_noun() -> None:
    assert [counted(number, "Guide") for number in (0, 1, 2)] == ["0 Guides", "1 Guide", "2 Guides"]
    assert [counted(number, "person", "people") for number in (1, 2)] == ["1 person", "2 people"]


def test_everything_in_the_campaign_file_is_told(store: Store, dataset: Dataset, tmp_path: Path) -> None:
    campaign_of(store)
    for number, passed in enumerate((True, False), start=1):
        store.records.create(
            CheckResult(
                annotator_id=number,
                campaign_id="corridors",
                kind="follower",
                item_id="item",
                task_id="task",
                passed=passed,
            )
        )
    for version in (1, 2):
        store.records.create(
            ConsentText(version=version, texts={"en": f"Your voice, {version}."}, retention_days=1)
        )
    agreed = store.records.get(GuideAnnotation, "000001").annotator_id
    store.records.create(ConsentReceipt(annotator_id=agreed, version=1, language="en", sha256="0" * 64))
    store.records.create(ConsentReceipt(annotator_id=99, version=2, language="en", sha256="0" * 64))
    released(dataset, tmp_path / "one")
    card = " ".join((tmp_path / "one" / "README.md").read_text().split())
    for told in (
        "Guides walked freely, spoke while they walked and typed what they had said, from a draft of `whisper`, 5% of",
        "1 Guide for each path, 1 Follower for each Guide",
        "drawn by the sampler `rxr`, 1 in each scan, those of the file `paths.json`, 1 written in the campaign file",
        "given instructions from files",
        "written down by 1 other person",
        "each Guide's words: 3 `judge`",
        "Tasks of other kinds: `tour`",
        "When 1 Follower had finished and none had arrived",
        "`both` (weight 2: voice and text), `heard` (weight 1: voice alone, without pictures)",
        "A map with where one is: `follower` on",
        "Keys and clicks were recorded",
        "forms: `opinion`",
        "For their first 1 task, people were Guide and Follower in turns",
        "at most 1 task in all and 40 tasks a day",
        "50 for each `guide` and 1200 for an hour of active time, in the smallest unit of JPY",
        "that of attempts without an answer is not paid; at most 1 minute of an attempt are paid",
        "Kept for 1 day. Those whose work is in it agreed: 1 person to version 1.",
        "> Your voice, 2.",
        "> Speak as to a friend.",
        "(en; also in hi)",
        "> Walk where the words lead.",
        "people passed a lesson first, in which new Guides watched annotation 12 (en-US)",
        "the first 1 of each kind are left out",
        "2 check items were judged, and 1 passed: the first 1 task of a person, then 10% of their tasks",
        "who passed fewer than 60% as `guide` was stopped",
        "Flags switched off in `corridors`: `jumped`.",
    ):
        assert told in card


def test_check_items_and_rules_that_were_never_used_are_not_told(
    store: Store, dataset: Dataset, tmp_path: Path
) -> None:
    campaign_of(
        store, "id: small\nlanguages: [en-US]\nfollowers_per_guide: 1\ntrust: {opening: 30, learning: 0}\n"
    )
    released(dataset, tmp_path / "one")
    card = (tmp_path / "one" / "README.md").read_text()
    assert "nothing of newcomers is left out; nobody was given a check item." in card
    assert "30" not in card.partition("### Lesson")[2].partition("###")[0]
    assert "another Guide was asked" not in card  # two would have had to finish, and one follows


def test_one_of_something_is_told_as_one(store: Store, dataset: Dataset, tmp_path: Path) -> None:
    campaign_of(store)
    store.records.create(ConsentText(version=1, texts={"en": "Your voice."}, retention_days=1))
    gone = Tombstone(removed_from=GuideAnnotation.collection, removed_id="000009", reason="withdrawn")
    store.records.create(gone)
    written = store.records.get(GuideAnnotation, "000001").model_copy(
        update={"transcript": "Mail me@example.org"}
    )
    store.records.transact(lambda transaction: transaction.replace(written))
    released(dataset, tmp_path / "one")
    told = {
        file.name: WRONG.findall(file.read_text())
        for file in (tmp_path / "one").iterdir()
        if file.suffix in (".md", ".json", ".cff")
    }
    assert {name: found for name, found in told.items() if found} == {}
    store.close()
    from_it = [
        "--data-dir",
        tmp_path / "data",
        "--environment",
        f"folder:{tmp_path / 'place'}",
        "--jobs",
        "1",
    ]
    done = CliRunner().invoke(app, [*map(str, ["release", tmp_path / "two", "--version", "1", *from_it])])
    assert done.exit_code == 0, done.output
    assert WRONG.findall(done.output) == []


def head_of(release: Path) -> dict[str, object]:
    found: dict[str, object] = YAML(typ="safe").load((release / "README.md").read_text().split("---")[1])
    return found


@pytest.mark.parametrize(
    ("environment", "sources"),
    [
        ("folder:/photographs", ["original"]),
        ("matterport3d:/data", ["extended|matterport3d"]),
        ("imported", None),
    ],
)
def test_what_follows_from_the_store_is_stated_everywhere_or_nowhere(
    environment: str, sources: list[str] | None, store: Store, dataset: Dataset, tmp_path: Path
) -> None:
    scan = ScanRecord(scan_id="corridor", environment=environment, viewpoint_count=4)
    store.records.transact(lambda transaction: transaction.replace(scan))
    report = released(dataset, tmp_path / "one")
    assert head_of(tmp_path / "one").get("source_datasets") == sources
    assert ("source_datasets" in report.lacking) == (sources is None)
    assert ("environment_terms" in report.lacking) == (environment != "matterport3d:/data")
    terms = "not stated (`environment_terms`)" in (tmp_path / "one" / "README.md").read_text()
    assert terms == (environment != "matterport3d:/data")


def test_whoever_annotated_and_the_year_and_the_citation_follow_too(
    store: Store, dataset: Dataset, tmp_path: Path
) -> None:
    report = released(dataset, tmp_path / "one")
    assert {"annotations_creators", "citation", "title"} <= {*report.lacking}
    assert "year" not in report.lacking  # that of its newest annotation
    assert not {"annotations_creators", "citation", "pretty_name"} & head_of(tmp_path / "one").keys()
    store.records.create(
        Study(
            study_id="s-1",
            platform="prolific",
            kind="guide",
            languages=("en-US",),
            required=1,
            places=1,
        )
    )
    sheet = Datasheet(title="Corridors", creators=(Creator(given="Ada", family="Lovelace"),))
    report = released(dataset, tmp_path / "two", sheet)
    head = head_of(tmp_path / "two")
    assert head["annotations_creators"] == ["crowdsourced"]
    newest = store.records.get(GuideAnnotation, "000001").submitted_at.year
    assert f"year = {{{newest}}}" in str(head["citation"])
    assert not {"annotations_creators", "citation", "title", "creators"} & {*report.lacking}
