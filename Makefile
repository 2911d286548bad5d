# Partie: two commands on a fresh machine, `make run` and `make test`. Wanted: Python 3.11 or newer, make, a package index.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
LOCK := .ci/requirements.lock
LOCK_DEV := .ci/requirements-dev.lock
UV := 0.13.8

help:  ## show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## */  make \1	/' | expand -t 20

run: $(VENV)/run.stamp  ## fill an empty store with demo matches and open the viewer on 127.0.0.1:8501
	@$(BIN)/partie demo --if-empty
	@$(BIN)/partie view

test: $(VENV)/dev.stamp  ## the whole test suite, the browser included where there is one
	@$(BIN)/python -m pytest -rs

test-fast: $(VENV)/dev.stamp  ## what takes under a minute
	@$(BIN)/python -m pytest -q -m "not slow and not browser"

bench: $(VENV)/dev.stamp  ## rates and ratios of the hot paths
	@$(BIN)/python -m pytest bench -q -s -p no:cacheprovider --benchmark-disable-gc \
		--benchmark-columns=min,median,iqr,rounds --benchmark-warmup=off

check: lint types contracts  ## lint, types and import contracts

lint: $(VENV)/dev.stamp  ## ruff
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .

types: $(VENV)/dev.stamp  ## mypy, strict
	@$(BIN)/mypy

contracts: $(VENV)/dev.stamp  ## who may import whom
	@$(BIN)/lint-imports

lock: $(VENV)/uv.stamp  ## pin the newest versions that fit pyproject.toml
	@$(BIN)/uv pip compile pyproject.toml --group build --upgrade $(COMPILE) -o $(LOCK)
	@$(BIN)/uv pip compile pyproject.toml --group build --group dev --upgrade $(COMPILE) -o $(LOCK_DEV)

COMPILE := --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate

clean:  ## remove .venv and everything that tools left
	@rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/bin/python:
	@command -v $(PYTHON) >/dev/null || { echo "Partie needs Python 3.11 or newer; there is no $(PYTHON) here." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Partie needs Python 3.11 or newer; $(PYTHON) is older. Try: make PYTHON=python3.11 $(MAKECMDGOALS)" >&2; exit 1; }
	@echo "Making $(VENV) ..."
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
		echo "Python's venv module is incomplete; on Debian and Ubuntu install the package python3-venv." >&2; exit 1; }

$(VENV)/uv.stamp: $(VENV)/bin/python
	@echo "Getting the installer ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv==$(UV) 2>/dev/null || \
		echo "uv cannot be had here; pip does the same, more slowly."
	@touch $@

$(VENV)/run.stamp: $(LOCK) pyproject.toml $(VENV)/uv.stamp
	@test -e $(VENV)/dev.stamp || { echo "Installing what Partie needs ..."; $(call install,$(LOCK)); }
	@touch $@

$(VENV)/dev.stamp: $(LOCK_DEV) pyproject.toml $(VENV)/uv.stamp
	@echo "Installing what Partie and its tests need ..."
	@$(call install,$(LOCK_DEV))
	@touch $@

# Everything comes from the lock, with its hashes; the project itself is linked, so edits count at once.
define install
{ { test -x $(BIN)/uv && $(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r $(1) \
	&& $(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .; } \
|| { $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $(1) \
	&& $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .; }; } \
|| { echo "The packages could not be installed: is there a package index that this machine can reach?" >&2; exit 1; }
endef

.PHONY: help run test test-fast bench check lint types contracts lock clean
