"""Whatever annotators write is text in the browsers of staff. Ids are those of ``tests/security/README.md``."""

from __future__ import annotations

from itertools import product
from uuid import uuid4

from playwright.sync_api import Browser, Page, expect

from tests.browser.answers import annotator, guide
from tests.browser.demo import Demo

RUNS = "window.hit=1"
OPENINGS = ("", '">', "'>", "</title>", "</textarea>", "</script>", "-->", "]]>", "{{1}}", "${1}")
PAYLOADS = (
    f"<img src=x onerror={RUNS}>", f"<script>{RUNS}</script>", f"<svg onload={RUNS}>", f"<svg/onload={RUNS}//",
    f"<body onload={RUNS}>", f"<iframe srcdoc='<script>parent.{RUNS}</script>'>", f"<details open ontoggle={RUNS}>",
    f"<input autofocus onfocus={RUNS}>", f"<video><source onerror={RUNS}></video>", f"<a href=javascript:{RUNS}>x</a>",
    f"<math><mtext><style><img src=x onerror={RUNS}></style></mtext></math>", f"<object data=javascript:{RUNS}>",
    f"<style>@import 'javascript:{RUNS}'</style>", f"<marquee onstart={RUNS}>", "<img src=x onerror=&#119;indow.hit=1>",
    f"<meta http-equiv=refresh content=0;url=javascript:{RUNS}>", f"{{{{constructor.constructor('{RUNS}')()}}}}",
    f"${{{RUNS}}}", f"javascript:{RUNS}", f"<form action=javascript:{RUNS}><button>", f"<embed src=javascript:{RUNS}>",
    f"<template><img src=x onerror={RUNS}></template>", f"<noscript><p title='</noscript><img src=x onerror={RUNS}>'>",
    f"[x](javascript:{RUNS})", "=HYPERLINK(\"http://evil.example\")",
)  # fmt: skip
POLYGLOTS = [opening + payload for opening, payload in product(OPENINGS, PAYLOADS)]
ATTEMPTS = """() => {
  const refused = ['innerHTML', 'outerHTML'].filter((name) => {
    try { document.createElement('div')[name] = '<b>x</b>'; return false } catch { return true }
  })
  try { document.createElement('script').text = 'window.hit=1' } catch { refused.push('script') }
  return refused
}"""


def test_U29_P23_texts_of_annotators_run_nowhere(demo: Demo, browser: Browser, page: Page) -> None:
    """Errors, violations of the policy among them, and requests elsewhere fail the test (``context``)."""
    half = len(POLYGLOTS) // 2
    numbers = []
    for texts in (POLYGLOTS[:half], POLYGLOTS[half:]):
        with annotator(demo) as person:
            lease = person.lease("guide")["lease_id"]
            report = {"kind": "other", "comment": " ".join(texts)[:2000]}
            assert person.call("PUT", f"/leases/{lease}/reports/{uuid4()}", json=report).status_code == 200
            numbers.append(guide(person, "\n".join(texts)))
    page.goto(demo.links["monitor"])
    expect(page.locator("table").first).to_be_visible()
    assert page.evaluate("window.hit") is None
    pages = {
        "/review": ".queue-item",
        **{f"/replay?kind=guide&id={number}": "text=onerror" for number in numbers},
    }
    for address, shown in pages.items():
        page.goto(f"http://127.0.0.1:{demo.port}{address}")
        expect(page.locator(shown).first).to_be_visible()
        assert page.evaluate("window.hit") is None, address
    elsewhere = browser.new_page()  # its console may say what the policy refuses
    elsewhere.goto(f"http://127.0.0.1:{demo.port}/review")
    assert elsewhere.evaluate(ATTEMPTS) == ["innerHTML", "outerHTML", "script"], "Trusted Types are on"
    elsewhere.close()
