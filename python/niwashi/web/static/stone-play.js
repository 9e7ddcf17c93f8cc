// A game of Stone Garden against one to three computer players.
//
// `turns` is the history: the game at every decision of the human. What may be done is never decided
// here: the server lists the moves, and this page only lets them be found, first what, then where.
// Whatever is shown comes from the server's view for the human's seat; the state itself holds the
// others' cards too, and is only sent back.

import { Garden } from "./garden.js";
import { Hints } from "./hints.js";
import { ask, attempt, draw, find, make, offer, Refusal, say, signed, updates } from "./page.js";
import { Box, boxOfAddress, difference, EditionPanel, pack, picture, piece, showPoints } from "./stone.js";
import { Choice } from "./stone-choice.js";
import { counted, showHoldings, showLog, showOthers, showRanking, showYard, tileFigure } from "./stone-table.js";

const HUMAN = "human";
const POLICIES = { greedy: "apprentice", planner: "gardener", hint: "master", random: "visitor" };

/** Why a space cannot be chosen. */
const REASONS = {
  lay: "the first tile lies in the upper or lower left corner, any other on an empty space beside a tile",
  from: "a tile lies on an empty space beside another",
  step: "the monk goes to a tile beside him",
  monk: "the monk goes to another of your tiles",
  buy: "a stone stands on a tile without one, in the monk's column (anywhere with 6 virtue), and beside another stone only if both tiles are moss",
  take: "a stone stands on a tile without one, and beside another stone only if both tiles are moss",
  move: "a stone goes from its tile to one without a stone, and stands beside another only if both tiles are moss",
  swap: "only tiles without stones change places",
};
const WHATS = { step: "move the monk", monk: "move the monk", move: "move a stone", swap: "swap two tiles" };

let box; // the edition
let game; // { seats, seed, budget, start }: what does not change while it is played
let turns = []; // { state, draws, moves, seen }
let now = 0;
let table; // what the server says of the game
let pending = null; // what the computers have played since, where they were interrupted
let choice = new Choice([]);
let thinking = new AbortController();

const viewer = () => game.seats.indexOf(HUMAN) + 1;
const own = () => table.players[viewer() - 1];
const decides = () => !table.over && table.player === viewer();
const nameOf = (player) => (player === viewer() ? "You" : `Player ${player}`);
const garden = new Garden(find("picture"), find("spaces"), pick, () => {}, 3, 5);
const hints = new Hints(
  "/api/stone/hint",
  describeHint,
  (_, move) => preview(move),
  (move) => act((signal) => play(move, signal)),
);
const editions = new EditionPanel(async (next) => {
  box = next;
  editions.show(box);
});

/**
 * Runs what changes the game. While that goes on no move is begun; what leaves the game as it stands
 * (`leaves`: undo, another game) ends it instead.
 */
async function act(action, leaves = false) {
  const board = find("board");
  if (board.ariaBusy === "true" && !leaves) return;
  thinking.abort();
  thinking = new AbortController();
  const { signal } = thinking;
  board.ariaBusy = "true";
  await attempt(() => action(signal));
  if (signal.aborted) return; // something else has begun
  board.ariaBusy = "false";
  if (pending) showTable(pending.turn, pending.answer); // the computers were interrupted
}

// --- the game ------------------------------------------------------------------------------------

const request = (turn) => ({
  state: turn.state, draws: turn.draws, seed: game.seed, viewer: viewer(), ...game.asked,
});

/** The game after an answer of the server. */
const after = (turn, answer) => ({
  state: answer.state,
  draws: answer.draws,
  moves: [...turn.moves, ...answer.played],
  seen: [...turn.seen, ...answer.seen],
});

/** The human's move, and what the others do then. */
async function play(move, signal) {
  const turn = turns[now];
  const { words } = table.moves.find((each) => each.move === move);
  const answer = await ask("/api/stone/play", { ...request(turn), move }, signal);
  await goOn(after(turn, answer), answer, signal, turn.seen.length, words);
}

