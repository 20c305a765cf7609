// Draws the page of `pentacle sim --report` from the numbers that lie in it.
import * as Plot from "@observablehq/plot";

const hasCharts = typeof Plot.plot === "function"; // false where the library was not there to build with
const read = id => JSON.parse(document.getElementById(id).textContent);
const result = read("result");
const changes = read("changes");
const worth = new Map(read("worth").map(w => [w.card, w]));
const page = document.getElementById("report");

// --- words and numbers ---------------------------------------------------------------------------

const percent = (share, digits = 1) => (100 * share).toFixed(digits) + " %";
const points = change => Math.abs(change) < 0.0005 ? "0.0" : (change >= 0 ? "+" : "−") + Math.abs(100 * change).toFixed(1);
const count = number => number.toLocaleString("en");
const sum = list => list.reduce((a, b) => a + b, 0);
const mean = (total, of) => of ? total / of : 0;
const interval = s => s.matches ? `${percent(s.low)} to ${percent(s.high)}` : "";
const fair = 1 / result.teams;

// Wilson's interval of a score; a draw is worth 1 / parts of a win. So many matches as `effect` says
// tell as much as one that was played by itself.
function share(score, parts, effect = result.effect) {
  const n = score.matches / effect, z = 1.959964;
  if (!n) return {...score, share: 1 / parts, low: 0, high: 1};
  const p = (score.wins + score.draws / parts) / score.matches;
  const middle = (p + z * z / (2 * n)) / (1 + z * z / n);
  const half = z / (1 + z * z / n) * Math.sqrt(p * (1 - p) / n + z * z / (4 * n * n));
  return {...score, share: p, low: middle - half, high: middle + half};
}
const add = (a, b) => ({matches: a.matches + b.matches, wins: a.wins + b.wins, draws: a.draws + b.draws});
const NOTHING = {matches: 0, wins: 0, draws: 0};

// --- the page ------------------------------------------------------------------------------------

function make(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null) element.setAttribute(name, value);
  }
  element.append(...inside.flat().filter(x => x !== null && x !== undefined));
  return element;
}

const sections = [];
function section(id, title, ...inside) {
  const element = make("section", {id, "aria-labelledby": id + "-title"}, make("h2", {id: id + "-title"}, title), ...inside);
  sections.push({id, title});
  page.append(element);
  return element;
}

// A chart is drawn as wide as there is room, and again when the room changes.
const charts = [];
function chart(words, least, options) {
  if (!hasCharts) return null;
  const box = make("div", {class: "chart", tabindex: 0, role: "group", "aria-label": words});
  charts.push(() => {
    const width = Math.max(least, Math.min(box.parentElement.clientWidth || 640, 960));
    const svg = Plot.plot({style: {background: "transparent", color: "currentColor"}, width, ...options(width)});
    svg.querySelectorAll("[aria-label]").forEach(e => e.removeAttribute("aria-label")); // one picture, one name
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", words);
    box.replaceChildren(svg);
  });
  return make("figure", {}, make("figcaption", {}, words), box);
}

// columns: [{title, value(row), text(row), words}]; sortable by a click on a title.
function table(caption, columns, rows, {sortable = false, search = false} = {}) {
  const body = make("tbody");
  const fill = list => body.replaceChildren(...list.map(row => make("tr", {}, columns.map((c, i) =>
    make(i ? "td" : "th", i ? {class: c.words ? "words" : null} : {scope: "row"}, c.text(row))))));
  let shown = rows;
  const heads = columns.map((c, at) => {
    const head = make("th", {scope: "col"});
    if (!sortable) return head.append(c.title), head;
    const button = make("button", {type: "button"}, c.title);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") !== "descending";
      heads.forEach(h => h.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const key = c.value ?? c.text;
      shown = [...rows].sort((a, b) => {
        const x = key(a), y = key(b), order = typeof x === "string" ? x.localeCompare(y) : x - y;
        return down && typeof x !== "string" ? -order : !down && typeof x === "string" ? -order : order;
      });
      fill(shown);
    });
    head.append(button);
    return head;
  });
  fill(rows);
  const whole = make("div", {class: "rows", tabindex: 0, role: "group", "aria-label": caption},
    make("table", {}, make("caption", {}, caption), make("thead", {}, make("tr", {}, heads)), body));
  if (!search) return whole;
  const field = make("input", {type: "search", placeholder: "find a card", "aria-label": "find a card"});
  field.addEventListener("input", () => {
    const wanted = field.value.trim().toLowerCase();
    fill(shown.filter(row => columns[0].text(row).toLowerCase().includes(wanted)));
  });
  return make("div", {}, field, whole);
}

