# Floorman: every task of the project. `make` alone lists them.
#
# A fresh machine needs python3 (3.11 or later) with its venv module, and make; the rest is installed into
# $(VENV) from hash-pinned requirements the first time that a target asks for it.

SHELL := /bin/sh
.DEFAULT_GOAL := help
# The checks of one run share the sources: stubs-check rewrites what pytest imports.
.NOTPARALLEL:

PYTHON ?= python3
VENV ?= .venv
PYTHONS ?= 3.11 3.12 3.13
SEED ?=
SERVE_FLAGS ?=
PYTEST_FLAGS ?= -n auto
# What may differ from one Python or dependency to the next: the language and the libraries, not the rules. The
# searches at random and the loads run once, on the Python of `make test`.
PORTABLE ?= tests/rules tests/api tests/contract tests/sealing tests/fairness tests/table tests/records \
    tests/interpretation tests/equity tests/guard tests/rule_index
FUZZ_TARGETS ?= token requests records proof steps
FUZZ_SECONDS ?= 3600

PY := $(VENV)/bin/python
PIP := PIP_DISABLE_PIP_VERSION_CHECK=1 $(PY) -m pip install --quiet --no-input
PINNED := $(PIP) --require-hashes --only-binary :all:
# sources that people wrote, in Python
SOURCES := $(wildcard service tests clients/python)
# what `make generate` writes into, and the script that writes the client's part
STUBS := service/floorman/v1 $(wildcard clients/python)
CLIENT_STUBS := $(wildcard clients/python/generate.sh)
# the packages of this repository, each installed so that its sources are what runs
MANIFESTS := $(wildcard pyproject.toml clients/python/pyproject.toml)
PACKAGES := $(patsubst %/,%,$(dir $(MANIFESTS)))

.PHONY: help
help:  ## list the targets
	@echo "Floorman. Start with: make demo"
	@awk 'BEGIN { FS = ":.*## " } /^[a-z-]+:.*## / { printf "  %-16s %s\n", $$1, $$2 }' Makefile

# ------------------------------------------------------------------------------------------ for everybody

.PHONY: demo serve
demo: $(VENV)/.runtime  ## hands through gRPC, with the proof of each deal; then an evening (SEED=7 repeats)
	@$(VENV)/bin/floorman demo $(if $(SEED),--seed $(SEED))
	@echo
	@$(VENV)/bin/floorman demo --evening $(if $(SEED),--seed $(SEED))

serve: $(VENV)/.runtime  ## start the service (SERVE_FLAGS="--listen 127.0.0.1:7777")
	@$(VENV)/bin/floorman serve $(SERVE_FLAGS)

# ------------------------------------------------------------------------------------------------- checks

.PHONY: test lint types architecture contract stubs-check pytest
test: lint types architecture contract stubs-check pytest  ## everything that needs no optional toolchain

lint: $(VENV)/.dev
	$(PY) -m ruff check $(SOURCES)
	$(PY) -m ruff format --check $(SOURCES)

types: $(VENV)/.dev
	$(PY) -m mypy $(SOURCES)

architecture: $(VENV)/.dev
	$(VENV)/bin/lint-imports --no-cache --no-logo

contract: $(VENV)/.dev
	$(VENV)/bin/buf lint protos
	$(VENV)/bin/buf format --diff --exit-code protos

# Compared with a copy and not with git, which a fresh machine may lack; on a clean checkout it is the same.
stubs-check: $(VENV)/.dev
	@rm -rf build/stubs && mkdir -p build/stubs
	@for stubs in $(STUBS); do mkdir -p build/stubs/$$stubs && cp -R $$stubs/. build/stubs/$$stubs; done
	@$(MAKE) --no-print-directory --silent generate
	@for stubs in $(STUBS); do \
	    diff -r -q -x __pycache__ build/stubs/$$stubs $$stubs || { \
	        echo "$$stubs was not what protos/ makes; it is now: commit it"; exit 1; }; \
	done; rm -rf build/stubs

pytest: $(VENV)/.dev
	$(PY) -m pytest $(PYTEST_FLAGS)

.PHONY: conformance check-evaluator mutants rules-doc known-hands visible-cards rng-report test-pythons test-lowest
check-evaluator: $(VENV)/.dev  ## rank all 133,784,560 seven-card hands (R-16.4; takes a while)
	$(PY) -m tests.evaluation.exhaustive

known-hands: $(VENV)/.dev  ## play every case file, and real hands where ../shared has them
	$(VENV)/bin/floorman play tests/cases/bugs_dev.jsonl tests/cases/switches_dev.jsonl tests/cases/random_dev.jsonl
	@if [ -d ../shared/cases ]; then set -x; \
	    $(VENV)/bin/floorman play ../shared/cases/real_hands.jsonl && \
	    $(VENV)/bin/floorman adjudicate ../shared/hands/phh; \
	else echo "../shared is not there: the real hands were not played"; fi

mutants: $(VENV)/.dev  ## put 400 faults into the rules, one at a time: the tests must notice (20 min)
	$(PY) -m tests.mutants $(MUTANTS_FLAGS)

rules-doc: $(VENV)/.dev  ## write docs/rules.md from the names of the tests; fails where a rule has none
	$(PY) -m tests.rule_index

conformance: $(VENV)/.dev  ## measure Floorman and its peers on the cases, and write docs/conformance.md
	$(PY) -m tests.differential.conformance

visible-cards: $(VENV)/.dev  ## play 20,000 random hands: only cards that may be seen are opened (10 min)
	$(PY) -m tests.properties.visible_cards

