// A game of Jardín Japonés at one screen: what is shown, and what a player does.
//
// `games` is the history, and nothing else is remembered: undo goes back in it. What may be done is
// never decided here: the server lists the moves of a roll and judges every outline of a pond.

import {
  EMPTY, FACES, fromHash, fromRecord, inWords, nameOf, parse, positionOf, toHash, toRecord, wordOf,
} from "./address.js";
import { Garden, NAMES } from "./garden.js";
import { Hints } from "./hints.js";
import { ask, attempt, find, make, offer, Refusal, say, signed } from "./page.js";
import { forget, showPossible } from "./possible.js";

const HINT_SECONDS = 30;
const SHEETS_KEPT = 300;
const RECORD_BYTES = 30_000;
const SEASONS = ["autumn", "winter", "spring", "summer"];

let games = [];
let now = 0;
let viewed = 0; // the player whose sheet is shown
let sheet; // what the server says of it
let moves = []; // of the roll: { text, location, placings }
let choice; // what the player is about to do
let rolls = null; // all twelve, where they are thrown here
const sheets = new Map(); // answers of the server, which never change

const game = () => games[now];
const garden = new Garden(find("picture"), find("spaces"), pick, stroke);
const hints = new Hints("/api/jardin/hint", describeHint, preview, (move) =>
  act(() => play(move)),
);

/** Nothing chosen yet. */
const nothing = () => ({ location: null, prune: false, hand: null, placed: [], pond: [] });

/** Runs what changes the game; until that is shown, nothing else is begun. */
async function act(action) {
  const board = find("board");
  if (board.ariaBusy === "true") return;
  board.ariaBusy = "true";
  const held = document.activeElement;
  try {
    await attempt(action);
  } finally {
    board.ariaBusy = "false";
  }
  // A button that is no longer there leaves the keyboard in the garden.
  if (!held.isConnected && document.activeElement === document.body) garden.focus();
}

// --- the game ------------------------------------------------------------------------------------

const plies = (player) => game().players[player].plies.length;
const fewest = () => Math.min(...game().players.map((player) => player.plies.length));
const mayPlay = (player) => plies(player) === fewest();

/** The roll of a player's turn; undefined if it is not thrown yet. */
function rollOf(player) {
  return game().dice[game().players[player].plies.filter((ply) => ply.roll).length];
}

/** Makes another game the one that is shown; the one before can be had back. */
async function become(next) {
  games = [...games.slice(0, now + 1), next];
  now = games.length - 1;
  await showGame();
}

/** Begins with a game: what was played in it can be taken back. */
async function openGame(opened) {
  const all = opened.players.map((player) => player.plies);
  const past = [];
  for (let ply = 0; ply < Math.max(...all.map((each) => each.length)); ply += 1) {
    all.forEach((_, mover) => {
      if (ply >= all[mover].length) return;
      const players = opened.players.map((player, number) => ({
        ...player,
        plies: player.plies.slice(0, number < mover ? ply + 1 : ply),
      }));
      past.push({ ...opened, players });
    });
  }
  games = [...past, opened];
  now = past.length;
  viewed = 0;
  await showGame();
}

async function travel(steps) {
  if (!(now + steps in games)) return;
  now += steps;
  await showGame();
  say(steps < 0 ? "Taken back." : "Done again.");
}

async function play(move) {
  const player = viewed;
  const before = positionOf(game(), player);
  const roll = sheet.pond_decision ? null : rollOf(player);
  const after = await askSheet({ position: before, roll, move });
  const ply = {
    clock: sheet.clock,
    roll,
    move: after.move,
    score: after.breakdown.total,
    position: after.position,
  };
  const players = game().players.map((each, number) =>
    number === player ? { ...each, plies: [...each.plies, ply] } : each,
  );
  const who = players.length > 1 ? `${nameOf(game(), player)}: ` : "";
  await become({ ...game(), players });
  say(`${who}${inWords(ply.move)}. ${signed(ply.score)} points.`);
}

function askSheet(asked) {
  const key = JSON.stringify({ ...asked, faces: game().faces });
  if (!sheets.has(key)) {
    if (sheets.size >= SHEETS_KEPT) sheets.clear();
    const answer = ask("/api/jardin/sheet", JSON.parse(key));
    answer.catch(() => sheets.delete(key));
    sheets.set(key, answer);
  }
  return sheets.get(key);
}

