// A game judged move by move: a list of decisions, and the garden at the one that is looked at.

import { fromHash, fromRecord, inWords, nameOf, toHash, toRecord } from "./address.js";
import { ask, attempt, draw, find, make, offer, Refusal, say, signed, updates } from "./page.js";

let game = null;
let player = 0;
let shown = 0; // the decision that is looked at
let asBest = false; // whether the best move is shown instead of the one played
let judgements = [];
let abort = new AbortController();

const plies = () => game.players[player].plies;
const fixed = (points) => signed(points.toFixed(1).replace(/^-0\.0$/, "0.0"));

async function review(reviewed, at = 0) {
  abort.abort();
  abort = new AbortController();
  game = reviewed;
  player = Math.min(player, game.players.length - 1);
  shown = Math.min(at, plies().length - 1);
  judgements = [];
  if (plies().length === 0) throw new Refusal("record: it holds no moves", 0);
  for (const id of ["table", "back", "save"]) find(id).hidden = false;
  find("paste").hidden = true;
  find("back").href = `/jardin#${toHash(game)}`;
  find("sum").textContent = "";
  find("optimum").textContent = "";
  showPlayers();
  showDecisions();
  await showDecision();
  await Promise.all([judge(abort.signal), solve(abort.signal)]);
}

async function judge(signal) {
  const record = await toRecord({ ...game, players: [game.players[player]] });
  const bar = find("judged");
  bar.hidden = false;
  bar.max = plies().length;
  bar.value = 0;
  try {
    for await (const update of updates("/api/jardin/review", { record, samples: 800 }, signal)) {
      if (update.done) showSum(update);
      else {
        judgements.push(update);
        bar.value = judgements.length;
        showDecisions();
        if (judgements.length === shown + 1) await showDecision();
      }
    }
  } finally {
    bar.hidden = true;
  }
}

/** What the dice allowed, if they are all known. */
async function solve(signal) {
  const { start, dice, faces, players } = game;
  if (!/ end \d$/.test(plies().at(-1).position)) return;
  const used = players[player].plies.filter((ply) => ply.roll).length;
  const asked = { position: start, dice: dice.slice(0, used).join(" "), faces };
  for await (const { score, bound, done, status } of updates("/api/jardin/solve", asked, signal)) {
    const so = !done
      ? `at least ${score} points so far; searching…`
      : status === "OPTIMAL"
        ? `${score} points, and no more (proven).`
        : `at least ${score} points, at most ${bound} (not proven).`;
    find("optimum").textContent = `Who knew these dice could have had ${so}`;
  }
}

function showPlayers() {
  const list = find("players");
  list.hidden = game.players.length === 1;
  list.replaceChildren(
    ...game.players.map((_, number) =>
      make("button", {
        type: "button",
        textContent: nameOf(game, number),
        "aria-pressed": String(number === player),
        onclick: () =>
          attempt(async () => {
            player = number;
            await review(game, shown);
          }),
      }),
    ),
  );
}

const headline = ({ clock, roll }) =>
  roll ? `Turn ${clock}, roll ${roll}` : `Pond after turn ${clock.slice(0, -1)}`;

function showDecisions() {
  const list = find("decisions");
  plies().forEach((ply, number) => {
    const row = list.children[number] ?? list.appendChild(newRow(number));
    const [when, move, lost] = row.firstChild.children;
    when.textContent = ply.roll ? `${ply.clock}  ${ply.roll}` : ply.clock;
    when.title = headline(ply);
    const words = inWords(ply.move);
    move.textContent = ply.move[0] === "~" ? words.split(":")[0] : words;
    const judged = judgements[number];
    lost.textContent = !judged
      ? "…"
      : judged.best === judged.move
        ? "best"
        : `${fixed(-judged.given_away)} ${judged.mark}`;
    row.firstChild.setAttribute("aria-current", String(number === shown));
  });
  while (list.children.length > plies().length) list.lastChild.remove();
}

function newRow(number) {
  const button = make(
    "button",
    { type: "button", onclick: () => attempt(() => look(number)) },
    make("span", { className: "clock" }),
    make("span", { className: "move" }),
    make("span", { className: "expected" }),
  );
  return make("li", {}, button);
}

async function look(number) {
  if (!(number in plies())) return;
  shown = number;
  asBest = false;
  showDecisions();
  await showDecision();
}

/** The garden after the decision, and what there is to say of it. */
async function showDecision() {
  const ply = plies()[shown];
  const judged = judgements[shown];
  history.replaceState(null, "", `#${toHash(game)}&show=${shown}`);
  if (!judged) asBest = false;
  find("played").setAttribute("aria-pressed", String(!asBest));
  find("best").setAttribute("aria-pressed", String(asBest));
  find("best").disabled = !judged || judged.best === judged.move;
  find("before").disabled = shown === 0;
  find("after").disabled = shown === plies().length - 1;
  find("when").textContent = headline(ply);
  const words = [`Played: ${inWords(ply.move)}.`];
  if (judged) {
    const expected = judged.expected.toFixed(1);
    words[0] = `Played: ${inWords(ply.move)}, ${expected} points to expect at the end.`;
    words.push(
      judged.best === judged.move
        ? "Nothing better was found."
        : `Best: ${inWords(judged.best)}, ${judged.best_expected.toFixed(1)}; given away ` +
            `${judged.given_away.toFixed(1)} ±${judged.given_away_stderr.toFixed(1)}.`,
    );
    if (judged.luck !== null) words.push(`Luck of the roll: ${fixed(judged.luck)}.`);
  }
  find("verdict").replaceChildren(...words.flatMap((line) => [line, make("br")]));
  const position = shown === 0 ? game.start : plies()[shown - 1].position;
  const here = [shown, asBest, player].join();
  showDecision.wanted = here;
  const sheet = await ask("/api/jardin/sheet", {
    position,
    roll: ply.roll,
    move: asBest ? judged.best : ply.move,
    faces: game.faces,
  });
  if (showDecision.wanted !== here) return;
  draw(find("picture"), sheet.svg);
  const which = asBest ? "after the best move" : "as played";
  find("picture").alt = `The garden ${which}: ${sheet.position}`;
}

function showSum({ score, given_away: lost, given_away_stderr: error, luck }) {
  find("sum").textContent =
    `${signed(score)} points. Luck of the rolls ${fixed(luck)}, ` +
    `given away ${lost.toFixed(1)} ±${error.toFixed(1)}.`;
}

async function loadText(text) {
  find("decisions").replaceChildren();
  await review(await fromRecord(text));
}

find("load").onchange = (event) => {
  const [file] = event.target.files;
  if (!file) return;
  attempt(async () => {
    if (file.size > 30_000) throw new Refusal("record: the file is too long to be one", 0);
    await loadText(await file.text());
  });
  event.target.value = "";
};
find("judge").onclick = () => attempt(() => loadText(find("text").value));
find("save").onclick = () => attempt(async () => offer("jardin.txt", await toRecord(game)));
find("before").onclick = () => attempt(() => look(shown - 1));
find("after").onclick = () => attempt(() => look(shown + 1));
find("played").onclick = () => attempt(() => choose(false));
find("best").onclick = () => attempt(() => choose(true));

async function choose(best) {
  asBest = best;
  await showDecision();
}

async function open() {
  if (location.hash.length <= 1) return;
  const at = Number(new URLSearchParams(location.hash.slice(1)).get("show") ?? 0);
  try {
    await review(await fromHash(location.hash), Number.isSafeInteger(at) && at >= 0 ? at : 0);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    say(error.message, "refused");
  }
}

window.addEventListener("hashchange", () => attempt(open));
attempt(open);
