"""The promises, in words, and how each is measured here; a sentence in place of a run says why it is not."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

PASSED = r"^((?:\d+ (?:passed|failed|skipped|errors?)(?:, )?)+)"
Command = Callable[[float], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Run:
    """A command for a scale, and a pattern whose groups are its figures."""

    what: str
    command: Command
    figure: str


@dataclass(frozen=True, slots=True)
class Promise:
    """``measure`` is a run, or the reason why there is none."""

    number: str
    says: str
    asked: str
    measure: Run | str


def suite(*paths: str, only: str = "", but: str = "") -> Run:
    """Tests, of which the counts are the figure; ``but`` is what of the promise they do not show."""
    chosen = ["-k", only] if only else []
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *chosen, *paths]
    what = " ".join([*paths, *chosen])
    return Run(f"in part ({but}), {what}" if but else what, lambda _: command, PASSED)


def proof(name: str, times: int) -> Run:
    """A proof of ``tests/reliability``, so many times the scale."""

    def command(scale: float) -> Sequence[str]:
        count = str(max(1, round(times * scale)))
        return [sys.executable, "-m", "tests.reliability.prove", name, "--times", count]

    return Run(f"prove {name}", command, rf"^(?:{name.replace('-', ' ')}:?) (.*)")


def browser(figure: str, *, kills: int = 0, power_cuts: int = 0, offline: int = 0) -> Run:
    """One proof of ``tests/reliability/browser``; ``offline`` in seconds."""

    def command(scale: float) -> Sequence[str]:
        sizes = {"--kills": kills, "--power-cuts": power_cuts, "--offline": offline}
        options = [word for name, size in sizes.items() for word in (name, str(round(size * scale)))]
        return [sys.executable, "-m", "tests.reliability.browser.prove", *options]

    return Run("prove-browser", command, figure)


def load(part: str, figure: str) -> Run:
    def command(scale: float) -> Sequence[str]:
        return [sys.executable, "-m", "tests.benchmarks.server", part, *(["--quick"] if scale < 4 else [])]

    return Run(f"bench-server {part}", command, figure)


PROMISES: tuple[Promise, ...] = (
    Promise(
        "P1", "a SIGKILL loses nothing acknowledged", "0 lost, 0 changed in 100 kills", proof("kills", 10)
    ),
    Promise("P2", "neither does a power cut", "0 lost, 0 changed in 60 cuts", proof("power-cuts", 6)),
    Promise(
        "P3",
        "every crash state between two system calls recovers",
        "100 % of the states",
        suite(
            "tests/reliability/faults/test_sync_order.py", but="the order of syncs; states are not enumerated"
        ),
    ),
    Promise(
        "P4",
        "failing storage never yields a false acknowledgement",
        "0 at every call site",
        proof("disk-faults", 24),
    ),
    Promise("P5", "exactly once", "0 doubled, 0 gaps", proof("network-cuts", 32)),
    Promise(
        "P6",
        "corruption is found",
        "0 of 100,000 bit flips unreported",
        proof("flips", 500),
    ),
    Promise(
        "P7",
        "all stores behave the same",
        "300 cases and 10,000 random sequences alike",
        suite(
            "tests/contract/test_local_store.py",
            "tests/firebase/test_same_behaviour.py",
            "tests/postgres/test_same_behaviour.py",
        ),
    ),
    Promise(
        "P8",
        "a SIGKILL of the browser loses at most half a second",
        "<= 0.50 s, 0 stored slices in 200 kills",
        browser(r"^(.*kill.*)", kills=4),
    ),
    Promise(
        "P9",
        "a power cut of the annotator's computer",
        "0 stored slices lost in 100 cuts",
        browser(r"^(.*power cut.*)", power_cuts=3),
    ),
    Promise(
        "P10",
        "ten minutes offline lose nothing",
        "0 samples lost, drained within 60 s",
        browser(r"^(.*without network.*|.*network was back.*)", offline=30),
    ),
    Promise(
        "P11",
        "a chunk refused for good holds no other up",
        "0 stalls in 1,000",
        "the unit tests of static/src hold it, and nothing counts a thousand",
    ),
    Promise(
        "P12",
        "no silent gap",
        "difference 0 in 100 recordings",
        suite(
            "tests/browser/quiet/test_killed.py",
            "tests/browser/test_capture_interrupted.py",
            but="a few recordings",
        ),
    ),
    Promise(
        "P13",
        "a false OK is no acknowledgement",
        "0 deletions in 10,000",
        suite("tests/browser/test_bad_days.py", but="once each"),
    ),
    Promise(
        "P14",
        "nobody reads, changes, lists or probes another's",
        "0 of 200,000 forged requests",
        suite("tests/people/test_policy.py", "tests/people/test_media.py", but="each route and role once"),
    ),
    Promise(
        "P15",
        "tokens",
        "0 of 1,000,000 forged accepted",
        suite("tests/people/test_links.py", but="single forgeries"),
    ),
    Promise(
        "P16",
        "every route has a policy",
        "100 %",
        suite("tests/people/test_policy.py", only="route or policy"),
    ),
    Promise(
        "P17", "Firebase is closed to clients", "0 of 2,000 calls", suite("tests/firebase/test_rules.py")
    ),
    Promise(
        "P18",
        "races have one winner",
        "1,000 races of 64",
        suite("tests/server/test_leases.py", "tests/people/test_links.py", only="once or race or many"),
    ),
    Promise(
        "P19",
        "no unplanned 5xx, one error shape",
        "0 of 20,000 cases",
        suite(
            "tests/security/test_values.py",
            "tests/security/fuzz/test_schema.py",
            but="single values, and what Schemathesis makes in 35 s for each of two roles",
        ),
    ),
    Promise(
        "P20",
        "bounded cost",
        "8 MiB and 50 ms a request",
        suite(
            "tests/server/faults/test_memory.py",
            "tests/server/faults/test_traces.py",
            "tests/security/faults/test_rates.py",
            "tests/security/faults/test_cost_before_identity.py",
            but="submits, rates, and what precedes a body; poses that are refused take a second and 64 MiB at most, "
            "a walk of two hours three seconds and 200 MiB",
        ),
    ),
    Promise(
        "P21",
        "slow clients",
        "closed within 15 s, others unharmed",
        suite("tests/security/faults/test_framing.py"),
    ),
    Promise(
        "P22",
        "offline tools read nothing but their input",
        "80 hostile files",
        suite(
            "tests/security/faults/test_offline_tools.py",
            "tests/security/faults/test_decoders.py",
            "tests/environments/faults/test_regular_files.py",
            but="some 80 files; nobody watches the system calls",
        ),
    ),
    Promise(
        "P23",
        "the admin's browser runs nobody's script",
        "0 of 500 payloads",
        suite("tests/browser/test_hostile_texts.py", but="250 texts in two fields, on three pages"),
    ),
    Promise(
        "P24",
        "500 annotators on two cores",
        "0 errors, 0 lost, p99 <= 50 ms",
        load("paced", r"^.*?((?:errors|chunks lost or changed|voice p99, ms|pose p99, ms) .*)"),
    ),
    Promise(
        "P25",
        "efficiency",
        ">= 0.60 of a bare handler's rate",
        load("saturated", r"^.*?(chunks a second .*)"),
    ),
    Promise(
        "P26",
        "mass reconnect",
        "0 lost, drained within 120 s, others' p99 <= 1 s",
        load("reconnect", r"^reconnect: (.*)"),
    ),
    Promise(
        "P27", "a full disk", "507, and it goes on by itself", suite("tests/server/faults/test_full_store.py")
    ),
    Promise("P28", "restarts under load", "0 lost, refused for <= 2 s in 100 restarts", proof("restarts", 4)),
    Promise(
        "P29",
        "erasure",
        "0 hits of a canary in every byte",
        suite("tests/people/test_withdrawal.py", but="three erasures; PROMISES_SCALE=67 for 200"),
    ),
    Promise(
        "P30",
        "logs",
        "0 canaries in the suite's logs",
        suite("tests/security/faults/test_discretion.py", but="one run of calls, not the whole suite's log"),
    ),
    Promise(
        "P31",
        "browser storage",
        "ciphertext only, empty after the last receipt",
        suite(
            "tests/server/test_device_keys.py",
            "tests/browser/test_capture_interrupted.py",
            "tests/browser/whole/test_whole_way.py",
            only="key or time_without_network or whole_way",
        ),
    ),
    Promise(
        "P32",
        "bad configurations are refused before the port opens",
        "25 of 25",
        suite("tests/server/faults/test_bad_deployments.py"),
    ),
)