/** Throws the dice of the turn, if they are thrown here and all have played the last. */
async function throwDice() {
  const position = positionOf(game(), viewed);
  const { clock, pond_decision: pond, over } = await askSheet({ position });
  if (pond || over || rollOf(viewed) || game().seed === null) return;
  if (rolls?.seed !== game().seed || rolls.faces !== game().faces) {
    const { seed, faces } = game();
    const answer = await ask("/api/jardin/dice", { seed, faces });
    rolls = { seed, faces, dice: answer.dice.split(" ") };
  }
  const roll = rolls.dice[Number(clock) - 1];
  games[now] = { ...game(), dice: [...game().dice, roll] };
}

// --- what is shown -------------------------------------------------------------------------------

/** Shows the game: the sheet of whoever is to play. */
async function showGame() {
  if (!mayPlay(viewed) || viewed >= game().players.length) {
    viewed = game().players.findIndex((_, player) => mayPlay(player));
  }
  await throwDice();
  find("undo").disabled = now === 0;
  find("redo").disabled = now === games.length - 1;
  await showSheet();
  history.replaceState(null, "", `#${toHash(game())}`);
}

/** Shows the sheet of the viewed player. */
async function showSheet() {
  const position = positionOf(game(), viewed);
  const last = game().players[viewed].plies.at(-1);
  const roll = rollOf(viewed);
  const before = game().players[viewed].plies.at(-2)?.position ?? game().start;
  // The sheet is drawn as its last move left it, with that move pointed out.
  sheet = await askSheet(
    last ? { position: before, roll: last.roll, move: last.move } : { position },
  );
  const turn = !sheet.over && !sheet.pond_decision && roll && mayPlay(viewed);
  const listed = turn ? (await askSheet({ position, roll })).moves : [];
  moves = listed.filter((text) => text !== "X").map((text) => ({ text, ...parse(text) }));
  choice = { ...nothing(), skip: listed[0] === "X" };
  showPicture(sheet);
  showPlayers();
  showYear();
  showChoice();
  await showEnd();
  const when = find("when").textContent;
  find("spoken").textContent = turn ? `${when}: ${diceInWords(roll)}` : when;
  find("advice").hidden = sheet.over;
  followHints();
}

const diceInWords = (roll) =>
  [...roll].map((face) => `${face} ${wordOf(game().faces[face - 1])}`).join(", ");

/** The garden and its points; `than` are the points to compare with. */
function showPicture(shown, than = null) {
  garden.show(shown.svg, shown.spaces);
  const rows = shown.lines.map(({ rule, points, reason }) =>
    make(
      "tr",
      { className: points ? "" : "none" },
      make(
        "th",
        { scope: "row" },
        make("img", { src: `/art/jardin/${rule}.svg`, alt: "", width: 26, height: 24 }),
        rule,
      ),
      make("td", { className: "reason" }, reason),
      make("td", { className: "number" }, difference(points, than?.[rule]), signed(points)),
    ),
  );
  find("score").tBodies[0].replaceChildren(...rows);
  const { total } = shown.breakdown;
  find("score").tFoot.replaceChildren(
    make(
      "tr",
      {},
      make("th", { scope: "row" }, "total"),
      make("td", { className: "reason" }, shown.rank),
      make("td", { className: "number" }, difference(total, than?.total), signed(total)),
    ),
  );
}

function difference(points, before) {
  if (before === undefined || before === points) return "";
  const by = points - before;
  return make("span", { className: "change" }, by > 0 ? `+${by} ` : `${signed(by)} `);
}

function showPlayers() {
  const list = find("players");
  list.hidden = game().players.length === 1;
  list.replaceChildren(
    ...game().players.map((player, number) => {
      const { score } = player.plies.at(-1) ?? { score: null };
      const waits = mayPlay(number) ? "to play" : "has played";
      return make(
        "button",
        {
          type: "button",
          "aria-pressed": String(number === viewed),
          onclick: () => act(() => view(number)),
        },
        make("strong", {}, nameOf(game(), number)),
        ` ${score === null ? "" : `${signed(score)} points, `}${sheet.over ? "done" : waits}`,
      );
    }),
  );
}

async function view(player) {
  viewed = player;
  await showSheet();
}

