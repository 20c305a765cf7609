# What people type. The building itself is Meson's (meson.build); this file only names the commands.
#
#   make play      install what is missing, build, serve; says the address to open in a browser; PORT=9000
#   make check     the same set-up, then every test; closes with "N passed, N failed"; ONLY="base cli" runs
#                  the tests with these words in their names
#   make           build only: build/pentacle
#   make bench     decisions per second, clone time, search speed
#   make fuzz      every fuzzer for FUZZ_SECONDS (60)
#   make load      how fast the server is: many matches, idle lines, hostile clients
#   make soak      random matches of every game for SOAK_SECONDS (600), with sanitizers
#   make e2e       the page in Chromium: every page, whole matches
#   make install   under PREFIX (/usr/local); DESTDIR is honoured
#   make dist      a tarball with the page built, for machines without node and clang
#   make deb       a Debian package of program, library, manual page and service
#   make fresh     all of this from a clean clone on a bare Debian (root; SUITE=bookworm or trixie)
#   make format    lay out the C files, new ones too
#   make clean

BUILD        := build
PREFIX       ?= /usr/local
FUZZ_SECONDS ?= 60
SOAK_SECONDS ?= 600
export FUZZ_SECONDS SOAK_SECONDS

build:
	@tools/build $(BUILD)

# Serves until Ctrl-C. What happens there is in a file, so that the address stays to be seen.
play:
	@tools/setup build
	@tools/build $(BUILD)
	@tools/play $(BUILD) $(PORT)

check:
	@tools/setup check
	@tools/check $(ONLY)

bench: build
	@$(BUILD)/pentacle bench $(GAME)

fuzz:
	@tools/setup fuzz
	@tools/fuzz

soak:
	@tools/setup check
	@tools/check --soak

load:
	@tools/setup check
	@tools/build $(BUILD)
	@meson configure $(BUILD) -Dtests=true
	@ninja -C $(BUILD) --quiet pentacle tests/load
	@tests/load.py $(BUILD)

e2e:
	@tools/setup e2e
	@tools/build $(BUILD)
	@for test in pages table fits strangers offline games speed memory lighthouse; do \
	    PENTACLE=$(BUILD)/pentacle $$(tools/web.py node) web/tests/e2e/$$test.mjs || exit 1; \
	done

dist:
	@tools/setup build
	@tools/build $(BUILD)
	@tools/release.py $(BUILD)

# Of a checkout, or of an unpacked release.
deb:
	@tools/setup deb
	@if [ ! -d made ]; then tools/build $(BUILD) && tools/release.py $(BUILD); fi
	@tools/deb $(BUILD)

fresh:
	@tools/fresh $(STEPS)

install: build
	@meson configure $(BUILD) -Dprefix=$(abspath $(PREFIX))
	@ninja -C $(BUILD) --quiet
	@meson install -C $(BUILD) --no-rebuild --quiet

format:
	@tools/setup format
	@tools/format

clean:
	@rm -rf $(BUILD)

.PHONY: build play check bench fuzz load soak e2e dist deb fresh install format clean
