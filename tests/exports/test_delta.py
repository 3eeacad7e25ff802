"""What has changed since a release, as one file: whoever has the release before gets the next one, to the byte."""

from __future__ import annotations

import io
import json
import shutil
import tarfile
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import pytest
from typer.testing import CliRunner

from environments import ConfigurationError
from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.app.command_line import app
from pangea_server.core.errors import ArchiveError
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.exports.export import open_formats
from pangea_server.dataset.release.release import make_release
from pangea_server.dataset.release.update import update_release
from pangea_server.stores.protocol import Store
from pangea_server.stores.tombstones import Tombstone
from tests.exports.filled import annotated, corridor, guide_records
from tests.exports.test_release import contents

FORMATS = ("rxr", "huggingface", "webvtt")
LISTS = ["changes.json", "SHA256SUMS"]
Members = list[tuple[tarfile.TarInfo, bytes]]


class Published(NamedTuple):
    """Two releases in a row, the file that leads from one to the other, and the store that they were made of."""

    one: Path
    two: Path
    delta: Path
    dataset: Dataset

    def updated(self, folder: Path, delta: Path | None = None) -> Path:
        update_release(self.one, delta or self.delta, folder)
        return folder


def change(store: Store) -> None:
    """Somebody corrects a text, another takes a walk back, and a third instruction is handed in."""
    for record in guide_records(store, 3):
        store.records.create(record)
    corrected = store.records.get(GuideAnnotation, "000002").model_copy(update={"transcript": "रुकें।"})
    gone = Tombstone(removed_from=FollowerAnnotation.collection, removed_id="000001", reason="withdrawn")
    store.records.transact(lambda transaction: transaction.replace(corrected))
    store.records.transact(lambda transaction: transaction.delete(FollowerAnnotation, "000001"))
    store.records.create(gone)


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Published:
    folder = tmp_path_factory.mktemp("published")
    store = annotated(folder / "data")
    found = Published(
        folder / "one", folder / "two", folder / "delta.tar", Dataset(store, corridor(folder / "place"))
    )
    make_release(found.dataset, found.one, open_formats(FORMATS), "1.0")
    change(store)
    make_again(found, found.two, found.delta)
    return found


def make_again(published: Published, folder: Path, delta: Path) -> None:
    make_release(
        published.dataset,
        folder,
        open_formats(FORMATS),
        "1.1",
        previous=published.one,
        delta_archive=delta,
    )


def members_of(delta: Path) -> Members:
    with tarfile.open(delta) as tar:
        return [(info, (tar.extractfile(info) or io.BytesIO()).read()) for info in tar]


def packed(members: Members, delta: Path) -> Path:
    with tarfile.open(delta, "w") as tar:
        for info, content in members:
            info.size = len(content) if info.isreg() else 0
            tar.addfile(info, io.BytesIO(content))
    return delta


def test_who_has_the_release_before_gets_the_same_bytes(published: Published, tmp_path: Path) -> None:
    before = contents(published.one)
    made = update_release(published.one, published.delta, tmp_path / "two")
    assert contents(tmp_path / "two") == contents(published.two)
    assert contents(published.one) == before
    assert [file.name for file in tmp_path.iterdir()] == ["two"]
    unchanged = [name for name, content in contents(published.two).items() if before.get(name) == content]
    assert (made.version, made.kept) == ("1.1", len(unchanged))
    assert made.received == len(members_of(published.delta)) == len(contents(published.two)) - len(unchanged)


def test_the_archive_has_what_is_new_and_nothing_else(published: Published, tmp_path: Path) -> None:
    files = json.loads((published.two / "changes.json").read_text())["files"]
    names = [info.name for info, _ in members_of(published.delta)]
    assert names == [*LISTS, *sorted({*files["added"], *files["changed"]})]
    assert "rxr/voices/rxr_train/000001.wav" in contents(published.two)
    assert not [name for name in names if "000001" in name]
    make_again(published, tmp_path / "two", tmp_path / "again.tar")
    assert (tmp_path / "again.tar").read_bytes() == published.delta.read_bytes()


def test_what_was_taken_back_is_in_neither(published: Published, tmp_path: Path) -> None:
    gone = [name for name in contents(published.one) if "000001_follower" in name]
    assert gone
    assert not {*gone} & {*contents(published.updated(tmp_path / "two"))}
    said = {folder: (folder / "webvtt/train/000002.vtt") for folder in (published.one, tmp_path / "two")}
    assert [file.exists() for file in said.values()] == [True, False]
    assert "दीपक".encode() not in published.delta.read_bytes()