const folded = (title, ...inside) => make("details", hasCharts ? {} : {open: ""}, make("summary", {}, title), ...inside);

const scoreColumns = [
  {title: "wins", value: r => r.share, text: r => percent(r.share)},
  {title: "95 % interval", value: r => r.low, text: r => interval(r)},
  {title: "matches", value: r => r.matches, text: r => count(r.matches)},
];

// --- charts that come more than once -------------------------------------------------------------

// Shares as dots with their intervals and a line where they would be even. What lies wholly beyond
// the line is a full triangle, the rest an empty dot: no colour is needed to see it.
function shares(words, rows, even, more = {}) {
  const widest = Math.max(...rows.map(r => r.name.length));
  const spread = Math.max(0.05, ...rows.filter(r => r.matches).map(r => Math.max(Math.abs(r.low - even), Math.abs(r.high - even))));
  return chart(words, 320, width => {
    const room = Math.min(widest * 7.4 + 16, width * 0.42);
    return {
      marginLeft: room, marginRight: 56, marginTop: 8, marginBottom: 34, height: rows.length * 26 + 46,
      x: {domain: [Math.max(0, even - spread * 1.05), Math.min(1, even + spread * 1.05)], tickFormat: x => Math.round(100 * x) + " %", label: null, grid: true, ticks: Math.max(3, Math.floor((width - room) / 90))},
      y: {domain: rows.map(r => r.name), label: null, tickSize: 0, tickFormat: name => cut(name, room / 7.4)},
      marks: [
        Plot.ruleX([even], {strokeDasharray: "4 3"}),
        Plot.link(rows, {x1: "low", x2: "high", y1: "name", y2: "name", strokeWidth: 2, stroke: r => tone(r, even)}),
        Plot.dot(rows, {
          x: "share", y: "name", r: 4.5, symbol: r => r.low > even ? "triangle" : r.high < even ? DOWN : "circle",
          fill: r => r.low > even || r.high < even ? tone(r, even) : "var(--card)", stroke: r => tone(r, even), strokeWidth: 1.5,
          title: r => `${r.name}: ${percent(r.share)} (${interval(r)}), ${count(r.matches)} matches`,
        }),
        Plot.text(rows, {x: "high", y: "name", text: r => percent(r.share), textAnchor: "start", dx: 8, fill: "currentColor", stroke: "var(--card)", strokeWidth: 4}),
      ],
      symbol: {type: "identity"}, color: {type: "identity"},
      ...more,
    };
  });
}
const DOWN = {draw(context, size) {
  const half = Math.sqrt(size) * 0.8;
  context.moveTo(-half, -half * 0.8);
  context.lineTo(half, -half * 0.8);
  context.lineTo(0, half);
  context.closePath();
}};
const tone = (r, even) => r.low > even ? "var(--good)" : r.high < even ? "var(--bad)" : "var(--mark)";
const cut = (name, letters) => name.length > letters ? name.slice(0, Math.max(3, Math.floor(letters) - 1)) + "…" : name;

function bars(words, rows, x, y, labels) {
  return chart(words, 300, width => ({
    height: 220, marginLeft: 52, marginBottom: 38, marginTop: 20,
    x: {label: labels.x, labelAnchor: "center", tickRotate: 0, domain: rows.map(r => r[x]), ticks: rows.map(r => r[x]), tickFormat: thin(rows.map(r => r[x]), width)},
    y: {label: labels.y, grid: true, zero: true, tickFormat: labels.format},
    color: {type: "identity"},
    marks: [
      Plot.barY(rows, {x, y, fill: "var(--good)", fillOpacity: 0.75, stroke: "var(--mark)", strokeWidth: 0.5, title: labels.title}),
      Plot.ruleY([0]),
    ],
  }));
}
// Only as many names under an axis as there is room for.
function thin(values, width) {
  const wide = Math.max(...values.map(v => v.length)) * 7.5 + 10;
  const every = Math.ceil(values.length * wide / Math.max(200, width - 60));
  return (value, i) => i % every ? "" : String(value);
}

