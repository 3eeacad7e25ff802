"""Many spoken routes: every form, every manner, and the same for the same seed."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from align.spoken_routes import speak_path
from align.spoken_routes.vocabulary import naming
from tests.align.test_spoken_routes import CALM, EVERYTHING, LANGUAGES, house, mentions, paths, spoken


def test_all_forms_are_spoken_in_all_languages() -> None:
    told = [
        (instruction.language, mention)
        for number in range(4)
        for seed in range(2)
        for instruction, mention in mentions(
            speak_path(*house(), paths()[number], LANGUAGES, seed, manner=replace(EVERYTHING, slips=0.0))
        )
    ]
    for language in LANGUAGES:
        here = [mention for name, mention in told if name == language]
        assert {mention.form for mention in here} == {"name", "pronoun", "ellipsis", "attribute", "deixis"}
        assert {mention.status for mention in here} == {"new_in_text", "old_in_text", "from_sight"}
        assert {mention.number for mention in here} == {"one", "several"}
        assert {"furniture", "scene", "plant"} <= {name for mention in here for name in mention.types}


def test_the_same_seed_says_the_same_and_another_something_else() -> None:
    first, again = (speak_path(*house(), paths()[0], ["te"], seed=9) for _ in range(2))
    other = speak_path(*house(), paths()[0], ["te"], seed=10)
    assert first.instructions[0].text == again.instructions[0].text != other.instructions[0].text
    assert first.instructions[0].mentions == again.instructions[0].mentions
    assert (first.chains, first.entities) == (again.chains, again.entities)
    assert (
        first.instructions[0].trace.extrinsic_matrix == again.instructions[0].trace.extrinsic_matrix
    ).all()


def test_slips_are_wrong_where_they_say_so_and_mean_what_was_meant() -> None:
    path_slips = Counter(mention.slip for number in range(4) for _, mention in mentions(spoken(number)))
    assert {"colour", "side", "noun", "absent"} <= set(path_slips)
    calm = speak_path(*house(), paths()[0], LANGUAGES, seed=5, manner=replace(EVERYTHING, slips=0.0))
    assert {mention.slip for _, mention in mentions(calm)} == {None}
    for number in range(4):
        path = spoken(number)
        chains = {chain.chain_id: chain for chain in path.chains}
        labels = {
            entity.entity_id: naming(house()[1].object(entity.object_id).label) for entity in path.entities
        }
        for instruction, mention in mentions(path):
            chain = chains[mention.chain_id]
            if mention.slip == "absent":
                assert (chain.need, chain.entities) == ("not_visual", ())
            if mention.slip == "colour" and instruction.language == "en-IN":
                assert f"{labels[chain.entities[0]].colour} " not in mention.text
            if mention.slip == "noun" and instruction.language == "en-IN" and mention.head:
                assert instruction.text[slice(*mention.head)] != labels[chain.entities[0]].noun


def test_words_per_second_are_those_of_the_manner() -> None:
    slow, fast = (spoken(0, replace(CALM, words_per_second=speed)) for speed in (1.5, 3.0))
    for speed, path in ((1.5, slow), (3.0, fast)):
        lengths = [word.end_time - word.start_time for each in path.instructions for word in each.words]
        assert 0.7 / speed < float(np.median(lengths)) < 1.5 / speed


@pytest.mark.parametrize("number", range(3))
def test_mentions_are_the_words_that_they_say(number: int) -> None:
    for instruction, mention in mentions(spoken(number)):
        start, end = mention.start_char, mention.end_char
        assert instruction.text[start:end] == mention.text != ""
        assert mention.mention_id == f"{instruction.instruction_id:06d}-{start}-{end}"
        if mention.head is not None:
            assert start <= mention.head[0] < mention.head[1] <= end
            assert " " not in instruction.text[slice(*mention.head)]
        assert (mention.head is None) == (mention.form != "name")
        assert mention.types
