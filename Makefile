# Short names for what one does with this repository; `make` lists them.
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup build run package package-test test sanitize fuzz check-format bench studies format tidy clean

JOBS ?= 2
# Compiled objects are shared between clones of this repository.
export CCACHE_BASEDIR = $(CURDIR)
export CCACHE_NOHASHDIR = 1
SOURCES = $(shell git ls-files --cached --others --exclude-standard -- '*.cpp' '*.h')
RUN_FOLDER = build/slider_crank.out
# Of `make fuzz`: how many mutated models are read (other parts in proportion), the seed, seconds for each of libFuzzer's.
N ?= 10000
SEED ?= 1
SECONDS ?= 300

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 22

setup: ## install the Debian packages that are missing (as root or with sudo)
	@scripts/install_packages.sh

build: setup ## release build; leaves build/bin/alembert
	cmake --preset release
	cmake --build --preset release --parallel $(JOBS)

run: ## build the program alone, simulate models/slider_crank.yaml and write its report page
	@scripts/install_packages.sh build
	cmake --preset release
	cmake --build --preset release --parallel $(JOBS) --target alembert_command
	build/bin/alembert run models/slider_crank.yaml -o $(RUN_FOLDER) --report
	@echo
	@echo "Open $(CURDIR)/$(RUN_FOLDER)/report.html in a browser to see it move."
	@echo "$(RUN_FOLDER) holds outputs.csv (the columns that the model asks for), results.h5 (everything),"
	@echo "summary.json (what it cost, how well energy and constraints were kept) and steps.jsonl (every step)."
	@echo "More models are in models/; try   build/bin/alembert check models/double_four_bar.yaml"

package: ## build the Debian packages: alembert, libalembert-dev and python3-alembert, into build/packages
	@scripts/install_packages.sh package
	cmake --preset release
	cmake --build --preset release --parallel $(JOBS) --target alembert_package_contents
	rm -rf build/packages
	cd build && cpack
	lintian --fail-on error --allow-root build/packages/*.deb

package-test: package ## install the packages in a new Debian root and run the README's pendulum there (as root)
	@scripts/install_packages.sh package-test
	/usr/bin/python3 -B test/packages/clean_root.py build/packages

test: build check-format ## everything that must hold: release tests, sanitizer tests, include and format checks
	ctest --preset release --parallel $(JOBS)
	@$(MAKE) sanitize

sanitize: ## build and run the tests with the address and undefined-behaviour sanitizers
	cmake --preset sanitize
	cmake --build --preset sanitize --parallel $(JOBS)
	ctest --preset sanitize --parallel $(JOBS)

fuzz: ## try to break it, at length: N=10000 mutated models, random mechanisms, kills, damaged files; then libFuzzer
	@scripts/install_packages.sh fuzz
	cmake --preset release
	cmake --build --preset release --parallel $(JOBS) --target alembert_command alembert_fuzz_cases
	/usr/bin/python3 -B test/fuzz/fuzz.py build/bin/alembert build/bin/alembert_fuzz_cases --cases $(N) --seed $(SEED) \
	  --keep build/fuzz_failures
	cmake --preset grow
	cmake --build --preset grow --parallel $(JOBS) --target alembert_grow_model alembert_grow_expression
	/usr/bin/python3 -B test/fuzz/dictionary.py build-grow/corpus
	cd build-grow && for target in expression model; do \
	  bin/alembert_grow_$$target -seed=$(SEED) -max_total_time=$(SECONDS) -timeout=20 -rss_limit_mb=4096 -max_len=20000 \
	    -detect_leaks=0 -dict=corpus/words.txt -artifact_prefix=grown_$${target}_ corpus/$$target || exit 1; done

check-format: ## is every source formatted as .clang-format says
	@clang-format --dry-run -Werror $(SOURCES)

bench: ## build and run the benchmarks, beside Debian's Simbody where it can be installed
	@scripts/install_packages.sh bench
	cmake --preset release -B build-bench -DALEMBERT_BENCH=ON -DALEMBERT_TESTS=OFF
	cmake --build build-bench --parallel $(JOBS) --target alembert_benchmarks alembert_command
	@failed=0; for benchmark in build-bench/bin/bench_*; do "$$benchmark" || failed=1; done; exit $$failed
	@bench/instructions.py build-bench/bin/alembert
	@bench/default_settings.py build-bench/bin/alembert
	@test -x build-bench/bin/bench_simbody || echo "Simbody is not installed: nothing to compare with (Debian's libsimbody-dev)"

studies: setup ## build the program alone and reproduce the experiments of the papers, into build/reproduce.out
	cmake --preset release
	cmake --build --preset release --parallel $(JOBS) --target alembert_command
	build/bin/alembert reproduce -o build/reproduce.out

format: ## format every source
	clang-format -i $(SOURCES)

tidy: setup ## run clang-tidy over the library and the command
	cmake --preset dev
	run-clang-tidy -quiet -p build-dev -j $(JOBS) '$(CURDIR)/(src|apps)/.*'

clean: ## remove every build
	rm -rf build build-bench build-dev build-grow build-sanitize
