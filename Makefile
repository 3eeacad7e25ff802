# Two commands for everybody: `make demo` and `make test`. `make help` lists the rest.
SHELL := /bin/bash
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

VENV := .venv
BIN := $(VENV)/bin
# What is installed is locked, with the digest of every file: what running needs, building and developing.
LOCKS := deploy/locks
# Blender as a Python module needs NumPy 1, and so an environment of its own.
BLENDER := .venv-blender
# What users of a release open it with; it has none of our packages, and so is a user's machine.
READERS := $(VENV)/readers
# The locks are complete: pip would otherwise look for the extras of a locked package in its newest release, which has no digest.
LOCKED := --quiet --no-deps --require-hashes
INSTALL := $(BIN)/pip install $(LOCKED)
EDITABLE := $(BIN)/pip install --quiet --no-deps --no-build-isolation --editable .
# All imports are read anew, in a second: a cache would save a tenth of it.
IMPORTS := --no-logo --no-cache
NPM := npm --prefix static
WEB := static/dist/guide.html
HELP := docs/dist/index.html
# Three tests at once keep two cores busy: some wait for a disk or a browser.
GATE := --numprocesses 3 --dist worksteal
WEB_SOURCES := $(shell find static/src static/build static/*.html static/*.ts static/package.json -type f 2>/dev/null)

HELP_SOURCES := $(shell find docs environments align pangea_server static/src/kit/styles deploy tests -not -path '*/dist/*' -not -path '*/__pycache__/*' \
  \( -name '*.md' -o -name '*.py' -o -path 'docs/*' -o -name tokens.css \) -type f 2>/dev/null) *.md pyproject.toml

# The suite starts some two hundred processes of ours: each would compile all of our code anew, for a quarter of a second.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo docs films test check check-python check-web check-deploy audit structure promises test-light test-web test-python test-whole test-gate test-slow test-steady build client lock readers clean chromium engines emulators postgresql strace bench-align bench-annotator bench-draft bench-dtw bench-flags bench-echo bench-reading bench-viewer bench-verdict bench-monitor bench-personal bench-import bench-scale bench-clock bench-regions bench-drawing bench-steps bench-dialogue bench-lines bench-grounding bench-prior bench-carrying bench-landmarks bench-mentions bench-snap held-out fuzz simulate-trust simulate-campaign prove-server prove-browser prometheus caddy coturn swift prove-cluster bench-map bench-street

help: ## what there is
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

demo: $(BIN)/.installed $(WEB) $(if $(wildcard $(HELP)),,$(HELP)) ## set everything up, serve the demo house on 127.0.0.1:8000 (PORT=8100: on another port; ARGS=--landmarks: with words to say the meaning of)
	$(BIN)/pangea demo $(if $(PORT),--port $(PORT)) $(ARGS)

test: test-light test-python ## what always gives the same answer, in minutes: linters, types, units, HTTP, one whole way in Chromium

# Two at once: what has to be installed mostly waits for files, and the browser units take one core.
test-light:
	+$(MAKE) --jobs 2 --output-sync=target check test-web

test-python: # the whole way waits for its browser most of the time: the suite has work meanwhile
	+$(MAKE) --jobs 2 test-whole test-gate

test-whole: $(BIN)/.installed-dev $(WEB) chromium
	$(BIN)/pytest tests/browser/whole

test-gate: $(BIN)/.installed-dev $(WEB)
	$(BIN)/pytest $(GATE) --durations 20

test-slow: $(BIN)/.installed-dev $(READERS)/.installed $(WEB) engines emulators strace postgresql prometheus caddy coturn ## everything else, in lanes; what fails is run once more (LANES="browser faults")
	$(BIN)/python -m tests.slow $(LANES)

test-steady: $(BIN)/.installed-dev $(WEB) chromium ## `make test` in other orders, beside busy loops, on a plainer processor (RUNS=10)
	$(BIN)/python -m tests.steady $(or $(RUNS),10)

check: check-python check-web check-deploy ## linters and types

check-python: $(BIN)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports $(IMPORTS)
	$(BIN)/mypy

check-web: static/node_modules/.installed
	$(NPM) run check

check-deploy: $(BIN)/.installed-dev
	$(BIN)/hadolint deploy/Dockerfile
	$(BIN)/shellcheck deploy/build.sh deploy/lock.sh .ci/run
	$(BIN)/check-jsonschema --builtin-schema vendor.compose-spec deploy/compose.yaml deploy/compose.cluster.yaml

test-web: static/node_modules/.installed
	$(NPM) test

fuzz: $(BIN)/.installed-dev ## new questions to every route, and new sequences of calls by several people, for FUZZ_SECONDS each
	FUZZ_SECONDS=$${FUZZ_SECONDS:-300} FUZZ_SEED=$${FUZZ_SEED:-$$RANDOM$$RANDOM} $(BIN)/pytest -s --lane fuzz
	PURE_SCHEDULES=100000 $(BIN)/pytest tests/campaigns/test_schedules.py

build: $(WEB) ## the viewer's pages, in static/dist

docs: $(HELP) ## the documentation, in docs/dist; the server shows it at /help

films: $(BIN)/.installed-dev $(WEB) chromium ## films of the tasks with captions, recorded from the pages, in docs/films; the help pages show them
	$(BIN)/python -m tests.films $(ARGS)

bench-align: $(BIN)/.installed ## the aligner's engines on speech with known word times
	$(BIN)/python -m tests.benchmarks.bench_align

bench-verdict: $(BIN)/.installed ## what the aligner says about transcripts that are wrong (ARGS="--engine viterbi")
	$(BIN)/python -m tests.benchmarks.verdict $(ARGS)

bench-dtw: $(BIN)/.installed ## when exact, banded and fast dynamic time warping are right
	$(BIN)/python -m tests.benchmarks.bench_dtw

bench-flags: $(BIN)/.installed-dev ## precision and recall of the quality flags on simulated annotators (ARGS=--quick)
	$(BIN)/python -m tests.benchmarks.flags $(ARGS)

bench-echo: $(BIN)/.installed-dev ## how quiet a partner's voice may be in a recording until it is missed (ARGS="--dialogues 10")
	$(BIN)/python -m tests.benchmarks.flags.echo $(ARGS)

bench-reading: $(BIN)/.installed-dev ## how well signs tell read speech from free speech: areas under the ROC curves (ARGS="--paths 10")
	$(BIN)/python -m tests.benchmarks.flags.reading $(ARGS)

bench-draft: $(BIN)/.installed-dev ## what a draft saves a Guide, and which planted errors are found (ARGS="--recogniser whisper --model FOLDER")
	$(BIN)/python -m tests.benchmarks.bench_draft $(ARGS)

bench-viewer: $(BIN)/.installed-dev $(WEB) chromium ## the viewer beside three.js, Pannellum, Marzipano, Photo Sphere Viewer (ARGS=--quick)
	$(BIN)/python -m tests.benchmarks.viewer $(ARGS)

bench-personal: $(BIN)/.installed-dev ## recall and precision of the search for personal data on planted texts in three languages (ARGS="--show dev", ARGS=--rules-only)
	$(BIN)/python -m tests.benchmarks.personal $(ARGS)

bench-import: $(BIN)/.installed-dev ## `pangea import` of RxR's size beside the floor: CPU, bytes, memory, and the same again (ARGS="--annotations 5000")
	$(BIN)/python -m tests.benchmarks.imports $(ARGS)

bench-monitor: $(BIN)/.installed-dev $(WEB) ## time and memory of the dashboard over 126,000 Guides and Followers (ARGS="--annotations 5000", ARGS=--emulator)
	$(BIN)/python -m tests.benchmarks.monitor $(ARGS)

bench-scale: $(BIN)/.installed-dev $(WEB) ## import, dashboard, scores, export and release of a part of RxR, of all of it or of ten times it: CPU for a row, memory (ARGS="--rxr 1 3 10")
	$(BIN)/python -m tests.benchmarks.scale $(ARGS)

bench-server: $(BIN)/.installed-dev $(WEB) ## 500 annotators who upload, beside a bare handler as durable; a store as large as RxR; twenty long walks submitted at once on a busy machine (ARGS=--quick, ARGS=scale: up to ten times as many, ARGS=soak: half an hour)
	$(BIN)/python -m tests.benchmarks.server $(ARGS)

bench-annotator: $(BIN)/.installed-dev $(WEB) chromium ## actions, pointer travel and waiting of a Guide's and a Follower's task, beside those before the pages were one flow
	$(BIN)/python -m tests.benchmarks.annotator

bench-clock: $(BIN)/.installed-dev $(WEB) chromium ## how far voice and camera are apart after 20 minutes and 40 pauses
	$(BIN)/python -m tests.benchmarks.bench_clock

bench-regions: $(BIN)/.installed-dev ## overlaps of boxes on the sphere: speed, errors of others' ways, and against counting (ARGS="--pairs 100000")
	$(BIN)/python -m tests.benchmarks.regions $(ARGS)

bench-drawing: $(BIN)/.installed-dev $(WEB) chromium ## drawing on a panorama: frames with 50 regions beside none, and the machine's share of a box (ARGS="--pairs 2")
	$(BIN)/python -m tests.benchmarks.drawing $(ARGS)

bench-steps: $(BIN)/.installed-dev $(WEB) chromium ## frames of steps through space beside flat ones (ARGS="--steps 20")
	$(BIN)/python -m tests.benchmarks.steps $(ARGS)

bench-dialogue: $(BIN)/.installed-dev static/node_modules/.installed chromium ## how late two people hear each other, from browser to browser beside Opus over the line (ARGS="--seconds 120", ARGS=--far: also with 100 ms to and fro and 1 % lost, as root)
	$(BIN)/python -m tests.benchmarks.dialogue $(ARGS)

bench-lines: $(BIN)/.installed-dev ## how long the server takes to pass on what many pairs say to each other (ARGS="--pairs 50 --seconds 20")
	$(BIN)/python -m tests.benchmarks.lines $(ARGS)

bench-grounding: $(BIN)/.installed-dev ## what finds phrases, attention, selection, coreference and boxes on spoken routes (ARGS="--house held-out", ARGS="--routes 4")
	$(BIN)/python -m tests.benchmarks.grounding $(ARGS)

bench-prior: $(BIN)/.installed-dev ## what finds phrases by where the Guide looked, on rooms it was not fitted on (ARGS="--house FOLDER")
	$(BIN)/python -m tests.benchmarks.grounding.prior $(ARGS)

bench-carrying: $(BIN)/.installed-dev ## regions at some viewpoints foretold at others, by thing and viewpoint (ARGS="--half held-out", ARGS="--house FOLDER")
	$(BIN)/python -m tests.benchmarks.carrying $(ARGS)

bench-map: $(BIN)/.installed-dev $(BLENDER)/.installed ## the demo house's panoramas mapped as photographs, with one between each two: errors, steps, time, memory (a quarter of an hour)
	$(BLENDER)/bin/python -m tests.benchmarks.mapping.render --output pangea-data/between
	$(BIN)/python -m tests.benchmarks.mapping --helpers pangea-data/between $(ARGS)

bench-street: $(BIN)/.installed-dev ## 300 photographs of a drawn street with GPS, mapped: errors, time, memory (an hour; ARGS="--photographs 60")
	$(BIN)/python -m tests.benchmarks.mapping.street $(ARGS)

held-out: $(BLENDER)/.installed ## the house that nothing was tuned on, in held-out: graph, things, identities and depth, without colours (ARGS="--output own --seed 1")
	$(BLENDER)/bin/python -m environments.demo.held_out --output held-out --no-pictures $(ARGS)

bench-mentions: $(BIN)/.installed-dev ## what the dictionaries propose of what people name, on spoken routes in three languages (ARGS="--texts FILE", ARGS="--faults 10")
	$(BIN)/python -m tests.benchmarks.mentions $(ARGS)

bench-snap: $(BIN)/.installed-dev ## what `snap` makes of loose boxes on the demo house (ARGS="--segmenter onnx:FOLDER", ARGS="--viewpoints 4")
	$(BIN)/python -m tests.benchmarks.snap $(ARGS)

bench-landmarks: $(BIN)/.installed-dev ## 6.3 million regions made, imported, exported and evaluated: time and memory (ARGS="--instructions 12600")
	$(BIN)/python -m tests.benchmarks.landmarks $(ARGS)

simulate-trust: $(BIN)/.installed ## what checking people costs and lets through: the table in pangea_server/quality/trust/README.md
	$(BIN)/python -m tests.benchmarks.simulate_trust

simulate-campaign: $(BIN)/.installed-dev $(WEB) ## 60 paths, 3 languages, 40 annotators over HTTP, from the file to accepted data, with a report of each rule
	$(BIN)/python -m tests.simulation $(ARGS)

prove-browser: $(BIN)/.installed-dev $(WEB) chromium ## 50 kills of a browser that records, and 10 minutes without network (half an hour)
	$(BIN)/python -m tests.reliability.browser.prove

prove-server: $(BIN)/.installed-dev ## 200 kills, power cuts and network cuts of the server under upload (root, half an hour); HOURS=2: what is promised, in turns
	$(BIN)/python -m tests.reliability.prove $(if $(HOURS),--hours $(HOURS),network-cuts planted kills power-cuts) $(ARGS)

prove-cluster: $(BIN)/.installed-dev $(WEB) postgresql caddy swift ## two and four servers over one PostgreSQL store: kills, a restart, a cut line, and what a chunk and a lease cost (root, minutes; ARGS="--people 500 --minutes 10 --every 60 --cut 60 --s3"; --firebase: over its emulators)
	$(BIN)/python -m tests.reliability.cluster $(ARGS)

promises: $(BIN)/.installed-dev $(WEB) chromium emulators strace postgresql ## what is promised, asked and seen, a line each (PROMISES_SCALE=20 for longer; ARGS="P1 P28")
	$(BIN)/python -m tests.promises $(ARGS)

structure: $(BIN)/.installed-dev ## the order of imports; files and lines, small modules with one importer, names with several meanings (ARGS=--verbose)
	$(BIN)/lint-imports $(IMPORTS)
	$(BIN)/python -m tests.structure $(ARGS)

audit: $(BIN)/.installed-dev static/node_modules/.installed ## known weaknesses of the locked packages, as PyPI and npm tell (ARGS="--advisories FILE", --allow-unaudited)
	$(BIN)/python -m tests.audit $(ARGS)

client: $(BIN)/.installed-dev static/node_modules/.installed ## the browser's types, from the server's OpenAPI schema
	$(BIN)/python -m pangea_server.app.openapi > static/src/api/openapi.json
	$(BIN)/python -m pangea_server.app.openapi edit > static/src/api/editing.json
	$(NPM) run client

lock: $(BIN)/.installed-dev ## lock what pyproject.toml asks for (ARGS=--upgrade: the newest; ARGS="--upgrade-package NAME")
	deploy/lock.sh $(ARGS)

clean: ## remove what was built; pangea-data stays
	rm -rf $(VENV) static/node_modules static/dist docs/dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(BIN)/python:
	@python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "PanGEA needs Python 3.11 or newer."; exit 1; }
	python3 -m venv $(VENV)

$(BIN)/.installed: pyproject.toml $(LOCKS)/run.txt $(LOCKS)/build.txt | $(BIN)/python
	$(INSTALL) --requirement $(LOCKS)/run.txt
	$(INSTALL) --requirement $(LOCKS)/build.txt
	$(EDITABLE)
	@touch $@

# Not compiled: the tests import a third of it, and Python then compiles and keeps that.
$(BIN)/.installed-dev: pyproject.toml $(LOCKS)/dev.txt | $(BIN)/python
	$(INSTALL) --no-compile --requirement $(LOCKS)/dev.txt
	$(EDITABLE)
	@touch $@ $(BIN)/.installed

$(BLENDER)/.installed:
	python3.11 -m venv $(BLENDER)
	$(BLENDER)/bin/pip install --quiet "bpy==4.5.15" "numpy<2" pillow msgspec lazy-loader
	@touch $@

readers: $(READERS)/.installed # the tests open releases with other people's readers

$(READERS)/.installed: $(LOCKS)/readers.txt | $(BIN)/python
	python3 -m venv $(READERS)
	$(READERS)/bin/pip install $(LOCKED) --no-compile --requirement $(LOCKS)/readers.txt
	@touch $@

$(BIN)/.installed-docs: pyproject.toml $(LOCKS)/docs.txt | $(BIN)/python
	$(INSTALL) --requirement $(LOCKS)/docs.txt
	$(EDITABLE)
	@touch $@ $(BIN)/.installed

$(HELP): $(BIN)/.installed-docs $(HELP_SOURCES)
	$(BIN)/python -m docs.site

static/node_modules/.installed: static/package.json static/package-lock.json
	@command -v npm >/dev/null || { echo "The viewer is built with Node.js 20 or newer: install nodejs and npm."; exit 1; }
	$(NPM) ci --no-audit --no-fund
	@touch $@

$(WEB): static/node_modules/.installed $(WEB_SOURCES)
	$(NPM) run build
	@touch $@

chromium: # the browser tests drive Debian's Chromium
	@command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq chromium; } \
	  || { echo "The browser tests need Chromium: sudo apt-get install chromium"; exit 1; }

engines: chromium # apt works for one at a time; whole tasks also run in Firefox and in WebKit, on a screen of Xvfb
	@{ command -v firefox-esr && command -v WebKitWebDriver && command -v Xvfb; } >/dev/null \
	  || { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq firefox-esr webkit2gtk-driver xvfb; } \
	  || { echo "The browser tests need two engines more: sudo apt-get install firefox-esr webkit2gtk-driver xvfb"; exit 1; }

postgresql: strace # apt works for one at a time; the postgres tests start a server of their own
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq postgresql; } \
	  || echo "Without PostgreSQL the tests of its store are skipped, CI fails: sudo apt-get install postgresql"

swift: caddy # apt works for one at a time; an S3 service that keeps its objects on a disk
	@command -v swift-ring-builder >/dev/null || { [ "$$(id -u)" = 0 ] && apt-get install -y -qq --no-install-recommends swift-proxy swift-account swift-container swift-object memcached; } \
	  || echo "Without Swift its tests are skipped, CI fails: sudo apt-get install swift-proxy swift-account swift-container swift-object memcached"

prometheus: swift # apt works for one at a time; promtool fires the alerts of deploy/prometheus
	@command -v promtool >/dev/null || { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq --no-install-recommends prometheus; } \
	  || echo "Without Prometheus its rules are not tested, CI fails: sudo apt-get install prometheus"

caddy: postgresql # apt works for one at a time; the proxy before several servers
	@command -v caddy >/dev/null || { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq --no-install-recommends caddy; } \
	  || echo "Without Caddy no test starts several servers behind it, CI fails: sudo apt-get install caddy"

coturn: prometheus # apt works for one at a time; a TURN server takes our credentials
	@command -v turnserver >/dev/null || { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq --no-install-recommends coturn; } \
	  || echo "Without coturn no test relays voices through it, CI fails: sudo apt-get install coturn"

emulators: # the firebase tests run against the official Firestore emulator
	@command -v gcloud >/dev/null && command -v java >/dev/null \
	  || echo "Without gcloud (with cloud-firestore-emulator) and Java the Firestore tests are skipped; CI fails."
	@command -v firebase >/dev/null || { [ "$$(id -u)" = 0 ] && npm install --global --ignore-scripts --no-audit --no-fund firebase-tools@15.34.2; } \
	  || echo "Without firebase-tools the tests of Google sign-in are skipped; CI fails."

strace: engines # apt works for one at a time; the reliability tests read the server's system calls
	@command -v strace >/dev/null || { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq strace; } \
	  || { echo "The reliability tests need strace: sudo apt-get install strace"; exit 1; }
