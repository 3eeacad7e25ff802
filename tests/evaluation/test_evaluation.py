"""An evaluation of a few walks by hand: what is counted, who failed worst, what is missing, and the tables of it."""

from __future__ import annotations

import io
import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from environments import InvalidDataError
from pangea_server.dataset.evaluation.command import (
    as_json,
    show,
    write_differences,
    write_report,
    write_systems,
    write_texts,
)
from pangea_server.dataset.evaluation.evaluation import MOST_WORST, Evaluation, Failing, System, evaluate
from pangea_server.dataset.evaluation.sources import ComparedInstruction, Reference, Sources
from pangea_server.quality.comparison import Difference, ScoredWalk
from pangea_server.quality.comparison.differences import SignTest
from pangea_server.quality.comparison.estimates import SystemMean
from pangea_server.quality.text_metrics import TextScore


def said(system: str, number: int, path: str = "p", language: str | None = "en-IN") -> ComparedInstruction:
    return ComparedInstruction(system, str(number), path, f"{system} {number}", language)


def walk(
    system: str, number: int, success: float, error: float | None = None, person: str | None = "x"
) -> ScoredWalk:
    scores = {"sr": success} | ({} if error is None else {"ne": error})
    return ScoredWalk(system, f"p{number}", str(number), person, scores)


def test_those_that_most_people_failed_with_come_first() -> None:
    """By the share that arrived, then by how many walked, then by how far from the goal they ended."""
    instructions = [said("A", number) for number in range(1, 7)]
    walks = [
        *(walk("A", 1, 1.0), walk("A", 1, 0.0, 4.0)),
        *(walk("A", 2, 0.0, 5.0), walk("A", 3, 0.0), walk("A", 4, 0.0, 9.0), walk("A", 4, 0.0, 2.0)),
        walk("A", 5, 1.0, 0.0),
        ScoredWalk("A", "p6", "6", "x", {"ne": 30.0}),
    ]
    assert evaluate(Sources(instructions, walks)).worst == [
        Failing("A", "4", "en-IN", "A 4", 2, 0, 5.5),
        Failing("A", "2", "en-IN", "A 2", 1, 0, 5.0),
        Failing("A", "3", "en-IN", "A 3", 1, 0, None),
        Failing("A", "1", "en-IN", "A 1", 2, 1, 4.0),
    ]


def test_only_the_worst_are_told() -> None:
    numbers = range(MOST_WORST + 1)
    found = evaluate(Sources([said("A", n) for n in numbers], [walk("A", n, 0.0, 50.0 - n) for n in numbers]))
    assert [each.instruction for each in found.worst] == [str(n) for n in range(10)]


def test_instructions_walks_paths_and_people_are_counted() -> None:
    instructions = [said("B", 1), said("B", 2), said("A", 1), said("A", 3), said("C", 1)]
    walks = [walk("B", 1, 1.0, 1.0), walk("B", 1, 0.0, 3.0, "y"), walk("A", 1, 1.0), walk("A", 3, 0.0)]
    found = evaluate(Sources(instructions, walks, left_out=["One."], origin=["From: here"]))
    counts = [(each.name, each.instructions, each.not_followed) for each in found.systems]
    assert counts == [("A", 2, 0), ("B", 2, 1)]
    assert [each.estimates["ne"].value for each in found.systems] == [None, 2.0]
    assert (found.walks, found.paths, found.people, found.origin) == (4, 2, 2, ["From: here"])
    assert list(found.differences) == ["sr", "ne"]
    assert found.left_out == [
        "One.",
        "Nobody followed an instruction of C: it is not compared.",
        "2 of the 4 walks have no Navigation error (ne).",
        "4 of the 4 walks have no SPL (spl).",
        "4 of the 4 walks have no nDTW (ndtw).",
        "4 of the 4 walks have no sDTW (sdtw).",
    ]
    unknown = evaluate(Sources(instructions, [*walks, walk("A", 1, 0.0, person=None)]))
    assert unknown.people is None
    assert unknown.left_out[1] == (
        "Who made 1 of the 5 walks is not known: each counts as another person's, so that intervals are too narrow if "
        "the same people made several."
    )


def test_walks_without_a_score_are_no_evaluation() -> None:
    with pytest.raises(InvalidDataError, match="None of the 1 walks has a score") as refused:
        evaluate(Sources([said("A", 1)], [ScoredWalk("A", "p", "1", None, {"dtw": 1.0})]))
    assert "--environment" in refused.value.remedy


class Dictionary:
    """Knows no word."""

    closed = 0

    def synsets(self, word: str) -> list[str]:
        return []

    def close(self) -> None:
        self.closed += 1