/** The turn boxes, season by season, and the bonsai. */
function showYear() {
  const played = new Map(game().players[viewed].plies.map((ply) => [ply.clock, ply]));
  find("seasons").replaceChildren(
    ...SEASONS.map((season, number) => {
      const clocks = [1, 2, 3].map((turn) => String(3 * number + turn));
      return make(
        "section",
        { className: `season ${season}`, "aria-label": season },
        make("h3", {}, season),
        make(
          "ol",
          {},
          ...clocks.map((clock) => turnBox(clock, played.get(clock))),
          pondBox(`${clocks[2]}p`, played.get(`${clocks[2]}p`)),
        ),
      );
    }),
  );
  const left = 3 - sheet.prunings;
  const image = find("bonsai");
  image.src = `/art/jardin/bonsai-${sheet.prunings}.svg`;
  find("leaves").textContent = `${left} of 3 ${left === 1 ? "leaf" : "leaves"} left to prune`;
}

function turnBox(clock, ply) {
  const current = sheet.clock === clock;
  const roll = ply?.roll ?? (current ? rollOf(viewed) : undefined);
  const done = ply ? (ply.move === "X" ? "skip" : ply.move[0] === "*" ? "✂" : ply.move[0]) : "";
  const words = ply ? `${ply.roll}, ${inWords(ply.move)}` : current ? "now" : "to come";
  return make(
    "li",
    {
      className: `turn ${ply ? "done" : ""}`,
      title: `turn ${clock}: ${words}`,
      ...(current && { "aria-current": "step" }),
    },
    make("span", { className: "unseen" }, `turn ${clock}: ${words}`),
    make("span", { className: "clock", "aria-hidden": "true" }, clock),
    make("span", { className: "roll", "aria-hidden": "true" }, roll ?? ""),
    make("span", { className: "place", "aria-hidden": "true" }, done),
  );
}

function pondBox(clock, ply) {
  const current = sheet.clock === clock;
  const words = ply ? inWords(ply.move) : current ? "now" : "to come";
  return make(
    "li",
    {
      className: `turn pond ${ply ? "done" : ""}`,
      title: `pond: ${words}`,
      ...(current && { "aria-current": "step" }),
    },
    make("span", { className: "unseen" }, `pond: ${words}`),
    make("span", { className: "clock", "aria-hidden": "true" }, "pond"),
    make(
      "span",
      { className: "place", "aria-hidden": "true" },
      ply ? (ply.move === "-" ? "none" : ply.move.slice(1).split(",").length) : "",
    ),
  );
}

// --- what can be done ----------------------------------------------------------------------------

const seasonOf = () => `${sheet.season[0].toUpperCase()}${sheet.season.slice(1)}`;

/** Where the player stands within the decision: headline, task, dice, buttons and lit spaces. */
function showChoice() {
  const dice = find("dice");
  const choices = find("choices");
  choices.replaceChildren();
  garden.tracing = false;
  find("spaces").classList.remove("tracing", "lit");
  let marks = new Map();
  if (sheet.over) {
    find("when").textContent = "The year is over";
    find("task").textContent = `${signed(sheet.breakdown.total)} points: ${sheet.rank}`;
    dice.replaceChildren();
  } else if (!mayPlay(viewed)) {
    find("when").textContent = `${seasonOf()}: ${nameOf(game(), viewed)} has played`;
    find("task").textContent = "The others still have to.";
    dice.replaceChildren();
  } else if (sheet.pond_decision) {
    find("when").textContent = `${seasonOf()} ends: a pond`;
    dice.replaceChildren();
    marks = showTracing(choices);
  } else {
    find("when").textContent = `${seasonOf()}, turn ${sheet.turn} of 12`;
    marks = showTurn(dice, choices);
  }
  garden.mark(marks);
}