// --- sections ------------------------------------------------------------------------------------

const decks = result.decks.map((d, i) => ({name: d.name, index: i, ...share(result.against_others[i], 2), outright: share(result.deck_scores[i], result.teams)}));

function top() {
  const first = share(result.first[0], result.teams, result.seat_effect);
  const real = result.by_turn.slice(1);
  const known = decks.filter(d => d.matches);
  const strong = known.filter(d => d.low > 0.5), weak = known.filter(d => d.high < 0.5);
  const players = [...new Set(result.bots)];
  page.append(
    make("h1", {}, `${result.title}: what ${count(result.matches)} matches say`),
    make("p", {class: "faint"}, `Mode ${result.mode}, ${result.seats} seats${result.teams < result.seats ? ` in ${result.teams} teams` : ""}, ${result.decks.length} decks; played by ${players.join(" against ")}; seed ${result.seed}. ` +
      `Every match was played once more for each seat, everybody moving round the table. Intervals are 95 %.` +
      (result.complete ? "" : ` The run was stopped early: ${count(result.matches)} of ${count(result.matches_planned)} matches.`) +
      (result.shards > 1 ? ` This is shard ${result.shard} of ${result.shards}.` : "")),
  );
  const facts = [];
  const fact = (name, value, small) => facts.push(make("div", {}, make("dt", {}, name), make("dd", {}, value, small ? make("small", {}, small) : null)));
  if (first.matches) fact("First seat wins", percent(first.share), interval(first));
  fact("Draws", percent(mean(result.draws, result.matches)));
  if (result.turn_sum) fact("Own turns a player", mean(result.turn_sum, result.turn_seats).toFixed(1));
  if (result.turn_sum) fact("Decisions a turn", mean(sum(real.map(t => t.decisions)), sum(real.map(t => t.begun))).toFixed(1), `${mean(sum(result.by_turn.map(t => t.options)), sum(result.by_turn.map(t => t.decisions))).toFixed(1)} choices each`);
  if (result.unspent_name) fact(`${result.unspent_name} unspent`, mean(sum(real.map(t => t.unspent)), sum(real.map(t => t.ended))).toFixed(2), "a turn");
  if (result.lead_matches) fact("Lead changes", mean(sum(result.lead_changes.map((n, i) => n * i)), result.lead_matches).toFixed(1), "a match");
  page.append(make("dl", {class: "facts"}, facts));
  const words = [];
  if (strong.length) words.push(`Stronger than the rest beyond noise: ${strong.sort((a, b) => b.share - a.share).map(d => `${d.name} (${percent(d.share)})`).join(", ")}.`);
  if (weak.length) words.push(`Weaker than the rest beyond noise: ${weak.sort((a, b) => a.share - b.share).map(d => `${d.name} (${percent(d.share)})`).join(", ")}.`);
  if (known.length > 1 && !strong.length && !weak.length) words.push("No deck is stronger or weaker than the rest beyond noise.");
  if (first.matches && (first.low > fair || first.high < fair)) words.push(`Going first is ${first.low > fair ? "an advantage" : "a disadvantage"}: ${percent(first.share)} where ${percent(fair, 0)} would be even.`);
  page.append(make("ul", {class: "words"}, words.map(w => make("li", {}, w))));
  page.append(make("nav", {"aria-label": "sections"}));
}

