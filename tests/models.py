#!/usr/bin/env python3
"""Parts of the rulebooks reckoned a second time, in a few lines of Python, beside the engine.

    models.py PENTACLE [MODEL] [CASES [SEED]]

A model makes positions at random, reckons by the rulebook what may be chosen and what must come of
it, and writes that as scenarios; `pentacle check` plays them. It knows nothing of the engine.
"""

import random
import subprocess
import sys
import tempfile

ELEMENTS = {
    "Dark": "Abyss", "Light": "Realm of Light", "Earth": "Forest", "Water": "Ocean", "Ice": "Sub-Zero",
    "Fire": "Burning Lands", "Toxic": "Toxic Wasteland", "Wind": "Mountain", "Thunder": "Thunder Cloud",
    "Normal": "Plain Fields",
}


# --- Despaira: one battle (4.0 to 4.5, 7.0) ------------------------------------------------------

def creature(rng):
    stats = {"HP": rng.randrange(100, 1300, 50)}
    for name, odds in ("ATK", 9), ("CATK", 4), ("DEF", 4), ("RATK", 4), ("HL", 2):
        if rng.random() * 10 < odds:
            stats[name] = rng.randrange(50, 1000, 50)
    return rng.choice(list(ELEMENTS)), stats, rng.choice((2, 3, 4))


def creature_card(name, who):
    element, stats, reach = who
    said = [f"{k} {v}" + (f" range {reach}" if k == "RATK" else "") for k, v in stats.items()]
    return f"{name}: Creature {element} Beast LV 3 " + " ".join(said)


def boosted(who, tile):
    element, stats, _ = who
    more = 100 if element != "Normal" and ELEMENTS[element] == tile else 0
    return {k: v + more for k, v in stats.items()}


def after_shield(stats, strength):
    """What a strength leaves for the HP, and whether it broke the shield."""
    if "DEF" not in stats:
        return strength, False
    broken = strength > stats["DEF"]
    return (strength - stats["DEF"] if broken else 0), broken


def two_tiles(rng):
    while True:
        a = rng.randrange(5), rng.randrange(1, 7)
        b = a[0] + rng.choice((0, 0, 0, 1, -1, 2)), a[1] + rng.choice((0, 1, -1, 1, -1, 2, -2, 3))
        corners = {(0, 1), (4, 6)}  # where the Leaders stand
        if a != b and 0 <= b[0] < 5 and 1 <= b[1] <= 6 and not corners & {a, b}:
            return a, b


def despaira(rng):
    attacker, target = creature(rng), creature(rng)
    (ax, ay), (bx, by) = two_tiles(rng)
    here, there = f"{'ABCDE'[ax]}{ay}", f"{'ABCDE'[bx]}{by}"
    away = abs(ax - bx) + abs(ay - by)
    tiles = [rng.choice((ELEMENTS[who[0]], "Plain Fields")) for who in (attacker, target)]
    mode = rng.choice(("", "", " in Defence Mode", " face down"))
    aim = there if mode == " face down" else "Target"
    yield "card      " + creature_card("Attacker", attacker)
    yield "          " + creature_card("Target", target)
    yield "given     Ash to act, main phase"
    yield "          Ash A1: Plain Captain"
    yield "          Bel E6: Plain Captain"
    yield f"          Ash {here}: Attacker"
    yield f"          Bel {there}: Target{mode}"
    yield f"          tile {here} {tiles[0]}, tile {there} {tiles[1]}"
    a, b = boosted(attacker, tiles[0]), boosted(target, tiles[1])
    stat = "ATK" if away == 1 else "RATK"
    if stat not in a or (away > 1 and away > attacker[2]):
        why = "DES-725" if away == 1 else "DES-723" if "RATK" not in a else "DES-724"
        yield f"refused   Ash attack {aim} with Attacker because {why}"
        return
    yield f"when      Ash attack {aim} with Attacker"
    ambush = ax == bx and ay > by
    damage, broken = after_shield(b, a[stat] * (2 if ambush else 1))
    own, other = 4500, 4500
    if damage >= b["HP"]:
        if not mode:
            other -= min(500, damage - b["HP"])
        yield "then      Bel graveyard: Target"
    else:
        shield = f" DEF {-1 if broken else b['DEF']}" if "DEF" in b else ""
        yield f"then      {there}: Target HP {b['HP'] - damage}{shield}"
        if "CATK" in b and away == 1 and not ambush:
            back, _ = after_shield(a, b["CATK"])
            a["HP"] -= back
            own -= min(500, max(0, -a["HP"]))
    yield f"          {here}: Attacker HP {a['HP']}" if a["HP"] > 0 else "          Ash graveyard: Attacker"
    yield f"          Bel Leader HP {other}, Ash Leader HP {own}"