/** Lets the computers play until the human decides. `from` is what of `seen` is news by then. */
async function goOn(turn, answer, signal, from, words = "") {
  while (!answer.over && answer.player !== viewer()) {
    pending = { turn, answer, from };
    if (game.seats[answer.player - 1] === "hint") showTable(turn, answer); // it takes its time
    const asked = { ...request(turn), ...(await chosen(turn, answer, signal)) };
    answer = await ask("/api/stone/play", asked, signal);
    turn = after(turn, answer);
  }
  pending = null;
  turns = [...turns.slice(0, now + 1), turn];
  now = turns.length - 1;
  await showTurn(answer);
  tell(turn.seen.slice(from), words);
}

/** What a computer player does: its policy, or the first move of its ranking. */
async function chosen(turn, { player, count }, signal) {
  const policy = game.seats[player - 1];
  if (policy !== "hint") return { policy };
  if (count === 1) return { policy: "greedy" };
  const asked = { state: turn.state, seed: turn.draws, budget: game.budget, top: 1, ...game.asked };
  let ranking;
  for await (const update of updates("/api/stone/hint", asked, signal)) ranking = update;
  return { move: ranking.hints[0].move };
}

async function resume(signal) {
  const { turn, answer, from } = pending;
  await goOn(turn, answer, signal, from);
}

async function travel(steps, signal) {
  const to = pending && steps < 0 ? now : now + steps;
  if (!(to in turns)) return;
  const answer = await ask("/api/stone/play", request(turns[to]), signal);
  pending = null;
  now = to;
  await showTurn(answer);
  say(steps < 0 ? "Taken back." : "Done again.");
}

/** Says what happened since the human's last move, and what comes. */
function tell(seen, words) {
  const parts = grouped(seen.filter(({ player }) => player !== viewer()));
  const drawn = seen.filter((each) => each.player === viewer() && each.move.startsWith("draw:"));
  say(
    [
      words && `You: ${words}.`,
      ...parts.map(({ player, words: done }) => `${nameOf(player)}: ${done.join(", ")}.`),
      ...drawn.map(({ words: done }) => `You ${done}.`),
      table.over ? find("end-title").textContent : "",
    ]
      .filter(Boolean)
      .join(" "),
  );
}

/** What was seen, a line for everything that one player did in a row. */
function grouped(seen) {
  const groups = [];
  const isDeclared = ({ player, move }, next) =>
    move.startsWith("place") && next?.player === player && next.move.includes("=");
  for (const [number, { player, move, words }] of seen.entries()) {
    if (isDeclared({ player, move }, seen[number + 1])) continue; // the next line says it
    if (groups.at(-1)?.player === player) groups.at(-1).words.push(words);
    else groups.push({ player, words: [words] });
  }
  return groups;
}

// --- what is shown -------------------------------------------------------------------------------

/** Shows the game where the human decides, or its end. */
async function showTurn(answer) {
  showTable(turns[now], answer);
  await writeAddress();
  place();
  attempt(() =>
    hints.follow(
      decides()
        ? { state: turns[now].state, seed: game.seed, budget: 30, top: 8, ...game.asked }
        : null,
    ),
  );
}

function showTable(turn, answer) {
  table = answer;
  choice = new Choice(table.moves);
  find("total").textContent = signed(own().score);
  showPoints(find("score"), own().lines);
  showHoldings(box, own());
  showOthers(box, table, (player) => POLICIES[game.seats[player - 1]]);
  showYard(box, table);
  showLog(grouped(turn.seen), nameOf);
  showChoice();
  showEnd();
  find("advice").hidden = table.over;
  find("undo").disabled = now === 0 && !pending;
  find("redo").disabled = now >= turns.length - 1;
}

function showEnd() {
  find("end").hidden = !table.over;
  if (!table.over) return;
  const { winners, players } = table;
  const names = winners.map((player) => nameOf(player).replace("You", "you")).join(" and ");
  find("end-title").textContent = winners.includes(viewer())
    ? winners.length === 1 ? "You have won" : `A tie: ${names}`
    : `The game is over: ${names} ${winners.length === 1 ? "wins" : "win"}`;
  showRanking(players, winners, nameOf);
  const parts = new URLSearchParams({ garden: own().garden, virtue: own().virtue });
  if (own().name_garden) parts.set("card", own().name_garden);
  find("bench").href = `/stone#${parts}`;
}

