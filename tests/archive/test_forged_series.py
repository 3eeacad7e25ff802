"""Whoever can write to the place of a series changes it: what restore, drill and verify say then.

The README of the archive has the table; each of its rows is a case here.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.testing import CliRunner

from environments.errors import ConfigurationError
from pangea_server.app.command_line import app
from pangea_server.core.records import Counter
from pangea_server.dataset.archive.changes import EntryWriter, entry_names
from pangea_server.dataset.archive.continuous import ContinuousBackup
from pangea_server.dataset.archive.encryption import Seal, make_identity, seal_to
from pangea_server.dataset.archive.moments import moment_names
from pangea_server.dataset.archive.places import Folder
from pangea_server.dataset.archive.series_writer import Series, save_moment
from pangea_server.dataset.archive.signatures import signer_of
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.paging import every

README = Path(__file__).parents[2] / "pangea_server" / "dataset" / "archive" / "README.md"


@dataclass(frozen=True)
class World:
    """A store with its series, another series of the same store, the owner's private key, and somebody else's store."""

    root: Path
    seal: Seal

    @property
    def place(self) -> Folder:
        return Folder(self.root / "series")

    @property
    def moments(self) -> list[str]:
        return moment_names(self.place)

    def path(self, moment: int, end: str = "jsonl") -> Path:
        return self.root / "series" / "moments" / f"{self.moments[moment]}.{end}"

    def entry(self, number: int) -> Path:
        moment = self.moments[-1]
        return self.root / "series" / entry_names(self.place, moment)[number].path(moment)

    def forge(self, seal: Seal) -> None:
        """Somebody else saves a store of theirs, and lays it in."""
        with LocalStore.open(self.root / "theirs") as store:
            save_moment(store, Series(Folder(self.root / "forged"), seal, self.root / "their-machine"))
        shutil.copytree(self.root / "forged", self.root / "series", dirs_exist_ok=True)

    def run(self, command: str, *more: str) -> tuple[int, str]:
        """A command's exit code, and all that it says."""
        data = {"restore": "elsewhere"}.get(command, "data")
        key = ("--identity", str(self.root / "key")) if command != "verify" else ()
        source = (str(self.root / "series"),) if command != "verify" else ()
        done = CliRunner().invoke(app, [command, *source, *key, *more, "--data-dir", str(self.root / data)])
        return done.exit_code, " ".join(f"{done.output} {done.exception}".split())


@pytest.fixture(scope="module", params=["plain", "encrypted"])
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> World:
    """Three backups and a log of three entries after the last."""
    root = tmp_path_factory.mktemp(request.param)
    with LocalStore.open(root / "data", exclusive=True) as store:
        key = make_identity(root / "key", signer_of(root / "data").public)
        seal = seal_to([key] if request.param == "encrypted" else [])
        store.records.create(Counter(name="first", value=1))
        store.blobs.create("voice", b"voice")
        save_moment(store, Series(Folder(root / "other"), seal, root / "data"))
        for number in range(2):
            save_moment(store, Series(Folder(root / "series"), seal, root / "data"))
            store.records.create(Counter(name=f"day {number}", value=1))
        with LocalStore.open(root / "data") as followed:
            saving = ContinuousBackup(followed, Series(Folder(root / "series"), seal, root / "data"), 0.1)
            saving.catch_up()
            for number in range(3):
                store.records.create(Counter(name=f"later {number}", value=1))
                saving.catch_up()
    with LocalStore.open(root / "theirs") as store:
        store.records.create(Counter(name="theirs", value=1))
    return World(root, seal)


@pytest.fixture
def world(made: World, tmp_path: Path) -> World:
    """A copy that a test may change; the owner's machine knows the series by its new address."""
    shutil.copytree(made.root, tmp_path / "world")
    known = tmp_path / "world" / "data" / "series.json"
    known.write_text(known.read_text().replace(str(made.root), str(tmp_path / "world")))
    return World(tmp_path / "world", made.seal)


def swap(one: Path, other: Path) -> None:
    data = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(data)


def only_blob(world: World) -> Path:
    [blob] = [path for path in (world.root / "series" / "blobs").rglob("*") if path.is_file()]
    return blob


def exchange_records(world: World) -> None:
    swap(world.path(-1, "records"), world.path(-3, "records"))


def forge_entry(world: World) -> None:
    names = entry_names(world.place, world.moments[-1])
    signer = signer_of(world.root / "their-machine")
    with closing(EntryWriter()) as entry:
        entry.put(world.place, world.moments[-1], 4, names[-1].sha256, world.seal, signer)


def forge_list(world: World) -> None:
    path = world.path(-1)
    path.write_bytes(path.read_bytes().replace(b'"voice"', b'"vocie"'))


