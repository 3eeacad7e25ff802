"""Language tags (BCP 47): languages are compared letter by letter, so each has one spelling."""

from __future__ import annotations

from typing import NamedTuple

from environments.errors import InvalidDataError


class TagFault(NamedTuple):
    """What is wrong with a tag, as part of a sentence, and what to do."""

    what: str
    remedy: str


def fault_of_tag(tag: str) -> TagFault | None:
    """Why this is no tag that people can be matched by; None for one like ``en-IN``."""
    try:
        usual = usual_tag(tag)
    except InvalidDataError as error:
        return TagFault(error.message.removesuffix("."), error.remedy)
    if usual != tag:
        return TagFault(
            f"{tag!r} is usually written {usual!r}",
            "Write it in this form, as languages are compared letter by letter.",
        )
    return None


def usual_tag(tag: str) -> str:
    """A language tag in its usual spelling: ``en-US`` for ``EN_us``.

    Raises:
        InvalidDataError: it is none; the remedy names the language that was probably meant.
    """
    from langcodes import Language, tag_is_valid

    if not tag_is_valid(tag):
        raise InvalidDataError(f"{tag[:100]!r} is not a language.", remedy=_meant(tag))
    return Language.get(tag).to_tag()


def _meant(name: str) -> str:
    import langcodes

    try:
        return f"Perhaps {langcodes.find(name)} was meant."
    except LookupError:
        return "Write a BCP 47 tag, such as en-IN or hi."
