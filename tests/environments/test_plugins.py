from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

import environments
from align.pipeline import ENGINES
from environments import (
    ConfigurationError,
    Matterport3D,
    PanoramaFolder,
    PluginNotFoundError,
    open_environment,
)
from environments.plugins import ENVIRONMENTS, ExtensionPoint, canonical_environment, same_environment
from environments.segmenting.protocol import SEGMENTERS
from pangea_server.annotate.kinds.kinds import KINDS
from pangea_server.annotate.landmarks.proposing.protocol import MENTIONS
from pangea_server.dataset.formats import FORMATS
from pangea_server.quality.flags import FLAGS
from pangea_server.stores.opening import STORES

ROOT = Path(__file__).parents[2]
EXTENSION_POINTS = (ENVIRONMENTS, ENGINES, FORMATS, FLAGS, STORES, KINDS, SEGMENTERS, MENTIONS)


@pytest.mark.parametrize("point", EXTENSION_POINTS, ids=lambda point: point.group)
def test_every_builtin_can_be_loaded(point: ExtensionPoint) -> None:
    assert point.builtin
    assert all(callable(point.load(name)) for name in point.builtin)


def test_builtins_are_declared_once() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "entry-points" not in project


def test_a_name_stands_for_a_class() -> None:
    assert ENVIRONMENTS.load("folder") is PanoramaFolder
    assert ENVIRONMENTS.names() == ["demo", "folder", "gibson", "matterport3d", "streetlearn"]


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(
        PluginNotFoundError, match=r"no 'mp3d' in pangea\.environments\. Perhaps matterport3d was meant"
    ):
        ENVIRONMENTS.load("mp3d")


Install = Callable[[str, str], None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Puts a package that names an environment on the path, as pip would."""

    def put(name: str, target: str) -> None:
        metadata = tmp_path / "campus-1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(
            "Metadata-Version: 2.1\nName: campus\nVersion: 1.0\n", encoding="utf-8"
        )
        (metadata / "entry_points.txt").write_text(
            f"[pangea.environments]\n{name} = {target}\n", encoding="utf-8"
        )
        monkeypatch.syspath_prepend(tmp_path)

    return put


def test_other_packages_add_environments(install: Install, tmp_path: Path, folder: Path) -> None:
    module = "from environments import PanoramaFolder\n\nclass Campus(PanoramaFolder):\n    pass\n"
    (tmp_path / "campus_of_a_third_party.py").write_text(module, encoding="utf-8")
    install("campus", "campus_of_a_third_party:Campus")
    assert "campus" in ENVIRONMENTS.names()
    assert open_environment(f"campus:{folder}").scan_ids() == ["cottage"]


def test_the_installed_distribution_may_repeat_a_builtin(install: Install) -> None:
    install("folder", ENVIRONMENTS.builtin["folder"])
    assert ENVIRONMENTS.load("folder") is PanoramaFolder


def test_two_claims_on_a_name_are_refused(install: Install) -> None:
    install("folder", "somewhere:Else")
    with pytest.raises(ConfigurationError, match=r"somewhere:Else claim the name 'folder'"):
        ENVIRONMENTS.load("matterport3d")


@pytest.mark.parametrize("target", ["no_such_module:Thing", "collections:NoSuchThing"])
def test_a_plugin_that_cannot_be_imported(install: Install, target: str) -> None:
    install("broken", target)
    with pytest.raises(ConfigurationError, match=f"'broken' .{target}. cannot be loaded: .*[nN]o"):
        ENVIRONMENTS.load("broken")


def test_a_builtin_whose_extra_is_not_installed_names_the_extra() -> None:
    stores = ExtensionPoint("pangea.stores", {"postgres": "no_such_module:Thing"})
    with pytest.raises(ConfigurationError) as refused:
        stores.load("postgres")
    assert refused.value.remedy == "pip install 'pangea-toolkit[postgres]'"


def test_environments_are_opened_by_kind_and_directory(matterport: Path) -> None:
    assert isinstance(open_environment(f"matterport3d:{matterport}"), Matterport3D)


def test_a_directory_may_have_a_colon(folder: Path) -> None:
    odd = folder.rename(folder.parent / "C:photos")
    assert open_environment(f"folder:{odd}").scan_ids() == ["cottage"]


BAD_SPECIFICATIONS = {
    "folder": "folder needs a directory. Write 'folder:DIRECTORY'",
    "folder:": "there is no directory ''",
    "folder:/no/such/place": "there is no directory '/no/such/place'",
}


@pytest.mark.parametrize("specification", BAD_SPECIFICATIONS)
def test_bad_specifications_say_what_to_write(specification: str) -> None:
    with pytest.raises(ConfigurationError, match=BAD_SPECIFICATIONS[specification]):
        open_environment(specification)


def test_a_kind_without_directory_refuses_one(install: Install, tmp_path: Path) -> None:
    (tmp_path / "nowhere_of_a_third_party.py").write_text("class Nowhere:\n    pass\n", encoding="utf-8")
    install("nowhere", "nowhere_of_a_third_party:Nowhere")
    assert open_environment("nowhere") is not None
    with pytest.raises(ConfigurationError, match="nowhere takes no directory"):
        open_environment("nowhere:no/such/place")
    with pytest.raises(ConfigurationError, match=r"nowhere takes no directory\. Write 'nowhere'"):
        open_environment(f"nowhere:{tmp_path}")


def test_a_directory_without_its_kind_is_answered_with_the_kinds_that_open_it(
    folder: Path, tmp_path: Path
) -> None:
    known = "Known kinds: demo, folder, gibson, matterport3d, streetlearn."
    with pytest.raises(PluginNotFoundError) as refusal:
        open_environment(str(folder))
    assert refusal.value.message == f"The environment {str(folder)!r} does not say its kind."
    assert refusal.value.remedy == f"Write folder:{folder}. {known}"
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(PluginNotFoundError) as refusal:
        open_environment(str(empty))
    assert refusal.value.remedy == f"Write KIND:{empty}. {known}"


def test_a_kind_wins_over_a_directory_of_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "demo").mkdir()
    monkeypatch.chdir(tmp_path)
    assert open_environment("demo").scan_ids() == ["demo-house"]


def test_a_near_name_is_meant() -> None:
    with pytest.raises(PluginNotFoundError, match=r"^There is no 'folders' in .* Perhaps folder was meant\."):
        ENVIRONMENTS.load("folders")


def test_places_are_the_same_however_their_directories_are_spelt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "place").mkdir()
    (tmp_path / "link").symlink_to("place")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    spelt = ("folder:place", "folder:~/place", "folder:place/../link/", f"folder:{tmp_path}/place")
    assert {canonical_environment(each) for each in spelt} == {f"folder:{tmp_path.resolve()}/place"}
    assert same_environment(spelt[0], spelt[1])
    assert not same_environment("folder:place", "gibson:place")
    assert [canonical_environment(each) for each in ("demo", "folder:", "demo:")] == [
        "demo",
        "folder:",
        "demo:",
    ]


def test_unknown_kinds_are_not_found() -> None:
    with pytest.raises(PluginNotFoundError, match="''"):
        open_environment("")
    with pytest.raises(PluginNotFoundError, match="'mp3d'"):
        open_environment("mp3d:.")


def test_importing_the_package_stays_light() -> None:
    heavy = ["numba", "scipy", "networkx", "fastdtw", "pydantic"]
    script = f"import sys, environments; print([name for name in {heavy} if name in sys.modules])"
    loaded = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert loaded.stdout.strip() == "[]"


def test_the_facade_is_complete() -> None:
    assert all(hasattr(environments, name) for name in environments.__all__)