function whatChanged() {
  if (!changes) return;
  const moved = [...changes.match_ups, ...changes.decks].filter(c => c.moved);
  const rows = changes.match_ups.map(c => ({...c, name: `${c.deck} – ${c.other}`}));
  rows.sort((a, b) => Math.abs(b.change) - Math.abs(a.change));
  const shown = rows.slice(0, 24);
  const widest = Math.max(0.02, ...shown.map(r => Math.max(Math.abs(r.low), Math.abs(r.high))));
  section("changed", "What changed",
    make("p", {}, changes.paired
      ? `${count(changes.rounds)} rounds were played with the same seeds before and after; ${count(changes.changed)} came out otherwise.`
      : `The two results are not paired (${changes.why_not}), so a change must be larger to be seen.`),
    make("p", {}, changes.cards ? `Changed cards, and the decks that hold them: ${changes.cards}.` : "No card of the decks is printed differently."),
    moved.length ? make("ul", {class: "words"}, moved.map(c => make("li", {}, c.words + "."))) : make("p", {}, "No match-up and no deck moved beyond noise."),
    shown.length ? chart("Change of the first deck's wins in each match-up, in points, with 95 % intervals; a full mark moved beyond noise", 340, width => {
      const room = Math.min(Math.max(...shown.map(r => r.name.length)) * 7.2 + 16, width * 0.5);
      return {
        marginLeft: room, marginRight: 50, marginTop: 8, marginBottom: 34, height: shown.length * 24 + 46,
        x: {domain: [-widest * 1.08, widest * 1.08], tickFormat: points, label: null, grid: true, ticks: Math.max(3, Math.floor((width - room) / 80))},
        y: {domain: shown.map(r => r.name), label: null, tickSize: 0, tickFormat: name => cut(name, room / 7.2)},
        color: {type: "identity"}, symbol: {type: "identity"},
        marks: [
          Plot.ruleX([0], {strokeDasharray: "4 3"}),
          Plot.link(shown, {x1: "low", x2: "high", y1: "name", y2: "name", strokeWidth: 2, stroke: moveTone}),
          Plot.dot(shown, {x: "change", y: "name", r: 4.5, symbol: r => !r.moved ? "circle" : r.change > 0 ? "triangle" : DOWN, fill: r => r.moved ? moveTone(r) : "var(--card)", stroke: moveTone, title: r => r.words}),
          Plot.text(shown, {x: "high", y: "name", text: r => points(r.change), textAnchor: "start", dx: 8, fill: "currentColor", stroke: "var(--card)", strokeWidth: 4}),
        ],
      };
    }) : null,
    folded("All match-ups as a table", table("Wins of the first deck, before and now", [
      {title: "match-up", text: r => r.name},
      {title: "before", value: r => r.before, text: r => percent(r.before)},
      {title: "now", value: r => r.after, text: r => percent(r.after)},
      {title: "change", value: r => r.change, text: r => points(r.change)},
      {title: "95 % interval", value: r => r.low, text: r => `${points(r.low)} to ${points(r.high)}`},
      {title: "better / worse", value: r => r.better, text: r => changes.paired ? `${r.better} / ${r.worse} of ${r.rounds}` : ""},
      {title: "beyond noise", value: r => r.moved ? 1 : 0, text: r => r.moved ? "yes" : "no"},
    ], rows, {sortable: true})));
}
const moveTone = r => !r.moved ? "var(--mark)" : r.change > 0 ? "var(--good)" : "var(--bad)";

function matchUps() {
  if (decks.length < 2) return;
  const cells = [];
  result.match_ups.forEach((row, a) => row.forEach((score, b) => {
    if (score.matches) cells.push({a: decks[a].name, b: decks[b].name, ...share(score, 2)});
  }));
  // Blue for good, orange for bad; the sign says the same when it lies beyond noise.
  const paint = c => `color-mix(in oklab, ${c.share >= 0.5 ? "var(--good)" : "var(--bad)"} ${Math.round(Math.min(1, Math.abs(c.share - 0.5) * 2.4) * 62)}%, var(--card))`;
  const sign = c => c.low > 0.5 ? "▲" : c.high < 0.5 ? "▼" : "";
  const names = decks.map(d => d.name);
  const longest = Math.max(...names.map(n => n.length));
  section("match-ups", "Match-ups",
    chart("Wins of the deck on the left against the deck above, in %, with half the width of the 95 % interval; ▲ and ▼ lie beyond noise", longest * 6 + decks.length * 62, width => {
      const left = longest * 7.2 + 12, cell = (width - left - 10) / decks.length;
      const tilt = cell < longest * 7;
      const above = tilt ? longest * 5.4 + 16 : 30;
      return {
        marginLeft: left, marginRight: tilt ? longest * 2.5 : 10, marginTop: above, marginBottom: 6, height: decks.length * 48 + above + 6,
        padding: 0.04, color: {type: "identity"},
        x: {domain: names, axis: "top", label: null, tickSize: 0, tickRotate: tilt ? -38 : 0},
        y: {domain: names, label: null, tickSize: 0},
        marks: [
          Plot.cell(cells, {x: "b", y: "a", fill: paint, stroke: "var(--line)", title: c => `${c.a} against ${c.b}: ${percent(c.share)} (${interval(c)}), ${count(c.matches)} matches`}),
          Plot.text(cells, {x: "b", y: "a", text: c => `${Math.round(100 * c.share)} ${sign(c)}`, dy: -7, fontWeight: 600, fontSize: 15}),
          Plot.text(cells, {x: "b", y: "a", text: c => `± ${Math.round(50 * (c.high - c.low))}`, dy: 11, fontSize: 11}),
        ],
      };
    }),
    folded("Match-ups as a table", table("Wins of the first deck against the second", [
      {title: "deck", text: r => r.a}, {title: "against", text: r => r.b}, ...scoreColumns,
    ], cells, {sortable: true})));
}

