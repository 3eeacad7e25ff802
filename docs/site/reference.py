"""The reference: pages written from the code itself, so that they cannot say anything else."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic.fields import FieldInfo

from docs.site import sources
from docs.site.http_reference import http_page
from environments.errors import ConfigurationError
from environments.plugins import ExtensionPoint

ALL_COMMANDS = """\
Exit codes: 0, it is done; 1, it was tried and something failed, such as a broken file; 2, it was asked wrongly and
nothing was done, for example with an unknown name or a file that is not there.

`pangea --install-completion` lets your shell complete commands, options and values: formats, roles, stores,
environments, kinds of task, and the ids of campaigns and studies in the local store.
"""


def write_reference(folder: Path) -> None:
    """Write every page of the reference into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    pages = {
        "commands": _commands_page(),
        "settings": "\n".join(_settings_page()),
        "http": "\n".join(http_page(sources.openapi())),
        "extension-points": "\n".join(_extension_points_page()),
        "formats": "\n".join(_formats_page()),
    }
    for name, text in pages.items():
        (folder / f"{name}.md").write_text(f"{text.rstrip()}\n")


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """A Markdown table; what a cell holds is text."""
    yield f"| {' | '.join(head)} |"
    yield f"|{' --- |' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|').replace(chr(10), ' ') for cell in row)} |"
    yield ""


def code(text: str) -> str:
    return f"`{text}`" if text else ""


def plain(text: str | None) -> str:
    """Help texts and docstrings in Markdown: what they write in double backquotes is code."""
    return inspect.cleandoc(text or "").replace("``", "`").replace("<", "\\<")


def _commands_page() -> str:
    """Typer writes it; its title and its heading of each command are ours."""
    command = [
        sys.executable,
        "-m",
        "typer",
        sources.COMMAND_LINE.partition(":")[0],
        "utils",
        "docs",
        "--name",
        "pangea",
    ]
    written = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    text = re.sub(r"^(#+) `(.*)`$", r"\1 \2", written, flags=re.MULTILINE).replace("``", "`")
    _, _, rest = text.partition("\n")
    return f"# Commands\n\n{ALL_COMMANDS}\n{rest}"


def _settings_page() -> Iterator[str]:
    yield "# Settings\n"
    yield "Environment variables. An option of the command line of the same name comes before them. A variable"
    yield "that begins with `PANGEA_` and is not in this table is refused.\n"
    prefix = sources.settings().model_config.get("env_prefix", "")
    fields = sources.settings().model_fields
    yield from table(_SETTING_COLUMNS, _setting_rows(fields, lambda name: f"{prefix}{name}".upper()))
    yield "\n## Limits\n"
    yield "Bounds that few deployments change, by `PANGEA_LIMITS`.\n"
    yield from table(_SETTING_COLUMNS, _setting_rows(type(fields["limits"].default).model_fields, str))


_SETTING_COLUMNS = ("name", "default", "values", "meaning")


def _setting_rows(fields: Mapping[str, FieldInfo], named: Callable[[str], str]) -> list[tuple[str, ...]]:
    return [
        (code(named(name)), _setting_default(field), _kind(field), plain(field.description))
        for name, field in fields.items()
    ]


def _setting_default(field: FieldInfo) -> str:
    return code(str(field.default)) if isinstance(field.default, str | int | Path) else ""


def _kind(field: FieldInfo) -> str:
    values = getattr(field.annotation, "__args__", None)
    if values and all(isinstance(value, str) for value in values):
        return " or ".join(map(code, values))
    kinds: tuple[Any, ...] = values or (field.annotation,)
    names = [each.__name__ for each in kinds if each is not type(None)]
    kind = {"str": "text", "Path": "path", "bool": "true or false", "int": "number", "SecretStr": "secret"}
    bounds = [
        f"{sign} {getattr(each, key)}"
        for each in field.metadata
        for key, sign in _BOUNDS
        if hasattr(each, key)
    ]
    return ", ".join([kind.get(names[0], names[0]), *bounds])


_BOUNDS = (("ge", "at least"), ("le", "at most"))


def _extension_points_page() -> Iterator[str]:
    yield "# Extension points\n"
    yield "An extension is a class that fits a Protocol. Your package names it in an entry-point group:\n"
    yield '```toml\n[project.entry-points."pangea.environments"]\ncampus = "my_package:Campus"\n```\n'
    yield "Once the package is installed, its name works wherever a built-in name works.\n"
    for target, protocols in sources.EXTENSION_POINTS.items():
        point = sources.point(target)
        yield f"## {point.group}\n"
        rows = [(code(name), summary_of(point, name)) for name in sorted(point.builtin)]
        yield from table(("built in", "what it is"), rows)
        for protocol in protocols:
            module, _, name = protocol.partition(":")
            yield f"### {name}\n\nFrom `{module}`:\n"
            yield f"```python\n{inspect.getsource(sources.load(protocol)).rstrip()}\n```\n"


def summary_of(point: ExtensionPoint, name: str) -> str:
    try:
        found = point.load(name)
    except ConfigurationError:  # what it needs comes with an extra, which `make demo` does not install
        return _first(sources.docstring(point.builtin[name]))
    return _summary(found)


def _summary(found: Any) -> str:
    """What a built-in extension says of itself: a format its summary, others the first line of their docstring."""
    if summary := getattr(found, "summary", None):
        return plain(summary)
    own = found.__doc__ if "__doc__" in vars(found) else None
    text = own or inspect.getmodule(found).__doc__ or ""
    return _first(text)


def _first(text: str) -> str:
    return plain(text).partition("\n\n")[0].replace("\n", " ")


def _formats_page() -> Iterator[str]:
    formats = sources.built_in(sources.point(sources.FORMATS))
    readable = sources.load(sources.READABLE)
    yield "# Formats\n"
    yield "`pangea export FOLDER --format NAME` writes one; `pangea import FILE --format NAME` reads one.\n"
    rows = [
        (
            f"[{name}](#{name.replace('_', '-')})",
            plain(found.summary),
            "yes" if isinstance(found(), readable) else "",
        )
        for name, found in formats.items()
    ]
    yield from table(("format", "what it writes", "can be read"), rows)
    for name, found in formats.items():
        yield f"({name.replace('_', '-')})=\n## {name}\n\n{plain(_module_text(found))}\n"
        yield from _about(found.about)


def _module_text(found: Any) -> str:
    module = inspect.getmodule(found)
    own = found.__doc__ if "__doc__" in vars(found) else None
    return own or (module.__doc__ if module else "") or ""


def _about(about: Mapping[str, Any]) -> Iterator[str]:
    if about:
        yield "What `about.json` beside its files says:\n"
        yield from table(("", ""), [(code(key), plain(str(value))) for key, value in about.items()])