def resign(world: World) -> None:
    """The newest list, as it is, signed by somebody else."""
    path = world.path(-1)
    with path.open("rb") as file:
        file.readline()
        (world.root / "content").write_bytes(file.read())
    signer = signer_of(world.root / "their-machine")
    with (
        (world.root / "content").open("rb") as content,
        signer.signed(f"moments/{path.name}", content) as signed,
    ):
        signed.seek(0)
        path.write_bytes(signed.read())


def lay_in(world: World, *, instead: bool) -> None:
    """The other series of the same machine, into the place or instead of what is there."""
    if instead:
        shutil.rmtree(world.root / "series")
    shutil.copytree(world.root / "other", world.root / "series", dirs_exist_ok=True)


def roll_back(world: World) -> None:
    for path in (world.path(-1, "records"), world.path(-1)):
        path.unlink()


def odd_names(world: World) -> None:
    moments = world.root / "series" / "moments"
    (moments / "zzz.jsonl").write_bytes(b"{}")
    (moments / "20990101T000000.000000Z").mkdir()
    (moments / "20990101T000000.000000Z" / "x.jsonl").symlink_to("/etc/passwd")
    (world.root / "series" / "log" / moments.name).mkdir()
    (world.root / "series" / "log" / world.moments[-1] / "12-x").write_bytes(b"")


def pipe(world: World) -> None:
    world.path(-1, "records").unlink()
    os.mkfifo(world.path(-1, "records"))


FINE, RESTORED = "nothing", "restored"
STRANGER, CHANGED, OTHER = (
    "who is not trusted",
    "is not the one that was signed",
    "is not the one that was saved",
)
VOICE, GAP, BACK = "1 damaged and missing", "is missing", "which this machine saved, is missing"

CASES: dict[str, tuple[Callable[[World], object], tuple[str, str, str]]] = {
    "nothing": (lambda _: None, (RESTORED, RESTORED, FINE)),
    "add a backup of one's own, encrypted to the same keys": (
        lambda world: world.forge(world.seal), (STRANGER, STRANGER, STRANGER)
    ),
    "add a backup of one's own, not encrypted": (lambda world: world.forge(Seal()), (STRANGER, STRANGER, STRANGER)),
    "add an entry of one's own to the log": (forge_entry, (OTHER, OTHER, FINE)),
    "add files with odd names, links, folders": (odd_names, (RESTORED, RESTORED, FINE)),
    "change a list": (forge_list, (CHANGED, CHANGED, CHANGED)),
    "sign a list oneself": (resign, (STRANGER, STRANGER, STRANGER)),
    "put the oldest list in place of the newest": (
        lambda world: shutil.copy(world.path(0), world.path(-1)), (CHANGED, CHANGED, CHANGED)
    ),
    "exchange the records of two backups": (exchange_records, ("the records of", "the records of", FINE)),
    "put a named pipe in place of the records": (pipe, ("it is not a regular file", "it is not a regular file", FINE)),
    "change a voice": (lambda world: only_blob(world).write_bytes(b"VOICE"), (VOICE, VOICE, FINE)),
    "remove a voice": (lambda world: only_blob(world).unlink(), (VOICE, VOICE, FINE)),
    "remove the oldest backup": (lambda world: world.path(0).unlink(), (GAP, GAP, GAP)),
    "remove one in the middle": (lambda world: world.path(1).unlink(), (GAP, GAP, GAP)),
    "remove the newest: roll back": (roll_back, (RESTORED, BACK, BACK)),
    "remove all": (
        lambda world: shutil.rmtree(world.root / "series" / "moments"),
        ("has no backup", "has no backup", "has no backup"),
    ),
    "remove an entry in the middle of the log": (lambda world: world.entry(1).unlink(), (GAP, GAP, "has 2 entries")),
    "remove the end of the log": (
        lambda world: world.entry(2).unlink(), (RESTORED, "and this machine saved 3", "and this machine saved 3")
    ),
    "exchange two entries of the log": (lambda world: swap(world.entry(0), world.entry(1)), (OTHER, OTHER, FINE)),
    "mix in another series of the same machine": (
        lambda world: lay_in(world, instead=False),
        ("does not belong to this series", "does not belong to this series", "does not belong to this series"),
    ),
    "put another series of the same machine there": (
        lambda world: lay_in(world, instead=True), (RESTORED, BACK, BACK)
    ),
}  # fmt: skip