def test_a_delta_of_another_release_is_refused(published: Published, tmp_path: Path) -> None:
    with pytest.raises(
        ConfigurationError, match=r"leads on from version '1\.0', and .* is version '1\.1'"
    ) as told:
        update_release(published.two, published.delta, tmp_path / "three")
    assert sha256((published.one / "SHA256SUMS").read_bytes()).hexdigest() in told.value.remedy
    make_release(published.dataset, tmp_path / "other", open_formats(["rxr"]), "1.0")
    with pytest.raises(ConfigurationError, match="another release of that version"):
        update_release(tmp_path / "other", published.delta, tmp_path / "three")
    with pytest.raises(ConfigurationError, match="is not a release"):
        update_release(published.one / "rxr", published.delta, tmp_path / "three")
    assert not (tmp_path / "three").exists()


def test_a_release_that_was_changed_is_refused_and_the_file_is_named(
    published: Published, tmp_path: Path
) -> None:
    old, kept = tmp_path / "one", "rxr/voices/rxr_train/000001.wav"
    shutil.copytree(published.one, old)
    (old / kept).write_bytes(bytes(100))
    with pytest.raises(ConfigurationError, match=f"{kept} is not as its SHA256SUMS says"):
        update_release(old, published.delta, tmp_path / "two")
    (old / kept).unlink()
    with pytest.raises(ConfigurationError, match=f"{kept} cannot be read: No such file"):
        update_release(old, published.delta, tmp_path / "two")
    assert [file.name for file in tmp_path.iterdir()] == ["one"]


@pytest.mark.parametrize("share", [n / 16 for n in range(16)])
def test_an_archive_that_was_cut_off_is_refused(published: Published, tmp_path: Path, share: float) -> None:
    whole = published.delta.read_bytes()
    (tmp_path / "cut.tar").write_bytes(whole[: int(len(whole) * share)])
    with pytest.raises(ArchiveError):
        published.updated(tmp_path / "two", tmp_path / "cut.tar")
    assert [file.name for file in tmp_path.iterdir()] == ["cut.tar"]


def listing(members: Members, edit: Callable[[str], str]) -> Members:
    """With another list of checksums."""
    (changes, (info, content), *files) = members
    return [changes, (info, edit(content.decode()).encode()), *files]


def evil(name: str) -> Callable[[Members], Members]:
    """With a file of this name, which its list states rightly."""

    def edited(members: Members) -> Members:
        lines = f"{sha256(b'evil').hexdigest()}  {name}\n"
        end = lambda text: "".join(sorted([*text.splitlines(True), lines], key=lambda line: line[66:]))  # noqa: E731
        found = listing(members, end)
        place = sum(info.name < name for info, _ in found[2:]) + 2
        return [*found[:place], (tarfile.TarInfo(name), b"evil"), *found[place:]]

    return edited


def retyped(kind: bytes, target: str = "/etc/passwd") -> Callable[[Members], Members]:
    """With a link, or something else that is no file, in the place of a file."""

    def edited(members: Members) -> Members:
        info, content = members[3]
        info.type, info.linkname = kind, target
        return [*members[:3], (info, content), *members[4:]]

    return edited


