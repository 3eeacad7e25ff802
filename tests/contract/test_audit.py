"""The audit tells what is clean from what nobody could be asked about."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.audit.__main__ import main, read_npm_audit, read_pip_audit
from tests.audit.advisories import read_advisories
from tests.audit.locked import NPM_LOCK, PYTHON_LOCK, npm_packages, python_packages

SKIPPED = {
    "name": "jinja2",
    "skip_reason": "Dependency not found on PyPI and could not be audited: jinja2 (2.4.1)",
}
WEAK = {"name": "jinja2", "version": "2.4.1", "vulns": [{"id": "PYSEC-2019-217", "fix_versions": ["2.10.1"]}]}
GOOD = {"name": "idna", "version": "3.11", "vulns": []}
UNASKED = {"message": "405 Method Not Allowed - POST https://example.org/bulk", "statusCode": 405}


def npm(vulnerabilities: dict[str, object]) -> str:
    return json.dumps({"vulnerabilities": vulnerabilities, "metadata": {"dependencies": {"total": 300}}})


@pytest.mark.parametrize(
    ("packages", "said"),
    [
        ([GOOD], "clean: nothing is known against any of 1 packages"),
        ([GOOD, WEAK], "1 found: jinja2 2.4.1 PYSEC-2019-217"),
        ([GOOD, SKIPPED], f"NOT AUDITED: {SKIPPED['skip_reason']} (1 of 2 packages"),
        ([SKIPPED, WEAK], "1 found"),
        ([], "NOT AUDITED: no answer (0 of 0 packages could be asked about)"),
    ],
)
def test_pip_audit_is_believed_only_about_what_it_asked(packages: list[object], said: str) -> None:
    assert str(read_pip_audit(json.dumps({"dependencies": packages}))).startswith(said)


@pytest.mark.parametrize(
    ("output", "said"),
    [
        (npm({}), "clean: nothing is known against any of 300 packages"),
        (npm({"vite": {"severity": "high"}}), "1 found: vite (high)"),
        (json.dumps(UNASKED), f"NOT AUDITED: {UNASKED['message']} (0 of 0"),
        ("", "NOT AUDITED: no answer"),
    ],
)
def test_npm_audit_is_believed_only_when_it_answered(output: str, said: str) -> None:
    assert str(read_npm_audit(output)).startswith(said)


def advisory(name: str, ecosystem: str, events: list[Mapping[str, str]], **more: object) -> dict[str, object]:
    kind = "ECOSYSTEM" if ecosystem == "PyPI" else "SEMVER"
    affected = {
        "package": {"ecosystem": ecosystem, "name": name},
        "ranges": [{"type": kind, "events": events}],
    }
    return {"id": f"TEST-{name}", "modified": "2026-11-20T00:00:00Z", "affected": [affected], **more}


def told(folder: Path, *advisories: dict[str, object]) -> Path:
    file = folder / "advisories.json"
    file.write_text(json.dumps(advisories))
    return file


@pytest.mark.parametrize(
    ("events", "version", "weak"),
    [
        ([{"introduced": "0"}], "0.1", True),
        ([{"introduced": "0"}, {"fixed": "2.10.1"}], "2.9", True),
        ([{"introduced": "0"}, {"fixed": "2.10.1"}], "2.10.1", False),
        ([{"introduced": "2.0"}, {"last_affected": "2.4"}], "2.4", True),
        ([{"introduced": "2.0"}, {"last_affected": "2.4"}], "2.5", False),
        ([{"introduced": "2.0"}, {"fixed": "2.1"}, {"introduced": "3.0"}], "2.5", False),
        ([{"introduced": "3.0"}, {"introduced": "2.0"}, {"fixed": "2.1"}], "3.1", True),
    ],
)
@pytest.mark.parametrize("ecosystem", ["PyPI", "npm"])
def test_advisories_from_a_file_are_evaluated_as_osv_does(
    tmp_path: Path, ecosystem: str, events: list[Mapping[str, str]], version: str, weak: bool
) -> None:
    known = read_advisories([told(tmp_path, advisory("weak-thing", ecosystem, events))])
    found = known.verdict(ecosystem, [("weak-thing", version), ("other", version)]).findings
    assert found == ((f"weak-thing {version} TEST-weak-thing",) if weak else ())


def test_a_withdrawn_advisory_says_nothing(tmp_path: Path) -> None:
    file = told(
        tmp_path,
        advisory("idna", "PyPI", [{"introduced": "0"}], withdrawn="2026-11-21T00:00:00Z"),
        advisory("other", "PyPI", [{"introduced": "0"}]),
    )
    assert read_advisories([file]).verdict("PyPI", [("idna", "3.11")]).findings == ()


def test_an_archive_of_all_advisories_is_read_too(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr(
            "TEST-1.json", json.dumps(advisory("Typing.Extensions", "PyPI", [{"introduced": "0"}]))
        )
    known = read_advisories([tmp_path / "all.zip"])
    assert known.verdict("PyPI", [("typing-extensions", "4.1")]).findings


def test_what_is_no_advisory_is_named(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<html>sign in first</html>")
    with pytest.raises(ValueError, match=r"page\.html: .* not in OSV's format"):
        read_advisories([tmp_path / "page.html"])


def test_the_audit_passes_only_when_everything_was_asked_about(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    harmless = [
        advisory("nothing-of-ours", ecosystem, [{"introduced": "0"}]) for ecosystem in ("PyPI", "npm")
    ]
    name, _ = python_packages(PYTHON_LOCK)[0]
    weak = advisory(name, "PyPI", [{"introduced": "0"}])

    def audit(*advisories: dict[str, object], args: tuple[str, ...] = ()) -> int:
        return main(["--advisories", str(told(tmp_path, *advisories)), *args])

    assert audit(*harmless) == 0
    assert "advisories until 2026-11-20" in capsys.readouterr().out
    assert audit(*harmless, weak) == 1
    assert audit(*harmless, weak, args=("--allow-unaudited",)) == 1
    assert audit(harmless[0]) == 2
    assert "!!! NOT AUDITED" in capsys.readouterr().out
    assert audit(harmless[0], args=("--allow-unaudited",)) == 0


def test_every_locked_package_is_found() -> None:
    assert len(python_packages(PYTHON_LOCK)) > 150
    assert "vite" in dict(npm_packages(NPM_LOCK))
    assert len(npm_packages(NPM_LOCK)) > 100
