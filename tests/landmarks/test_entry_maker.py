"""Records of landmarks as files have them, made one by one: what is joined, what stays the first, what is refused."""

from __future__ import annotations

import pytest

from environments import InvalidDataError
from environments.regions import ViewBox
from pangea_server.dataset.landmarks.entries import SaidText
from pangea_server.dataset.landmarks.imported_records import EntryMaker

BOX = ViewBox(0.1, -0.2, 0.4, 0.3)
SAID = SaidText(7, "Go past the sofa.", "en-US")


@pytest.fixture
def maker() -> EntryMaker:
    return EntryMaker("house", 3, ["a", "b"], "train")


def test_a_mention_is_the_characters_of_its_words(maker: EntryMaker) -> None:
    sofa = maker.mention(SAID, (12, 16), types=["furniture"], number="one", form="pronoun")
    told = (sofa.text, sofa.start_char, sofa.end_char, sofa.types, sofa.number, sofa.form, sofa.source)
    assert told == ("sofa", 12, 16, ("furniture",), "one", "pronoun", "imported")
    assert (sofa.instruction_id, sofa.path_id, sofa.scan_id, sofa.language) == (7, 3, "house", "en-US")
    whole = maker.mention(SAID)
    assert (whole.start_char, whole.end_char, whole.text) == (0, 17, "Go past the sofa.")
    assert maker.mention(SAID, (12, 16), types=["other"]) is sofa
    assert maker.made().mentions == (sofa, whole)


@pytest.mark.parametrize(
    ("span", "text"), [((4, 4), None), ((-1, 3), None), ((12, 18), None), ((0, 3), "Go")]
)
def test_characters_that_an_instruction_does_not_have_are_refused(
    span: tuple[int, int], text: str | None, maker: EntryMaker
) -> None:
    with pytest.raises(InvalidDataError, match=f"The characters {span[0]} to {span[1]} of instruction 7"):
        maker.mention(SAID, span, text=text)


def test_a_chain_of_the_same_id_is_continued_and_others_are_numbered(maker: EntryMaker) -> None:
    one, two = maker.mention(SAID, (0, 2)), maker.mention(SAID, (3, 7))
    sofa, lamp = maker.entity("e1", "reverie 1"), maker.entity("e2", "reverie 2")
    maker.chain("c", [one], [])
    maker.chain("c", [two, one], [sofa])
    maker.chain(None, [two], [lamp, lamp])
    maker.chain(None, [one], [])
    names = (one.mention_id, two.mention_id)
    assert [(each.chain_id, each.mentions, each.entities, each.need) for each in maker.made().chains] == [
        ("c", names, ("e1",), "box"),
        ("000003-c2", names[1:], ("e2",), "box"),
        ("000003-c3", names[:1], (), "undecided"),
    ]


def test_a_thing_and_words_stay_the_first_of_their_id_and_a_second_region_is_refused(
    maker: EntryMaker,
) -> None:
    sofa = maker.entity("e1", "reverie 1", types=["furniture"], labels={"en": "sofa"})
    assert maker.entity("e1", "reverie 2") is sofa
    maker.say(SAID)
    maker.say(SaidText(7, "Other words.", None))
    maker.region("r1", "e1", "a", BOX)
    assert (maker.has_region("r1"), maker.has_region("r2")) == (True, False)
    with pytest.raises(InvalidDataError, match="The region r1 is there twice"):
        maker.region("r1", None, "b", BOX)
    made = maker.made()
    assert (made.scan_id, made.path_id, made.path, made.split) == ("house", 3, ("a", "b"), "train")
    assert (made.said, made.entities, made.links) == ((SAID,), (sofa,), ())
    [region] = made.regions
    told = (
        region.region_id,
        region.entity_id,
        region.scan_id,
        region.viewpoint_id,
        region.shape,
        region.source,
    )
    assert told == ("r1", "e1", "house", "a", BOX, "imported")
