// What a player of Stone Garden is about to do: first what, then where.

/** What a move does, before it is said where; a move without spaces is its own. */
export function whatOf({ move, action, spaces, tiles, stone, player }) {
  if (!spaces.length) return move;
  if (action === "lay") return `lay ${tiles[0]}`;
  if (action === "from") return `from ${player} ${tiles[0]}`;
  if (stone) return `${action} ${stone}`;
  return action;
}

/** A move that is chosen part by part. It is never changed: each step makes another. */
export class Choice {
  /** `moves` are all that the server lists. Unless it is said, `what` is the first with a where. */
  constructor(moves, what = null, spaces = []) {
    const first = moves.find((move) => move.spaces.length);
    this.moves = moves;
    this.what = what ?? (first ? whatOf(first) : null);
    this.spaces = spaces;
  }

  /** The moves that agree with what is chosen so far. */
  get agreeing() {
    return this.moves.filter(
      (move) =>
        move.spaces.length &&
        whatOf(move) === this.what &&
        // Which tile of a swap is named first does not matter.
        this.spaces.every((space, place) =>
          move.action === "swap" ? move.spaces.includes(space) : move.spaces[place] === space,
        ),
    );
  }

  /** The spaces that can be chosen next. */
  get open() {
    const { length } = this.spaces;
    return new Set(
      this.agreeing.flatMap(({ action, spaces }) =>
        action === "swap"
          ? spaces.filter((space) => !this.spaces.includes(space))
          : spaces.slice(length, length + 1),
      ),
    );
  }

  /** Moves whose spaces are all chosen: one, or the ways in which the tiles of a swap can lie. */
  get complete() {
    return this.open.size ? [] : this.agreeing;
  }

  /** Everything that can be chosen first, each with a move that does it. */
  get whats() {
    const found = new Map();
    for (const move of this.moves) if (!found.has(whatOf(move))) found.set(whatOf(move), move);
    return [...found].map(([what, move]) => ({ what, move }));
  }

  /** Something else, and nowhere yet. */
  of(what) {
    return new Choice(this.moves, what);
  }

  /** The space is chosen too, or no longer. */
  toggled(space) {
    const rest = this.spaces.filter((each) => each !== space);
    const spaces = rest.length < this.spaces.length ? rest : [...rest, space];
    return new Choice(this.moves, this.what, spaces);
  }

  /** The space chosen last is put back. */
  back() {
    return new Choice(this.moves, this.what, this.spaces.slice(0, -1));
  }

  /** The same tile turned, if one is chosen that looks different then. */
  turned() {
    if (!/^(lay|from) /.test(this.what)) return this;
    const other = this.what.endsWith("'") ? this.what.slice(0, -1) : `${this.what}'`;
    return this.whats.some(({ what }) => what === other) ? this.of(other) : this;
  }
}