function perDeck() {
  const rows = decks.filter(d => d.matches).sort((a, b) => b.share - a.share);
  if (!rows.length) return;
  section("decks", "Wins per deck",
    shares("Wins against all other decks, mirror matches left out; the dashed line is even; a full triangle lies beyond noise", rows, 0.5),
    folded("Decks as a table", table("Wins against all other decks", [
      {title: "deck", text: r => r.name}, ...scoreColumns,
      {title: "outright, of all matches", value: r => r.outright.share, text: r => percent(r.outright.share)},
    ], rows, {sortable: true})));
}

function perSeat() {
  const rows = result.seat_scores.map((s, i) => ({name: `seat ${i + 1}`, ...share(s, result.teams, result.seat_effect)}));
  const first = share(result.first[0], result.teams, result.seat_effect);
  if (first.matches) rows.unshift({name: "who goes first", ...first});
  const bots = [...new Set(result.bots)].map(name => ({name, ...share(result.bots.reduce((s, b, i) => b === name ? add(s, result.bot_scores[i]) : s, NOTHING), result.teams)}));
  section("seats", "The first seat's edge",
    first.matches ? null : make("p", {}, "Nobody goes first in this game: turns are taken at once, or the game does not say."),
    shares(`Wins by seat; ${percent(fair, 0)} is even`, rows, fair),
    folded("Seats as a table", table("Wins by seat", [{title: "seat", text: r => r.name}, ...scoreColumns], rows)),
    bots.length > 1 ? shares("Wins per bot", bots, fair) : null,
    bots.length > 1 ? folded("Bots as a table", table("Wins per bot", [{title: "bot", text: r => r.name}, ...scoreColumns], bots)) : null);
}

function length() {
  const last = result.turns.length - 1;
  let lo = result.turns.findIndex(n => n), hi = last;
  while (hi > 0 && !result.turns[hi]) hi--;
  const rows = result.turns.map((n, i) => ({turns: i === last ? `${i}+` : String(i), n, part: mean(n, result.turn_seats)})).slice(Math.max(0, lo), hi + 1);
  const ends = result.ends.map(e => ({rule: e.rule, text: e.text, won: sum(e.wins) * result.teams / result.seats, draws: e.draws, by: e.wins}))
    .map(e => ({...e, part: mean(e.won + e.draws, result.matches)})).sort((a, b) => b.part - a.part);
  section("length", "How long matches are, and how they end",
    result.turn_sum ? bars("Own turns of a player until the end, share of players", rows, "turns", "part", {x: "own turns", y: null, format: x => Math.round(100 * x) + " %", title: r => `${r.turns} turns: ${percent(r.part)}`})
      : make("p", {}, "The game does not count turns."),
    result.turn_sum ? folded("Lengths as a table", table("Players by own turns", [{title: "own turns", text: r => r.turns}, {title: "players", text: r => count(r.n)}, {title: "share", text: r => percent(r.part)}], rows)) : null,
    make("h3", {}, "Endings"),
    table("The rule that ended the match", [
      {title: "rule", text: r => [make("strong", {}, r.rule), make("div", {class: "rule"}, r.text.length > 180 ? r.text.slice(0, 177) + "…" : r.text)]},
      {title: "share", text: r => percent(r.part)},
      {title: "won", text: r => count(r.won)},
      {title: "drawn", text: r => count(r.draws)},
    ], ends),
    result.round_turns ? table(`Rounds of the matches (${mean(result.round_turns, sum(result.ends.map(e => e.rounds))).toFixed(1)} turns each), by the rule that ended them`, [
      {title: "rule", text: r => r.rule}, {title: "rounds", text: r => count(r.rounds)}, {title: "share", text: r => percent(mean(r.rounds, sum(result.ends.map(e => e.rounds))))},
    ], result.ends.filter(e => e.rounds)) : null,
    decks.length > 1 ? folded("Who wins by which rule", table("Matches won, by deck and rule",
      [{title: "deck", text: r => r.name}, ...ends.map(e => ({title: e.rule, value: r => e.by[r.index], text: r => count(e.by[r.index])}))], decks, {sortable: true})) : null);
}

