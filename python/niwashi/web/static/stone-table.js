// What lies on the table in a game of Stone Garden, beside the human's garden.

import { find, make, signed } from "./page.js";
import { picture, piece } from "./stone.js";

const LOGGED = 60;

/** `1 tile`, `2 tiles`. */
export const counted = (number, thing) => `${signed(number)} ${thing}${Math.abs(number) === 1 ? "" : "s"}`;

const dots = (virtue) => "●".repeat(virtue) + "○".repeat(6 - virtue);

function virtueWords(virtue) {
  return [
    make("span", { className: "dots", "aria-hidden": "true" }, dots(virtue)),
    ` ${virtue} virtue`,
  ];
}

/** A tile as it lies, and its text. */
export const tileFigure = (box, text) =>
  make("span", { className: "tile" }, picture(box.face(text), "", { className: "face" }), ` ${text}`);

/** What the human has beside the garden. */
export function showHoldings(box, { virtue, storage, name_garden: card, master, master_used: used }) {
  const entry = (term, ...what) => make("div", {}, make("dt", {}, term), make("dd", {}, ...what));
  const name = card && box.card(card);
  const gardener = master && box.master(master);
  find("holdings").replaceChildren(
    entry("Virtue", ...virtueWords(virtue)),
    entry("Storage", storage ? tileFigure(box, storage) : "empty"),
    ...(name
      ? [entry("Name Garden", picture(name.svg, `${card}, ${name.points} points: ${name.layout.join(" / ")}`, { className: "card" }))]
      : []),
    ...(gardener
      ? [
          entry(
            "Master Gardener",
            make("strong", {}, gardener.name),
            used ? " (used)" : "",
            make("span", { className: "quiet effect" }, gardener.effect),
          ),
        ]
      : []),
  );
}

/** The other players: `strengthOf(player)` says how well one plays. */
export function showOthers(box, table, strengthOf) {
  find("others").replaceChildren(
    ...table.players
      .filter(({ player }) => player !== table.viewer)
      .map((other) => {
        const active = !table.over && table.player === other.player;
        return otherFigure(box, other, strengthOf(other.player), active);
      }),
  );
}

function otherFigure(box, other, strength, active) {
  const { player, score, laid, virtue, storage, svg, name_garden: card, master } = other;
  const used = other.master_used;
  const gardener = master ? `${box.master(master).name}${used ? " (used)" : ""}` : "not shown";
  return make(
    "figure",
    { className: "other", ...(active && { "aria-current": "true" }) },
    picture(svg, `The garden of player ${player}`),
    make(
      "figcaption",
      {},
      make("strong", {}, `Player ${player}`),
      ` (${strength}): ${counted(score, "point")}, ${counted(laid, "tile")}. `,
      ...virtueWords(virtue),
      ". Storage ",
      storage ? tileFigure(box, storage) : "empty",
      `. Name Garden ${card ?? "secret"}, Master Gardener ${gardener}.`,
      active ? make("em", {}, " Thinks…") : "",
    ),
  );
}

/** The stones that can be bought, the stack and the discards. */
export function showYard(box, table) {
  find("yard").replaceChildren(
    ...box.stones.map(({ stone, name, price }) =>
      make(
        "li",
        {},
        piece(stone),
        make("span", { className: "unseen" }, `${name}: `),
        make("span", { title: name }, `${table.yard[stone]} `, make("span", { className: "quiet" }, `cost ${price}`)),
      ),
    ),
  );
  const discards = Object.entries(table.discards).map(([id, count]) => (count > 1 ? `${count} ${id}` : id));
  find("stack").textContent =
    `${table.stack} tiles in the stack; discarded: ${discards.join(", ") || "none"}.`;
}

/** What happened, the last first; `groups` are lists of what one player did in a row. */
export function showLog(groups, nameOf) {
  const log = find("log");
  log.start = groups.length;
  log.replaceChildren(
    ...groups
      .slice(-LOGGED)
      .reverse()
      .map(({ player, words }) =>
        make("li", {}, make("strong", {}, `${nameOf(player)}: `), words.join(", ")),
      ),
  );
}

/** Every player's points, rule by rule. */
export function showRanking(players, winners, nameOf) {
  const ranking = find("ranking");
  const cell = (points) => make("td", { className: "number" }, signed(points));
  ranking.tHead.replaceChildren(
    make(
      "tr",
      {},
      make("th", { scope: "col" }, "Rule"),
      ...players.map(({ player }) =>
        make("th", { scope: "col", className: "number" }, nameOf(player) + (winners.includes(player) ? " ★" : "")),
      ),
    ),
  );
  ranking.tBodies[0].replaceChildren(
    ...players[0].lines.map(({ name }, line) =>
      make("tr", {}, make("th", { scope: "row" }, name), ...players.map(({ lines }) => cell(lines[line].points))),
    ),
  );
  ranking.tFoot.replaceChildren(
    make("tr", {}, make("th", { scope: "row" }, "total"), ...players.map(({ score }) => cell(score))),
  );
}
