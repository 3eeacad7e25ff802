"""``pangea evaluate dependencies``: what one text says of what another says, by grammar."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from align.reference.dependencies import Dependency, ParsedSentence
    from pangea_server.dataset.reference.report import ReferenceReport, Row


def dependencies(
    key: Annotated[Path, typer.Option(metavar="FILE", help="CoNLL-U of what was asked for, or said before.")],
    response: Annotated[
        list[str], typer.Option(metavar="[SYSTEM=]FILE", help="CoNLL-U of the texts; may be repeated.")
    ],
    lemmas: Annotated[bool, typer.Option("--lemmas", help="Compare lemmas instead of words.")] = False,
    about: Annotated[
        list[str] | None,
        typer.Option(metavar="WORD", help="Only what is said about this word; may be repeated."),
    ] = None,
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder for the report.")] = Path(
        "dependencies"
    ),
) -> None:
    """Score DBEM: the share of the key's dependencies (head word, label, dependent word) that a text has.

    Texts are matched by `# newdoc id`, or by `# sent_id`. Writes dependencies.json and dependencies.csv.
    """
    from pangea_server.dataset.reference.conllu import read_conllu
    from pangea_server.dataset.reference.path_rows import by_system

    systems = by_system(response, read_conllu)
    report = compare_dependencies(read_conllu(key), systems, lemmas=lemmas, about=about or ())
    report.write(output)
    report.show(output)


def compare_dependencies(
    key: Mapping[str, Sequence[ParsedSentence]],
    systems: Mapping[str, Mapping[str, Sequence[ParsedSentence]]],
    *,
    lemmas: bool = False,
    about: Collection[str] = (),
) -> ReferenceReport:
    """Score each system's texts.

    Raises:
        InvalidDataError: a system has a text that the key does not have.
    """
    from align.reference.dependencies import DependencyPair, score_dependencies
    from pangea_server.dataset.reference.path_rows import silent
    from pangea_server.dataset.reference.report import ReferenceReport, Row, results_of

    asked = {name: _dependencies(sentences, lemmas, about) for name, sentences in key.items()}
    rows: list[Row] = []
    left_out: list[str] = []
    for system, texts in systems.items():
        _refuse_unknown(system, texts, key)
        said = {name: _dependencies(sentences, lemmas, ()) for name, sentences in texts.items()}
        score = score_dependencies(
            [DependencyPair(each, said.get(name, frozenset())) for name, each in asked.items()]
        )
        left_out += silent(system, key, texts, "nothing is said there.", "texts")
        if score.left_out:
            left_out.append(
                f"{score.left_out} texts of the key have no such dependency, and are not compared."
            )
        rows.append(Row((system, "all"), score.dbem))
        rows += [Row((system, label), share) for label, share in score.by_label.items()]
    return ReferenceReport("dependencies", ("system", "label"), "texts", rows, results_of(rows), left_out)


def _dependencies(
    sentences: Sequence[ParsedSentence], lemmas: bool, about: Collection[str]
) -> frozenset[Dependency]:
    return frozenset().union(*(each.dependencies(lemmas=lemmas, about=about) for each in sentences))


def _refuse_unknown(
    system: str, texts: Mapping[str, Sequence[ParsedSentence]], key: Mapping[str, Sequence[ParsedSentence]]
) -> None:
    from environments import InvalidDataError

    for name in texts:
        if name not in key:
            raise InvalidDataError(
                f"{system}: the key has no text {name}.",
                remedy="Leave the text out, or give it the id that the key has.",
            )
