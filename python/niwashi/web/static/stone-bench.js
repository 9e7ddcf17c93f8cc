// The layout bench: a garden is put together piece by piece, and scored at every change.
//
// `layouts` is the history, and nothing else is remembered. A layout is { garden, card, virtue },
// `garden` its text; whether it may stand like that is for the server to say.

import { Garden } from "./garden.js";
import { ask, attempt, draw, find, make, offer, Refusal, say, signed, updates } from "./page.js";
import {
  Box, boxOfAddress, difference, EditionPanel, pack, picture, piece, showComparison, showPoints,
} from "./stone.js";

const EMPTY = ["_,_,_,_,_", "_,_,_,_,_", "_,_,_,_,_"].join("/");
const LETTERS = "HSRLB";

let box; // the edition
let layouts = [];
let now = 0;
let scored; // what the server says of the layout
let turned = false; // how tiles are put down
let solving = new AbortController();
let optimum = null; // the last result of a search, to be laid out

let waiting = Promise.resolve(); // for what was begun before
let begun = 0;

const layout = () => layouts[now];
const garden = new Garden(find("picture"), find("spaces"), pick, () => {}, 3, 5);
const editions = new EditionPanel(useEdition);

/** Runs what a user started, after all that was started before: no click is lost. */
function act(action) {
  find("board").ariaBusy = "true";
  begun += 1;
  waiting = waiting.then(() => attempt(action)).then(() => {
    begun -= 1;
    find("board").ariaBusy = String(begun > 0);
  });
}

// --- gardens as text -----------------------------------------------------------------------------

