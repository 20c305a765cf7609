# What people type. The building itself is Meson's (meson.build); this file only names the commands.
#
#   make play      install what is missing, build, serve; says the address to open in a browser
#   make check     the same set-up, then every test; closes with "N passed, N failed"
#   make           build only: build/pentacle
#   make bench     decisions per second, clone time, search speed
#   make fuzz      every fuzzer for FUZZ_SECONDS (60)
#   make load      how fast the server is: many matches, idle lines, hostile clients
#   make soak      random matches of every game for SOAK_SECONDS (600), with sanitizers
#   make e2e       the page in Chromium: every page, whole matches
#   make install   under PREFIX (/usr/local); DESTDIR is honoured
#   make format    lay out the C files (needs clang-format)
#   make clean

BUILD        := build
PREFIX       ?= /usr/local
FUZZ_SECONDS ?= 60
SOAK_SECONDS ?= 600
export FUZZ_SECONDS SOAK_SECONDS

# Packages of the page that came since make another build of it.
build: $(BUILD)/build.ninja
	@if [ web/node_modules/.package-lock.json -nt $< ]; then meson setup --reconfigure $(BUILD) >/dev/null; fi
	@ninja -C $(BUILD) -k 0 --quiet

$(BUILD)/build.ninja:
	@meson setup $(BUILD) >$(BUILD).log 2>&1 || { cat $(BUILD).log; rm -f $(BUILD).log; exit 1; }
	@mv $(BUILD).log $(BUILD)/setup.log

# Serves until Ctrl-C. What happens there is in a file, so that the address stays to be seen.
play:
	@tools/setup build
	@$(MAKE) --no-print-directory build
	@tools/play $(BUILD)

check:
	@tools/setup check
	@tools/check

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
	@$(MAKE) --no-print-directory $(BUILD)/build.ninja
	@meson configure $(BUILD) -Dtests=true
	@ninja -C $(BUILD) --quiet pentacle tests/load
	@tests/load.py $(BUILD)

e2e:
	@tools/setup e2e
	@$(MAKE) --no-print-directory build
	@for test in pages strangers games speed lighthouse; do \
	    PENTACLE=$(BUILD)/pentacle $$(tools/web.py node) web/tests/e2e/$$test.mjs || exit 1; \
	done

install: build
	@meson configure $(BUILD) -Dprefix=$(abspath $(PREFIX))
	@ninja -C $(BUILD) --quiet
	@meson install -C $(BUILD) --no-rebuild --quiet

format:
	@clang-format -i $$(git ls-files '*.c' '*.h')

clean:
	@rm -rf $(BUILD)

.PHONY: build play check bench fuzz load soak e2e install format clean