# --- Eternity: one turn of two to four players ---------------------------------------------------

LETTERS = "LMHS"
SEATS = ("Ash", "Bel", "Cyd", "Dov")


class Attack:
    def __init__(self, rng, number, priority):
        self.name, self.priority = f"Card{number}", priority
        self.low = rng.choice((1, 1, 1, 2))
        self.high = max(self.low, rng.choice((1, 1, 2, 3)))
        self.attack, self.link = rng.choice((0, 1, 2, 3, 4)), rng.choice((0, 1, 1, 2))
        self.colour = {letter: rng.choice("rywwy") for letter in LETTERS}
        self.colour[rng.choice(LETTERS)] = "r"
        self.terminal, self.final = rng.random() < 0.13, rng.random() < 0.3

    def card(self):
        reach = f"{self.low}" if self.low == self.high else f"{self.low}-{self.high}"
        said = f"{self.name}: Attack priority {self.priority} range {reach} attack {self.attack} link {self.link}"
        said += "".join(f" {letter}:{colour}" for letter, colour in self.colour.items())
        return said + ("; Terminal" if self.terminal else "") + ("; Final: Knock down your target" if self.final else "")

    def leads_to(self, other):
        return any(other.colour[x] == "r" and self.colour[x] in "yr" for x in LETTERS)


class Turn:
    """What is reckoned while the cards of a turn resolve."""

    def __init__(self, rng, mode):
        self.rng, self.mode = rng, mode
        self.seats = SEATS[: {"versus": 2, "teams": 4}.get(mode, rng.choice((3, 4)))]
        priorities = rng.sample(range(1, 10), len(self.seats))  # no ties
        self.hand = {
            seat: [Attack(rng, 3 * i, priorities[i])] + [Attack(rng, 3 * i + n, rng.randrange(1, 10)) for n in (1, 2)]
            for i, seat in enumerate(self.seats)
        }
        self.target = {seat: rng.choice(self.foes(seat)) for seat in self.seats}
        squares = rng.sample([(x, y) for x in range(3, 7) for y in (2, 3, 4)], len(self.seats))
        self.square = dict(zip(self.seats, squares))
        self.throws = {seat for seat in self.seats if rng.random() < 0.25}
        self.health = {seat: rng.choice((0, 1, 2, 4, 10)) if mode == "vampire" else 26 for seat in self.seats}
        self.hurt, self.fallen, self.cancelled = set(), set(), set()
        self.meter = {seat: [] for seat in self.seats}
        self.lines = []

    def foes(self, seat):
        at = SEATS.index(seat)
        other_team = lambda s: self.mode != "teams" or (SEATS.index(s) - at) % 2
        return [s for s in self.seats if s != seat and other_team(s)]

    def away(self, a, b):
        return max(abs(p - q) for p, q in zip(self.square[a], self.square[b]))

    def strike(self, blows):
        """One damage event: all losses, then what vampires gain."""
        had_none = {seat for seat in self.seats if self.health[seat] == 0}
        for _, victim, amount in blows:
            self.health[victim] = max(0, self.health[victim] - amount)
            if amount:
                self.hurt.add(victim)
        for who, victim, amount in blows:
            if self.mode == "vampire" and victim not in had_none:
                self.health[who] += amount

    def throw(self):
        teched = {s for s in self.throws if self.target[s] in self.throws and self.target[self.target[s]] == s}
        hits = [s for s in self.seats if s in self.throws - teched and self.away(s, self.target[s]) == 1]
        self.strike([(s, self.target[s], 2) for s in hits])
        self.cancelled = {self.target[s] for s in hits}
        self.lines += [f"when      {s} pass" for s in hits]  # nobody is moved

    def resolve(self, seat):
        card, did, combo = self.hand[seat][0], False, []
        away, left = self.away(seat, self.target[seat]), self.hand[seat][1:]
        while card:
            hit = card.low <= away <= card.high
            damage = (card.link if did else card.attack) if hit else 0
            if damage:
                self.strike([(seat, self.target[seat], damage)])
            did = did or damage > 0
            combo.append((card, damage))
            last, card = card, None
            fits = [c for c in left if last.leads_to(c)]
            if hit and seat not in self.hurt and not last.terminal and len(combo) < 4 and fits:
                self.lines.append(f"offered   {seat}: " + ", ".join(f"link {c.name}" for c in fits) + ", pass")
                card = self.rng.choice(fits + fits + [None])
                self.lines.append(f"when      {seat} " + (f"link {card.name}" if card else "pass"))
                left = [c for c in left if c is not card]
        if damage and last.final:
            self.lines.append(f"offered   {seat}: use it, pass")
            self.lines.append(f"when      {seat} use it")
            self.fallen.add(self.target[seat])
        self.meter[seat] = [c.name for c, dealt in combo if dealt]
        self.hand[seat] = [None] + left

    def play(self):
        self.throw()
        for seat in sorted(self.seats, key=lambda s: -self.hand[s][0].priority):
            if seat not in self.throws and seat not in self.cancelled:
                self.resolve(seat)


