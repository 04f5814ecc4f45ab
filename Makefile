# Everything a person or a machine does with this project. Needs Python 3.11 or newer (with venv), make and git.
#
#   make run     serve the app to phones on this network (HOST, PORT, DATABASE_URL, SCOREKEEPER_URL)
#   make test    run the tests, in Chromium and on PostgreSQL too
#   make check   lint, types, import contracts, templates, translations
#   make messages  collect the words for the translators
#   make drill   what takes longer: how much the tests run, every page on PostgreSQL, storms, failures, mutation
#   make coverage  how much of the code the tests run, held to its floors
#   make bench   measure speed (PART=server, browser, growth or settings: that alone; KEEP=keep: keep the figures in docs/bench)
#   make shots   take a screenshot of every screen
#   make audit   ask what is known against the pinned packages (needs the network)
#   make lock    pin the newest allowed packages with their hashes
#   make clean   remove what was made, but neither the database nor the secret

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
RUN := $(PY) -m
# What pins packages and asks about them is kept apart from what the app runs with.
TOOLS := .tools

# Nothing but the environment's own packages may be seen.
unexport PYTHONPATH PYTHONHOME PYTHONDONTWRITEBYTECODE
export PYTHONNOUSERSITE := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := run
.PHONY: run test check coverage messages drill bench shots audit lock clean tools
.DELETE_ON_ERROR:

# --- the environment ---------------------------------------------------------------------------------------

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=/path/to/python3")'
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.runtime: requirements.txt $(VENV)/.made
	$(RUN) pip install --quiet --require-hashes --requirement requirements.txt
	@touch $@

$(VENV)/.dev: requirements-dev.txt $(VENV)/.runtime
	$(RUN) pip install --quiet --require-hashes --requirement requirements-dev.txt
	@touch $@

# --- the app -----------------------------------------------------------------------------------------------

run: $(VENV)/.runtime
	@$(RUN) flask db upgrade
	@exec $(RUN) gunicorn

# --- the tests ---------------------------------------------------------------------------------------------

# Chromium for the browser's tests, a font for it, and PostgreSQL's server: by apt, where they are missing. The Chromium
# without a window does the same with half the work; where there is none, the whole one will do.
APT := apt-get install -yq --no-install-recommends

tools: export DEBIAN_FRONTEND := noninteractive
tools:
	@missing=""; \
	command -v chromium-headless-shell >/dev/null || missing=" chromium-headless-shell"; \
	command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$$missing postgresql"; \
	[ -z "$$missing" ] && exit 0; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -q; \
		case "$$missing" in *postgresql) $(APT) postgresql || exit 1;; esac; \
		case "$$missing" in *chromium*) $(APT) fonts-dejavu-core chromium-headless-shell || $(APT) fonts-dejavu-core chromium;; esac; \
	elif [ "$$missing" != " chromium-headless-shell" ] || ! command -v chromium >/dev/null; then \
		echo "The tests need:$$missing. Install them as root: $(APT)$$missing" >&2; exit 1; \
	fi

# Two lanes at once, one a core: everything on SQLite; what reads and writes the database on PostgreSQL, and then what
# needs none. Then the browser's tests, alone. The rules must be run to their last branch, which is measured here; how
# much of the rest is run (`make coverage`) and the pages on PostgreSQL take longer: `make drill`.
ON_BOTH := tests/models tests/services tests/migrations
PURE := tests/core tests/games

test: $(VENV)/.dev tools
	@{ TEST_DATABASE=postgresql $(RUN) pytest -q $(ON_BOTH); other=$$?; \
	$(RUN) pytest -q --cov --cov-report= --coverage-floors=rules $(PURE) || other=1; exit $$other; } >.other.log 2>&1 & lane=$$!; \
	$(RUN) pytest -q --ignore=tests/browser $(PURE:%=--ignore=%); here=$$?; \
	wait $$lane; there=$$?; \
	echo "On PostgreSQL, and without a database:"; cat .other.log; rm -f .other.log; \
	exit $$((here || there))
	$(RUN) pytest tests/browser --numprocesses 2 --dist worksteal

# A test that walks the same code thousands of times is `no_cover`: measuring makes a run longer by two thirds.
coverage: $(VENV)/.dev
	$(RUN) pytest -q --ignore=tests/browser --cov --cov-report= --coverage-floors=all

check: $(VENV)/.dev
	$(RUN) ruff check .
	$(RUN) ruff format --check .
	$(RUN) mypy
	$(PY) -c "import sys; from importlinter.cli import lint_imports_command; sys.exit(lint_imports_command())"
	$(RUN) djlint --quiet --lint templates
	$(RUN) pytest -q tests/architecture tests/docs tests/translations

drill: $(VENV)/.dev tools coverage
	TEST_DATABASE=postgresql $(RUN) pytest -q tests/web
	$(RUN) pytest -m drill -rP
	$(RUN) mutmut run
	$(RUN) mutmut results

bench: $(VENV)/.dev tools
	$(RUN) bench $(PART) $(KEEP)

messages: $(VENV)/.dev
	$(RUN) tests.translations.messages

shots: $(VENV)/.dev tools
	$(RUN) tests.browser.shots

# --- upkeep ------------------------------------------------------------------------------------------------

$(TOOLS)/.made: requirements-tools.txt
	$(PYTHON) -m venv $(TOOLS)
	$(TOOLS)/bin/python -m pip install --quiet --require-hashes --requirement requirements-tools.txt
	@touch $@

# Ends with 1 if something is known, with 3 if not every package could be looked up.
audit: $(TOOLS)/.made
	$(TOOLS)/bin/python -m tests.audit requirements.txt requirements-dev.txt requirements-tools.txt

LOCK := $(TOOLS)/bin/python -m uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header --python-version 3.11

lock: $(TOOLS)/.made
	$(LOCK) --upgrade requirements.in --output-file requirements.txt
	$(LOCK) --upgrade requirements-dev.in --output-file requirements-dev.txt
	$(LOCK) --upgrade requirements-tools.in --output-file requirements-tools.txt

clean:
	rm -rf $(VENV) $(TOOLS) .coverage .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache htmlcov mutants instance/static
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
