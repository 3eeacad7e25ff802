"""Landmarks from files: checked first, then written; what is there stays, and a repeat changes nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from environments import PanoramaFolder
from environments.regions import LatLonBox, ViewBox
from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.annotate.campaigns.records import ScanRecord
from pangea_server.annotate.landmarks.records import Chain, Entity, Link, Mention, RegionRecord, mention_id
from pangea_server.app.command_line import app
from pangea_server.core.records import Record, padded
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.erasure.withdrawal import withdraw
from pangea_server.dataset.formats import FORMATS
from pangea_server.dataset.imports.landmarks.import_files import import_landmarks
from pangea_server.dataset.imports.landmarks.known import OTHERWISE
from pangea_server.dataset.imports.landmarks.renumbering import OTHER_SPLIT, SEEN_ANYWAY
from pangea_server.dataset.imports.report import ImportRefusedError, ImportReport
from pangea_server.dataset.landmarks.entries import LandmarkEntry, SaidText
from pangea_server.dataset.landmarks.stored import landmark_entries
from pangea_server.people.access.records import Annotator, Role
from pangea_server.people.audit.records import AuditEntry
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import Store
from tests.exports.filled import annotated, corridor, guide_records
from tests.landmarks.entry_lines import EntryLines, line_of
from tests.landmarks.examples import (
    ENGLISH,
    HINDI,
    chain,
    entity,
    fill,
    link,
    mention,
    region,
)

KINDS = (Mention, Link, Chain, Entity, RegionRecord)
LAMP = mention("the <lamp>", ENGLISH, 71, path_id=9, language="en", types=("light",), source="imported")
SAID = SaidText(71, ENGLISH, stored=False)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Two instructions of one path."""
    return annotated(tmp_path / "data")


@pytest.fixture
def places(tmp_path: Path) -> PanoramaFolder:
    return corridor(tmp_path / "corridor")


def from_elsewhere(**more: Any) -> LandmarkEntry:
    """One instruction under a file's own numbers, with a thing that has a box across the seam."""
    told: dict[str, Any] = {
        "said": (SAID,),
        "mentions": (LAMP,),
        "chains": (chain("7", (LAMP.mention_id,), ("22",), path_id=9),),
        "entities": (entity("22", labels={"en": "lamp"}),),
        "regions": (
            region("501", "22", LatLonBox(3.0, 0.5, -0.2, 0.1)),
            region("502", "22", viewpoint_id="sofa"),
        ),
    }
    return LandmarkEntry("corridor", **(told | more))


@pytest.fixture
def bring(store: Store, places: PanoramaFolder, tmp_path: Path) -> Callable[..., ImportReport]:
    """Imports a file of these entries."""

    def write_and_import(
        *entries: LandmarkEntry, name: str = "elsewhere", skip_broken: bool = False
    ) -> ImportReport:
        file = tmp_path / "entries.jsonl"
        file.write_bytes(b"".join(map(line_of, entries)))
        return import_landmarks(store, places, EntryLines(), [file], name=name, skip_broken=skip_broken)

    return write_and_import


def everything(store: Store) -> list[Record]:
    return [record for kind in KINDS for record in every(store.records, kind)]


def test_words_are_found_and_all_ids_become_the_stores(
    store: Store, bring: Callable[..., ImportReport]
) -> None:
    report = bring(from_elsewhere())
    assert report.new == Counter(mentions=1, chains=1, things=1, regions=2)
    (said,) = every(store.records, Mention)
    assert said.mention_id == mention_id(1, LAMP.start_char, LAMP.end_char)
    assert (said.path_id, said.language, said.source, said.types) == (1, "en-US", "imported", ("light",))
    (thing,) = every(store.records, Entity)
    assert (thing.entity_id[:10], thing.source) == ("corridor-i", "elsewhere 22")
    (meaning,) = every(store.records, Chain)
    assert (meaning.path_id, meaning.mentions, meaning.entities) == (
        1,
        (said.mention_id,),
        (thing.entity_id,),
    )
    for each in every(store.records, RegionRecord):
        assert (each.source, each.annotator_id, each.entity_id) == ("imported", None, thing.entity_id)
    assert store.records.get(ScanRecord, "corridor").environment == "folder"  # as it was
    (line,) = [each for each in every(store.records, AuditEntry) if each.action == "imported"]
    assert line.detail == "elsewhere: 1 mentions, 1 chains, 1 things, 2 regions"


