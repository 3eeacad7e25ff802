"""Flickr30k Entities as it is read: all viewpoints of a path as one entry."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

from environments import Environment, InvalidDataError, PangeaError
from environments.input.text import text_at
from pangea_server.annotate.landmarks.records import (
    Chain,
    Entity,
    Mention,
    RegionRecord,
    transcript_digest,
)
from pangea_server.dataset.formats.landmarks.flickr30k_written import NOBODY, NONE, NOT_VISUAL, TO_FLICKR
from pangea_server.dataset.landmarks.entries import FoundLandmarks, LandmarkEntry, SaidText
from pangea_server.dataset.landmarks.source_files import (
    MOST_XML_BYTES,
    UNKNOWN_LANGUAGE,
    picture_of,
    placed,
    small_file,
    xml_of,
)

MOST_SENTENCE_BYTES = 2**22
FROM_FLICKR = {theirs: ours for ours, theirs in TO_FLICKR.items()}
HEAD = re.compile(r"\[/EN#(\d{1,12})((?:/[^/\s\[\]]+)*)")


@dataclass
class Thing:
    """An ``object`` of the XML: its chains, and its box or what stands instead."""

    names: list[str]
    entity: str | None
    box: tuple[int, int, int, int] | None
    scene: bool
    unseen: bool


@dataclass
class BracketedPhrase:
    """A bracketed phrase: its chain, its types, its first and last character without blanks."""

    chain: str
    types: list[str]
    first: int
    last: int


@dataclass
class BracketedSentence:
    """A line of words; ``characters`` has them without the blanks between them."""

    words: list[str] = field(default_factory=list)
    phrases: list[BracketedPhrase] = field(default_factory=list)

    @property
    def text(self) -> str:
        return " ".join(self.words)


def parsed(line: str, place: str) -> BracketedSentence:
    """The words and phrases of a line.

    Raises:
        InvalidDataError: a phrase has no chain, is not closed, is empty, or stands in another one.
    """
    sentence, opened, at = BracketedSentence(), None, 0
    for word in line.split():
        if word.startswith("["):
            match = HEAD.fullmatch(word)
            if match is None or opened is not None:
                raise _broken(place, word)
            opened = BracketedPhrase(str(int(match[1])), match[2].split("/")[1:], at, at)
            continue
        closes = word.endswith("]")
        plain = word[:-1] if closes else word
        if (closes and opened is None) or not plain or "[" in plain or "]" in plain:
            raise _broken(place, word)
        sentence.words.append(plain)
        at += len(plain)
        if closes and opened is not None:
            opened.last = at
            sentence.phrases.append(opened)
            opened = None
    if opened is not None:
        raise _broken(place, f"[/EN#{opened.chain}")
    return sentence


def read_path(files: list[Path], places: Environment, splits: Mapping[str, str]) -> FoundLandmarks:
    """The viewpoints of one path as one entry; ``splits``: by their IDs."""
    place = f"Annotations/{files[0].name}"
    notes: list[str] = []
    try:
        entry = _read(files[0], places, notes)
        for file in files[1:]:
            place = f"Annotations/{file.name}"
            entry = _joined(entry, _read(file, places, notes), place)
        place = f"Annotations/{files[0].name}"
        entry = replace(entry, split=_split(files, splits, place))
    except PangeaError as error:
        return FoundLandmarks(place, error)
    return FoundLandmarks(place, entry, tuple(dict.fromkeys(notes)))


def _split(files: list[Path], splits: Mapping[str, str], place: str) -> str | None:
    """The split of a path.

    Raises:
        InvalidDataError: its viewpoints are in several.
    """
    found = {splits[file.stem] for file in files if file.stem in splits}
    if len(found) > 1:
        raise InvalidDataError(
            f"{place}: viewpoints of its path are in {' and in '.join(sorted(found))}.",
            remedy="A path is in one split, with all of its viewpoints.",
        )
    return next(iter(found), None)


def _read(file: Path, places: Environment, notes: list[str]) -> LandmarkEntry:
    place = f"Annotations/{file.name}"
    root = xml_of(small_file(file, MOST_XML_BYTES), place)
    scan_id, path_id, viewpoint_id = _named(file.stem, places, place)
    sentences = _sentences(file)
    things = [_thing(each, f"{place} object {n}") for n, each in enumerate(root.findall("object"), start=1)]
    with placed(place):
        regions = _regions(things, root, (scan_id, viewpoint_id), places, place)
        if path_id is None:
            if sentences:
                notes.append("sentences of no path were left out")
            return LandmarkEntry(scan_id, None, regions=regions, entities=_entities(regions, place))
        told = [each for each in root.findall("sentence") if each.get("text")]
        said = [_said(n, each, told, notes) for n, each in enumerate(sentences)]
        found = LandmarkEntry(scan_id, path_id, said=tuple(said), regions=regions)
        return _with_mentions(found, sentences, things, place, notes)


def _with_mentions(
    entry: LandmarkEntry,
    sentences: list[BracketedSentence],
    things: list[Thing],
    place: str,
    notes: list[str],
) -> LandmarkEntry:
    assert entry.path_id is not None
    mentions: list[Mention] = []
    chains: dict[str, list[str]] = {}
    for said, sentence in zip(entry.said, sentences, strict=True):
        for phrase in sentence.phrases:
            mention = _mention(phrase, said, entry, notes)
            mentions.append(mention)
            if phrase.chain != NOBODY:
                chains.setdefault(phrase.chain, []).append(mention.mention_id)
    for thing in things:
        for name in thing.names:
            if name not in chains and name != NOBODY:
                notes.append(f"chain {name} has a box and no phrase")
                chains[name] = []
    chain_records = tuple(
        Chain(
            chain_id=f"{entry.path_id:06d}-c{int(name)}",
            path_id=entry.path_id,
            scan_id=entry.scan_id,
            mentions=tuple(names),
            need=_need(name, things),
            entities=_of_chain(name, things),
            source="imported",
        )
        for name, names in chains.items()
    )
    return replace(
        entry, mentions=tuple(mentions), chains=chain_records, entities=_entities(entry.regions, place)
    )


def _need(name: str, things: list[Thing]) -> Any:
    mine = [thing for thing in things if name in thing.names]
    if any(thing.box for thing in mine):
        return "box"
    return "scene" if any(thing.scene for thing in mine) else "undecided"


def _of_chain(name: str, things: list[Thing]) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(thing.entity for thing in things if thing.entity and thing.box and name in thing.names)
    )


def _mention(phrase: BracketedPhrase, said: SaidText, entry: LandmarkEntry, notes: list[str]) -> Mention:
    assert entry.path_id is not None
    filled = [at for at, letter in enumerate(said.text) if not letter.isspace()]
    start, end = filled[phrase.first], filled[phrase.last - 1] + 1
    types = [FROM_FLICKR.get(each, each) for each in phrase.types if each != NOT_VISUAL]
    if phrase.chain == NOBODY:
        notes.append("phrases of chain 0 are mentions of no chain")
    return Mention(
        instruction_id=said.instruction_id,
        path_id=entry.path_id,
        scan_id=entry.scan_id,
        language=said.language or UNKNOWN_LANGUAGE,
        start_char=start,
        end_char=end,
        text=said.text[start:end],
        types=tuple(types),
        source="imported",
        transcript_sha256=transcript_digest(said.text),
    )


def _said(number: int, sentence: BracketedSentence, told: list[Element], notes: list[str]) -> SaidText:
    """The instruction as it was said where the XML has it: the line has blanks around its phrases."""
    if number < len(told):
        text, told_number = told[number].get("text", ""), told[number].get("instruction", "")
        if "".join(text.split()) == "".join(sentence.words) and re.fullmatch(r"[0-9]{1,15}", told_number):
            stored = told[number].get("stored") != "0"
            return SaidText(int(told_number), text, told[number].get("language"), stored)
        notes.append("a sentence that is not the instruction beside it: read as one of its own")
    return SaidText(number, sentence.text, None, stored=False)


def _regions(
    things: list[Thing], root: Element, seen: tuple[str, str | None], places: Environment, place: str
) -> tuple[RegionRecord, ...]:
    scan_id, viewpoint_id = seen
    boxed = [thing for thing in things if thing.box]
    if not boxed:
        return ()
    if viewpoint_id is None:
        raise InvalidDataError(
            f"{place} has boxes of no viewpoint.", remedy="Name it SCAN.PATH.VIEWPOINT.xml."
        )
    columns, rows = (_number(root, f"size/{tag}", place) for tag in ("width", "height"))
    picture = picture_of(places, scan_id, viewpoint_id, columns, rows)
    found: list[RegionRecord] = []
    for number, thing in enumerate(_over_the_seam(boxed, columns), start=1):
        name = f"{Path(place).stem}-o{number}"
        for each in thing:
            each.entity = each.entity or name
        left, top, right, bottom = _spanned(thing, columns)
        with placed(f"{place} box {number}"):
            shape = picture.region((left - 1, top - 1, right - left + 1, bottom - top + 1))
        found.append(
            RegionRecord(
                region_id=name,
                entity_id=thing[0].entity,
                scan_id=scan_id,
                viewpoint_id=viewpoint_id,
                shape=shape,
                source="imported",
            )
        )
    return tuple(found)


def _over_the_seam(things: list[Thing], columns: int) -> list[list[Thing]]:
    """The objects, two together where they are one box across the seam."""
    found: list[list[Thing]] = []
    for thing in things:
        before = found[-1] if found else []
        if len(before) == 1 and _meet(before[0], thing, columns):
            before.append(thing)
        else:
            found.append([thing])
    return found


def _meet(first: Thing, second: Thing, columns: int) -> bool:
    """Whether one reaches the right edge and the next begins at the left one, on the same rows, of the same chains."""
    assert first.box
    assert second.box
    same = (first.names, first.entity, first.box[1::2]) == (second.names, second.entity, second.box[1::2])
    return same and first.box[2] == columns and second.box[0] == 1 and second.box[2] < first.box[0]


def _spanned(thing: list[Thing], columns: int) -> tuple[int, int, int, int]:
    first, last = thing[0].box, thing[-1].box
    assert first
    assert last
    return first[0], first[1], last[2] + (columns if len(thing) == 2 else 0), first[3]


def _thing(told: Element, place: str) -> Thing:
    names = [(each.text or "").strip() for each in told.findall("name")]
    if not names or not all(re.fullmatch(r"[0-9]{1,12}", name) for name in names):
        raise InvalidDataError(f"{place} has the names {names!r}.", remedy="Each is the number of a chain.")
    names = [str(int(name)) for name in names]
    entity = told.findtext("entity")
    if told.find("bndbox") is None:
        scene, unseen = (_number(told, tag, place) > 0 for tag in ("scene", "nobndbox"))
        return Thing(names, None, None, scene, unseen)
    left, top, right, bottom = (
        _number(told, f"bndbox/{tag}", place) for tag in ("xmin", "ymin", "xmax", "ymax")
    )
    if left > right or top > bottom:
        raise InvalidDataError(
            f"{place} has a box from {(left, top)} to {(right, bottom)}.",
            remedy="Its maximum is not below its minimum.",
        )
    return Thing(names, entity, (left, top, right, bottom), False, False)


def _sentences(file: Path) -> list[BracketedSentence]:
    text_file = file.parent.parent / "Sentences" / f"{file.stem}.txt"
    place = f"Sentences/{text_file.name}"
    lines = text_at(small_file(text_file, MOST_SENTENCE_BYTES), place).split("\n")
    return [
        parsed(line, f"{place} line {number}") for number, line in enumerate(lines, start=1) if line.strip()
    ]


def _joined(first: LandmarkEntry, second: LandmarkEntry, place: str) -> LandmarkEntry:
    """What two viewpoints of a path say together.

    Raises:
        InvalidDataError: they have different sentences.
    """
    if first.said != second.said:
        raise InvalidDataError(
            f"{place} has other sentences than the viewpoint of its path before it.",
            remedy="All viewpoints of a path have the same sentences.",
        )
    chains = {chain.chain_id: chain for chain in first.chains}
    for chain in second.chains:
        known = chains.get(chain.chain_id, chain)
        needs = {known.need, chain.need} - {"undecided"}
        chains[chain.chain_id] = known.model_copy(
            update={
                "entities": tuple(dict.fromkeys(known.entities + chain.entities)),
                "need": "box" if "box" in needs else next(iter(needs), "undecided"),
            }
        )
    entities = {each.entity_id: each for each in second.entities + first.entities}
    return replace(
        first,
        chains=tuple(chains.values()),
        entities=tuple(entities[name] for name in sorted(entities)),
        regions=first.regions + second.regions,
    )


def _entities(regions: tuple[RegionRecord, ...], place: str) -> tuple[Entity, ...]:
    names = dict.fromkeys(region.entity_id for region in regions if region.entity_id)
    scan_id = regions[0].scan_id if regions else ""
    return tuple(Entity(entity_id=name, scan_id=scan_id, source=f"{place} {name}") for name in names)


def _named(name: str, places: Environment, place: str) -> tuple[str, int | None, str | None]:
    """Scan, path and viewpoint of an ID; a scan or a viewpoint may have a dot."""
    for scan_id in places.scan_ids():
        if name.startswith(f"{scan_id}."):
            path, _, viewpoint_id = name[len(scan_id) + 1 :].partition(".")
            known = viewpoint_id == NONE or viewpoint_id in places.scan(scan_id).viewpoints
            if known and (path == NONE or re.fullmatch(r"[0-9]{1,12}", path)):
                seen = None if viewpoint_id == NONE else viewpoint_id
                return scan_id, None if path == NONE else int(path), seen
    raise InvalidDataError(
        f"{place} is of no viewpoint of the place.",
        remedy="Name files SCAN.PATH.VIEWPOINT, such as house.12.hall, and the place with --environment.",
    )


def path_of(name: str, places: Environment) -> tuple[str, int | None]:
    """Scan and path of an ID; the ID itself where it is of none."""
    try:
        return _named(name, places, name)[:2]
    except PangeaError:
        return name, None


def _number(told: Element, path: str, place: str) -> int:
    text = (told.findtext(path) or "").strip()
    if not re.fullmatch(r"-?[0-9]{1,9}", text):
        raise InvalidDataError(f"{place} has the {path} {text[:40]!r}.", remedy="It must be a whole number.")
    return int(text)


def _broken(place: str, word: str) -> InvalidDataError:
    return InvalidDataError(
        f"{place}: {word[:60]!r} does not open or close a phrase.",
        remedy="A phrase is [/EN#NUMBER/TYPE WORDS], its bracket on its last word, without another in it.",
    )