function showTurn(dice, choices) {
  const roll = rollOf(viewed);
  if (!roll) {
    showTableDice(dice, choices);
    return new Map();
  }
  const faces = [...roll];
  const letters = faces.map((face) => game().faces[face - 1]);
  dice.replaceChildren(...faces.map((face, die) => dieButton(face, letters[die], die)));
  if (choice.skip) {
    find("task").textContent = "Nothing can be drawn with this roll.";
    choices.append(button("Skip the turn", () => play("X"), "strong"));
    return new Map();
  }
  const left = 3 - sheet.prunings;
  const mode = button("Prune instead", () => setPrune(!choice.prune));
  mode.id = "prune";
  mode.setAttribute("aria-pressed", String(choice.prune));
  mode.disabled = !moves.some((move) => move.location === null);
  mode.append(make("span", { className: "quiet" }, ` ${left} left`));
  choices.append(mode);
  if (choice.hand === null) {
    find("task").textContent = choice.prune
      ? "Choose the die whose decoration goes anywhere. It costs a leaf."
      : "Choose the die that says where: the other two are drawn in its row or column.";
    return new Map();
  }
  const word = wordOf(choice.hand);
  const { location, prune } = choice;
  const where = prune ? "anywhere" : `in row ${location} or column ${location}`;
  find("task").textContent = `Draw the ${word} ${where}.`;
  const other = openLetters().find((letter) => letter !== choice.hand);
  if (other) choices.append(button(`First the ${wordOf(other)}`, () => takeOther(), "", "other"));
  if (choice.placed.length || choice.location !== null || choice.prune) {
    choices.append(button("Put back", () => putBack(), "", "back"));
  }
  find("spaces").classList.add("lit");
  const marks = new Map(
    [...openSpaces()].map((name) => [name, { kind: "open", words: `${word} can go here` }]),
  );
  for (const { letter, space } of choice.placed) {
    marks.set(space, { kind: "placed", words: `${wordOf(letter)} goes here`, letter: art(letter) });
  }
  return marks;
}

const art = (letter) => (letter === "T" && sheet.turn < 7 ? "t" : letter);

function dieButton(face, letter, die) {
  const location = Number(face);
  const possible = moves.some((move) =>
    choice.prune
      ? move.location === null && move.placings[0].letter === letter
      : move.location === location,
  );
  const element = button("", () => chooseDie(die), "die");
  element.replaceChildren(
    make("span", { className: "face" }, face),
    make("img", { src: `/art/jardin/${encodeURIComponent(art(letter))}.svg`, alt: "" }),
    make("span", { className: "what" }, wordOf(letter)),
  );
  element.setAttribute("aria-pressed", String(choice.die === die));
  element.setAttribute("aria-label", `${face}, ${wordOf(letter)}`);
  element.disabled = !possible;
  return element;
}

function button(words, action, className = "", id = "") {
  return make("button", {
    type: "button", className, id, textContent: words, onclick: () => act(action),
  });
}

/** Moves that agree with what is chosen and placed so far. */
function agreeing() {
  const { location, prune, placed } = choice;
  return moves.filter(
    (move) =>
      move.location === (prune ? null : location) &&
      placed.every(({ letter, space }) =>
        move.placings.some((placing) => placing.letter === letter && placing.space === space),
      ),
  );
}

/** The placings of an agreeing move that are still to be made. */
function openPlacings(move) {
  const rest = [...move.placings];
  for (const { letter, space } of choice.placed) {
    rest.splice(rest.findIndex((each) => each.letter === letter && each.space === space), 1);
  }
  return rest;
}

const openLetters = () =>
  [...new Set(agreeing().flatMap((move) => openPlacings(move).map(({ letter }) => letter)))];

const openSpaces = () =>
  new Set(
    agreeing()
      .flatMap(openPlacings)
      .filter(({ letter }) => letter === choice.hand)
      .map(({ space }) => space),
  );

function setPrune(prune) {
  choice = { ...nothing(), prune };
  showChoice();
  find("prune").focus();
}

async function chooseDie(die) {
  const roll = rollOf(viewed);
  const face = roll[die];
  const mode = { ...nothing(), prune: choice.prune, die };
  if (choice.prune) {
    choice = { ...mode, hand: game().faces[face - 1] };
  } else {
    const others = [...roll].filter((_, other) => other !== die);
    choice = { ...mode, location: Number(face), hand: game().faces[others[0] - 1] };
  }
  showChoice();
  garden.focus(openSpaces());
}

function takeOther() {
  const other = openLetters().find((letter) => letter !== choice.hand);
  if (choice.hand === null || !other) return;
  choice = { ...choice, hand: other };
  showChoice();
  garden.focus(openSpaces());
}

/** Takes back the last thing chosen within the turn. */
function putBack() {
  if (sheet.pond_decision) choice = nothing();
  else if (choice.placed.length) {
    const hand = choice.placed.at(-1).letter;
    choice = { ...choice, placed: choice.placed.slice(0, -1), hand };
  } else if (choice.hand !== null) choice = { ...nothing(), prune: choice.prune };
  else choice = nothing();
  showPicture(sheet);
  showChoice();
}