/** The fifteen spaces of a garden text: { tile, turned, stone, monk }, or null where none lies. */
function parse(text) {
  return text.split(/[/,]/).map((cell) => {
    const parts = cell.match(/^([a-z][a-z0-9-]*)('?)(?::([HSRLB]))?(@?)$/);
    return parts && { tile: parts[1], turned: parts[2] !== "", stone: parts[3] ?? null, monk: parts[4] !== "" };
  });
}

function format(cells) {
  const texts = cells.map((cell) =>
    cell === null
      ? "_"
      : `${cell.tile}${cell.turned ? "'" : ""}${cell.stone ? `:${cell.stone}` : ""}${cell.monk ? "@" : ""}`,
  );
  return [0, 5, 10].map((first) => texts.slice(first, first + 5).join(",")).join("/");
}

// --- changes -------------------------------------------------------------------------------------

const score = (asked) => ask("/api/stone/layout", { ...asked, ...box.asked });

/** Makes a layout the one that is shown, if the server takes it. */
async function become(next) {
  const before = scored?.total;
  const answer = await score(next);
  layouts = [...layouts.slice(0, now + 1), { ...next, garden: answer.garden }];
  now = layouts.length - 1;
  await show(answer);
  return `${signed(answer.total)} points (${difference(answer.total - (before ?? 0))}).`;
}

async function travel(steps) {
  if (!(now + steps in layouts)) return;
  const answer = await score(layouts[now + steps]);
  now += steps;
  await show(answer);
  say(`${steps < 0 ? "Taken back" : "Done again"}. ${signed(answer.total)} points.`);
}

/** Puts down what is chosen in the palette, or what a key stands for. */
function pick(name, tool = find("palette").querySelector("input:checked")?.value) {
  act(async () => {
    if (!tool) throw new Refusal("Choose a tile, a stone or the monk first.", 0);
    const cells = parse(layout().garden);
    const words = change(cells, garden.names.indexOf(name), tool);
    try {
      say(`${name}: ${words}. ${await become({ ...layout(), garden: format(cells) })}`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw new Refusal(`${name} is refused: ${error.message.replace("garden: ", "")}.`, error.status);
    }
  });
}

/** Changes one space, and says how. */
function change(cells, space, tool) {
  const cell = cells[space];
  const [kind, what] = tool.split(":");
  if (kind === "tile") return putTile(cells, space, what);
  if (cell === null) {
    throw new Refusal(`${garden.names[space]} is refused: no tile lies there.`, 0);
  }
  if (kind === "turn") return turnTile(cell);
  if (kind === "stone") {
    cell.stone = cell.stone === what ? null : what;
    return cell.stone ? box.stoneName(what) : "no stone";
  }
  if (kind === "monk") {
    const stays = !cell.monk;
    for (const each of cells) if (each) each.monk = false;
    cell.monk = stays;
    return stays ? "monk" : "no monk";
  }
  if (cell.stone) cell.stone = null;
  else if (cell.monk) cell.monk = false;
  else cells[space] = null;
  return cells[space] ? "taken away, the tile stays" : "empty";
}

function putTile(cells, space, tile) {
  const cell = cells[space];
  if (cell?.tile === tile && cell.turned === (turned && box.turns(tile))) return turnTile(cell);
  cells[space] = { stone: null, monk: false, ...cell, tile, turned };
  return `tile ${tile}${turned && box.turns(tile) ? ", turned" : ""}`;
}

function turnTile(cell) {
  if (!box.turns(cell.tile)) return `tile ${cell.tile} looks the same turned`;
  cell.turned = !cell.turned;
  return cell.turned ? "turned" : "as printed";
}

// --- what is shown -------------------------------------------------------------------------------

async function show(answer) {
  const than = scored?.lines;
  scored = answer;
  garden.show(answer.svg, answer.spaces);
  garden.mark(new Map());
  find("picture").alt = `A garden worth ${answer.total} points`;
  find("total").textContent = signed(answer.total);
  showPoints(find("score"), answer.lines, than);
  find("card").value = layout().card ?? "";
  find("virtue").value = String(layout().virtue);
  showCard();
  showSupply();
  stopSearch();
  find("undo").disabled = now === 0;
  find("redo").disabled = now === layouts.length - 1;
  const parts = new URLSearchParams({ garden: answer.garden });
  if (layout().card) parts.set("card", layout().card);
  if (layout().virtue) parts.set("virtue", layout().virtue);
  if (box.text !== null) parts.set("edition", await pack(box.text));
  history.replaceState(null, "", `#${parts}`);
}

function showCard() {
  const card = layout().card && box.card(layout().card);
  find("card-picture").replaceChildren(
    ...(card ? [picture(card.svg, `${card.card}: ${card.layout.join(" / ")}`)] : []),
  );
}

/** How many of everything are left of the box. */
function showSupply() {
  const cells = parse(layout().garden).filter(Boolean);
  const yard = box.yards[find("players").value];
  for (const caption of find("palette").querySelectorAll("[data-left]")) {
    const { left } = caption.dataset;
    const [kind, what] = left.split(":");
    const used = cells.filter((cell) => cell[kind] === what).length;
    const count = (kind === "tile" ? box.tiles[what] : yard[what]) - used;
    caption.textContent = count < 0 ? `${-count} too many` : `${count} left`;
    caption.classList.toggle("over", count < 0);
  }
}

function showPalette() {
  find("tiles").replaceChildren(
    ...Object.keys(box.tiles).map((id) =>
      tool(`tile:${id}`, picture(box.face(turned ? `${id}'` : id), "", { className: "face" }), id, `tile:${id}`),
    ),
  );
  find("pieces").replaceChildren(
    ...[...LETTERS].map((letter) =>
      tool(`stone:${letter}`, piece(letter), box.stoneName(letter), `stone:${letter}`),
    ),
    tool("monk", piece("@"), "monk"),
    tool("clear", make("span", { className: "glyph", "aria-hidden": "true" }, "✕"), "take away"),
  );
  showSupply();
}

function tool(value, image, words, left = null) {
  return make(
    "label",
    { className: "pick" },
    make("input", { type: "radio", name: "tool", value, checked: value === tool.chosen }),
    image,
    make("span", {}, words),
    ...(left ? [make("span", { className: "quiet", "data-left": left })] : []),
  );
}

/** Turns the tiles of the palette. */
function setTurned(on) {
  turned = on;
  find("rotate").setAttribute("aria-pressed", String(on));
  for (const label of find("tiles").children) {
    const id = label.querySelector("input").value.split(":")[1];
    draw(label.querySelector("img"), box.face(on ? `${id}'` : id));
  }
}

// --- editions ------------------------------------------------------------------------------------

/** Takes an edition into use. What cannot lie in it is taken away. */
async function useEdition(next, start = layout()) {
  const before = box;
  box = next;
  let kept = { ...start };
  if (kept.card && !box.card(kept.card)) kept.card = null;
  try {
    await score(kept);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    kept = { ...kept, garden: EMPTY };
  }
  editions.show(box);
  find("card").replaceChildren(
    make("option", { value: "" }, "none"),
    ...box.cards.map(({ card, points }) => make("option", { value: card }, `${card} (${points})`)),
  );
  layouts = [kept];
  now = 0;
  scored = undefined;
  tool.chosen = `tile:${Object.keys(box.tiles)[0]}`;
  showPalette();
  await show(await score(kept));
  if (before) say(`The edition is ${box.name} now.`);
}

// --- the best from here --------------------------------------------------------------------------

function stopSearch() {
  solving.abort();
  optimum = null;
  find("solve").textContent = "Search";
  find("progress").textContent = "";
  for (const id of ["gap", "best-figure", "compare", "take"]) find(id).hidden = true;
}

async function search() {
  if (find("solve").textContent === "Stop") {
    stopSearch();
    find("progress").textContent = "Stopped.";
    return;
  }
  stopSearch();
  solving = new AbortController();
  find("solve").textContent = "Stop";
  find("progress").textContent = "Searching…";
  const gap = find("gap");
  gap.hidden = false;
  gap.removeAttribute("value");
  const { signal } = solving;
  const asked = {
    ...layout(),
    players: Number(find("players").value),
    time_limit: Number(find("seconds").value),
    ...box.asked,
  };
  try {
    for await (const update of updates("/api/stone/solve", asked, signal)) {
      if (signal.aborted) return;
      if (update.done) showOptimum(update);
      else showProgress(update);
    }
  } catch (error) {
    if (error.name === "AbortError" || signal.aborted) return;
    find("progress").textContent = error.message;
    if (!(error instanceof Refusal)) throw error;
  } finally {
    if (!signal.aborted) {
      gap.hidden = true;
      find("solve").textContent = "Search";
    }
  }
}

function showBest({ score, svg }, words) {
  draw(find("best"), svg);
  find("best").alt = `${words}: ${score} points`;
  find("best-caption").textContent = `${words}: ${score}`;
  find("best-figure").hidden = false;
}

function showProgress(update) {
  const { score, bound, seconds } = update;
  showBest(update, "Best so far");
  find("progress").textContent =
    `Best ${score}; no garden is worth more than ${bound}; ${seconds.toFixed(0)} s`;
  const gap = find("gap");
  gap.max = Math.max(bound, 1);
  gap.value = Math.max(score, 0);
}

function showOptimum(update) {
  const { status, score, bound, reason, seconds } = update;
  if (score === null) {
    find("progress").textContent =
      status === "INFEASIBLE"
        ? `Nothing can come of this: ${reason || "no full garden is possible"}.`
        : "No full garden was found in this time.";
    find("best-figure").hidden = true;
    return;
  }
  const sure =
    status === "OPTIMAL"
      ? "no garden from here is worth more, which is proven"
      : `not proven, but no garden is worth more than ${bound}`;
  find("progress").textContent = `${score} points: ${sure} (${seconds.toFixed(1)} s).`;
  showBest(update, "Possible");
  optimum = update.garden;
  find("take").hidden = false;
  find("compare").hidden = false;
  showComparison(find("compare"), scored.lines, update.lines);
}

async function layOut() {
  const next = optimum;
  const outcome = await become({ ...layout(), garden: next });
  say(`Laid out. ${outcome}`);
  find("picture").scrollIntoView({ block: "nearest" });
}

// --- files, keys, the beginning ------------------------------------------------------------------

function openFiles() {
  find("text").value = layout().garden;
  find("files-problem").textContent = "";
  find("files-dialog").showModal();
}

async function useText(text) {
  try {
    const outcome = await become({ ...layout(), garden: text.trim() });
    find("files-dialog").close();
    say(`Loaded. ${outcome}`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    find("files-problem").textContent = error.message;
  }
}

function wire() {
  const on = (id, event, action) => find(id).addEventListener(event, () => act(action));
  on("undo", "click", () => travel(-1));
  on("redo", "click", () => travel(1));
  on("empty", "click", async () => say(`Empty. ${await become({ ...layout(), garden: EMPTY })}`));
  on("files", "click", openFiles);
  on("rotate", "click", () => setTurned(!turned));
  // What was chosen is read at once: an answer on its way may set the field back before its turn.
  const choose = (id, changes) =>
    find(id).addEventListener("change", ({ target }) => {
      const changed = changes(target.value);
      act(async () => say(await become({ ...layout(), ...changed })));
    });
  choose("card", (card) => ({ card: card || null }));
  choose("virtue", (virtue) => ({ virtue: Number(virtue) }));
  on("players", "change", () => {
    showSupply();
    stopSearch();
  });
  find("solve").addEventListener("click", () => attempt(search)); // others need not wait for it
  on("take", "click", layOut);
  on("save", "click", () => offer("garden.txt", `${layout().garden}\n`));
  on("save-picture", "click", () => offer("garden.svg", scored.svg));
  on("copy-link", "click", async () => {
    await navigator.clipboard.writeText(location.href);
    find("copy-link").textContent = "Copied";
  });
  on("use-text", "click", () => useText(find("text").value));
  on("load", "change", async () => useText(await find("load").files[0].text()));
  for (const button of document.querySelectorAll("[data-close]")) {
    button.addEventListener("click", () => button.closest("dialog").close());
  }
  find("palette").addEventListener("change", (event) => {
    tool.chosen = event.target.value;
  });
  find("virtue").append(...[..."0123456"].map((virtue) => make("option", {}, virtue)));
  find("spaces").addEventListener("keydown", (event) => {
    const { space } = event.target.dataset;
    if (!space || event.ctrlKey || event.altKey || event.metaKey) return;
    const letter = event.key.toUpperCase();
    if (event.key === "Delete" || event.key === "Backspace") pick(space, "clear");
    else if (event.key === "t") pick(space, "turn");
    else if (event.key === "m") pick(space, "monk");
    else if (event.key.length === 1 && LETTERS.includes(letter)) pick(space, `stone:${letter}`);
    else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.target.matches("input:not([type=radio]), textarea")) return;
    const steps = { z: event.shiftKey ? 1 : -1, y: 1 }[event.key.toLowerCase()];
    if (!steps) return;
    event.preventDefault();
    act(() => travel(steps));
  });
  window.addEventListener("hashchange", () => act(openAddress));
}

/** Shows what the address says. */
async function openAddress() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const virtue = Number(parts.get("virtue") ?? 0);
  const start = {
    garden: parts.get("garden") ?? EMPTY,
    card: parts.get("card"),
    virtue: Number.isInteger(virtue) && virtue >= 0 && virtue <= 6 ? virtue : 0,
  };
  let next;
  let problem = null;
  try {
    next = await boxOfAddress(parts);
    await ask("/api/stone/layout", { ...start, ...next.asked });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    problem = error;
    next ??= await Box.open(null);
  }
  await useEdition(next, start);
  if (problem) say(`The address: ${problem.message}`, "refused");
}

wire();
act(openAddress);
