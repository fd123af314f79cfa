# Everything a newcomer needs: `make demo` shows trees, `make test` passes the tests. CONTRIBUTING.md explains the rest.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find native src CMakeLists.txt pyproject.toml -type f -not -name '*.pyc' 2>/dev/null)

.PHONY: demo test test-all lint format bench bench-systems docs native-test clean

$(VENV)/.created:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -q --upgrade pip
	touch $@

# One install serves every target; it runs again when a source file is newer.
$(VENV)/.installed: $(VENV)/.created $(SOURCES)
	$(BIN)/pip install -q ".[dev]" --config-settings=cmake.define.PANPARSER_WERROR=ON
	touch $@

demo: $(VENV)/.installed
	@$(BIN)/python examples/demo.py

test: $(VENV)/.installed
	$(BIN)/python -m pytest

test-all: $(VENV)/.installed native-test
	$(BIN)/python -m pytest -m ""

# The core alone, under address and undefined-behaviour sanitizers.
native-test: $(VENV)/.installed
	$(BIN)/cmake -S . -B build/sanitize -DPANPARSER_SANITIZE=ON -DPANPARSER_WERROR=ON -DCMAKE_BUILD_TYPE=RelWithDebInfo
	$(BIN)/cmake --build build/sanitize -j2
	build/sanitize/panparser_tests

lint: $(VENV)/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $$(find native tests/native -name '*.cpp' -o -name '*.hpp')

format: $(VENV)/.installed
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $$(find native tests/native -name '*.cpp' -o -name '*.hpp')

# PANPARSER_TREEBANKS names the treebanks, PANPARSER_FLOOR the source of the yardstick.
bench: $(VENV)/.installed
	$(BIN)/python -m benchmarks.foundation

# The same for every transition system.
bench-systems: $(VENV)/.installed
	$(BIN)/python -m benchmarks.systems

# Prints anew what the pages of docs show.
docs: $(VENV)/.installed
	$(BIN)/python docs/refresh.py

clean:
	rm -rf build $(VENV)