// --- what can be done: first what, then where ----------------------------------------------------

function headline() {
  if (table.over) return "The game is over";
  if (decides()) return table.active === viewer() ? "Your turn" : `Player ${table.active}'s turn: you are asked`;
  return `Player ${table.player} thinks…`;
}

function showChoice() {
  garden.show(own().svg, own().spaces);
  find("picture").alt = `Your garden: ${counted(own().laid, "tile")}, ${counted(own().score, "point")}`;
  find("would").textContent = "";
  find("when").textContent = headline();
  find("task").textContent = table.question;
  const chosen = table.moves.some(({ tiles }) => tiles.length); // then the tiles are buttons
  const hand = table.over || chosen ? [] : table.hand;
  find("hand").replaceChildren(
    ...hand.map((tile) => make("figure", {}, picture(box.face(tile)), make("figcaption", {}, tile))),
  );
  const options = choice.whats.sort((one, other) => isPictured(other.move) - isPictured(one.move));
  const elements = options.map(({ what, move }, place) => option(what, move, place + 1));
  const pictured = options.filter(({ move }) => isPictured(move)).length; // they come first
  find("whats").replaceChildren(...elements.slice(0, pictured));
  find("choices").replaceChildren(
    ...elements.slice(pictured),
    ...rotations(),
    ...(choice.spaces.length
      ? [make("button", { type: "button", onclick: putBack }, "Put back")]
      : []),
    ...(pending && find("board").ariaBusy === "false"
      ? [make("button", { type: "button", onclick: () => act(resume) }, "Go on")]
      : []),
  );
  const { open } = choice;
  find("spaces").classList.toggle("lit", open.size > 0);
  const marks = new Map([...open].map((name) => [name, { kind: "open", words: "possible" }]));
  for (const name of choice.spaces) marks.set(name, { kind: "placed", words: "chosen" });
  garden.mark(marks);
}

const isPictured = ({ action, tiles, stone }) =>
  stone !== null || (tiles.length > 0 && action !== "swap");

/** A button for one thing that can be chosen, and the key for it. */
function option(what, move, number) {
  const where = move.spaces.length > 0;
  const element = where
    ? make("button", { type: "button", onclick: () => choose(what), "aria-pressed": String(what === choice.what) })
    : moveButton(move.move);
  element.dataset.what = what;
  if (number <= 9) element.dataset.number = number;
  const key = number <= 9 ? [make("span", { className: "digit", "aria-hidden": "true" }, String(number))] : [];
  const { action, stone, tiles } = move;
  if (isPictured(move)) {
    element.className = "pick";
    const image = stone ? piece(stone) : picture(box.face(tiles[0]), "", { className: "face" });
    element.append(...key, image, make("span", {}, optionWords(move)));
  } else {
    const words = where ? WHATS[action] : move.words;
    element.append(...key, words[0].toUpperCase() + words.slice(1));
  }
  return element;
}