function cardRows() {
  const all = new Map();
  for (const row of result.cards) {
    const card = all.get(row.card) ?? {name: row.card, decks: [], copies: 0, opening: NOTHING, drawn: NOTHING, played: NOTHING};
    for (const what of ["opening", "drawn", "played"]) card[what] = add(card[what], row[what]);
    if (row.copies) card.decks.push(result.decks[row.deck].name), card.copies += row.copies;
    all.set(row.card, card);
  }
  return [...all.values()].map(card => {
    for (const what of ["opening", "drawn", "played"]) card[what] = share(card[what], result.teams);
    Object.assign(card, worth.get(card.name) ?? {gain: 0, low: 0, high: 0, stands: false});
    card.use = card.drawn.matches ? Math.min(1, card.played.matches / card.drawn.matches) : card.played.matches ? 1 : 0;
    return card;
  });
}

function cards() {
  const rows = cardRows().sort((a, b) => b.gain - a.gain);
  const seen = rows.filter(r => r.drawn.matches >= 20);
  if (!rows.length) return;
  const most = 12;
  const shown = seen.length > 2 * most ? [...seen.slice(0, most), ...seen.slice(-most)] : seen;
  const widest = Math.max(0.02, ...shown.map(r => Math.max(Math.abs(r.low), Math.abs(r.high))));
  const toneOf = r => !r.stands ? "var(--mark)" : r.gain > 0 ? "var(--good)" : "var(--bad)";
  const stand = seen.filter(r => r.stands);
  const cell = what => [
    {title: what === "opening" ? "in the opening hand" : what, value: r => r[what].matches ? r[what].share : -1, text: r => r[what].matches ? percent(r[what].share) : "–"},
    {title: "95 %", value: r => r[what].low, text: r => r[what].matches ? `${(100 * r[what].low).toFixed(0)}–${(100 * r[what].high).toFixed(0)}` : ""},
  ];
  section("cards", "Cards",
    make("p", {}, "The gain of a card is how much more its holder wins in matches in which it was drawn than the decks that hold it win overall. Strong cards gain; cards that are drawn when matches are long, or only when things go badly, lose without being weak. " +
      (stand.length ? `Beyond noise, of ${seen.length} cards (one in twenty of these by chance): ${stand.map(r => `${r.name} (${points(r.gain)})`).join(", ")}.` : `None of ${seen.length} cards lies beyond noise; play more matches to tell them apart.`)),
    shown.length ? chart(`Gain when drawn, in points, with 95 % intervals${seen.length > 2 * most ? ` (the ${most} best and the ${most} worst of ${seen.length})` : ""}; a full triangle lies beyond noise`, 340, width => {
      const room = Math.min(Math.max(...shown.map(r => r.name.length)) * 7.2 + 16, width * 0.45);
      return {
        marginLeft: room, marginRight: 50, marginTop: 8, marginBottom: 34, height: shown.length * 22 + 46,
        x: {domain: [-widest * 1.08, widest * 1.08], tickFormat: points, label: null, grid: true, ticks: Math.max(3, Math.floor((width - room) / 80))},
        y: {domain: shown.map(r => r.name), label: null, tickSize: 0, tickFormat: name => cut(name, room / 7.2)},
        color: {type: "identity"}, symbol: {type: "identity"},
        marks: [
          Plot.ruleX([0], {strokeDasharray: "4 3"}),
          Plot.link(shown, {x1: "low", x2: "high", y1: "name", y2: "name", strokeWidth: 2, stroke: toneOf}),
          Plot.dot(shown, {x: "gain", y: "name", r: 4.2, symbol: r => !r.stands ? "circle" : r.gain > 0 ? "triangle" : DOWN, fill: r => r.stands ? toneOf(r) : "var(--card)", stroke: toneOf, title: r => `${r.name}: ${percent(r.drawn.share)} when drawn, ${points(r.gain)}`}),
          Plot.text(shown, {x: "high", y: "name", text: r => points(r.gain), textAnchor: "start", dx: 8, fill: "currentColor", stroke: "var(--card)", strokeWidth: 4}),
        ],
      };
    }) : make("p", {}, "No card was drawn in 20 matches or more; play more matches."),
    folded(`All ${rows.length} cards as a table`, table("Wins of the holder when the card was in the opening hand, drawn, played", [
      {title: "card", text: r => r.name},
      ...cell("opening"), ...cell("drawn"), ...(result.has_plays ? cell("played") : []),
      {title: "gain", value: r => r.gain, text: r => r.drawn.matches ? points(r.gain) : ""},
      {title: "95 % of the gain", value: r => r.low, text: r => r.drawn.matches ? `${points(r.low)} to ${points(r.high)}` : ""},
      {title: "beyond noise", value: r => r.stands ? 1 : 0, text: r => r.stands ? "yes" : ""},
      {title: "drawn in", value: r => r.drawn.matches, text: r => count(r.drawn.matches)},
      ...(result.has_plays ? [{title: "played in", value: r => r.played.matches, text: r => count(r.played.matches)}, {title: "played of drawn", value: r => r.use, text: r => r.drawn.matches ? percent(r.use, 0) : ""}] : []),
      {title: "decks", text: r => r.decks.join(", "), words: true},
    ], rows, {sortable: true, search: true})),
    ...hardlyPlayed(rows));
}