/** A space was clicked, or chosen by a key. */
function pick(name) {
  if (garden.tracing) attempt(() => toggle(name));
  else act(() => place(name));
}

/** Puts the decoration in hand on a space; the last one makes the move. */
async function place(name) {
  if (choice.hand === null) {
    if (moves.length) say("Choose a die first.", "refused");
    return;
  }
  if (!openSpaces().has(name)) {
    say(`${name}: ${whyNot(name)}.`, "refused");
    return;
  }
  choice = { ...choice, placed: [...choice.placed, { letter: choice.hand, space: name }] };
  const whole = agreeing().find((move) => openPlacings(move).length === 0);
  if (whole) {
    await play(whole.text);
    garden.focus();
  } else {
    [choice.hand] = openLetters();
    showChoice();
  }
}

/** Why the decoration in hand cannot go on a space that is not lit. */
function whyNot(name) {
  if (choice.placed.some(({ space }) => space === name)) return "the other decoration goes there";
  if (!sheet.spaces[NAMES.indexOf(name)].includes("empty")) return "something is drawn there";
  return `it is not in row or column ${choice.location}`;
}

// --- ponds ---------------------------------------------------------------------------------------

let adding = true; // whether the stroke of the pointer outlines spaces, or takes them back

function showTracing(choices) {
  find("task").textContent =
    "Click spaces or draw over them to outline a pond; its decorations stay. Or leave it.";
  garden.tracing = true;
  find("spaces").classList.add("tracing");
  const trace = button("Trace the pond", () => tracePond(), "strong", "trace");
  trace.setAttribute("aria-disabled", String(!choice.legal));
  choices.append(trace, button("No pond", () => play("-"), "", "leave"));
  if (choice.pond.length) choices.append(button("Put back", () => putBack(), "", "back"));
  const marks = new Map();
  for (const name of choice.pond) {
    const kind = choice.legal ? "outlined" : "outlined loose";
    marks.set(name, { kind, words: "outlined" });
  }
  return marks;
}

function stroke(name, first) {
  if (first) adding = !choice.pond.includes(name);
  if (adding !== choice.pond.includes(name)) attempt(() => toggle(name));
}

let checking = new AbortController();

/** Outlines a space or takes it back, and has the outline judged. */
async function toggle(name) {
  const there = choice.pond.includes(name);
  if (!there && !sheet.pondable.includes(name)) {
    const { reason } = await ask("/api/jardin/pond", {
      position: positionOf(game(), viewed),
      spaces: [name],
    });
    say(`${name} is refused: ${reason}.`, "refused");
    return;
  }
  const pond = there ? choice.pond.filter((space) => space !== name) : [...choice.pond, name];
  choice = { ...choice, pond, legal: false, after: null, reason: "nothing is outlined yet" };
  checking.abort();
  checking = new AbortController();
  const here = choice;
  showMarks();
  if (pond.length) {
    const answer = await ask(
      "/api/jardin/pond",
      { position: positionOf(game(), viewed), spaces: pond },
      checking.signal,
    );
    if (choice !== here) return;
    choice = { ...choice, legal: answer.legal, after: answer.sheet, reason: answer.reason };
  }
  if (choice.legal) {
    showPicture(choice.after, sheet.breakdown);
    const by = choice.after.breakdown.total - sheet.breakdown.total;
    say(`A pond of ${pond.length}: ${by < 0 ? signed(by) : `+${by}`} points now.`);
  } else {
    showPicture(sheet);
    say(pond.length ? `Not yet a pond: ${choice.reason}.` : "", "refused");
  }
  showMarks();
}

/** Shows the outline, and leaves the keyboard where it is. */
function showMarks() {
  const held = document.activeElement?.id;
  showChoice();
  if (held) document.getElementById(held)?.focus();
}

async function tracePond() {
  if (!choice.legal) {
    say(`This is no pond: ${choice.reason ?? "nothing is outlined yet"}.`, "refused");
    return;
  }
  await play(`~${[...choice.pond].sort().join(",")}`);
  garden.focus();
}

// --- dice from the table -------------------------------------------------------------------------

