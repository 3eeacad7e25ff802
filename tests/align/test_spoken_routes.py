"""Spoken routes: their mentions, chains, regions, times and cameras are what they say they are."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from align import ground
from align.spoken_routes import Manner, SpokenInstruction, SpokenMention, SpokenPath, speak_path
from align.spoken_routes.phrases import Referent, beside, filled, group_of, name_of, short_of
from align.spoken_routes.timeline import STEP_SECONDS
from align.spoken_routes.vocabulary import naming, types_of
from align.timed import check_times
from environments.demo import DemoHouse
from environments.errors import GraphError, InvalidDataError
from environments.geometry import camera_pose, direction
from environments.labels import Labels
from environments.sampling import sample_paths
from environments.scan import Scan

LANGUAGES = ("en-IN", "hi-IN", "te-IN")
EVERYTHING = Manner(pronouns=0.7, groups=0.8, nested=0.5, deixis=0.4, from_sight=0.3, slips=0.3)
CALM = Manner(gaze_noise=0.0, lead_spread=0.0)


@cache
def house() -> tuple[Scan, Labels]:
    demo = DemoHouse()
    labels = demo.labels("demo-house")
    assert labels is not None
    return demo.scan("demo-house"), labels


@cache
def paths() -> list[tuple[str, ...]]:
    return sample_paths(house()[0].graph, 4, seed=1)


@cache
def spoken(number: int, manner: Manner = EVERYTHING) -> SpokenPath:
    return speak_path(
        *house(),
        paths()[number],
        LANGUAGES,
        seed=5,
        path_id=number,
        first_instruction_id=10 * number,
        manner=manner,
    )


def mentions(path: SpokenPath) -> list[tuple[SpokenInstruction, SpokenMention]]:
    return [(each, mention) for each in path.instructions for mention in each.mentions]


def words_of(instruction: SpokenInstruction, mention: SpokenMention) -> list[str]:
    return [
        word.word
        for word in instruction.words
        if (word.start_char or 0) < mention.end_char and (word.end_char or 0) > mention.start_char
    ]


@pytest.mark.parametrize("number", range(3))
def test_mentions_are_whole_words_nested_or_apart(number: int) -> None:
    for instruction in spoken(number).instructions:
        spans = [(mention.start_char, mention.end_char) for mention in instruction.mentions]
        assert len(set(spans)) == len(spans)
        assert spans == sorted(spans, key=lambda span: (span[0], -span[1]))
        for start, end in spans:
            assert instruction.text[start - 1 : start] in ("", " ")
            assert instruction.text[end : end + 1] in ("", " ", ".", ",", "।")
            assert not any(start < other < end < stop for other, stop in spans)


@pytest.mark.parametrize("number", range(3))
def test_every_mention_is_in_one_chain_and_chains_with_the_same_things_are_one(number: int) -> None:
    path = spoken(number)
    listed = [mention_id for chain in path.chains for mention_id in chain.mentions]
    assert sorted(listed) == sorted(mention.mention_id for _, mention in mentions(path))
    chains = {chain.chain_id: chain for chain in path.chains}
    assert all(mention.mention_id in chains[mention.chain_id].mentions for _, mention in mentions(path))
    shown = [chain.entities for chain in path.chains if chain.need == "box"]
    assert len(set(map(frozenset, shown))) == len(shown)
    known = {entity.entity_id for entity in path.entities}
    assert {entity for things in shown for entity in things} == known
    for chain in path.chains:
        assert (chain.need == "box") == bool(chain.entities)
        if chain.parent is not None:
            assert set(chain.entities) < set(chains[chain.parent].entities)


@pytest.mark.parametrize("number", range(3))
def test_things_are_seen_from_where_they_are_named_and_regions_say_so(number: int) -> None:
    path = spoken(number)
    chains = {chain.chain_id: chain for chain in path.chains}
    numbers = {name: house()[1].numbers(name) for name in path.path}
    for _, mention in mentions(path):
        for entity_id in chains[mention.chain_id].entities:
            assert (entity_id, mention.viewpoint_id) in path.regions
    for entity in path.entities:
        thing = house()[1].object(entity.object_id)
        for name in path.path:
            region, pixels = path.regions.get((entity.entity_id, name)), numbers[name] == thing.number
            assert (region is not None) == pixels.any()
            assert region is None or (region.mask.cells() == pixels).all()


def test_first_pronouns_are_from_sight_and_later_ones_are_not() -> None:
    for number in range(3):
        for instruction in spoken(number).instructions:
            before: set[str] = set()
            for mention in instruction.mentions:
                pronoun = mention.form in ("pronoun", "deixis")
                expected = (
                    "old_in_text"
                    if mention.chain_id in before
                    else "from_sight"
                    if pronoun
                    else "new_in_text"
                )
                assert mention.status == expected
                before.add(mention.chain_id)


def test_a_group_is_several_things_and_one_of_them_is_its_part() -> None:
    groups = [chain for number in range(3) for chain in spoken(number).chains if len(chain.entities) > 1]
    assert groups
    parts = [chain for number in range(3) for chain in spoken(number).chains if chain.parent is not None]
    assert parts


def test_words_have_times_in_order_and_the_text_is_made_of_them() -> None:
    for number in range(3):
        for instruction in spoken(number).instructions:
            assert instruction.text.split() == [word.word for word in instruction.words]
            check_times(instruction.words, float(instruction.trace.time[-1]) + 1)
            assert all(
                instruction.text[word.start_char : word.end_char] == word.word for word in instruction.words
            )
            for mention in instruction.mentions:
                said = [word for word in instruction.words if word.word in words_of(instruction, mention)]
                assert mention.start_time in {word.start_time for word in said}
                assert mention.start_time < mention.end_time


def test_the_camera_is_at_the_thing_before_its_name_and_walks_the_path() -> None:
    path = spoken(0, CALM)
    chains = {chain.chain_id: chain for chain in path.chains}
    for instruction in path.instructions:
        assert tuple(instruction.trace.path()) == path.path
        grounded = {word.start_char: word for word in ground(instruction.words, instruction.trace)}
        holders = [
            mention
            for mention in instruction.mentions
            if not any(
                other is not mention
                and other.start_char <= mention.start_char
                and mention.end_char <= other.end_char
                for other in instruction.mentions
            )
        ]
        for mention in holders:
            word = grounded[mention.start_char]
            assert word.viewpoint_id == mention.viewpoint_id
            (*things,) = chains[mention.chain_id].entities
            if len(things) == 1:
                assert word.heading is not None
                assert word.elevation is not None
                box = path.regions[things[0], mention.viewpoint_id].box
                assert box is not None
                apart = direction(word.heading, word.elevation) @ direction(box.heading, box.elevation)
                assert np.degrees(np.arccos(min(1.0, float(apart)))) < 12


def test_noise_moves_the_camera_and_not_the_words() -> None:
    calm, noisy = spoken(0, CALM), spoken(0, replace(CALM, gaze_noise=0.2))
    assert [each.text for each in calm.instructions] == [each.text for each in noisy.instructions]
    for one, other in zip(calm.instructions, noisy.instructions, strict=True):
        assert one.words == other.words
        assert not np.allclose(one.trace.extrinsic_matrix, other.trace.extrinsic_matrix)


def test_a_step_is_walked_between_two_viewpoints() -> None:
    trace = spoken(0, CALM).instructions[0].trace
    scan, path = house()[0], paths()[0]
    places = {name: np.array(scan.viewpoints[name].position) for name in path}
    leaving = [i for i in range(len(trace)) if trace.viewpoint_ids[i] == path[0]]
    at = camera_pose(trace.extrinsic_matrix[leaving]).position
    away = np.linalg.norm(at - places[path[0]], axis=1)
    assert away[0] == pytest.approx(0, abs=1e-5)
    assert (np.diff(away) >= -1e-5).all()
    step = np.linalg.norm(places[path[1]] - places[path[0]])
    assert step * (1 - 0.11 / STEP_SECONDS) - 1e-3 <= away[-1] <= step


def test_entities_have_their_places_and_names_by_language() -> None:
    path = spoken(0)
    for entity in path.entities:
        assert entity.how == "labelled"
        box = house()[1].object(entity.object_id).box
        assert box is not None
        assert entity.position == pytest.approx(np.mean(box, axis=0), abs=1e-6)
        assert set(entity.labels) <= set(LANGUAGES)


def test_what_cannot_be_spoken_is_refused() -> None:
    scan, labels = house()
    with pytest.raises(GraphError, match="1 viewpoints"):
        speak_path(scan, labels, ["study-desk"], ["en"], 0)
    with pytest.raises(GraphError, match="Step 1"):
        speak_path(scan, labels, ["study-desk", "balcony"], ["en"], 0)
    with pytest.raises(InvalidDataError, match="'fr'"):
        speak_path(scan, labels, paths()[0], ["fr"], 0)
    with pytest.raises(InvalidDataError, match="no word"):
        naming(" ")


@pytest.mark.parametrize(
    ("label", "noun", "colour", "of", "plural"),
    [
        ("the red sofa", "sofa", "red", None, False),
        ("the painting of a boat", "painting", None, "boat", False),
        ("the table lamp with the blue foot", "lamp", None, None, False),
        ("the mustard-yellow sofa", "sofa", "yellow", None, False),
        ("the white curtains", "curtains", "white", None, True),
        ("the big cactus", "cactus", None, None, False),
        ("the painting of mountains in the entrance hall", "painting", None, "mountains", False),
    ],
)
def test_labels_are_read(label: str, noun: str, colour: str | None, of: str | None, plural: bool) -> None:
    read = naming(label)
    assert (read.noun, read.colour, read.of, read.plural) == (noun, colour, of, plural)
    assert label[slice(*read.place)] == noun


def test_nouns_in_no_list_are_other() -> None:
    assert (types_of("sofa"), types_of("astrolabe")) == (("furniture",), ("other",))


@pytest.mark.parametrize(
    ("language", "text", "head"),
    [("en", "the red sofa", "sofa"), ("hi", "लाल सोफ़े", "सोफ़े"), ("te", "ఎర్ర సోఫా", "సోఫా")],
)
def test_names_in_three_languages(language: str, text: str, head: str) -> None:
    phrase = name_of(language, naming("the red sofa"), whole=True, colour="red")
    assert phrase.text == text
    assert phrase.head is not None
    assert phrase.text[slice(*phrase.head)] == head


def test_words_without_nouns_in_three_languages() -> None:
    assert [
        short_of(language, "ellipsis", "one", "chair", "blue").text for language in ("en", "hi", "te")
    ] == [
        "the blue one",
        "नीली वाली",
        "నీలి రంగు దాని",
    ]
    assert [short_of(language, "pronoun", "several", "chair").text for language in ("en", "hi", "te")] == [
        "them",
        "उन",
        "వాటి",
    ]
    assert group_of("en", "shelf", 2, None).text == "the two shelves"
    assert group_of("hi", "chair", 3, "blue").text == "तीन नीली कुर्सियों"
    assert group_of("te", "chair", 9, None).text == "కుర్చీల"


def test_a_pronoun_melts_with_its_ending_and_a_noun_does_not() -> None:
    it = short_of("hi", "pronoun", "one", "sofa").meant(
        Referent("box", ("a",)), ("furniture",), "one", "pronoun"
    )
    said = filled("hi", "{A:of} पास", A=it)
    assert said.text == "उसके पास"
    assert said.text[said.marks[0].start : said.marks[0].end] == "उसके"
    sofa = name_of("hi", naming("the sofa"), whole=False, colour=None)
    named = filled("hi", "{A:of} पास", A=sofa.meant(Referent("box", ("a",)), ("furniture",), "one", "name"))
    assert named.text == "सोफ़े के पास"
    assert named.text[named.marks[0].start : named.marks[0].end] == "सोफ़े"


def test_a_thing_by_another_holds_the_other() -> None:
    inner = name_of("te", naming("the red lamp"), whole=True, colour="red").meant(
        Referent("box", ("lamp",)), ("light",), "one", "name"
    )
    both = beside("te", name_of("te", naming("the sofa"), whole=False, colour=None), inner, "sofa")
    assert both.text == "ఎర్ర దీపం పక్కన ఉన్న సోఫా"
    assert both.head is not None
    assert both.text[slice(*both.head)] == "సోఫా"
    (mark,) = both.marks
    assert both.text[mark.start : mark.end] == "ఎర్ర దీపం"
