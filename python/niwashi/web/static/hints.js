// The ranking of moves, which gets better while one watches.

import { find, make, Refusal, updates } from "./page.js";

const SHOWN = 8;
const BUSY_MILLISECONDS = 2000;

/** The panel of hints for one decision at a time. */
export class Hints {
  /**
   * `path` is what ranks the moves; `describe(hint)` says { words, unseen, expected, behind },
   * where `unseen` is for a screen reader alone; `preview(decision, move)` shows a move, or none
   * (null); `play(move)` plays it.
   */
  constructor(path, describe, preview, play) {
    this.on = false;
    this.path = path;
    this.describe = describe;
    this.preview = preview;
    this.play = play;
    this.rows = new Map();
    this.stop = () => {};
  }

  /** Ranks the moves of a decision; null if there is none. */
  async follow(decision) {
    const key = this.on && decision ? JSON.stringify(decision) : null;
    if (key === this.key) return;
    this.key = key;
    this.stop();
    this.decision = decision;
    this.rows.clear();
    find("advice-list").replaceChildren();
    this.#state("");
    if (key === null) return;
    const abort = new AbortController();
    this.stop = () => abort.abort();
    this.#state("Playing games to their end…");
    try {
      for await (const update of updates(this.path, decision, abort.signal)) {
        this.#show(update);
      }
    } catch (error) {
      if (error.name === "AbortError" || this.key !== key) return;
      if (!(error instanceof Refusal)) throw error;
      this.#state(error.message);
      this.key = undefined; // so that it can be asked again
      if (error.status === 503) {
        setTimeout(() => this.key === undefined && this.follow(decision), BUSY_MILLISECONDS);
      }
    }
  }

  #state(words) {
    find("advice-state").textContent = words;
  }

  #show({ hints, games, seconds, done, clear }) {
    const list = find("advice-list");
    const held = document.activeElement;
    const rows = hints.slice(0, SHOWN).map((hint) => this.#row(hint));
    // A row that moves while it is pressed would lose the click.
    if (!list.querySelector(":active")) {
      for (const [move, row] of this.rows) {
        if (!rows.includes(row)) {
          row.remove();
          this.rows.delete(move);
        }
      }
      if (rows.some((row, place) => list.children[place] !== row)) {
        list.append(...rows);
        if (list.contains(held)) held.focus();
      }
    }
    const end = clear ? "the first is clearly best" : "the time is over";
    const so = done ? end : "getting better…";
    this.#state(`${games.toLocaleString("en")} games, ${seconds.toFixed(1)} s; ${so}`);
  }

  #row(hint) {
    let row = this.rows.get(hint.move);
    if (row === undefined) {
      row = this.#newRow(hint.move);
      this.rows.set(hint.move, row);
    }
    const { words, unseen, expected, behind } = this.describe(hint);
    const [first, second, third] = row.firstChild.children;
    first.replaceChildren(
      words,
      ...(unseen ? [make("span", { className: "unseen" }, unseen)] : []),
      ` ${hint.mark}`,
    );
    second.textContent = expected;
    third.textContent = behind;
    return row;
  }

  #newRow(move) {
    const { decision } = this;
    const button = make(
      "button",
      { type: "button", title: move },
      make("span", { className: "move" }),
      make("span", { className: "expected", title: "points to expect at the end" }),
      make("span", { className: "behind" }),
    );
    button.dataset.move = move;
    button.addEventListener("click", () => this.play(move));
    for (const event of ["pointerenter", "focus"]) {
      button.addEventListener(event, () => this.preview(decision, move));
    }
    for (const event of ["pointerleave", "blur"]) {
      button.addEventListener(event, () => this.preview(decision, null));
    }
    return make("li", {}, button);
  }
}