@pytest.mark.parametrize("change", CASES)
def test_what_is_said_of_a_changed_series(world: World, change: str) -> None:
    do, expected = CASES[change]
    do(world)
    for command, said in zip(("restore", "drill", "verify"), expected, strict=True):
        code, text = world.run(command)
        assert code == (0 if said in (FINE, RESTORED) else 1), text
        assert said in (FINE, RESTORED) or said in text
    is_restored = expected[0] in (RESTORED, VOICE)
    assert (world.root / "elsewhere" / "pangea.db").exists() == is_restored


@pytest.mark.parametrize("change", CASES)
def test_the_page_says_so(change: str) -> None:
    cells = [f"*{said}*" if said not in (FINE, RESTORED) else said for said in CASES[change][1]]
    assert f"| {change} | {' | '.join(cells)} |" in README.read_text("utf-8")


@pytest.mark.parametrize("change", [change for change, (_, said) in CASES.items() if said[0] == GAP])
def test_the_owner_may_take_an_incomplete_series(world: World, change: str) -> None:
    CASES[change][0](world)
    code, text = world.run("restore", "--incomplete")
    assert (code, "is restored, and equal" in text, "is missing" in text) == (1, True, True)
    with LocalStore.open(world.root / "elsewhere") as store:
        assert store.blobs.read("voice") == b"voice"


def test_who_knows_of_a_later_backup_says_so(world: World) -> None:
    """On a machine that has not made the series nothing else tells that its end was removed."""
    newest = world.moments[-1]
    assert world.run("restore", "--not-before", newest)[0] == 0
    roll_back(world)
    code, text = world.run("drill", "--not-before", newest, "--data-dir", str(world.root / "elsewhere"))
    assert (code, f"ends with {world.moments[-1]}, before {newest}" in text) == (1, True)


def test_of_what_somebody_else_laid_in_nothing_is_restored_even_then(world: World) -> None:
    world.forge(world.seal)
    code, text = world.run("restore", "--incomplete")
    assert (code, "who is not trusted" in text) == (1, True)
    with LocalStore.open(world.root / "elsewhere") as store:
        assert [one.name for one in every(store.records, Counter)] == [
            "day 0",
            "day 1",
            "first",
            "later 0",
            "later 1",
            "later 2",
        ]


def test_who_is_trusted_is_named_once(world: World) -> None:
    """Without a key nobody is; the key that is said to have signed can be compared, and named."""
    (world.root / "key").write_text(
        "\n".join(line for line in (world.root / "key").read_text().splitlines() if "signed by" not in line)
    )
    public = signer_of(world.root / "data").public
    code, text = world.run("restore")
    assert (code, f"is signed by {public}, and nothing here says whose key that is" in text) == (1, True)
    other = signer_of(world.root / "their-machine").public
    assert "who is not trusted" in world.run("restore", "--signed-by", other)[1]
    assert "is no key that signs backups" in world.run("restore", "--signed-by", "ed25519:x")[1]
    code, text = world.run("restore", "--signed-by", public)
    assert code == 0, text


def test_who_trusts_the_place_takes_what_is_there(world: World) -> None:
    shutil.rmtree(world.root / "series")
    world.forge(world.seal)
    assert "who is not trusted" in world.run("restore")[1]
    assert world.run("restore", "--unverified")[0] == 0


def test_another_machine_adds_nothing_to_a_series(world: World) -> None:
    """Nor does this one add a backup that is not encrypted to an encrypted series."""
    with LocalStore.open(world.root / "data") as store:
        with pytest.raises(ConfigurationError, match="a series that another machine has signed"):
            save_moment(store, Series(world.place, world.seal, world.root / "their-machine"))
        if world.seal.recipients:
            with pytest.raises(ConfigurationError, match="has an encrypted series") as error:
                save_moment(store, Series(world.place, Seal(), world.root / "data"))
            assert f"--recipient {world.seal.recipients[0]}" in error.value.remedy
    assert len(world.moments) == 3


def test_the_next_backup_names_what_is_missing_and_goes_on(world: World) -> None:
    gone = world.moments[-1]
    roll_back(world)
    series = Series(world.place, world.seal, world.root / "data")
    with LocalStore.open(world.root / "data") as store:
        assert [each.damaged for each in save_moment(store, series).damaged] == [f"the backup {gone}"]
        assert save_moment(store, series).damaged == []
    assert [world.run(command)[0] for command in ("restore", "drill", "verify")] == [0, 0, 0]


def test_the_key_that_signs_is_in_no_backup(world: World) -> None:
    secret = (world.root / "data" / "backup-signing.key").read_bytes()
    assert (world.root / "data" / "backup-signing.key").stat().st_mode & 0o777 == 0o600
    stored = [path.read_bytes() for path in (world.root / "series").rglob("*") if path.is_file()]
    assert [data for data in stored if secret.splitlines()[1] in data] == []