def arranged(turn):
    yield f"mode      {turn.mode}"
    yield f"seats     {len(turn.seats)}"
    yield "card      Fighter: Character health 26 hand 4"
    yield "          Idle: Utility"
    yield from ("          " + card.card() for seat in turn.seats for card in turn.hand[seat])
    yield "given     play phase"
    for seat in turn.seats:
        x, y = turn.square[seat]
        yield f"          {seat} {'abcdefghij'[x]}{y}: Fighter"
        yield f"          {seat} burst token 0, {seat} health {turn.health[seat]}"
        yield f"          {seat} deck: 9 Idle"
        yield f"          {seat} hand: " + ", ".join(card.name for card in turn.hand[seat])
    for seat in turn.seats:
        at = "" if turn.mode == "versus" else f" at {turn.target[seat]}"
        yield f"when      {seat} play {'Throw' if seat in turn.throws else turn.hand[seat][0].name}{at}"


def eternity(rng):
    while True:
        turn = Turn(rng, rng.choice(("versus", "versus", "scramble", "teams", "vampire")))
        lines = list(arranged(turn))
        turn.play()
        if turn.mode == "vampire" or min(turn.health.values()) > 0:
            break
    yield from lines
    yield from turn.lines
    yield "then      " + ", ".join(f"{seat} health {turn.health[seat]}" for seat in turn.seats)
    for seat in turn.seats:
        yield f"          {seat} fallen {'knockdown' if seat in turn.fallen else 'nothing'}"
        yield f"          {seat} meter: " + (", ".join(reversed(turn.meter[seat])) or "empty")
        left = turn.hand[seat] if seat in turn.throws else turn.hand[seat][1:]
        yield f"          {seat} hand: " + (", ".join(card.name for card in left) or "empty")


# --- Eternity: one step, with jumps, walls, red lines and the shaft -----------------------------

WAYS = {
    "north": (0, 1), "north-east": (1, 1), "east": (1, 0), "south-east": (1, -1),
    "south": (0, -1), "south-west": (-1, -1), "west": (-1, 0), "north-west": (-1, 1),
}
LEVELS = {"Lod Courtyard": (10, 5, None), "Broken Belfry": (7, 7, (3, 4))}


def is_red(level, side, x, y):
    return side in "WE" and y in (2, 3, 4) if level == "Lod Courtyard" else side in "NS" and x in (2, 3, 4)


def step(level, figures, square, way):
    """Where a step leads: a square, "out", or None at a wall."""
    wide, high, shaft = LEVELS[level]
    x, y = square
    while True:
        to = x + way[0], y + way[1]
        if to == shaft:
            return "out"
        crossed = [s for s, off in zip("WESN", (to[0] < 0, to[0] >= wide, to[1] < 1, to[1] > high)) if off]
        if crossed:
            return "out" if any(is_red(level, side, x, y) for side in crossed) else None
        if to not in figures:
            return to
        x, y = to