rng-report: $(VENV)/.report  ## test ten million decks and the raw stream, and write docs/rng-report.md (1 h)
	@command -v dieharder >/dev/null || echo "dieharder is not here (Debian: apt install dieharder): left out"
	$(PY) -m tests.fairness.rng_report

test-pythons:  ## the tests on each supported Python that this machine has
	@for version in $(PYTHONS); do \
	    python=$$(sh .ci/find-python $$version) || { echo "Python $$version is not on this machine: skipped"; continue; }; \
	    echo "Python $$version: $$python"; \
	    $(MAKE) --no-print-directory pytest VENV=.venvs/$$version PYTHON=$$python \
	        PYTEST_FLAGS="$(PYTEST_FLAGS) $(PORTABLE)" || exit 1; \
	done

test-lowest:  ## the tests with the lowest versions that pyproject.toml allows
	@$(MAKE) --no-print-directory .venvs/lowest/.lowest VENV=.venvs/lowest
	.venvs/lowest/bin/python -m pytest $(PYTEST_FLAGS) $(PORTABLE)

# What is found lies in build/fuzz as crash-…; it becomes a test in tests/security/test_found_by_fuzzing.py.
.PHONY: fuzz fuzz-brief
fuzz: $(VENV)/.fuzz  ## fuzz tokens, requests, records, proofs and steps, FUZZ_SECONDS=3600 each
	@for target in $(FUZZ_TARGETS); do \
	    echo "Fuzzing $$target for $(FUZZ_SECONDS) s"; mkdir -p build/fuzz/$$target; \
	    $(PY) -m tests.fuzz $$target -max_total_time=$(FUZZ_SECONDS) -timeout=10 -rss_limit_mb=2048 \
	        -verbosity=0 -print_final_stats=1 -artifact_prefix=build/fuzz/ \
	        build/fuzz/$$target tests/fuzz/corpus/$$target || exit 1; \
	done

fuzz-brief:  ## the same for a minute in all
	@$(MAKE) --no-print-directory fuzz FUZZ_SECONDS=12

# ------------------------------------------------------------------------------------------- for developers

.PHONY: format generate requirements clean
format: $(VENV)/.dev  ## rewrite sources and contract in the house's format
	$(PY) -m ruff check --fix-only --quiet $(SOURCES)
	$(PY) -m ruff format $(SOURCES)
	$(VENV)/bin/buf format --write protos

generate: $(VENV)/.dev $(if $(CLIENT_STUBS),.venvs/client-stubs/.ready)  ## rewrite the stubs from protos/
	PYTHON=$(CURDIR)/$(PY) sh protos/generate.sh
	$(if $(CLIENT_STUBS),PYTHON=$(CURDIR)/.venvs/client-stubs/bin/python sh $(CLIENT_STUBS))

# `--universal`: one file for every Python and platform. No lock file, no index: they would name a registry.
COMPILE = $(VENV)/bin/uv pip compile --quiet --universal \
    --generate-hashes --no-header --upgrade --python-version 3.11
requirements: $(VENV)/.dev  ## pin the newest versions that pyproject.toml allows
	$(COMPILE) pyproject.toml -o requirements/runtime.txt
	$(COMPILE) --group build -c requirements/runtime.txt -o requirements/build.txt
	$(COMPILE) pyproject.toml --group dev -c requirements/runtime.txt -c requirements/build.txt -o requirements/dev.txt
	$(COMPILE) pyproject.toml --resolution lowest-direct -o requirements/lowest.txt
	$(COMPILE) --group client-stubs -o requirements/client-stubs.txt
	$(COMPILE) --group fuzz -o requirements/fuzz.txt
	$(COMPILE) --group report -o requirements/report.txt
	@! grep -nE '://|@ |^-|$(CURDIR)' requirements/*.txt

clean:  ## remove what tools and builds left behind, and the environments
	rm -rf .venv .venvs .pythons build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find service tests clients -name __pycache__ -type d -prune -exec rm -rf {} +

# ------------------------------------------------------------------------------------------- environments
# Each level is a stamp in the environment, made anew when its pins change.

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit("Floorman needs Python 3.11 or later" if sys.version_info < (3, 11) else 0)'
	@echo "Making $(VENV), once; a minute at most"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.runtime: requirements/build.txt requirements/runtime.txt $(MANIFESTS) | $(PY)
	@$(PINNED) -r requirements/build.txt -r requirements/runtime.txt
	@$(PIP) --no-build-isolation --no-deps $(addprefix -e ,$(PACKAGES))
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.runtime
	@$(PINNED) -r requirements/dev.txt
	@touch $@

$(VENV)/.lowest: requirements/lowest.txt $(VENV)/.dev
	@$(PINNED) -r requirements/lowest.txt
	@touch $@

$(VENV)/.report: requirements/report.txt $(VENV)/.dev
	@$(PINNED) -r requirements/report.txt
	@touch $@

$(VENV)/.fuzz: requirements/fuzz.txt $(VENV)/.runtime
	@$(PINNED) -r requirements/fuzz.txt || { \
	    echo "atheris has no build for $$($(PY) -V) on $$(uname -sm): fuzzing needs Linux on x86_64 and Python"; \
	    echo "3.11 to 3.13. The seeds are replayed by make test all the same."; exit 1; }
	@touch $@

.venvs/client-stubs/.ready: requirements/client-stubs.txt
	@$(PYTHON) -m venv .venvs/client-stubs
	@$(subst $(VENV),.venvs/client-stubs,$(PINNED)) -r requirements/client-stubs.txt
	@touch $@