function optionWords({ action, tiles, stone, player }) {
  if (action === "discard-tile") return `discard ${tiles[0]}`;
  if (action === "from") return `${tiles[0]} of player ${player}`;
  if (action === "lay") return tiles[0].replace(/'$/, ", turned");
  const { name, price } = box.stones.find((each) => each.stone === stone);
  return action === "buy" ? `${name}, costs ${price}` : name;
}

/** Where all spaces of a swap are chosen, the ways in which the tiles can lie. */
function rotations() {
  if (choice.complete.length < 2) return [];
  return choice.complete.map(({ move, spaces, tiles }) => {
    const element = moveButton(move);
    element.append(
      ...spaces.flatMap((space, number) => [`${space} `, tileFigure(box, tiles[number]), " "]),
    );
    return element;
  });
}

const moveButton = (move) =>
  make("button", { type: "button", onclick: () => act((signal) => play(move, signal)) });

/** Makes another choice the one that is shown. */
function become(next) {
  choice = next;
  showChoice();
  garden.focus(choice.open);
}

const choose = (what) => become(choice.of(what));
const putBack = () => become(choice.back());

/** A space was clicked, or chosen by a key. */
function pick(name) {
  if (!decides()) return;
  if (!choice.open.has(name) && !choice.spaces.includes(name)) {
    const reason = REASONS[choice.what?.split(" ")[0]] ?? "this is not decided in the garden";
    say(`${name} is refused: ${reason}.`, "refused");
    return;
  }
  choice = choice.toggled(name);
  const [only, ...others] = choice.complete;
  if (only && !others.length) {
    act((signal) => play(only.move, signal));
    return;
  }
  showChoice();
  if (only) find("choices").querySelector("button:not([data-what])").focus();
}

/** Gives the keyboard the garden if all that is asked is where, else the top of the turn. */
function place() {
  if (turns.length === 1) return; // nobody has done anything yet
  const held = document.activeElement;
  if (held !== document.body && !find("turn").contains(held) && !find("spaces").contains(held) && !find("advice").contains(held)) {
    return;
  }
  const onlyWhere = decides() && table.moves.every(({ spaces }) => spaces.length);
  if (onlyWhere) garden.focus(choice.open);
  else find("when").focus({ preventScroll: true });
}

/** A hint in the panel: points to expect, and the chance to win. */
function describeHint({ words, expected, stderr, win }) {
  return {
    words,
    expected: `${expected.toFixed(1)} ±${stderr.toFixed(1)}`,
    behind: `${Math.round(100 * win)} % to win`,
  };
}

// --- previews ------------------------------------------------------------------------------------

const previews = new Map(); // answers of the server, which never change
let wanted = null;

/** Shows what a move would make of the garden; null shows the garden as it is. */
async function preview(move) {
  wanted = move;
  if (move === null) {
    draw(find("picture"), own().svg);
    find("would").textContent = "";
    return;
  }
  const { state } = turns[now];
  const key = `${state} ${move}`;
  if (!previews.has(key)) {
    const asked = { state, move, viewer: viewer(), ...game.asked };
    const answer = ask("/api/stone/preview", asked);
    answer.catch(() => previews.delete(key));
    previews.set(key, answer);
  }
  await attempt(async () => {
    const answer = await previews.get(key);
    if (wanted !== move) return;
    draw(find("picture"), answer.svg);
    const by = answer.score_now - own().score;
    find("would").textContent = `${answer.words}: ${signed(answer.score_now)} points (${difference(by)})`;
  });
}

/** The pointer or the keyboard is at a space. */
function hover(name) {
  if (!name || !decides() || !choice.open.has(name)) {
    if (wanted !== null) preview(null);
    return;
  }
  const [move] = choice.toggled(name).complete;
  preview(move?.move ?? null);
}

// --- beginning, saving, addresses ----------------------------------------------------------------

async function begin(signal, seats, { seed = null, start = null, budget = 1 }) {
  const next = { seats, seed, budget, start, asked: box.asked };
  const seat = seats.indexOf(HUMAN) + 1;
  const answer = start
    ? await ask("/api/stone/play", { state: start, seed: seed ?? 0, viewer: seat, ...box.asked }, signal)
    : await ask("/api/stone/new", { players: seats.length, viewer: seat, seed, ...box.asked }, signal);
  if (answer.players.length !== seats.length) {
    throw new Refusal(`the state has ${answer.players.length} players, not ${seats.length}`, 0);
  }
  game = { ...next, seed: answer.seed };
  pending = null;
  turns = [];
  now = -1;
  showEdition();
  await goOn(after({ moves: [], seen: [] }, answer), answer, signal, 0);
}

function showEdition() {
  editions.show(box);
  find("edition").textContent = `Played with the edition ${box.name}: ${box.provenance}`;
}

async function writeAddress() {
  const parts = new URLSearchParams({ seats: game.seats.join(","), seed: game.seed });
  if (game.seats.includes("hint")) parts.set("budget", game.budget);
  if (game.start) parts.set("start", game.start);
  parts.set("moves", turns[now].moves.join(" "));
  if (game.asked.edition) parts.set("edition", await pack(game.asked.edition));
  history.replaceState(null, "", `#${parts}`);
}

/** A game of the server's answer to a replay: the history, then on from its last state. */
async function open(signal, seats, replayed, budget) {
  if (!seats.includes(HUMAN) || seats.length !== replayed.players) seats = seatsOf(replayed.players);
  const { start, moves, seen } = replayed;
  const upTo = (count) => ({
    moves: moves.slice(0, count),
    seen: seen.filter(({ number }) => number < count),
  });
  pending = null;
  game = { seats, seed: replayed.seed ?? 0, budget, start, asked: box.asked };
  turns = replayed.decisions
    .filter(({ player }) => player === viewer())
    .map(({ state, draws, moves: count }) => ({ state, draws, ...upTo(count) }));
  now = turns.length - 1;
  showEdition();
  const last = { state: replayed.state, draws: replayed.draws, ...upTo(moves.length) };
  const answer = await ask("/api/stone/play", request(last), signal);
  await goOn(after(last, answer), answer, signal, last.seen.length);
}

const seatsOf = (players) => [HUMAN, ...Array(players - 1).fill("greedy")];

function readSeats(text) {
  const seats = (text ?? "").split(",");
  const known = seats.every((seat) => seat === HUMAN || Object.hasOwn(POLICIES, seat));
  const one = seats.filter((seat) => seat === HUMAN).length === 1;
  return known && one && seats.length >= 2 && seats.length <= 4 ? seats : null;
}

async function openAddress(signal) {
  const parts = new URLSearchParams(location.hash.slice(1));
  try {
    box = await boxOfAddress(parts);
    if (parts.has("moves")) {
      const seats = readSeats(parts.get("seats"));
      if (!seats) throw new Refusal("the seats are not one human and computer players", 0);
      const seed = Number(parts.get("seed") ?? 0);
      const asked = {
        players: seats.length, seed, moves: parts.get("moves").split(" ").filter(Boolean),
        viewer: seats.indexOf(HUMAN) + 1, ...box.asked,
      };
      if (parts.has("start")) asked.state = parts.get("start");
      const replayed = await ask("/api/stone/replay", asked, signal);
      await open(signal, seats, replayed, readBudget(parts.get("budget")));
      return;
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    box ??= await Box.open(null);
    await begin(signal, seatsOf(2), {});
    say(`The address: ${error.message}`, "refused");
    return;
  }
  await begin(signal, readSeats(parts.get("seats")) ?? seatsOf(2), {
    seed: readSeed(parts.get("seed") ?? ""), budget: readBudget(parts.get("budget")),
  });
}

const readBudget = (text) => (Number(text) > 0 && Number(text) <= 10 ? Number(text) : 1);

function readSeed(text) {
  if (!text.trim()) return null;
  if (!/^\d{1,15}$/.test(text.trim())) throw new Refusal("The seed is a number.", 0);
  return Number(text);
}

async function save() {
  const { moves } = turns[now];
  const asked = { moves, players: game.seats.length, seed: game.seed, ...game.asked };
  if (game.start) asked.state = game.start;
  const { record } = await ask("/api/stone/record/write", asked);
  offer("stone-garden.txt", `${record}# seats: ${game.seats.join(",")}\n`);
}

async function load(file, signal) {
  find("files-problem").textContent = "";
  try {
    const record = await file.text();
    const seats = readSeats(record.match(/^# seats: ([a-z,]+)$/m)?.[1]) ?? [HUMAN];
    const asked = { record, viewer: seats.indexOf(HUMAN) + 1, ...box.asked };
    await open(signal, seats, await ask("/api/stone/record/read", asked, signal), game.budget);
    find("files-dialog").close();
    say(`Loaded ${file.name}.`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    find("files-problem").textContent = error.message;
  }
}

function showOpponents() {
  find("opponents").replaceChildren(
    ...[2, 3, 4].map((player) =>
      make(
        "label",
        { className: "choice" },
        `${["First", "Second", "Third"][player - 2]} `,
        make(
          "select",
          { id: `opponent-${player}` },
          ...(player === 2 ? [] : [make("option", { value: "" }, "nobody")]),
          ...["greedy", "planner", "hint", "random"].map((policy) =>
            make("option", { value: policy }, POLICIES[policy]),
          ),
        ),
      ),
    ),
  );
  find("seat").replaceChildren(
    ...["the first turn", "the second turn", "the third turn", "the fourth turn"].map((words, seat) =>
      make("option", { value: seat }, words),
    ),
  );
}

async function beginChosen(signal) {
  find("new-problem").textContent = "";
  try {
    const seats = [2, 3, 4].map((player) => find(`opponent-${player}`).value).filter(Boolean);
    seats.splice(Math.min(Number(find("seat").value), seats.length), 0, HUMAN);
    await begin(signal, seats, {
      seed: readSeed(find("seed").value),
      start: find("start").value.trim() || null,
      budget: Number(find("budget").value),
    });
    find("new-dialog").close();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    find("new-problem").textContent = error.message;
  }
}

function wire() {
  const on = (id, event, action) => find(id).addEventListener(event, () => attempt(action));
  const leave = (id, event, action) =>
    find(id).addEventListener(event, () => act(action, true));
  leave("undo", "click", (signal) => travel(-1, signal));
  leave("redo", "click", (signal) => travel(1, signal));
  on("new", "click", () => find("new-dialog").showModal());
  leave("begin", "click", beginChosen);
  on("files", "click", () => {
    find("state").value = turns[now].state;
    find("files-dialog").showModal();
  });
  on("save", "click", save);
  leave("load", "change", (signal) => load(find("load").files[0], signal));
  on("copy-link", "click", async () => {
    await navigator.clipboard.writeText(location.href);
    find("copy-link").textContent = "Copied";
  });
  on("hints", "click", () => setHints(!hints.on));
  for (const close of document.querySelectorAll("[data-close]")) {
    close.addEventListener("click", () => close.closest("dialog").close());
  }
  const spaces = find("spaces");
  const at = (event) => event.target.closest?.("[data-space]")?.dataset.space;
  spaces.addEventListener("pointerover", (event) => event.pointerType !== "touch" && hover(at(event)));
  spaces.addEventListener("pointerleave", () => hover(null));
  spaces.addEventListener("focusin", (event) => hover(event.target.matches(":focus-visible") ? at(event) : null));
  spaces.addEventListener("focusout", () => hover(null));
  document.addEventListener("keydown", key);
  window.addEventListener("hashchange", () => act(openAddress, true));
  showOpponents();
}

function setHints(on) {
  hints.on = on;
  find("hints").setAttribute("aria-pressed", String(on));
  find("hints").textContent = on ? "Hide hints" : "Show hints";
  if (!on) preview(null);
  hints.follow(
    decides() ? { state: turns[now].state, seed: game.seed, budget: 30, top: 8, ...game.asked } : null,
  );
}

function key(event) {
  if (event.target.matches?.("input, textarea, select") || document.querySelector("dialog[open]")) return;
  const letter = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    const steps = { z: event.shiftKey ? 1 : -1, y: 1 }[letter];
    if (!steps) return;
    event.preventDefault();
    act((signal) => travel(steps, signal), true);
    return;
  }
  if (event.altKey || !table || !(find("turn").contains(event.target) || find("spaces").contains(event.target))) return;
  if (/^[1-9]$/.test(letter)) find("turn").querySelector(`[data-number="${letter}"]`)?.click();
  else if (letter === "t") {
    const next = choice.turned();
    if (next !== choice) become(next);
  } else if (letter === "h") setHints(!hints.on);
  else if (event.key === "Escape" && choice.spaces.length) putBack();
}

wire();
act(openAddress, true);