def test_a_repeat_changes_nothing_and_another_source_is_another_thing(
    store: Store, bring: Callable[..., ImportReport]
) -> None:
    bring(from_elsewhere())
    before = everything(store)
    report = bring(from_elsewhere())
    assert (report.new, report.known.total(), report.notes) == (Counter(), 5, Counter())
    assert everything(store) == before
    assert store.records.count(AuditEntry) == 1
    assert bring(from_elsewhere(), name="a second data set").new == Counter(chains=1, things=1, regions=2)


def test_a_store_fills_another_one_and_itself_adds_nothing(
    store: Store, places: PanoramaFolder, bring: Callable[..., ImportReport], tmp_path: Path
) -> None:
    fill(store)
    entries = list(landmark_entries(Dataset(store, places), "Landmarks"))
    before = everything(store)
    assert bring(*entries).new == Counter()
    assert everything(store) == before
    with annotated(tmp_path / "other") as other:  # type: ignore[attr-defined]
        file = tmp_path / "entries.jsonl"
        import_landmarks(other, places, EntryLines(), [file], name="first")
        copied = everything(other)
    assert Counter(map(type, copied)) == Counter(map(type, before))
    shapes = [
        {str(each.shape) for each in some if isinstance(each, RegionRecord)} for some in (before, copied)
    ]
    assert shapes[0] == shapes[1]


def hindi(**more: Any) -> Mention:
    return mention("दीपक", HINDI, 72, path_id=9, source="imported", **more)


CROSSING = mention("<lamp> & stop", ENGLISH, 71, path_id=9, source="imported")
BROKEN: dict[str, tuple[LandmarkEntry, str]] = {
    "words that the store has not": (
        from_elsewhere(said=(SaidText(71, "Go home.", stored=False),), mentions=(), chains=()),
        "says 'Go home.'. Import the instructions first",
    ),
    "another transcript": (
        from_elsewhere(said=(SaidText(1, "Go past the lamp.", stored=True),), mentions=(), chains=()),
        "other words from character 12 on: 'lamp.' in the file, '<lamp> & stop.' in the store",
    ),
    "an unknown number": (
        from_elsewhere(said=(SaidText(5, ENGLISH),), mentions=(), chains=()),
        "5 is not in the store",
    ),
    "another path": (from_elsewhere(path=("door", "window")), "on the path door window says"),
    "no viewpoint": (
        from_elsewhere(regions=(region("501", "22", viewpoint_id="attic"),)),
        "501 is seen from attic, which is no viewpoint of the scan corridor",
    ),
    "a thing of another scan": (
        from_elsewhere(entities=(entity("22", scan_id="house"),)),
        "22 is of the scan house",
    ),
    "a region of another scan": (
        from_elsewhere(regions=(region("501", "22", scan_id="house"),)),
        "501 is of the scan house",
    ),
    "an unknown thing": (from_elsewhere(regions=(region("501", "23"),)), "501 names 23, which is not there"),
    "an unknown mention": (from_elsewhere(mentions=()), "7 names 000071-8-18, which is not there"),
    "crossing mentions": (
        from_elsewhere(mentions=(LAMP, CROSSING)),
        "'the <lamp>' and '<lamp> & stop' of instruction 1 cross",
    ),
    "a slip of the hand": (
        from_elsewhere(regions=(region("501", "22", ViewBox(0.0, 0.0, 0.001, 0.3)),)),
        "The region 501: .*A slip of the hand",
    ),
    "a region twice": (
        from_elsewhere(regions=(region("501", "22"), region("501", "22", visible="cut"))),
        "A region that door sees stands in the file twice",
    ),
    "an unknown scan": (replace(from_elsewhere(), scan_id="castle"), "castle"),
    "a chain without words": (
        from_elsewhere(said=(), mentions=(), chains=(chain("7", (), path_id=9),)),
        "of no path",
    ),
    "other characters": (
        from_elsewhere(mentions=(LAMP.model_copy(update={"start_char": 9, "end_char": 19}),)),
        "9 to 19 of instruction 71 are 'he <lamp> ', not 'the <lamp>'",
    ),
}


@pytest.mark.parametrize("what", BROKEN)
def test_nothing_of_a_file_with_a_fault_comes_in(
    what: str, store: Store, bring: Callable[..., ImportReport]
) -> None:
    broken, message = BROKEN[what]
    with pytest.raises(ImportRefusedError, match=f"(?s)entries.jsonl line 2: .*{message}"):
        bring(from_elsewhere(entities=(entity("30"),), regions=(), chains=()), broken)
    assert everything(store) == []
    report = bring(from_elsewhere(), broken, skip_broken=True)
    assert [fault.place for fault in report.skipped] == ["entries.jsonl line 2"]
    assert store.records.count(RegionRecord) == 2


