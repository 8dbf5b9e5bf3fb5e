# Compiles the fuzz targets, each with the extension in it. scripts/fuzz.sh says how:
#
# OUT               directory of what is made
# CC CFLAGS         compiler, and flags for everything
# EXTENSION_CFLAGS  further flags for the extension
# LDFLAGS           what is linked to each target
# COMMON MUTATOR    sources of this directory that belong to all targets, and to those whose inputs are payloads; without .c

TARGETS := decode dictionary igbinary msgpack resident round_trip session signed
MUTATED := decode dictionary resident session signed

programs := $(TARGETS:%=$(OUT)/%)
entries := $(TARGETS:%=$(OUT)/target/%.o)
extension := $(patsubst %.c,$(OUT)/%.o,$(wildcard ext/*.c ext/src/*.c ext/src/*/*.c))
common := $(COMMON:%=$(OUT)/fuzz/%.o)
mutator := $(MUTATOR:%=$(OUT)/fuzz/%.o)
scripts := $(patsubst fuzz/%,$(OUT)/%,$(wildcard fuzz/php/*.php))
objects := $(entries) $(extension) $(common) $(mutator)

all: $(programs) $(scripts) $(OUT)/php/vectors.php

# The work that the extension does is counted (count.h).
$(extension): flags := $(EXTENSION_CFLAGS) -fsanitize-coverage=trace-pc -include fuzz/bytes.h
$(extension) $(common) $(mutator): $(OUT)/%.o: %.c fuzz/build.mk
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(flags) -MMD -MP -c $< -o $@

$(entries): $(OUT)/target/%.o: fuzz/target.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -MMD -MP -DFUZZ_TARGET='"$*"' -c $< -o $@

$(MUTATED:%=$(OUT)/%): $(mutator)
$(programs): $(OUT)/%: $(OUT)/target/%.o $(common) $(extension)
	$(CC) $(CFLAGS) $^ $(LDFLAGS) -o $@

# Copies, so that a build stays what it is while the sources change.
$(scripts): $(OUT)/%: fuzz/%
	@mkdir -p $(@D)
	cp $< $@
$(OUT)/php/vectors.php: tests/format/vectors/classes.php
	@mkdir -p $(@D)
	cp $< $@

-include $(objects:.o=.d)
