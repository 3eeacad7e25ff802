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
    from langcodes import Language, tag_is_valid

    if not tag_is_valid(tag):
        return TagFault(f"{tag[:100]!r} is not a language", "Write a BCP 47 tag, such as en-IN or hi.")
    usual = Language.get(tag).to_tag()
    if usual != tag:
        return TagFault(
            f"{tag!r} is usually written {usual!r}",
            "Write it in this form, as languages are compared letter by letter.",
        )
    return None


def check_tags(*tags: str) -> None:
    """Raise InvalidDataError for the first that is no tag in its usual form."""
    for tag in tags:
        if fault := fault_of_tag(tag):
            raise InvalidDataError(f"{fault.what[0].upper()}{fault.what[1:]}.", remedy=fault.remedy)
