"""DBEM: by hand, about one word, and from CoNLL-U files, right and wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from align.reference.dependencies import Dependency, DependencyPair, dbem, score_dependencies
from environments import InvalidDataError
from pangea_server.dataset.reference.conllu import read_conllu
from tests.reference.asked import pangea

Token = tuple[str, str, int, str]  # form, lemma, head, label
RED_SOFA = (
    ("Pass", "pass", 0, "root"),
    ("the", "the", 4, "det"),
    ("red", "red", 4, "amod"),
    ("sofa", "sofa", 1, "obj"),
    ("by", "by", 7, "case"),
    ("the", "the", 7, "det"),
    ("window", "window", 4, "nmod"),
)
SOFA = (
    ("Walk", "walk", 0, "root"),
    ("past", "past", 4, "case"),
    ("red", "red", 4, "amod"),
    ("sofas", "sofa", 1, "obl"),
)


def conllu(identity: str, *tokens: Token) -> str:
    rows = [
        "\t".join([str(place), form, lemma, "_", "_", "_", str(head), label, "_", "_"])
        for place, (form, lemma, head, label) in enumerate(tokens, start=1)
    ]
    return "\n".join([f"# {identity}", *rows]) + "\n\n"


def dependencies(text: str, folder: Path, **how: bool | tuple[str, ...]) -> frozenset[Dependency]:
    (folder / "one.conllu").write_text(text)
    (sentences,) = read_conllu(folder / "one.conllu").values()
    return frozenset().union(*(each.dependencies(**how) for each in sentences))  # type: ignore[arg-type]


def test_a_dependency_is_two_words_and_their_label(tmp_path: Path) -> None:
    found = dependencies(conllu("sent_id = 1", *RED_SOFA[:4]), tmp_path)
    assert found == {("sofa", "det", "the"), ("sofa", "amod", "red"), ("pass", "obj", "sofa")}  # no root


def test_about_a_word_is_what_is_below_it(tmp_path: Path) -> None:
    found = dependencies(conllu("sent_id = 1", *RED_SOFA), tmp_path, about=("Sofa",))
    assert {each.dependent for each in found} == {"the", "red", "window", "by"}
    assert ("pass", "obj", "sofa") not in found


def test_a_circle_ends(tmp_path: Path) -> None:
    circle = (("a", "a", 2, "dep"), ("b", "b", 1, "dep"))
    assert dependencies(conllu("sent_id = 1", *circle), tmp_path, about=("c",)) == frozenset()


def test_dbem_by_hand(tmp_path: Path) -> None:
    asked = dependencies(conllu("sent_id = 1", *RED_SOFA[:4]), tmp_path)
    said = dependencies(conllu("sent_id = 1", *SOFA), tmp_path)
    assert dbem(asked, said) == 0
    asked = dependencies(conllu("sent_id = 1", *RED_SOFA[:4]), tmp_path, lemmas=True)
    said = dependencies(conllu("sent_id = 1", *SOFA), tmp_path, lemmas=True)
    assert dbem(asked, said) == pytest.approx(1 / 3)
    assert dbem(frozenset(), said) is None


def test_the_score_is_the_mean_over_inputs_and_labels_are_added() -> None:
    a, b, c = (Dependency("sofa", "amod", word) for word in ("red", "big", "old"))
    obj = Dependency("pass", "obj", "sofa")
    pairs = [
        DependencyPair(frozenset({a, b, c, obj}), frozenset({a, obj})),
        DependencyPair(frozenset({a}), frozenset({a, b})),
        DependencyPair(frozenset(), frozenset({a})),
    ]
    score = score_dependencies(pairs)
    assert (score.dbem.value, score.dbem.units, score.left_out) == (0.75, 2, 1)
    assert score.by_label["amod"].value == pytest.approx(2 / 4)
    assert score.by_label["obj"].units == 1
    assert score_dependencies(pairs[2:]).dbem.reason == "No input has a dependency."


NONE_SUCH = "1 texts of the key have no such dependency, and are not compared."


@pytest.mark.parametrize(
    ("how", "shares", "left_out"),
    [
        ((), {"all": (1 / 2, 2, 6), "amod": (1 / 2, 2, 2), "case": (1, 1, 1), "obl": (1, 1, 1)}, []),
        (("--lemmas",), {"all": (2 / 3, 2, 6), "amod": (1, 2, 2), "case": (1, 1, 1), "obl": (1, 1, 1)}, []),
        (("--about", "sofa"), {"all": (1 / 2, 2, 4), "amod": (1 / 2, 2, 2), "case": (1, 1, 1)}, []),
        (("--about", "pass"), {"all": (0, 1, 3), "amod": (0, 1, 1)}, [NONE_SUCH]),
    ],
)
def test_texts_are_compared_by_words_or_lemmas_or_about_a_word(
    how: tuple[str, ...], shares: dict[str, tuple[float, int, int]], left_out: list[str], tmp_path: Path
) -> None:
    """Each share with how many texts it is of, and how many dependencies; of "det" and "obj" there are none."""
    key, answer = tmp_path / "key.conllu", tmp_path / "answer.conllu"
    key.write_text(conllu("newdoc id = 7", *RED_SOFA[:4]) + conllu("newdoc id = 8", *SOFA))
    answer.write_text(conllu("newdoc id = 7", *SOFA) + conllu("newdoc id = 8", *SOFA))
    asked = ("--key", key, "--response", f"a={answer}", *how, "--output", tmp_path)
    assert pangea("evaluate", "dependencies", *asked).returncode == 0
    document = json.loads((tmp_path / "dependencies.json").read_text())
    found = {row["of"][1]: (row["value"], row["units"], row["judgements"]) for row in document["results"]}
    nothing = {label: (0, 1, 1) for label in ("det", "obj") if label in found}
    assert (found, document["left_out"]) == (nothing | shares, left_out)


def test_sentences_of_a_text_follow_each_other(tmp_path: Path) -> None:
    key, answer = tmp_path / "key.conllu", tmp_path / "answer.conllu"
    key.write_text(
        conllu("newdoc id = 7", *RED_SOFA[:4]) + conllu("sent_id = b", *SOFA) + conllu("newdoc id = 8", *SOFA)
    )
    answer.write_text(conllu("newdoc id = 7", *SOFA) + conllu("sent_id = x", *RED_SOFA[:4]))
    out = tmp_path / "out"
    shown = pangea("evaluate", "dependencies", "--key", key, "--response", f"a={answer}", "--output", out)
    assert shown.returncode == 0, shown.stderr
    assert "a has nothing for 1 of 2 texts (first: 8): nothing is said there." in shown.stdout
    rows = json.loads((out / "dependencies.json").read_text())["results"]
    assert {tuple(row["of"]): row["value"] for row in rows}["a", "all"] == 0.5


def test_words_of_several_tokens_and_empty_nodes_are_no_words(tmp_path: Path) -> None:
    text = conllu("sent_id = 1", ("दरवाज़े", "दरवाज़ा", 2, "obl"), ("जाओ", "जाना", 0, "root"))
    extra = "\t".join(["1-2", "दरवाज़ेजाओ", *"________"]) + "\n" + "\t".join(["1.1", "x", *"________"]) + "\n"
    text = text.replace("# sent_id = 1\n", f"# sent_id = 1\n{extra}")
    assert dependencies(text, tmp_path) == {("जाओ", "obl", "दरवाज़े")}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (conllu("text = Pass", *SOFA), "one.conllu line 1: the sentence belongs to no text."),
        (conllu("sent_id = 1", *SOFA).replace("\tobl\t", "\t"), "one.conllu line 5 has 9 columns."),
        (conllu("sent_id = 1", *SOFA[:3]), "one.conllu line 3: 4 is no head of the word past."),
        (conllu("sent_id = 1", ("a", "a", -1, "root")), "one.conllu line 2: -1 is no head of the word a."),
    ],
)
def test_a_wrong_line_is_refused_by_its_place(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(InvalidDataError) as refused:
        dependencies(text, tmp_path)
    assert told in str(refused.value)


def test_a_text_that_the_key_lacks_is_refused(tmp_path: Path) -> None:
    key, answer = tmp_path / "key.conllu", tmp_path / "answer.conllu"
    key.write_text(conllu("sent_id = 1", *SOFA))
    answer.write_text(conllu("sent_id = 2", *SOFA))
    refused = pangea("evaluate", "dependencies", "--key", key, "--response", answer)
    assert refused.returncode == 1
    assert "the key has no text 2." in refused.stderr
