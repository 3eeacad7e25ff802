"""The one door for extensions: a name in an entry-point group stands for a class."""

from __future__ import annotations

import inspect
import sys
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoints, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from environments.errors import ConfigurationError, PluginNotFoundError

if TYPE_CHECKING:
    from environments.protocol import Environment

BUILTIN: dict[str, dict[str, str]] = {
    "pangea.environments": {
        "demo": "environments.demo:DemoHouse",
        "folder": "environments.folder:PanoramaFolder",
        "gibson": "environments.gibson:Gibson",
        "matterport3d": "environments.matterport3d:Matterport3D",
        "streetlearn": "environments.streetlearn:StreetLearn",
    },
    "pangea.engines": {
        "espeak": "align.engines.espeak:ESpeak",
        "google_speech": "align.engines.google_speech:GoogleSpeech",
        "pocketsphinx": "align.engines.pocketsphinx:PocketSphinx",
        "pocketsphinx_recognition": "align.engines.pocketsphinx_recognition:PocketSphinxRecognition",
        "recognised": "align.engines.recognised:Recognised",
        "viterbi": "align.engines.viterbi:Viterbi",
    },
    "pangea.formats": {
        "ctm": "pangea_server.exports.formats.words:Ctm",
        "cvdn": "pangea_server.exports.formats.cvdn:CVDN",
        "huggingface": "pangea_server.exports.formats.huggingface:HuggingFace",
        "json": "pangea_server.exports.formats.words:Json",
        "label_studio": "pangea_server.exports.formats.label_studio:LabelStudio",
        "landmarks": "pangea_server.exports.formats.landmarks:Landmarks",
        "localized_narratives": "pangea_server.exports.formats.words:LocalizedNarratives",
        "parquet": "pangea_server.exports.formats.parquet:Parquet",
        "png": "pangea_server.exports.formats.words:Png",
        "r2r": "pangea_server.exports.formats.r2r:R2R",
        "rxr": "pangea_server.exports.formats.rxr:RxR",
        "srt": "pangea_server.exports.formats.words:Srt",
        "svg": "pangea_server.exports.formats.words:Svg",
        "tasks": "pangea_server.exports.formats.tasks:Tasks",
        "textgrid": "pangea_server.exports.formats.words:TextGrid",
        "vlnce": "pangea_server.exports.formats.vlnce:VLNCE",
        "webvtt": "pangea_server.exports.formats.words:WebVTT",
    },
    "pangea.flags": {
        "barely_moved": "pangea_server.flags.barely_moved:BarelyMoved",
        "clipping": "pangea_server.flags.clipping:Clipping",
        "copied_transcript": "pangea_server.flags.copied_transcript:CopiedTranscript",
        "far_from_voice": "pangea_server.flags.far_from_voice:FarFromVoice",
        "jumped": "pangea_server.flags.jumped:Jumped",
        "noise": "pangea_server.flags.noise:Noise",
        "pasted_transcript": "pangea_server.flags.pasted_transcript:PastedTranscript",
        "path_not_completed": "pangea_server.flags.path_not_completed:PathNotCompleted",
        "read_aloud": "pangea_server.flags.read_aloud:ReadAloud",
        "silence": "pangea_server.flags.silence:Silence",
        "too_short": "pangea_server.flags.too_short:TooShort",
        "wrong_language": "pangea_server.flags.wrong_language:WrongLanguage",
    },
    "pangea.stores": {
        "firebase": "pangea_server.stores.firebase:FirebaseStore",
        "local": "pangea_server.stores.local:LocalStore",
    },
    "pangea.tasks": {},  # pangea_server/tasks/kinds.py lists its folders
}
"""What is always there, ``module:attribute`` by group and name, also in a checkout that is not installed."""


def plugin_names(group: str) -> list[str]:
    """Names that ``load_plugin`` knows in a group such as ``pangea.environments``, sorted.

    Raises:
        ConfigurationError: there is no such group, or two packages claim one name.
    """
    return sorted(_claims(group))


def load_plugin(group: str, name: str) -> Any:
    """The object, mostly a class, that a name stands for.

    Raises:
        PluginNotFoundError: nothing of this name is built in or installed.
        ConfigurationError: there is no such group, two packages claim one name, or it cannot be imported.
    """
    claims = _claims(group)
    if name not in claims:
        raise PluginNotFoundError(
            f"There is no {name!r} in {group}.",
            remedy=f"Known names: {', '.join(sorted(claims))}. Others come with packages that declare them.",
            group=group,
            name=name,
        )
    return _import(name, claims[name])


def open_environment(specification: str) -> Environment:
    """The environment that ``KIND:DIRECTORY`` names, or ``KIND`` where the kind needs no directory.

    Raises:
        PluginNotFoundError: unknown kind.
        ConfigurationError: the directory is missing, does not exist, or is not what the kind expects.
    """
    kind, colon, directory = specification.partition(":")
    factory = load_plugin("pangea.environments", kind)
    arguments = [directory] if colon else []
    try:
        inspect.signature(factory).bind(*arguments)
    except TypeError:
        wrong = f"{kind} takes no directory" if colon else f"{kind} needs a directory"
        right = f"Write {kind!r}." if colon else f"Write '{kind}:DIRECTORY'."
        raise ConfigurationError(f"The environment {specification!r}: {wrong}.", remedy=right) from None
    directories = [_existing_directory(specification, argument) for argument in arguments]
    return cast("Environment", factory(*directories))


def _existing_directory(specification: str, directory: str) -> Path:
    path = Path(directory).expanduser()
    if not directory or not path.is_dir():
        raise ConfigurationError(
            f"The environment {specification!r}: there is no directory {directory!r}.",
            remedy="Write KIND:DIRECTORY with a directory that exists.",
        )
    return path


def _claims(group: str) -> dict[str, str]:
    if group not in BUILTIN:
        raise ConfigurationError(
            f"There is no plugin group {group!r}.", remedy=f"The groups are {', '.join(sorted(BUILTIN))}."
        )
    claims = dict(BUILTIN[group])
    for entry_point in _installed(group, tuple(sys.path)):
        name, target = entry_point.name, entry_point.value
        if claims.setdefault(name, target) != target:
            raise ConfigurationError(
                f"{group}: both {claims[name]} and {target} claim the name {name!r}.",
                remedy="Uninstall one of the two packages.",
            )
    return claims


@cache
def _installed(group: str, path: tuple[str, ...]) -> EntryPoints:
    """What the packages on ``path``, which is ``sys.path``, declare: to read all of them takes 10 ms."""
    return entry_points(group=group)


def _import(name: str, target: str) -> Any:
    module, _, attribute = target.partition(":")
    try:
        return getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as exc:
        raise ConfigurationError(
            f"The plugin {name!r} ({target}) cannot be loaded: {exc}.",
            remedy="Install what it needs, or repair the package that declares it.",
        ) from exc
