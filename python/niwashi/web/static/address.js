// A game as a value: in the address, in a record file, and replayed by the server.
//
// A game is { faces, start, seed, dice, players: [{ name, plies }] } and is never changed: a move
// makes a new one. A ply is { clock, roll, move, score, position }, `position` after the move.

import { ask, Refusal } from "./page.js";

export const FACES = "LBTRM=";
export const EMPTY = "....../....../....../....../....../...... ".repeat(2) + "1 0";

/** The part of an address behind `#`. */
export function toHash(game) {
  const parts = new URLSearchParams();
  if (game.seed !== null) parts.set("seed", game.seed);
  parts.set("dice", game.dice.join("."));
  if (game.faces !== FACES) parts.set("faces", game.faces);
  if (game.start !== EMPTY) parts.set("from", game.start);
  for (const player of game.players) {
    const moves = player.plies.map((ply) => ply.move);
    parts.append("player", [player.name.replaceAll("!", ""), ...moves].join("!"));
  }
  return parts.toString();
}

/** The game of an address, replayed. */
export async function fromHash(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const seed = parts.get("seed");
  const game = {
    faces: parts.get("faces") ?? FACES,
    start: parts.get("from") ?? EMPTY,
    seed: seed !== null && Number.isSafeInteger(Number(seed)) ? Number(seed) : null,
    dice: (parts.get("dice") ?? "").split(".").filter(Boolean),
  };
  const players = parts.getAll("player").map((text) => text.split("!"));
  if (players.length === 0) throw new Refusal("the address holds no game", 0);
  return {
    ...game,
    players: await Promise.all(
      players.map(async ([name, ...moves]) => ({ name, plies: await replay(game, moves) })),
    ),
  };
}

async function replay(game, moves) {
  const answer = await ask("/api/jardin/replay", {
    position: game.start,
    dice: game.dice.join(" "),
    moves,
    faces: game.faces,
  });
  return answer.plies;
}

/** The text of a record file. */
export async function toRecord(game) {
  const answer = await ask("/api/jardin/record/write", {
    dice: game.dice.join(" "),
    players: game.players.map(({ name, plies }) => ({
      player: name,
      moves: plies.map((ply) => ply.move),
    })),
    position: game.start,
    faces: game.faces,
    seed: game.seed,
  });
  return answer.record;
}

/** The game of a record file. */
export async function fromRecord(record) {
  const { players } = await ask("/api/jardin/record/read", { record });
  const [first] = players;
  const dice = players
    .map((player) => player.dice.split(" ").filter(Boolean))
    .reduce((longest, rolls) => (rolls.length > longest.length ? rolls : longest));
  for (const player of players) {
    const same = player.start === first.start && player.faces === first.faces;
    if (!same || !dice.join(" ").startsWith(player.dice)) {
      throw new Refusal("record: the players have different dice, so this is no game", 0);
    }
  }
  return {
    faces: first.faces,
    start: first.start,
    seed: Number.isSafeInteger(first.seed) ? first.seed : null,
    dice,
    players: players.map((player) => ({ name: player.player, plies: player.plies })),
  };
}

/** The sheet of a player as it stands. */
export const positionOf = (game, number) =>
  game.players[number].plies.at(-1)?.position ?? game.start;

export const nameOf = (game, number) => game.players[number].name || `Player ${number + 1}`;

const WORDS = { L: "lantern", B: "bamboo", T: "tree", R: "rock", M: "moss", "=": "bridge" };

/** What a letter of a move stands for. */
export const wordOf = (letter) => WORDS[letter];

/** A move for people: `5:L53+B25` is `cross 5: lantern 53, bamboo 25`. */
export function inWords(move) {
  if (move === "-") return "no pond";
  if (move === "X") return "skip";
  if (move[0] === "~") {
    const spaces = move.slice(1).split(",");
    return `pond of ${spaces.length}: ${spaces.join(" ")}`;
  }
  const { location, placings } = parse(move);
  const drawn = placings.map(({ letter, space }) => `${WORDS[letter]} ${space}`).join(", ");
  return location === null ? `prune: ${drawn}` : `cross ${location}: ${drawn}`;
}

/** The parts of a draw or a prune; `location` is null for a prune. */
export function parse(move) {
  const location = move[0] === "*" ? null : Number(move[0]);
  const drawn = move.slice(location === null ? 1 : 2).split("+");
  return {
    location,
    placings: drawn.map((text) => ({ letter: text[0], space: text.slice(1) })),
  };
}