LETTERS = {
    "Telugu": ("కుర్చీల పక్కనుండి వెళ్ళు", (0, 4), "ends at character 4, within the letter 'ర్చీ'", "end at 2 or 6"),
    "Hindi": ("कुर्सियों के पास से जाओ।", (0, 1), "ends at character 1, within the letter 'कु'", "end at 0 or 2"),
    "emoji": ("Go 👩‍👩‍👧 on", (5, 8), "begins at character 5, within the letter '👩.*'", "begin at 3 or 8"),
    "an accent": ("Cafe\u0301 here", (0, 4), "ends at character 4", "end at 3 or 5"),
}


@pytest.mark.parametrize("script", LETTERS)
def test_a_mention_that_splits_a_letter_is_refused(
    script: str, store: Store, bring: Callable[..., ImportReport]
) -> None:
    text, (start, end), told, remedy = LETTERS[script]
    _change(store, text)
    said = (SaidText(1, text),)
    part = mention(text[start:end], text, source="imported", start_char=start, end_char=end)
    with pytest.raises(ImportRefusedError, match=f"{told}.*let it {remedy}"):
        bring(LandmarkEntry("corridor", said=said, mentions=(part,)))
    whole = mention(text, text, source="imported")
    assert bring(LandmarkEntry("corridor", said=said, mentions=(whole,))).new == Counter(mentions=1)


def _change(store: Store, text: str) -> None:
    """The instruction 1 says this."""
    known = store.records.get(GuideAnnotation, padded(1))
    assert known is not None
    store.records.transact(
        lambda transaction: transaction.replace(known.model_copy(update={"transcript": text}))
    )


def test_nested_mentions_and_judgements_that_contradict_come_in(bring: Callable[..., ImportReport]) -> None:
    inner = mention("<lamp>", ENGLISH, 71, path_id=9, source="imported")
    verdicts = ("same", "different")
    links = tuple(
        link(f"l{verdict}", LAMP.mention_id, inner.mention_id, path_id=9, verdict=verdict)
        for verdict in verdicts
    )
    report = bring(from_elsewhere(mentions=(LAMP, inner), links=links))
    assert (report.new["mentions"], report.new["links"]) == (2, 2)


def test_a_scene_with_a_region_is_counted_and_kept_as_it_is_said(
    store: Store, bring: Callable[..., ImportReport]
) -> None:
    scene = chain("7", (LAMP.mention_id,), ("22",), path_id=9, need="scene")
    assert bring(from_elsewhere(chains=(scene,))).notes == {SEEN_ANYWAY: 1}
    assert [each.need for each in every(store.records, Chain)] == ["scene"]


def test_a_box_around_the_viewer_comes_in(store: Store, bring: Callable[..., ImportReport]) -> None:
    bring(from_elsewhere(regions=(region("501", "22", LatLonBox(-3.0, 6.0, -0.8, 0.8)),)))
    assert store.records.count(RegionRecord) == 1


def test_instructions_that_say_the_same_are_told_by_their_path_or_refused(
    store: Store, bring: Callable[..., ImportReport]
) -> None:
    again, _ = guide_records(store, 3)
    fill(store, again)
    with pytest.raises(ImportRefusedError, match=r"Several instructions .* say .*: 1, 3"):
        bring(from_elsewhere())
    numbered = SaidText(3, ENGLISH)
    third = mention("the <lamp>", ENGLISH, 3, source="imported")
    bring(from_elsewhere(said=(numbered,), mentions=(third,), chains=()))
    assert [each.instruction_id for each in every(store.records, Mention)] == [3]


def test_a_chain_grows_by_what_another_file_of_its_source_adds(
    store: Store, bring: Callable[..., ImportReport]
) -> None:
    other = (SaidText(72, HINDI, stored=False),)
    there = hindi()
    first = from_elsewhere()
    second = from_elsewhere(
        said=other,
        mentions=(there,),
        chains=(chain("7", (there.mention_id,), ("23",), path_id=9),),
        entities=(entity("23"),),
        regions=(),
    )
    bring(first)
    bring(second)
    (meaning,) = every(store.records, Chain)
    assert (len(meaning.mentions), len(meaning.entities)) == (2, 2)
    assert bring(second).new == Counter()


def test_what_the_store_says_of_a_mention_stays(store: Store, bring: Callable[..., ImportReport]) -> None:
    marked = mention("the <lamp>", ENGLISH, types=("furniture",), annotator_id=3)
    fill(store, marked)
    assert bring(from_elsewhere()).notes[OTHERWISE] == 1
    assert list(every(store.records, Mention)) == [marked]


