"""The list of an export's files: what each was made from, what is left over, and parts of several processes."""

from __future__ import annotations

from pathlib import Path

from pangea_server.dataset.entries.manifest import MANIFEST, Manifest, settle_manifest


def exported(folder: Path, *names: str) -> None:
    with Manifest(folder) as manifest:
        for name in names:
            manifest.add(name, f"source of {name}", name.encode())


def test_a_file_is_lacking_where_it_is_new_changed_or_gone(tmp_path: Path) -> None:
    exported(tmp_path, "same", "changed", "gone")
    (tmp_path / "gone").unlink()
    with Manifest(tmp_path) as manifest:
        lacking = {
            name: manifest.lacks(name, f"{word} {name}")
            for name, word in (("same", "source of"), ("changed", "new"), ("gone", "source of"), ("new", "x"))
        }
    assert lacking == {"same": False, "changed": True, "gone": True, "new": True}


def test_what_nobody_asked_for_is_left_in_order_of_name(tmp_path: Path) -> None:
    exported(tmp_path, "b/2", "c", "a", "b/1")
    with Manifest(tmp_path) as manifest:
        manifest.lacks("c", "another source")
        assert list(manifest.left()) == ["a", "b/1", "b/2"]


def test_a_line_is_there_before_its_file_and_an_old_file_is_gone(tmp_path: Path) -> None:
    exported(tmp_path, "a")
    (tmp_path / ".a.partial").mkdir()  # so that it cannot be written
    with Manifest(tmp_path) as manifest:
        try:
            manifest.add("a", "another", b"new")
        except IsADirectoryError:
            told = (tmp_path / MANIFEST).read_text()
    assert told.endswith('\n{"file": "a", "source": "another"}\n')
    assert not (tmp_path / "a").exists()


def test_parts_are_joined_by_name_without_files_that_are_gone(tmp_path: Path) -> None:
    exported(tmp_path, "b", "gone")
    with Manifest(tmp_path, "manifest-2.jsonl") as part:
        part.add("a", "digest", b"a", made_from="words")
        part.add("b", "newer", b"b")
    (tmp_path / "gone").unlink()
    with (tmp_path / MANIFEST).open("a") as killed:
        killed.write('{"file": "c", "sou')
    (tmp_path / "manifest-2.jsonl").rename(tmp_path / "manifest.part.jsonl")  # after manifest.jsonl, by name
    settle_manifest(tmp_path)
    assert (tmp_path / MANIFEST).read_text() == (
        '{"file": "a", "source": "digest", "made_from": "words"}\n{"file": "b", "source": "newer"}\n'
    )
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a", "b", MANIFEST]