function hardlyPlayed(rows) {
  if (!result.has_plays) return [make("p", {}, "The game does not tell which cards are played.")];
  const often = Math.max(20, result.matches / 200);
  const held = rows.filter(r => r.copies);
  const never = held.filter(r => !r.played.matches && r.drawn.matches);
  const hardly = held.filter(r => r.played.matches && r.drawn.matches >= often && r.use < 0.1).sort((a, b) => a.use - b.use);
  const unseen = held.filter(r => !r.played.matches && !r.drawn.matches);
  const list = some => some.map(r => r.drawn.matches ? `${r.name} (${percent(r.use, 0)} of ${count(r.drawn.matches)})` : r.name).join(", ") + ".";
  return [
    make("h3", {}, "Never or hardly played"),
    make("p", {}, never.length ? `Drawn and never played: ${list(never)}` : "Every card that was drawn was also played at some time."),
    hardly.length ? make("p", {}, `Played in less than a tenth of the matches in which they were drawn: ${list(hardly)}`) : null,
    unseen.length ? make("p", {}, `Never in a hand and never played (cards that begin in play belong here): ${unseen.map(r => r.name).join(", ")}.`) : null,
  ];
}

function turns() {
  if (!result.turn_sum) return;
  const enough = result.turn_seats / 100;
  const rows = result.by_turn.map((t, i) => ({
    turn: i === result.by_turn.length - 1 ? `${i}+` : String(i), begun: t.begun, decisions: mean(t.decisions, t.begun), options: mean(t.options, t.decisions), unspent: mean(t.unspent, t.ended), ended: t.ended,
  })).filter((t, i) => i > 0 && t.begun >= enough && t.begun > 0);
  const names = ["1", "2", "3–4", "5–8", "9–16", "17–32", "33–64", "65–128", "129–256", "257–512", "513+"];
  const asked = sum(result.options);
  let last = result.options.length - 1;
  while (last > 0 && !result.options[last]) last--;
  const lists = result.options.slice(0, last + 1).map((n, i) => ({name: names[i], n, part: mean(n, asked)}));
  section("turns", "Turns: decisions, choices, what is left unspent",
    make("div", {class: "pair"},
      bars("Decisions (questions with two choices or more) in each own turn", rows, "turn", "decisions", {x: "own turn", y: null, title: r => `turn ${r.turn}: ${r.decisions.toFixed(2)}`}),
      bars("Choices at each decision, by own turn", rows, "turn", "options", {x: "own turn", y: null, title: r => `turn ${r.turn}: ${r.options.toFixed(2)}`}),
      result.unspent_name ? bars(`${result.unspent_name} left unspent at the end of each own turn`, rows.filter(r => r.ended), "turn", "unspent", {x: "own turn", y: null, title: r => `turn ${r.turn}: ${r.unspent.toFixed(2)}`}) : null,
      bars("How many choices a question offers, share of questions", lists, "name", "part", {x: "choices", y: null, format: x => Math.round(100 * x) + " %", title: r => `${r.name}: ${percent(r.part)}`})),
    folded("Turns as a table", table("By own turn of a player (turns that at least 1 % of the players have)", [
      {title: "own turn", text: r => r.turn}, {title: "players", text: r => count(r.begun)},
      {title: "decisions", text: r => r.decisions.toFixed(2)}, {title: "choices each", text: r => r.options.toFixed(2)},
      ...(result.unspent_name ? [{title: `${result.unspent_name} unspent`, text: r => r.ended ? r.unspent.toFixed(2) : ""}] : []),
    ], rows)),
    folded("Lists as a table", table("Questions by how many choices they offer", [{title: "choices", text: r => r.name}, {title: "questions", text: r => count(r.n)}, {title: "share", text: r => percent(r.part)}], lists)));
}