DOCTORED: dict[str, Callable[[Members], Members]] = {
    "above": evil("../evil"),
    "from the root": evil("/tmp/evil"),
    "above within": evil("rxr/../../evil"),
    "nothing between": evil("rxr//evil"),
    "the list itself": evil("SHA256SUMS"),
    "symbolic link": retyped(tarfile.SYMTYPE),
    "hard link": retyped(tarfile.LNKTYPE),
    "device": retyped(tarfile.CHRTYPE),
    "pipe": retyped(tarfile.FIFOTYPE),
    "folder": retyped(tarfile.DIRTYPE),
    "sparse": retyped(tarfile.GNUTYPE_SPARSE),
    "a file more": lambda members: [*members, (tarfile.TarInfo("more"), b"more")],
    "a file less": lambda members: [*members[:3], *members[4:]],
    "a file twice": lambda members: [*members[:4], members[3], *members[4:]],
    "another order": lambda members: [*members[:2], *reversed(members[2:])],
    "no checksums": lambda members: [members[0], *members[2:]],
    "an empty list": lambda members: listing(members, lambda text: ""),
    "half a list": lambda members: listing(members, lambda text: text[: len(text) // 2]),
    "a list in disorder": lambda members: listing(members, lambda text: text + text),
    "a list of other text": lambda members: listing(members, lambda text: "0" * 64 + " name" + text),
    "other bytes": lambda members: [*members[:4], (members[4][0], b"evil"), *members[5:]],
    "no changes": lambda members: [(members[0][0], b"[" * 100_000), *members[1:]],
    "changes since nothing": lambda members: [(members[0][0], b"{}"), *members[1:]],
    "other changes": lambda members: [(members[0][0], members[0][1] + b" "), *members[1:]],
    "nothing": lambda members: [],
    "another archive": lambda members: members[2:],
}  # fmt: skip


@pytest.mark.parametrize("how", DOCTORED)
def test_a_doctored_archive_is_refused_and_writes_nothing(
    published: Published, tmp_path: Path, how: str
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    doctored = packed(DOCTORED[how](members_of(published.delta)), here / "doctored.tar")
    with pytest.raises(ArchiveError):
        published.updated(here / "two", doctored)
    assert [file.name for file in here.iterdir()] == ["doctored.tar"]
    assert [file.name for file in tmp_path.iterdir()] == ["here"]
    assert not Path("/tmp/evil").exists()


def test_what_is_no_archive_is_refused(published: Published, tmp_path: Path) -> None:
    for content in (b"", b"no archive", bytes(20_480)):
        (tmp_path / "delta.tar").write_bytes(content)
        with pytest.raises(ArchiveError, match=r"no archive of PanGEA's|damaged"):
            published.updated(tmp_path / "two", tmp_path / "delta.tar")
    with pytest.raises(ConfigurationError, match="not a regular file"):
        published.updated(tmp_path / "two", tmp_path)
    with_more = published.delta.read_bytes() + b"more"
    (tmp_path / "delta.tar").write_bytes(with_more)
    with pytest.raises(
        ArchiveError, match=r"delta\.tar is damaged: it holds more than its SHA256SUMS names\."
    ):
        published.updated(tmp_path / "two", tmp_path / "delta.tar")
    assert not (tmp_path / "two").exists()


def test_what_an_interrupted_update_left_is_not_in_it(published: Published, tmp_path: Path) -> None:
    (tmp_path / "two.updating" / "rxr").mkdir(parents=True)
    (tmp_path / "two.updating" / "rxr" / "left.jsonl").write_text("left")
    published.updated(tmp_path / "two")
    assert contents(tmp_path / "two") == contents(published.two)


def test_two_at_once_do_not_meet(published: Published, tmp_path: Path) -> None:
    refused = []

    def meanwhile(items: Iterable[str], name: str, total: int) -> Iterable[str]:
        with pytest.raises(ConfigurationError, match="Another update is writing") as told:
            published.updated(tmp_path / "two")
        refused.append(told)
        return items

    update_release(published.one, published.delta, tmp_path / "two", meanwhile)  # type: ignore[arg-type]
    assert len(refused) == 1
    assert contents(tmp_path / "two") == contents(published.two)


def test_nothing_is_overwritten(published: Published, tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="never overwritten"):
        published.updated(published.two)
    with pytest.raises(ConfigurationError, match="would lie in"):
        published.updated(published.one / "two")
    with pytest.raises(ConfigurationError, match="never overwritten"):
        make_again(published, tmp_path / "two", published.delta)
    with pytest.raises(ConfigurationError, match="in the release itself"):
        make_again(published, tmp_path / "two", tmp_path / "two" / "delta.tar")
    assert list(tmp_path.iterdir()) == []


def test_as_people_call_it(tmp_path: Path) -> None:
    def pangea(*arguments: str | Path) -> str:
        done = CliRunner().invoke(app, [str(each) for each in arguments])
        assert done.exit_code == 0, done.output
        return done.output.replace("\n", " ")

    store = annotated(tmp_path / "data")
    corridor(tmp_path / "place")
    from_it = (
        "--data-dir",
        tmp_path / "data",
        "--environment",
        f"folder:{tmp_path / 'place'}",
        "--jobs",
        "1",
    )
    one, two, delta = (tmp_path / name for name in ("one", "two", "one-to-two.tar"))
    pangea("release", one, "--version", "1.0", *from_it)
    change(store)
    store.close()
    told = pangea("release", two, "--version", "1.1", "--previous", one, "--delta", delta, *from_it)
    new, whole = members_of(delta), contents(two)
    part, size = delta.stat().st_size, sum(map(len, whole.values()))
    assert (
        f"{delta} has {len(new)} of its {len(whole)} files, {part / 1e6:.1f} of {size / 1e6:.1f} MB." in told
    )
    told = pangea("release-update", one, delta, tmp_path / "again")
    assert told.endswith(
        f"{tmp_path / 'again'} is version 1.1: {len(new)} files came from {delta}, "
        f"and {len(whole) - len(new)} files from {one}. "
    )
    assert contents(tmp_path / "again") == whole


def test_a_delta_leads_on_from_a_release_that_is_named(tmp_path: Path) -> None:
    asked = ["release", str(tmp_path / "two"), "--version", "1.1", "--delta", str(tmp_path / "delta.tar")]
    done = CliRunner().invoke(app, asked)
    assert done.exit_code == 2
    assert "it needs --previous" in " ".join(done.output.split())