def level(rng):
    name = rng.choice(list(LEVELS))
    wide, high, shaft = LEVELS[name]
    squares = {(x, y) for x in range(wide) for y in range(1, high + 1)} - {shaft}
    victim = rng.choice(sorted(s for s in squares if rng.random() < 0.3 or s[0] in (0, wide - 1) or s[1] in (1, high)))
    near = sorted(s for s in squares if 0 < max(abs(s[0] - victim[0]), abs(s[1] - victim[1])) < 3)
    thrower = rng.choice([s for s in near if max(abs(s[0] - victim[0]), abs(s[1] - victim[1])) == 1])
    others = rng.sample([s for s in near if s != thrower], 2)
    yield "mode      scramble"
    yield "seats     4"
    yield "card      Fighter: Character health 26 hand 4"
    yield "          Idle: Utility"
    yield f"given     play phase, level {name}"
    for seat, (x, y) in zip(SEATS, (thrower, victim, *others)):
        yield f"          {seat} {'abcdefghij'[x]}{y}: Fighter"
        yield f"          {seat} burst token 0"
        yield f"          {seat} deck: 9 Idle"
        yield f"          {seat} hand: Idle"
    yield "when      Ash play Throw at Bel"
    yield from (f"          {seat} play Idle at Ash" for seat in SEATS[1:])
    leads = {way: step(name, (thrower, victim, *others), victim, by) for way, by in WAYS.items()}
    legal = [way for way in WAYS if leads[way]]
    yield "offered   Ash: " + ", ".join(f"step {way}" for way in legal) + ", pass"
    way = rng.choice(legal)
    yield f"when      Ash step {way}"
    if leads[way] == "out":
        yield "event     all: Fighter was ringed out"
    else:
        yield f"then      {'abcdefghij'[leads[way][0]]}{leads[way][1]}: Fighter"


# --- Voidbreakers: attacks and conditions --------------------------------------------------------

FORBIDDEN = {"Stunned": "VOI-841", "Disarmed": "VOI-842", "Cloaked": "VOI-853", "away": "VOI-403", "spent": "VOI-401"}


def voidbreakers(rng):
    start = rng.choice((0, 10, 20, 30))
    most = max(10, start + rng.choice((0, 0, 10, 20)))
    power = rng.choice((start, min(most, start + 10)))
    health, times = {"Una": rng.choice((90, 120)), "Duo": rng.choice((90, 120))}, rng.choice((1, 2))
    words = ("Weakened", "Exposed", "Burning", "Guarded", "Empowered", "Braced", "Rooted")
    has = {who: [word for word in words if rng.random() < 0.28] for who in health}
    if rng.random() < 0.28:
        has["Una"].append("Cloaked")
    ban = rng.choice((None,) * 6 + tuple(FORBIDDEN))
    if ban in ("Stunned", "Disarmed"):
        has["Una"].append(ban)
    if ban == "Cloaked":
        has["Duo"].append(ban)
    yield f"card      Una: Fighter Brawler; AP {start} max {most} HP {health['Una']} A 2 M 1"
    yield f"          Duo: Fighter Gunner; AP 20 max 30 HP {health['Duo']} A 1 M 1"
    yield "          Mote: Support Brawler; Raise 10."
    yield "given     Ash to act, action phase"
    yield "          Ash arsenal: 5 Mote"
    yield "          Bel arsenal: 5 Mote"
    yield f"          Ash C: Una AP {power} A {0 if ban == 'spent' else times} M 1 " + " ".join(has["Una"])
    yield f"          Bel {'NE' if ban == 'away' else 'C'}: Duo " + " ".join(has["Duo"])
    if ban:
        yield f"refused   Ash attack Una > Duo because {FORBIDDEN[ban]}"
        return
    own, other = set(has["Una"]), set(has["Duo"])
    power = max(0, min(most, power + 10 * ("Empowered" in own) - 10 * ("Weakened" in own)))
    for left in reversed(range(times)):
        yield "when      Ash attack Una > Duo"
        own.discard("Cloaked")
        if power > 0:
            piece = power + 10 * ("Exposed" in other) - 20 * ("Guarded" in other)
            other.discard("Guarded")
            health["Duo"] -= max(0, piece)
        if health["Duo"] <= 0:
            yield "result    Ash wins because VOI-901"
            return
        yield f"then      Duo HP {health['Duo']} {'' if 'Guarded' in other else 'not '}Guarded"
        yield f"          Una HP {health['Una']} A {left} not Cloaked"
    health["Una"] -= 10 * ("Burning" in own)
    yield "when      Ash end phase"
    yield f"then      Una HP {health['Una']} " + " ".join(f"not {word}" for word in words) + f", Duo HP {health['Duo']}"
    yield from (f"          Duo {word}" for word in sorted(other))


# --- Oversoul: one Battle of two Units (6.1 to 6.4, 8.6) -----------------------------------------

CHARGES = {"BARRIER": ("BARRIER", "HYPER-BARRIER"), "STRIKE": ("DUAL-STRIKE", "HYPER-STRIKE")}


