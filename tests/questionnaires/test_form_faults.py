"""A form that contradicts itself is refused when the campaign is created, with its key."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from pangea_server.annotate.campaigns.file import read_campaign_file
from pangea_server.annotate.campaigns.form_rules import FormRules
from pangea_server.annotate.forms.answers import checked_answers
from pangea_server.annotate.forms.faults import form_faults
from pangea_server.core.errors import CampaignFileError, SubmissionError
from tests.questionnaires.conftest import OPINION, Planned, opinion

ANSWERS: dict[str, Any] = {
    "ease": 4,
    "device": "phone",
    "trouble": ["sound"],
    "headphones": True,
    "minutes": 2.5,
}


def faults(change: Any, **changed: Any) -> list[tuple[str, str]]:
    form = deepcopy(opinion(**changed))
    change(form)
    rules = {"opinion": FormRules.model_validate(form)}
    found = form_faults(rules, ["guide", "follower"], ["en-US", "hi-IN"])
    return [(".".join(map(str, fault.where[2:])), fault.message) for fault in found]


def asks(**question: Any) -> Any:
    """Adds a question ``more``, with its text."""

    def change(form: dict[str, Any]) -> None:
        form["json_schema"]["properties"]["more"] = question
        form["texts"]["en"]["questions"]["more"] = {"title": "More?"}

    return change


def test_the_form_of_these_tests_is_sound() -> None:
    assert faults(lambda form: None) == []


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (lambda form: form["json_schema"]["required"].append("eas"), "json_schema.required.1"),
        (asks(type="integer", minimum=5, maximum=1), "json_schema.properties.more.minimum"),
        (asks(type="integer", minimum=1.2, maximum=1.8), "json_schema.properties.more.minimum"),
        (asks(type="number", maximum=1e300), "json_schema.properties.more.maximum"),
        (asks(type="string", minLength=9, maxLength=3), "json_schema.properties.more.minLength"),
        (asks(type="string", enum=[]), "json_schema.properties.more.enum"),
        (asks(type="string", enum=["a", "a"]), "json_schema.properties.more.enum.1"),
        (asks(type="string", enum=["a", "b\u202e"]), "json_schema.properties.more.enum.1"),
        (asks(type="string", enum=[1]), "json_schema.properties.more.enum.0"),
        (asks(type="string", pattern="(a+)+$"), "json_schema.properties.more.pattern"),
        (asks(type="string", format="email"), "json_schema.properties.more.format"),
        (asks(type="integer", format="likert"), "json_schema.properties.more.format"),
        (asks(type="integer", format="likert", minimum=1, maximum=99), "json_schema.properties.more.format"),
        (
            asks(type="integer", format="likert", minimum=1, maximum=10**14),
            "json_schema.properties.more.format",
        ),
        (asks(type="integer", maximum=10**400), "json_schema.properties.more.maximum"),
        (asks(type="object", properties={}), "json_schema.properties.more.type"),
        (asks(type=["string", "null"]), "json_schema.properties.more.type"),
        (asks(), "json_schema.properties.more.type"),
        (asks(type="array", uniqueItems=True), "json_schema.properties.more.items"),
        (asks(type="array", items={"enum": ["a"]}), "json_schema.properties.more.uniqueItems"),
        (
            asks(type="array", uniqueItems=True, minItems=2, items={"enum": ["a"]}),
            "json_schema.properties.more.minItems",
        ),
        (asks(type="string", maxLength=50_000), "json_schema.properties"),
        (asks(type="string", maxLength="long"), "json_schema.properties.more.maxLength"),
        (lambda form: form["json_schema"].update({"$ref": "#"}), "json_schema.$ref"),
        (lambda form: form["json_schema"].update(allOf=[{}]), "json_schema.allOf"),
        (lambda form: form["json_schema"].update(type="array"), "json_schema.type"),
        (
            lambda form: form["json_schema"].update(additionalProperties=True),
            "json_schema.additionalProperties",
        ),
        (lambda form: form["json_schema"].update(properties={}, required=[]), "json_schema.properties"),
        (lambda form: form["texts"].update(xx=form["texts"]["en"]), "texts.xx"),
        (lambda form: form["texts"].update(te=form["texts"]["en"]), "texts.te"),
        (lambda form: form["texts"]["en"]["questions"].pop("ease"), "texts.en.questions"),
        (lambda form: form["texts"]["en"]["questions"].update(eas={"title": "?"}), "texts.en.questions.eas"),
        (
            lambda form: form["texts"]["en"]["questions"]["device"].update(options={"fone": "?"}),
            "texts.en.questions.device.options.fone",
        ),
        (lambda form: form.update(kinds=["gide"]), "kinds.0"),
    ],
)
def test_a_contradiction_is_found_at_its_key(change: Any, key: str) -> None:
    assert key in [where for where, _ in faults(change)]


def test_nothing_of_a_campaign_with_a_bad_form_is_created(planned: Planned) -> None:
    bad = deepcopy(OPINION)
    bad["json_schema"]["required"] = ["eas"]
    with pytest.raises(
        CampaignFileError, match=r"forms\.opinion\.json_schema\.required\.0: there is no question"
    ):
        planned({"opinion": bad})


def test_the_fault_is_told_with_its_line(tmp_path: Path) -> None:
    form = deepcopy(OPINION) | {"asked": "sometimes"}
    file = tmp_path / "campaign.yaml"
    with file.open("w") as stream:
        YAML().dump({"id": "x", "languages": ["en"], "forms": {"opinion": form}}, stream)
    with pytest.raises(CampaignFileError, match=r"line 6, forms\.opinion\.asked: 'sometimes'"):
        read_campaign_file(file)


def test_answers_that_fit_are_kept_without_the_empty_ones() -> None:
    given = ANSWERS | {"words": "  fine \n"}
    assert checked_answers(OPINION["json_schema"], given) == given | {"words": "fine"}
    assert checked_answers(OPINION["json_schema"], {"ease": 1, "words": " \u200b", "device": None}) == {
        "ease": 1
    }


@pytest.mark.parametrize(
    ("answer", "named"),
    [
        ({"ease": 6}, "'ease'"),
        ({"ease": 2.5}, "'ease'"),
        ({"ease": True}, "'ease'"),
        ({"ease": "4"}, "'ease'"),
        ({}, "ease"),
        ({"ease": 4, "device": "fridge"}, "'device'"),
        ({"ease": 4, "trouble": ["sound", "sound"]}, "'trouble'"),
        ({"ease": 4, "trouble": "sound"}, "'trouble'"),
        ({"ease": 4, "headphones": "yes"}, "'headphones'"),
        ({"ease": 4, "minutes": -1}, "'minutes'"),
        ({"ease": 4, "minutes": 1e308}, "'minutes'"),
        ({"ease": 4, "words": "x" * 21}, "'words'"),
        ({"ease": 4, "hidden": 1}, "hidden"),
        ({"ease": {"$ref": "#"}}, "'ease'"),
    ],
)
def test_answers_that_do_not_fit_are_refused_by_name(answer: dict[str, Any], named: str) -> None:
    with pytest.raises(SubmissionError, match=named):
        checked_answers(OPINION["json_schema"], answer)