function lead() {
  if (!result.lead_matches) {
    if (!result.has_lead) section("lead", "Leads and comebacks", make("p", {}, "The game has no evaluation yet that says who stands better."));
    return;
  }
  const at = ["after a quarter", "at half time", "after three quarters"].map((name, i) => ({name, ...share(result.lead_at_quarters[i], result.teams)}));
  let last = result.lead_changes.length - 1;
  while (last > 0 && !result.lead_changes[last]) last--;
  const changes = result.lead_changes.slice(0, last + 1).map((n, i) => ({name: i === 15 ? "15+" : String(i), n, part: mean(n, result.lead_matches)}));
  const when = result.lead_last_change.map((n, i) => ({name: `${i * 10}–${i * 10 + 10}`, n, part: mean(n, result.lead_matches)}));
  const back = 1 - at[1].share;
  section("lead", "Leads and comebacks",
    make("p", {}, `Who stands better is what the game's own evaluation says at the beginning of each turn. Who leads at half time wins ${percent(at[1].share)}: ${percent(back)} of the matches are comebacks or draws from there.`),
    shares("Wins of the side that leads", at, fair),
    make("div", {class: "pair"},
      bars("How often the lead changes, share of matches", changes, "name", "part", {x: "changes", y: null, format: x => Math.round(100 * x) + " %", title: r => `${r.name}: ${percent(r.part)}`}),
      bars("When the lead changes for the last time, share of matches (0–10 also if never)", when, "name", "part", {x: "% of the match", y: null, format: x => Math.round(100 * x) + " %", title: r => `${r.name} %: ${percent(r.part)}`})),
    folded("Leads as tables",
      table("Wins of the side that leads", [{title: "when", text: r => r.name}, ...scoreColumns], at),
      table("Matches by changes of the lead", [{title: "changes", text: r => r.name}, {title: "matches", text: r => count(r.n)}, {title: "share", text: r => percent(r.part)}], changes),
      table("Matches by the last change of the lead", [{title: "% of the match", text: r => r.name}, {title: "matches", text: r => count(r.n)}, {title: "share", text: r => percent(r.part)}], when)));
}

top();
whatChanged();
matchUps();
perDeck();
perSeat();
length();
cards();
turns();
lead();
page.querySelector("nav").append(...sections.map(s => make("a", {href: "#" + s.id}, s.title)));
page.append(make("footer", {}, `${result.title}, rules version ${result.version}, cards ${result.cards_digest}. `,
  hasCharts ? "Charts by Observable Plot and D3 (ISC licence)." : "Built without the chart library, so there are tables only; tools/setup gets it."));

const draw = () => charts.forEach(f => f());
draw();
let width = innerWidth;
addEventListener("resize", () => { if (innerWidth !== width) width = innerWidth, draw(); });
// On paper everything is there, also what was folded.
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach(d => { d.dataset.was = d.open; d.open = true; }));
addEventListener("afterprint", () => document.querySelectorAll("details").forEach(d => { d.open = d.dataset.was === "true"; }));