function showTableDice(dice, choices) {
  const typed = choice.typed ?? "";
  find("task").textContent = "Click the three faces that the dice on the table show.";
  dice.replaceChildren(
    ...[..."123456"].map((face) => {
      const letter = game().faces[face - 1];
      const element = button("", () => typeFace(face), "die small");
      element.append(
        make("span", { className: "face" }, face),
        make("img", { src: `/art/jardin/${encodeURIComponent(art(letter))}.svg`, alt: "" }),
      );
      element.setAttribute("aria-label", `${face}, ${wordOf(letter)}`);
      return element;
    }),
  );
  choices.append(make("output", { className: "typed" }, typed ? `${[...typed].join(" ")} …` : ""));
  if (typed) choices.append(button("Put back", () => typeFace(""), "", "back"));
}

async function typeFace(face) {
  const typed = face === "" ? "" : (choice.typed ?? "") + face;
  choice = { ...choice, typed };
  if (typed.length < 3) {
    showChoice();
    return;
  }
  const roll = [...typed].sort().join("");
  await become({ ...game(), dice: [...game().dice, roll] });
  say(`The roll is ${diceInWords(roll)}.`);
}

// --- hints ---------------------------------------------------------------------------------------

function describeHint({ move, rank, expected, stderr, diff }) {
  // The spaces of a pond are seen in the garden; only who cannot see it needs the list.
  const [words, spaces] = move[0] === "~" ? inWords(move).split(":") : [inWords(move)];
  return {
    words,
    unseen: spaces && `:${spaces}`,
    expected: `${expected.toFixed(1)} ±${stderr.toFixed(1)}`,
    behind: rank === 1 ? "best" : `−${(-diff).toFixed(1)}`,
  };
}

/** Shows what a move would make of the garden; null shows the garden as it is. */
async function preview(decision, move) {
  if (decision !== hints.decision) return; // of a row that is being taken away
  preview.wanted = move;
  if (move === null) {
    showPicture(choice.after ?? sheet, choice.after ? sheet.breakdown : null);
    showMarks();
    return;
  }
  await attempt(async () => {
    const { position, roll } = decision;
    const after = await askSheet({ position, roll, move });
    if (preview.wanted === move && decision === hints.decision) {
      showPicture(after, sheet.breakdown);
      garden.mark(new Map());
    }
  });
}

/** Has the moves of the decision ranked that is shown, if there is one. */
function followHints() {
  const roll = sheet.pond_decision ? null : rollOf(viewed);
  const decides = !sheet.over && mayPlay(viewed) && roll !== undefined;
  const { faces } = game();
  const decision = { position: positionOf(game(), viewed), roll, faces, budget: HINT_SECONDS };
  attempt(() => hints.follow(decides ? decision : null));
}

function setHints(on) {
  hints.on = on;
  find("hints").setAttribute("aria-pressed", String(on));
  find("hints").textContent = on ? "Hide hints" : "Show hints";
  followHints();
}

// --- the end -------------------------------------------------------------------------------------

async function showEnd() {
  forget();
  const all = game().players.map((_, number) => positionOf(game(), number));
  const over = all.every((position) => / end \d$/.test(position));
  find("end").hidden = !over;
  if (!over) return;
  const { places, totals, ranks } = await ask("/api/jardin/standings", { positions: all });
  const order = places.map((_, number) => number).sort((a, b) => places[a] - places[b]);
  const winners = order.filter((number) => places[number] === 1);
  const names = winners.map((number) => nameOf(game(), number)).join(" and ");
  find("end-title").textContent =
    all.length === 1
      ? `${signed(totals[0])} points: ${ranks[0]}`
      : `${names}: the most beautiful garden`;
  find("places").replaceChildren(
    ...(all.length === 1
      ? []
      : [
          make(
            "ol",
            { className: "places" },
            ...order.map((number) =>
              make(
                "li",
                { value: places[number] },
                `${nameOf(game(), number)}: ${signed(totals[number])} points, ${ranks[number]}`,
              ),
            ),
          ),
        ]),
  );
  find("review").href = `/review#${toHash(game())}`;
  find("possible").onclick = () => attempt(() => showPossible(game(), sheet));
}

// --- beginning, saving, keys ---------------------------------------------------------------------

const newSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

const newGame = (names, { seed = newSeed(), start = EMPTY, faces = FACES } = {}) => ({
  faces, start, seed, dice: [], players: names.map((name) => ({ name, plies: [] })),
});