def test_a_split_that_is_another_one_in_the_store_is_counted(
    store: Store, bring: Callable[..., ImportReport]
) -> None:
    assert bring(from_elsewhere(split="train")).notes == {}
    assert bring(from_elsewhere(split="test")).notes == {OTHER_SPLIT: 1}


def test_another_region_under_an_id_is_refused(bring: Callable[..., ImportReport]) -> None:
    bring(from_elsewhere())
    with pytest.raises(ImportRefusedError, match=r"Another corridor-i.* is in regions, and stays as it is"):
        bring(from_elsewhere(regions=(region("501", "22", viewpoint_id="window"),)))


def test_a_stale_mention_is_not_made_anew(store: Store, bring: Callable[..., ImportReport]) -> None:
    fill(store, mention("the <lamp>", f"{ENGLISH} Soon."))
    with pytest.raises(ImportRefusedError, match="It is stale"):
        bring(from_elsewhere())


def test_what_a_person_took_back_is_not_brought_back_by_an_old_export(
    store: Store, places: PanoramaFolder, bring: Callable[..., ImportReport]
) -> None:
    fill(store)
    entries: Sequence[LandmarkEntry] = list(landmark_entries(Dataset(store, places), "Landmarks"))
    fill(store, Annotator(annotator_id=9, role=Role.ANNOTATOR, languages=("en-US",)))
    withdraw(store, 9, None)
    with pytest.raises(ImportRefusedError, match="r1 of regions was withdrawn"):
        bring(*entries)


def test_many_regions_come_in_over_several_transactions(
    store: Store, bring: Callable[..., ImportReport]
) -> None:
    some = [
        from_elsewhere(
            entities=(entity(f"{n}"),),
            chains=(),
            regions=tuple(region(f"{n}-{k}", f"{n}", ViewBox(k / 100, 0.0, 0.2, 0.2)) for k in range(50)),
        )
        for n in range(100)
    ]
    report = bring(*some)
    assert (report.new["regions"], report.new["things"], report.new["mentions"]) == (5000, 100, 1)
    assert store.records.count(RegionRecord) == 5000


def test_the_command_imports_landmarks(
    store: Store, places: PanoramaFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(FORMATS.builtin, "entry_lines", "tests.landmarks.entry_lines:EntryLines")
    store.close()
    (tmp_path / "entries.jsonl").write_bytes(line_of(from_elsewhere()) + b"[]\n" * 22)
    where = ["--data-dir", str(tmp_path / "data"), "--environment", f"folder:{places.directory}"]
    asked = ["import", str(tmp_path / "entries.jsonl"), "--format", "entry_lines", "--source", "mine"]
    counts = ("1 mentions", "1 chains", "1 things", "2 regions")
    for happened in ("came in", "were there already"):
        done = CliRunner().invoke(app, [*asked, *where, "--skip-broken"])
        assert done.exit_code == 0, done.output
        assert set(done.stdout.splitlines()) == {f"{count} {happened}." for count in counts}
        told = [each.split(":")[0] for each in done.stderr.splitlines() if each.startswith("entries.jsonl")]
        assert told == ["entries.jsonl line 2 and 21 more"]
        assert done.stderr.endswith("\nBroken entries that were left out: 22.\n")
    with LocalStore.open(tmp_path / "data") as opened:
        assert opened.records.find(Entity)[0].source == "mine 22"
        assert opened.records.count(GuideAnnotation) == 2


@pytest.mark.parametrize(
    ("format", "options", "why"),
    [
        ("rxr", ("--degrees",), "rxr has no form in degrees."),
        ("landmarks", ("--degrees",), "landmarks has no form in degrees."),
        ("landmarks", ("--as-tasks",), "landmarks holds no instructions to make tasks of."),
        ("rxr", ("--as-tasks", "--skip-broken"), "--as-tasks takes all instructions or none."),
        ("rxr", ("--dry-run",), "--dry-run is for --as-tasks."),
        ("svg", (), "svg cannot be read back."),
    ],
)
def test_options_that_do_not_go_with_the_format_are_refused_before_a_store_is_made(
    tmp_path: Path, format: str, options: Sequence[str], why: str
) -> None:
    (tmp_path / "rows").touch()
    place = ["--data-dir", str(tmp_path / "data")]
    done = CliRunner().invoke(app, ["import", str(tmp_path / "rows"), "--format", format, *options, *place])
    assert (done.exit_code, getattr(done.exception, "message", done.output)) == (1, why)
    assert not (tmp_path / "data").exists()
