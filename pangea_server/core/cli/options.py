"""Options that several commands share, so that each has one name and one help text. None means: use the settings."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from environments.errors import InvalidDataError, PluginNotFoundError
from environments.plugins import ENVIRONMENTS, check_kind
from pangea_server.core.cli.known import KnownNames


def complete_environment(incomplete: str) -> list[str]:
    """For the shell: kinds, and after the colon of one its directories."""
    kind, colon, beginning = incomplete.partition(":")
    if not colon:
        return [name if name == "demo" else f"{name}:" for name in KIND.complete(kind)]
    above, _, _ = beginning.rpartition("/")
    folder = Path(f"{above}/" if above or beginning.startswith("/") else ".").expanduser()
    found = sorted(each.name for each in folder.iterdir() if each.is_dir()) if folder.is_dir() else []
    directories = (f"{above}/{name}" if "/" in beginning else name for name in found)
    return [f"{kind}:{name}/" for name in directories if name.startswith(beginning)]


def check_environment_kind(value: str | None) -> str | None:
    """Raise BadParameter for an environment of an unknown kind, so that arguments in another order are named."""
    if value is not None:
        try:
            check_kind(value)
        except PluginNotFoundError as error:
            raise typer.BadParameter(str(error)) from None
    return value


def runner_names() -> list[str]:
    """Where work is done: here, or by one of Beam's runners."""
    from align.beam import RUNNERS

    return ["local", *RUNNERS]


def check_language(value: Any) -> Any:
    """A language tag, several, or None, in its usual spelling. Raises BadParameter for one that is none."""
    from pangea_server.core.languages import usual_tag

    try:
        if isinstance(value, str):
            return usual_tag(value)
        return value and [usual_tag(tag) for tag in value]
    except InvalidDataError as error:
        raise typer.BadParameter(str(error)) from None


KIND = KnownNames("kind of environment", ENVIRONMENTS.names)
RUNNER = KnownNames("runner", runner_names)

DataDir = Annotated[
    Path | None,
    typer.Option(help="Where the local store keeps records and blobs.", show_default="./pangea-data"),
]
PLACES = f"KIND: {', '.join(ENVIRONMENTS.builtin)}, or one of a package; demo needs no directory."
EnvironmentSpec = Annotated[
    str | None,
    typer.Option(
        "--environment",
        metavar="KIND:DIRECTORY",
        help=f"Where people walk. {PLACES}",
        show_default="demo",
        autocompletion=complete_environment,
        callback=check_environment_kind,
    ),
]
EnvironmentArgument = Annotated[
    str,
    typer.Argument(
        metavar="KIND:DIRECTORY",
        help=PLACES,
        autocompletion=complete_environment,
        callback=check_environment_kind,
    ),
]
Host = Annotated[str, typer.Option(help="Address to listen on.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on.")]
Jobs = Annotated[int | None, typer.Option(min=1, help="Processes.", show_default="one per core")]
Runner = Annotated[
    str,
    RUNNER.option(
        help="local; or, with the extra beam: direct, dask, dataflow, flink, prism or spark.",
    ),
]
BeamOptions = Annotated[
    list[str] | None,
    typer.Option("--beam-option", metavar="--NAME=VALUE", help="Passed to the Beam runner; may be repeated."),
]


Languages = Annotated[
    list[str],
    typer.Option("--language", help="BCP 47 tag, such as en-IN; may be repeated.", callback=check_language),
]
UnsaidLanguage = Annotated[
    str | None,
    typer.Option(
        "--language",
        help="BCP 47 tag of texts that do not say theirs, such as en-US.",
        callback=check_language,
    ),
]