async function begin() {
  const problem = find("new-problem");
  problem.textContent = "";
  try {
    const lines = find("names").value.split("\n");
    const names = lines.map((name) => name.trim()).filter(Boolean);
    if (names.length > 8) throw new Refusal("At most eight players have room here.", 0);
    if (names.some((name) => name.length > 40)) {
      throw new Refusal("A name has at most 40 letters.", 0);
    }
    const faces = find("faces").value.trim();
    const start = find("start").value.trim() || EMPTY;
    await ask("/api/jardin/sheet", { position: start, faces });
    await ask("/api/jardin/dice", { seed: 0, faces });
    const typed = find("seed").value.trim();
    if (typed && !/^\d{1,15}$/.test(typed)) throw new Refusal("The seed is a number.", 0);
    const onTable = document.querySelector("input[name=source]:checked").value === "table";
    const seed = onTable ? null : typed ? Number(typed) : newSeed();
    find("new-dialog").close();
    await openGame(newGame(names.length ? names : [""], { seed, start, faces }));
    say("A new game.");
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    problem.textContent = error.message;
  }
}

async function load(file) {
  const problem = find("files-problem");
  problem.textContent = "";
  try {
    if (file.size > RECORD_BYTES) throw new Refusal("record: the file is too long to be one", 0);
    const loaded = await fromRecord(await file.text());
    find("files-dialog").close();
    await openGame(loaded);
    say(`Loaded ${file.name}.`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    problem.textContent = error.message;
  }
  find("load").value = "";
}

const onKey = {
  p: () => find("prune")?.disabled === false && setPrune(!choice.prune),
  x: () => takeOther(),
  t: () => sheet.pond_decision && tracePond(),
  n: () => sheet.pond_decision && mayPlay(viewed) && play("-"),
  h: () => setHints(!hints.on),
  Escape: () => putBack(),
};

/** Keys that work while the focus is in garden, dice or choices. */
function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^[1-6]$/.test(event.key) && !sheet.over && !sheet.pond_decision && mayPlay(viewed)) {
    act(() => pressDigit(event.key));
  } else if (onKey[event.key]) {
    act(onKey[event.key]);
  }
}

async function pressDigit(digit) {
  const roll = rollOf(viewed);
  if (!roll) {
    await typeFace(digit);
    return;
  }
  const die = roll.indexOf(digit);
  if (die < 0) say(`No die shows ${digit}.`, "refused");
  else if (find("dice").children[die].disabled) say(`The ${digit} cannot be used.`, "refused");
  else await chooseDie(die);
}

function listen() {
  find("undo").onclick = () => act(() => travel(-1));
  find("redo").onclick = () => act(() => travel(1));
  find("hints").onclick = () => setHints(!hints.on);
  find("new").onclick = () => find("new-dialog").showModal();
  find("begin").onclick = () => act(begin);
  find("files").onclick = () => {
    find("position").value = sheet.position;
    find("files-dialog").showModal();
  };
  find("save").onclick = () => attempt(async () => offer("jardin.txt", await toRecord(game())));
  find("copy-link").onclick = () =>
    attempt(async () => {
      await navigator.clipboard.writeText(location.href);
      find("copy-link").textContent = "Copied";
    });
  find("load").onchange = ({ target }) => target.files[0] && act(() => load(target.files[0]));
  for (const close of document.querySelectorAll("[data-close]")) {
    close.onclick = () => close.closest("dialog").close();
  }
  find("board").addEventListener("keydown", pressed);
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.target.closest("dialog")) return;
    const key = event.key.toLowerCase();
    if (key === "z" || key === "y") {
      event.preventDefault();
      act(() => travel(key === "z" && !event.shiftKey ? -1 : 1));
    }
  });
  window.addEventListener("hashchange", () => act(open));
  for (const id of ["new", "files", "hints"]) find(id).disabled = false;
}

/** Opens the game of the address, or a new one. */
async function open() {
  let refused = "";
  let opened = newGame([""]);
  if (location.hash.length > 1) {
    try {
      opened = await fromHash(location.hash);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused = `This link cannot be shown: ${error.message}`;
    }
  }
  await openGame(opened);
  if (refused) say(refused, "refused");
}

find("board").ariaBusy = "false"; // until here nothing of it could be used
await act(open);
listen();
