# Everything that is run here is run with the same targets by .ci/run. The work is done in scripts/; build products go to build/.
#
# Another PHP:  make test PHP=/opt/php/bin/php PHPIZE=/opt/php/bin/phpize PHP_CONFIG=/opt/php/bin/php-config

PART :=
export PHP PHPIZE PHP_CONFIG SUITE SUITES FLAVOURS DESTDIR PARTS PHPS

TARGET := all
MINUTES := 10
JOBS := 2

.DEFAULT_GOAL := help
.PHONY: help build install install-igbinary test test-all docs phar dist artefacts-check release demo soak asan debug matrix bench bench-msgpack complexity valgrind sweep fuzz fuzz-keep fuzz-replay fuzz-coverage check freeze clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## Build the extension, with all warnings as errors, into build/
	@scripts/setup.sh build
	@scripts/build.sh release

install: ## Install what "make build" has built; enables nothing, and says how that is done
	@scripts/install.sh

install-igbinary: ## Install the extension that takes igbinary's place, beside that of "make install"; docs/igbinary.md says how it is enabled
	@scripts/install.sh igbinary

test: ## Build and test every part of the project, at most 8 minutes on two processors; ends with the line "N passed, N failed"
	@scripts/setup.sh build peers library embed interop fpm browser
	@scripts/build.sh release
	@scripts/test.sh release part

test-all: ## Build and run all suites in full, 15 to 25 minutes on two processors
	@scripts/setup.sh build peers library embed interop fpm browser
	@scripts/build.sh release
	@scripts/test.sh release

demo: ## Build and show values of caches going through Brine, with sizes and times beside native and igbinary
	@scripts/setup.sh build peers
	@scripts/build.sh release alone
	@scripts/php.sh release examples/demo.php $(ARGS)

asan: ## Run the suites under the address, leak and undefined behaviour sanitizers: make asan PART=part, with a tenth of the random values
	@scripts/setup.sh build peers library embed interop fpm
	@scripts/build.sh asan
	@scripts/test.sh asan $(PART)

docs: ## Render the pages to build/docs/: make docs REPORT=report.html, with the report of "make bench ARGS='--html report.html'"
	@scripts/setup.sh docs
	@scripts/docs.sh $(REPORT)

phar: ## Make the command line, build/brine.phar: needs Composer and the network
	@scripts/phar.sh

dist: ## Make what a release publishes, of the last commit, in build/dist/: make dist PARTS='source binaries threads arm64 phar'
	@scripts/setup.sh build dist
	@scripts/dist.sh

artefacts-check: ## Install each file of "make dist" in bare systems (Debian 12 and 13), use it and remove it; needs root
	@scripts/setup.sh matrix
	@scripts/artefacts-check.sh

release: ## Prepare a release, and publish nothing: make release VERSION=1.2.3
	@scripts/setup.sh build dist
	@scripts/release.sh '$(VERSION)'

soak: ## Run the suites of random values with other seeds for a while: make soak MINUTES=10 JOBS=2
	@scripts/setup.sh build peers library interop fpm
	@scripts/build.sh release
	@scripts/build.sh guard
	@scripts/soak.sh $(MINUTES) $(JOBS)

debug: ## Run all tests with a thread-safe debug build of PHP 8.2, which is made once from Debian's source package
	@scripts/setup.sh build debug
	@scripts/debug.sh

matrix: ## Run all tests in other versions of Debian: make matrix SUITES='trixie php8.5 experimental i386' FLAVOURS='release asan'
	@scripts/setup.sh library interop matrix
	@scripts/matrix.sh

bench: ## Run the benchmark, under 15 minutes: make bench ARGS='--help'; ARGS=--quick takes under 2
	@scripts/setup.sh build peers library
	@scripts/build.sh release
	@scripts/php.sh release packages/cli/bin/brine bench $(ARGS)

bench-msgpack: ## Measure MessagePack in C and in PHP, case by case: make bench-msgpack ARGS='--help'
	@scripts/setup.sh build peers
	@scripts/build.sh release
	@scripts/php.sh release packages/cli/bin/brine bench --only msgpack $(ARGS)

complexity: ## Measure how time and memory grow with the size of a value, and what hostile values cost
	@scripts/setup.sh build peers
	@scripts/build.sh release
	@scripts/php.sh release tests/limits/complexity/linear.php
	@scripts/php.sh release tests/limits/complexity/linear.php --only rows,graphs --codec brine,igbinary
	@scripts/php.sh release tests/limits/complexity/attack.php
	@scripts/php.sh release tests/limits/complexity/memory.php
	@scripts/php.sh release tests/limits/complexity/streams.php

valgrind: ## Run the demo once under valgrind; any memory error or leak fails
	@scripts/setup.sh build peers valgrind
	@scripts/build.sh release
	@scripts/php.sh valgrind examples/demo.php --once

sweep: ## Call all functions of Debian's PHP extensions with resident values, and name those that write into them: make sweep SUITE=trixie; needs root
	@scripts/setup.sh build matrix
	@scripts/sweep.sh

fuzz: ## Fuzz: make fuzz TARGET=decode|dictionary|msgpack|resident|round_trip|session|signed|all MINUTES=10 JOBS=2 (each target in turn)
	@scripts/setup.sh build embed fuzz
	@scripts/fuzz.sh run $(TARGET) $(MINUTES) $(JOBS)

fuzz-keep: ## Keep what fuzzing has found to reach new code: make fuzz-keep TARGET=...
	@scripts/setup.sh build embed fuzz
	@scripts/fuzz.sh keep $(TARGET)

fuzz-replay: ## Run the kept inputs of all fuzz targets, with and without sanitizers
	@scripts/setup.sh build embed
	@scripts/fuzz.sh replay release $(TARGET)
	@scripts/fuzz.sh replay asan $(TARGET)

fuzz-coverage: ## Print which part of the extension the kept inputs reach
	@scripts/setup.sh build embed fuzz
	@scripts/fuzz.sh coverage

check: ## Check formatting, PHP syntax, generated files, and that docs and code name the same tags
	@scripts/setup.sh build check
	@scripts/check.sh

freeze: ## Once for a release, before "make release": make freeze VERSION=1.2.3 copies the new test vectors, which every later build has to read
	@scripts/setup.sh build
	@scripts/build.sh release
	@scripts/freeze.sh '$(VERSION)'

clean: ## Remove build/
	rm -rf build
