# Each target does its own set-up in .venv; a second run finds it done and takes seconds.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.DEFAULT_GOAL := help
.PHONY: help demo test slow check format bench wheel clean

help: ## Show these targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 16

demo: $(VENV)/.installed ## Set up, then run the bundled shortlists: no network, no key
	@$(BIN)/triptych demo

test: $(VENV)/.installed-dev ## Set up, then run the tests (installs PostgreSQL and Chromium where it may; SERVICES=none skips their tests)
	@SERVICES="$(SERVICES)" sh scripts/services
	@$(BIN)/python -m pytest -n auto --dist loadgroup -m "not slow"

slow: $(VENV)/.installed-dev ## Run the tests that take long: kill -9 a hundred times, a real small model, whole audits
	@SERVICES="$(SERVICES)" sh scripts/services
	@$(BIN)/python -m pytest -n auto --dist loadgroup -m slow

check: $(VENV)/.installed-dev ## Format, lint, strict types, layers
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/.installed-dev ## Format and mend what can be mended by itself
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/.installed-dev ## Run every benchmark, smallest form, and write benchmarks/RESULTS.md (FULL=1: all of each, hours)
	@$(BIN)/python benchmarks/results.py $(if $(FULL),--full) $(if $(DATA),--data $(DATA))

wheel: ## Build the wheel, install it unpinned in a clean virtualenv, import it, and check size and licences
	@PYTHON="$(PYTHON)" sh scripts/wheel

clean: ## Remove the virtualenv and caches
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Triptych needs Python 3.11 or newer; this is " + sys.version.split()[0] + " (make PYTHON=python3.12 …)")'
	@echo "Setting up $(VENV); the first time takes a minute or two."
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) install --upgrade 'pip>=25.1'
	@touch $@

$(VENV)/.installed: pyproject.toml $(VENV)/.made
	@$(PIP) install --editable ".[report,web]"
	@touch $@

$(VENV)/.installed-dev: pyproject.toml $(VENV)/.made
	@$(PIP) install --editable '.[all]' --group dev
	@touch $@ $(VENV)/.installed
