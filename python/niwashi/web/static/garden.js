// The spaces of a garden as buttons over its picture: for the mouse, a finger, keys and a reader.

import { draw, make } from "./page.js";

/** The names of the spaces, row by row. */
export const namesOf = (rows, columns) =>
  Array.from(
    { length: rows * columns },
    (_, space) => `${Math.floor(space / columns) + 1}${(space % columns) + 1}`,
  );

export const NAMES = namesOf(6, 6);

/** The picture of a garden, and a button for each of its spaces. */
export class Garden {
  /**
   * `pick(name)` is called when a space is chosen; while `tracing`, `stroke(name, first)` for each
   * space that the pointer is pressed on or drawn over.
   */
  constructor(picture, grid, pick, stroke, rows = 6, columns = 6) {
    this.picture = picture;
    this.columns = columns;
    this.tracing = false;
    this.names = namesOf(rows, columns);
    this.cells = this.names.map((name) =>
      make("button", {
        type: "button", role: "gridcell", tabIndex: -1, className: "space", "data-space": name,
      }),
    );
    for (let row = 0; row < rows; row += 1) {
      const cells = this.cells.slice(columns * row, columns * (row + 1));
      grid.append(make("div", { role: "row", className: "row" }, ...cells));
    }
    this.cells[0].tabIndex = 0;
    grid.addEventListener("keydown", (event) => this.#move(event));
    grid.addEventListener("focusin", (event) => this.#rove(event.target));
    grid.addEventListener("click", (event) => {
      const name = event.target.closest("[data-space]")?.dataset.space;
      // While tracing, the pointer has done it already; a click without one is the keyboard's.
      if (name && !(this.tracing && event.detail > 0)) pick(name);
    });
    this.#follow(grid, stroke);
  }

  /** Shows a picture, and says what is on each space. `labels` are in order. */
  show(svg, labels) {
    draw(this.picture, svg);
    this.labels = labels;
  }

  /** Marks spaces: `marks` maps a name to { kind, words, letter }; the others are plain. */
  mark(marks) {
    this.cells.forEach((cell, index) => {
      const mark = marks.get(this.names[index]);
      cell.className = `space ${mark?.kind ?? ""}`;
      cell.setAttribute("aria-label", [this.labels[index], mark?.words].filter(Boolean).join("; "));
      cell.replaceChildren(
        ...(mark?.letter
          ? [make("img", { src: `/art/jardin/${encodeURIComponent(mark.letter)}.svg`, alt: "" })]
          : []),
      );
    });
  }

  /** Gives the keyboard a space: the one it had, if `among` holds it. */
  focus(among) {
    const now = this.cells.find((cell) => cell.tabIndex === 0);
    const here = !among || among.has(now.dataset.space);
    const cell = here ? now : this.cells.find((each) => among.has(each.dataset.space));
    (cell ?? now).focus();
  }

  #move(event) {
    const index = this.cells.indexOf(event.target);
    if (index < 0) return;
    const { columns } = this;
    const steps = { ArrowUp: -columns, ArrowDown: columns, ArrowLeft: -1, ArrowRight: 1 };
    let to = index;
    if (event.key in steps && !event.ctrlKey && !event.altKey && !event.metaKey) {
      to = index + steps[event.key];
      const sideways = Math.abs(steps[event.key]) === 1;
      if (sideways && Math.floor(to / columns) !== Math.floor(index / columns)) to = index;
    } else if (event.key === "Home") to = event.ctrlKey ? 0 : index - (index % columns);
    else if (event.key === "End") {
      to = event.ctrlKey ? this.cells.length - 1 : index - (index % columns) + columns - 1;
    }
    else return;
    event.preventDefault();
    this.cells[to]?.focus();
  }

  #rove(target) {
    if (!this.cells.includes(target)) return;
    for (const cell of this.cells) cell.tabIndex = cell === target ? 0 : -1;
  }

  #follow(grid, stroke) {
    let last = null;
    const under = (event) =>
      document.elementFromPoint(event.clientX, event.clientY)?.closest(".space")?.dataset.space;
    grid.addEventListener("pointerdown", (event) => {
      if (!this.tracing || event.button !== 0) return;
      last = under(event);
      if (last) stroke(last, true);
    });
    grid.addEventListener("pointermove", (event) => {
      if (!this.tracing || last === null || !(event.buttons & 1)) return;
      const name = under(event);
      if (name && name !== last) {
        last = name;
        stroke(name, false);
      }
    });
    for (const ending of ["pointerup", "pointercancel", "pointerleave"]) {
      grid.addEventListener(ending, () => {
        last = null;
      });
    }
  }
}
