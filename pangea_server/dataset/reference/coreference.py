"""``pangea evaluate coreference``: chains of mentions against a key."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pangea_server.core.cli.options import DataDir, EnvironmentSpec
from pangea_server.stores.opening.command_line import StoreName

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pangea_server.dataset.reference.chain_files import WrittenChains
    from pangea_server.dataset.reference.report import ReferenceReport


def coreference(
    response: Annotated[
        list[str],
        typer.Option(metavar="[SYSTEM=]FILE", help="Chains of a system or person; may be repeated."),
    ],
    key: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="The chains that count as right.", show_default="those of the store"
        ),
    ] = None,
    head: Annotated[
        bool, typer.Option("--head", help="Match mentions by their heads, where rows name them.")
    ] = False,
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder for the report.")] = Path(
        "coreference"
    ),
    environment: EnvironmentSpec = None,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Score chains of mentions: MUC, B3, CEAF, BLANC, LEA, CoNLL; and again with chains joined by what they show.

    Files are JSON Lines of paths with their chains, or CoNLL-2012. Writes coreference.json and coreference.csv.
    """
    from contextlib import ExitStack

    from pangea_server.dataset.reference.chain_files import read_chains, read_responses
    from pangea_server.dataset.reference.path_rows import by_system
    from pangea_server.dataset.reference.stored import stored_chains, stored_dataset

    with ExitStack() as opened:
        if key:
            known = read_chains(key)
        else:
            known = stored_chains(opened.enter_context(stored_dataset(data_dir, store, environment)))
        responses = by_system(response, read_responses)
        report = compare_chains(known, responses, head=head)
    report.write(output)
    report.show(output)


def compare_chains(
    key: Iterable[WrittenChains],
    responses: Mapping[str, Mapping[str, WrittenChains]],
    *,
    head: bool = False,
) -> ReferenceReport:
    """Score each system's chains. Of each path its counts are kept, not its chains.

    Raises:
        InvalidDataError: a response names a path that the key does not have.
    """
    from pangea_server.dataset.reference.chains_compared import ChainsCompared
    from pangea_server.dataset.reference.report import ReferenceReport, results_of

    systems = {name: ChainsCompared(name, response, head=head) for name, response in responses.items()}
    for written in key:
        for system in systems.values():
            system.add(written)
    for system in systems.values():
        system.refuse_unknown()
    rows = [row for system in systems.values() for row in system.rows()]
    left_out = [sentence for system in systems.values() for sentence in system.left_out()]
    headings = ("system", "by", "measure", "figure")
    return ReferenceReport("coreference", headings, "paths", rows, results_of(rows), left_out)