def test_words_are_compared_with_references_of_their_path_and_language_alone() -> None:
    instructions = [
        said("A", 1, "p"),
        said("A", 2, "q"),
        said("B", 3, "p", "hi-IN"),
        said("B", 4, "r", "hi-IN"),
    ]
    references = [
        Reference("p", "Go.", "en-US"),
        Reference("p", "A 1", "en-GB"),
        Reference("q", "जाइए।", "hi"),
        Reference("r", "जाइए।"),
    ]
    dictionary = Dictionary()
    walks = [walk("A", 1, 1.0)]
    found = evaluate(Sources(instructions, walks, references), lambda: dictionary)
    rows = {(each.system, each.language, each.texts, each.copies) for each in found.texts}
    assert rows == {("A", "en", 1, 1), ("B", "hi", 1, 0)}
    assert found.left_out[-1] == (
        "2 instructions have no reference in their language, and count in no metric of words."
    )
    assert dictionary.closed == 1


PAIR = Difference(
    "A", "B", 0.25, 0.125, 0.5, 0.01, 0.02, 1.5, 0.0625, 5, 3, 1, 9, (10, 11), SignTest(4, 0, 0.125)
)
ALONE = Difference("A", "B", None, reason="A and B share no path.")
ESTIMATE = SystemMean(0.75, 0.5, 0.875, walks=10, paths=9, people=4)
UNKNOWN = SystemMean(None, None, None, 0, 0, None, "No walk has it.")
PLACED = SystemMean(0.625, 0.5, 0.75, 11, 9, 4)
MADE = Evaluation(
    systems=[
        System("A", 12, 2, {"sr": ESTIMATE, "spl": UNKNOWN}),
        System(
            "B", 11, 0, {"sr": replace(ESTIMATE, value=0.5, low=None, high=None, people=None), "spl": PLACED}
        ),
    ],
    differences={"sr": [PAIR], "spl": [ALONE]},
    texts=[
        TextScore("A", "en", "BLEU", 12.5, 10.0, 15.0, 40, 3),
        TextScore("A", "en", "METEOR", None, None, None, 40, 3, "No WordNet."),
        TextScore("B", "en", "BLEU", 11.5, None, None, 7, 0),
        TextScore("B", "hi", "METEOR", None, None, None, 5, 0, "No WordNet."),
    ],
    worst=[Failing("B", "7", "hi", "रुकें।", 3, 1, 4.25), Failing("A", "8", None, "<stop>", 2, 0, None)],
    walks=21,
    paths=9,
    people=1,
    left_out=["[one] is left out."],
    origin=["Walks: a: b"],
)


def test_the_tables_have_a_row_for_each_figure() -> None:
    written = [io.StringIO(), io.StringIO(), io.StringIO()]
    for write, file in zip((write_systems, write_differences, write_texts), written, strict=True):
        write(MADE, file)
    assert [file.getvalue().splitlines() for file in written] == [
        [
            "system,measure,value,low,high,walks,paths,people,reason",
            "A,sr,0.75,0.5,0.875,10,9,4,",
            "A,spl,,,,0,0,,No walk has it.",
            "B,sr,0.5,,,10,9,,",
            "B,spl,0.625,0.5,0.75,11,9,4,",
        ],
        [
            "measure,first,second,value,low,high,p,p_holm,effect,detectable,higher,equal,lower,paths,reason,mcnemar_p",
            "sr,A,B,0.25,0.125,0.5,0.01,0.02,1.5,0.0625,5,3,1,9,,0.125",
            "spl,A,B,,,,,,,,0,0,0,0,A and B share no path.,",
        ],
        [
            "system,language,metric,value,low,high,texts,copies,reason",
            "A,en,BLEU,12.5,10.0,15.0,40,3,",
            "A,en,METEOR,,,,40,3,No WordNet.",
            "B,en,BLEU,11.5,,,7,0,",
            "B,hi,METEOR,,,,5,0,No WordNet.",
        ],
    ]


SENTENCES = [
    "People reach the goal 25 points more often with A than with B (95 % interval 12 to 50 points, p = .020).",
    "The SPL of A and B cannot be compared: A and B share no path.",
]


def test_the_document_is_the_whole_evaluation_with_its_sentences() -> None:
    text = as_json(MADE)
    assert "रुकें।" in text
    assert text.endswith("}\n")
    told = {"evaluation_version": 1, **asdict(MADE), "findings": {"sr": SENTENCES[:1], "spl": SENTENCES[1:]}}
    assert json.loads(text) == json.loads(json.dumps(told))


def test_all_of_a_report_is_written_and_what_was_found_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_report(MADE, tmp_path / "report", "Winter")
    assert sorted(file.name for file in (tmp_path / "report").iterdir()) == [
        *("differences.csv", "evaluation.html", "evaluation.json", "systems.csv", "texts.csv"),
    ]
    assert "<title>Winter</title>" in (tmp_path / "report" / "evaluation.html").read_text()
    assert (tmp_path / "report" / "texts.csv").read_text().startswith("system,language,metric")
    assert (tmp_path / "report" / "evaluation.json").read_text() == as_json(MADE)
    show(MADE, Path("report"))
    assert capsys.readouterr().out.splitlines() == [
        *SENTENCES,
        "[one] is left out.",
        "report/evaluation.html has all figures.",
    ]
