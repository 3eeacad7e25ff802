"""Exit codes: 2 where a command was asked wrongly, 1 where it was tried and something failed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from environments.errors import PangeaError
from pangea_server.app.command_line import ASKED_WRONGLY, VERBS, app
from pangea_server.core.cli.exit_codes import FAILED, WRONG_USAGE
from tests.commands.verbs import leaves, pangea

ASKED_WRONG = """
serve --store nope
serve --environment castle
serve --port 99999
campaign create nofile.yaml
campaign evaluate nofile.jsonl
campaign sample --environment folder:nowhere
campaign sample --language xx
campaign status nope
campaign pause nope
invite --language English
invite --language xx
invite --language xx
invite --role manger
invite --again 99
invite --csv nofile.csv
people role 99 manager
people revoke 99
trust items nope
trust decide 99 house guide upheld
trust decide-batch nope upheld
trust qualify 99 guide
forms show --campaign nope
forms export --campaign nope
platform offer prolifc
platform offer prolific --kind nope
platform offer mturk --language English
platform offer prolific
platform question nope --origin http://localhost
platform requirements nope
platform close nope
platform check-codes nope nofile.csv
ledger bonus 99 10 --reason good
ledger entries 99
ledger payout nope
consent nowhere
withdraw 99 --yes
retention --data-dir nowhere
monitor --by nope
monitor --data-dir nowhere
review list --state nope
review list --kind nope
review list --language English
review show guide-000099
review accept guide-000099
votes show --campaign nope
votes list --state nope
votes settle nope yes
dialogues --environment folder:nowhere
agreement --environment folder:nowhere
audit --since yesterday
env check castle
env check folder:nowhere
env build folder:nowhere
env edit demo
env edit folder:nowhere
env map nowhere --output place
env map nowhere --output place --height 1.5 --distance a b 2
env map nowhere --output . --height 1.5
env picture demo nope --output x.jpg
env picture demo terrace-bench --output x.foo
env picture demo terrace-bench --scan nope --output x.jpg
align nofile.wav
align --engine nope
align --recognise nope
align --runner nope
align --language English
flags guide-000099
flags nonsense
mend 99 nofile.TextGrid
replay nofile
score nofile.jsonl nofile.jsonl --environment demo
evaluate instructions
evaluate instructions --campaign nope
evaluate pointing --key nofile --format refer360
evaluate instructions --instructions nofile --walks nofile
export out --format nope
import nofile --format rxr
landmarks verify reverie nowhere
landmarks export nope out
landmarks export nope out --format nope
landmarks export nope out --format rxr
landmarks export nope .
landmarks match out --matcher nope
landmarks match out --format rxr
landmarks match out --environment folder:nowhere
import campaign.yaml --format nope
release out --version 1 --format nope
release out --version 1 --previous nowhere
release out --version 1 --datasheet nofile.yaml
release out --version 1 --delta out.tar
release-update nowhere campaign.yaml new
release-update . nofile.tar new
datasheet more
backup
backup-key nowhere/key
backup --to backups --every 10
backup --to backups --every 0s
backup nofile.tar --every 10s
restore nofile.tar --data-dir empty
drill nofile.tar
migrate --from nope --to local
migrate --from local --to local
verify --data-dir nowhere
doctor --store nope
demo
partner nowhere
partner http://127.0.0.1:9/task/tour#token=used
partner http://127.0.0.1:9/task/guide_two#token=used
partner http://127.0.0.1:9/task/seek#token=used --seat cook
lesson fly
exercises fly
"""
"""A wrong call of every command that can be called wrongly."""


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, data_dir: Path) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PANGEA_DATA_DIR", str(data_dir))
    Path("campaign.yaml").write_text("id: x\n")
    return tmp_path


def code(line: str) -> tuple[int, str]:
    """The exit code of a command, and what it says; as ``main`` makes it of an error."""
    done = CliRunner().invoke(app, line.split())
    if isinstance(done.exception, PangeaError):
        return WRONG_USAGE if isinstance(done.exception, ASKED_WRONGLY) else FAILED, str(done.exception)
    assert done.exception is None or isinstance(done.exception, SystemExit), line
    return done.exit_code, done.output


def test_what_was_asked_wrongly_ends_with_two_and_leaves_nothing(here: Path) -> None:
    there = {path for path in here.rglob("*") if "data" not in path.parts}
    found = {line: code(line) for line in ASKED_WRONG.strip().splitlines()}
    assert {line: told for line, told in found.items() if told[0] != WRONG_USAGE} == {}
    assert {path for path in here.rglob("*") if "data" not in path.parts} == there


def test_every_verb_is_asked_wrongly_once() -> None:
    asked = ASKED_WRONG.strip().splitlines()
    assert {line.split()[0] for line in asked} == set(VERBS)


def test_main_ends_as_the_rule_says(here: Path) -> None:
    refused = pangea("campaign", "pause", "nope")
    assert (refused.returncode, "Traceback" in refused.stderr) == (WRONG_USAGE, False)
    Path("guide.jsonl").write_text("{")
    failed = pangea("score", "guide.jsonl", "guide.jsonl", "--environment", "demo")
    assert (failed.returncode, "guide.jsonl line 1" in failed.stderr) == (FAILED, True)


def test_a_forgotten_kind_is_suggested(here: Path, place: Path) -> None:
    assert f"Writefolder:{place}." in re.sub(r"[│\s]+", "", code(f"env check {place}")[1])
    assert "Perhaps folder was meant." in re.sub(
        r"[│\s]+", " ", code(f"serve --environment foldr:{place}")[1]
    )


@pytest.mark.parametrize(
    ("swapped", "right"),
    [
        ("people role manager 1", "pangea people role 1 manager"),
        ("trust qualify guide 1", "pangea trust qualify 1 guide"),
        ("trust decide house 1 guide upheld", "pangea trust decide 1 house guide upheld"),
        ("platform check-codes campaign.yaml study", "pangea platform check-codes study campaign.yaml"),
        (
            "env picture terrace-bench demo --output x.jpg",
            "pangea env picture demo terrace-bench --output x.jpg",
        ),
        ("mend campaign.yaml 3", "pangea mend 3 campaign.yaml"),
        ("align words.txt campaign.yaml", "pangea align campaign.yaml words.txt"),
    ],
)
def test_arguments_in_another_order_are_named(here: Path, swapped: str, right: str) -> None:
    Path("words.txt").write_text("Go.")
    ended, told = code(swapped)
    assert (ended, right in re.sub(r"[│\s]+", " ", told)) == (WRONG_USAGE, True), told


def test_files_to_score_in_another_order_are_named(here: Path, place: Path) -> None:
    guide = {"instruction_id": 7, "scan": "corridor", "path": ["door", "lamp"]}
    Path("guide.jsonl").write_text(json.dumps(guide))
    Path("follower.jsonl").write_text(
        json.dumps({"demonstration_id": 8, "instruction_id": 7, "path": ["door"]})
    )
    ended, told = code(f"score follower.jsonl guide.jsonl --environment folder:{place}")
    assert (ended, "in the other order" in told) == (WRONG_USAGE, True)
    assert code(f"score guide.jsonl follower.jsonl --environment folder:{place}")[0] == 0


def test_a_place_is_the_same_however_it_is_spelt(here: Path, place: Path) -> None:
    file = Path("campaign.yaml")
    spelt = f"folder:{place.parent}/./{place.name}"
    file.write_text(
        f"id: corridor\nenvironment: {spelt}\nlanguages: [en-US]\npaths:\n- sampler: r2r\n  per_scan: 1\n"
    )
    assert code(f"campaign create campaign.yaml --environment folder:{place}/ --dry-run")[0] != WRONG_USAGE
    ended, told = code("campaign create campaign.yaml --environment demo --dry-run")
    assert (ended, "is for the environment" in told) == (WRONG_USAGE, True)


def test_help_fits_eighty_columns_and_shows_each_default() -> None:
    for verb, command in leaves():
        shown = CliRunner().invoke(
            app, [*verb.split(), "--help"], env={"COLUMNS": "80", "TERMINAL_WIDTH": "80"}
        )
        assert "…" not in shown.output, verb
        told = re.sub(r"[│\s]+", " ", shown.output)
        for parameter in command.params:
            assert "[default:" not in (getattr(parameter, "help", "") or ""), f"{verb} {parameter.name}"
            if isinstance(default := getattr(parameter, "show_default", None), str):
                assert default.split()[0] in told, f"{verb} {parameter.name}"
