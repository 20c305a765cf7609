#!/usr/bin/env python3
"""What is refused in a game's first mode is refused for the same reason in its other modes.

    modes.py PENTACLE GAMES

Takes each scenario that refuses something in the position as it was given, and plays it in every
mode that differs from the first one only in how a match begins or ends. Scenarios that name a mode,
an option or a number of seats, and decks that are put to the test, are about their own mode.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

MODES = {
    "despaira": ["match", "special", "tournament"],
    "monad": ["tournament", "campaign", "draft"],
    "oversoul": ["teams"],
    "voidbreakers": ["duel", "standard", "decisive", "even", "match"],
}
OWN = {"mode", "option", "seats", "brings", "strict"}
KEPT = {"scenario", "rule", "card", "given", "refused"}


def blocks_of(text):
    return re.findall(r"(?m)^[a-z]+(?: .*)?(?:\n[ \t]+.*)*", text)


def keyword(block):
    return block.split()[0]


def variant(head, scenario, mode, file):
    """The scenario up to what it refuses first, in that mode; None if it is about its own."""
    blocks = blocks_of(scenario)
    keys = [keyword(b) for b in blocks]
    if "refused" not in keys or OWN & set(keys):
        return None
    first = keys.index("refused")
    if "when" in keys[:first] or " brings:" in blocks[first]:
        return None
    kept = [b for b, k in zip(blocks[: first + 1], keys) if k in KEPT]
    return "\n".join([f"{kept[0]} ({file})", f"mode      {mode}", *head, *kept[1:]])


def scenarios(game_folder, mode):
    for path in sorted(game_folder.glob("scenarios/**/*.scn")):
        head, *rest = re.split(r"(?m)^(?=scenario )", path.read_text(encoding="utf-8"))
        head = [b for b in blocks_of(re.sub(r"(?m)^#.*\n", "", head)) if keyword(b) != "game"]
        if OWN & {keyword(b) for b in head}:
            continue
        for scenario in rest:
            text = variant(head, scenario, mode, path.name)
            if text:
                yield text


def main():
    pentacle, games = sys.argv[1], pathlib.Path(sys.argv[2])
    passed = failed = 0
    for game, modes in MODES.items():
        for mode in modes:
            with tempfile.NamedTemporaryFile("w", suffix=".scn", encoding="utf-8") as file:
                file.write(f"game {game}\n\n" + "\n\n".join(scenarios(games / game, mode)) + "\n")
                file.flush()
                run = subprocess.run([pentacle, "check", file.name], capture_output=True, text=True)
            last = re.search(r"(\d+) passed, (\d+) failed\s*$", run.stdout)
            if not last or run.returncode not in (0, 1):
                print(f"{game}, {mode}: {run.stdout[-300:]}{run.stderr[-300:]}")
                failed += 1
                continue
            if last.group(2) != "0":
                print(f"{game}, {mode}:\n{run.stdout}")
            passed += int(last.group(1))
            failed += int(last.group(2))
    print(f"{passed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
