# Each line is a command that a person could type. `make run` and `make test` are the two to know.

SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
PROGRAM := .build/release/sluice
# The C++ library inside too, where there is one to put in: a sixth less of a cached command's time.
STATIC := --static-swift-stdlib -Xlinker -L.build/static

.PHONY: run build test bench lint format mutants faults races fuzz servers-test setup

run: build                      ## builds the program, and opens it on the made-up directory
	@$(PROGRAM) --profile sample

build: setup                    ## the release program, at .build/release/sluice
	@mkdir -p .build/static && ln -sf "$$(clang -print-file-name=libstdc++.a)" .build/static/
	swift build -c release $(STATIC) --product sluice

test: setup                     ## every test; needs no network
	swift test

bench: setup                    ## name, value, unit, baseline, ratio, budget, ok or over
	@$(MAKE) --no-print-directory build >&2
	@swift build -c release --product Benchmarks >&2
	@.build/release/Benchmarks $(ONLY)

lint:                           ## the style of .swift-format, every rule an error
	swift format lint --strict --recursive Package.swift Sources Tests Database

format:                         ## the same rules, applied
	swift format --in-place --recursive Package.swift Sources Tests Database

mutants: setup                  ## breaks a copy of the tree, a line at a time; each must fail a test
	python3 Tests/Mutants/mutants.py $(ONLY)

faults: build                   ## breaks the cache's world in every way; a table of what came of it
	python3 Tests/Faults/faults.py $(ONLY)
	SLUICE_RUNS=1000 swift test --filter PageShiftTests
	SLUICE_RUNS=1000000 swift test --filter TypedTextTests

races: setup                    ## the tests under the thread sanitizer, with locks that it sees
	bash Tests/Races/races.sh $(ONLY)

fuzz: setup                     ## a million mutated documents, read by ours and by Foundation's
	SLUICE_FUZZ_ROUNDS=1000000 swift test --filter 'JSON verdicts'

servers-test: build             ## the program against real servers that nobody here wrote
	bash Tests/Servers/test.sh $(ONLY)

setup:                          ## installs what is missing of Debian's packages; asks nothing
	@missing=; \
	[ -e /usr/include/sqlite3.h ] || missing="$$missing libsqlite3-dev"; \
	/sbin/ldconfig -p | grep -q 'libcurl\.so\.4 ' || missing="$$missing libcurl4"; \
	/sbin/ldconfig -p | grep -q 'libedit\.so\.2 ' || missing="$$missing libedit2"; \
	[ -z "$$missing" ] || { echo "installing$$missing"; $(SUDO) apt-get update -q && \
	$(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $$missing; }