class Unit:
    def __init__(self, rng, name, slowest):
        self.name, self.dmg, self.spd = name, rng.choice((0, 1, 2, 2, 3, 4)), rng.randrange(slowest, 6)
        self.most = rng.randrange(1, 10)
        self.damage, self.dealt = rng.choice((0, 0, rng.randrange(self.most))), 0
        self.charges = {kind: rng.choice((0, 0, 0, 1, 2)) for kind in CHARGES}
        self.words = {word for word in ("RANGED", "THORNS", "VAMPIRISM") if rng.random() < 0.25}

    def card(self):
        return f"{self.name}: Unit CHAOS rank I energy -1 PRIMAL common; DMG {self.dmg} SPD {self.spd} HP {self.most}"

    def said(self):
        charges = [CHARGES[kind][count - 1] for kind, count in self.charges.items() if count]
        return " ".join([self.name, f"damaged {self.damage}" if self.damage else "", *sorted(self.words), *charges])

    def lives(self):
        return self.damage < self.most

    def hits(self, other, amount, thorns=True):
        if amount <= 0:
            return
        if other.charges["BARRIER"]:
            other.charges["BARRIER"] -= 1
            return
        other.damage += amount
        self.dealt += amount
        if thorns and "THORNS" in other.words:
            other.hits(self, amount, thorns=False)

    def strikes(self, other):
        times = 1 + self.charges["STRIKE"] if self.dmg else 0
        if times > 1:
            self.charges["STRIKE"] -= 1
        for _ in range(times):
            self.hits(other, self.dmg)

    def end_of_battle(self):
        """What is said of it afterwards, if it lives."""
        if "VAMPIRISM" in self.words:
            self.damage = max(0, self.damage - self.dealt)
        said = f"{self.name} HP {self.most - self.damage}"
        for kind, names in CHARGES.items():
            for count, name in enumerate(names, 1):
                said += f" {'' if self.charges[kind] >= count else 'not '}{name}"
        return said


def oversoul(rng):
    attacker, target = Unit(rng, "Attacker", 2), Unit(rng, "Target", 0)
    yield "card      " + attacker.card()
    yield "          " + target.card()
    yield "given     Ash to act, action phase"
    yield f"          Ash unit 1: {attacker.said()}"
    yield f"          Bel unit 1: {target.said()}"
    yield "when      Ash attack Attacker > Target"
    yield "          all pass"
    order = [(attacker, target)]
    if target.spd >= 1 and "RANGED" not in attacker.words:
        order.insert(0 if target.spd > attacker.spd else 1, (target, attacker))
    for who, other in order:
        if who.lives() or attacker.spd == target.spd:
            who.strikes(other)
    for seat, unit in ("Ash", attacker), ("Bel", target):
        place = f"{seat} unit 1: {unit.end_of_battle()}" if unit.lives() else f"{seat} idle: {unit.name}"
        yield f"{'then ' if seat == 'Ash' else '     '}     {place}"


MODELS = {
    "oversoul": ("oversoul", oversoul),
    "despaira": ("despaira", despaira),
    "eternity": ("eternity", eternity),
    "level": ("eternity", level),
    "voidbreakers": ("voidbreakers", voidbreakers),
}


BATCH = 250  # scenarios in a file


def checked(program, lines):
    with tempfile.NamedTemporaryFile("w", suffix=".scn", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
        file.flush()
        done = subprocess.run([program, "check", file.name], stdout=subprocess.PIPE, encoding="utf-8")
    return done.stdout.splitlines()


def main():
    words = sys.argv[1:]
    if not words or (len(words) > 1 and words[1] not in MODELS and not words[1].isdigit()):
        sys.exit(__doc__)
    chosen = [words.pop(1)] if len(words) > 1 and words[1] in MODELS else list(MODELS)
    cases, seed = int(words[1]) if len(words) > 1 else 300, int(words[2]) if len(words) > 2 else 1
    passed = failed = 0
    for name in chosen:
        game, model = MODELS[name]
        rng = random.Random(f"{name} {seed}")
        for first in range(0, cases, BATCH):
            batch = range(first, min(cases, first + BATCH))
            said = [f"game {game}"]
            for case in batch:
                said += ["", f"scenario  {name} {case} of seed {seed}", *model(rng)]
            *shown, last = checked(words[0], said)
            print("\n".join(shown[:60]), end="\n" if shown else "")
            passed += int(last.split()[0])
            failed += int(last.split()[2])
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


sys.exit(main())
