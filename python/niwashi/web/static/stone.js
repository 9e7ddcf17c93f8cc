// What the pages of Stone Garden share: the edition with its pictures, points, addresses.

import { ask, draw, find, make, Refusal, signed } from "./page.js";

const LIMIT = 32 * 1024; // of an edition file; the server takes no longer one

/** A picture of the server, by itself. */
export function picture(svg, alt = "", properties = {}) {
  const image = make("img", { alt, ...properties });
  draw(image, svg);
  return image;
}

/** The picture of a stone by its letter, or of the monk (`@`). */
export const piece = (letter) =>
  make("img", { src: `/art/stone/${letter === "@" ? "monk" : letter}.svg`, alt: "" });

/** An edition: its text (null for the one that comes with the program), tiles, cards. */
export class Box {
  constructor(text, contents) {
    this.text = text;
    Object.assign(this, contents);
    this.pictures = new Map(contents.faces.map(({ face, svg }) => [face, svg]));
  }

  /** The edition of a text. Throws a Refusal with all `errors` if it cannot be used. */
  static async open(text) {
    const contents = await ask("/api/stone/edition", { edition: text });
    if (!contents.usable) {
      const refusal = new Refusal("This edition cannot be used.", 200);
      refusal.errors = contents.errors;
      throw refusal;
    }
    return new Box(text, contents);
  }

  /** What a request holds to name this edition. */
  get asked() {
    return this.text === null ? {} : { edition: this.text };
  }

  /** A tile as it lies; one that looks the same turned has only one picture. */
  face(text) {
    return this.pictures.get(text) ?? this.pictures.get(text.replace("'", ""));
  }

  /** Whether a tile looks different when it is turned. */
  turns(id) {
    return this.pictures.has(`${id}'`);
  }

  stoneName(letter) {
    return this.stones.find(({ stone }) => stone === letter).name;
  }

  card(id) {
    return this.cards.find(({ card }) => card === id);
  }

  master(id) {
    return this.masters.find(({ card }) => card === id);
  }
}

/** The part of a page that says which edition is used, and takes another from a file. */
export class EditionPanel {
  /** `use(box)` makes another edition the one in use; it may refuse. */
  constructor(use) {
    this.use = use;
    find("edition-file").addEventListener("change", (event) => this.#load(event.target));
    find("edition-default").addEventListener("click", () => this.take(null));
  }

  /** Says which edition is in use. */
  show(box) {
    find("edition-name").textContent =
      `${box.name}: ${box.total} tiles (${box.sand} sand, ${box.moss} moss), ${box.name_gardens} Name Gardens`;
    find("edition-provenance").textContent = box.provenance;
    find("edition-default").hidden = box.text === null;
    this.#problems(box.warnings.length ? "It can be used, but:" : "", box.warnings);
  }

  /** Takes an edition into use, or says everything that is wrong with it. */
  async take(text) {
    try {
      await this.use(await Box.open(text));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#problems(error.message, error.errors ?? []);
    }
  }

  async #load(input) {
    const [file] = input.files;
    input.value = ""; // so that the same file can be chosen again
    if (!file) return;
    if (file.size > LIMIT) {
      this.#problems(`${file.name} is longer than ${LIMIT / 1024} KiB: this is no edition.`, []);
      return;
    }
    await this.take(await file.text());
  }

  #problems(headline, problems) {
    find("edition-problem").replaceChildren(
      ...(headline ? [make("p", {}, headline)] : []),
      ...(problems.length
        ? [make("ul", {}, ...problems.map((problem) => make("li", {}, problem)))]
        : []),
    );
  }
}

/** Fills a table of points; `than` are lines to compare with. */
export function showPoints(table, lines, than = null) {
  const sum = (some) => some.reduce((total, { points }) => total + points, 0);
  table.tBodies[0].replaceChildren(
    ...lines.map(({ name, reason, points }, number) =>
      make(
        "tr",
        { className: points ? "" : "none" },
        make("th", { scope: "row" }, name),
        make("td", { className: "reason" }, reason),
        make("td", { className: "number" }, change(points, than?.[number].points), signed(points)),
      ),
    ),
  );
  table.tFoot.replaceChildren(
    make(
      "tr",
      {},
      make("th", { scope: "row", colSpan: 2 }, "total"),
      make("td", { className: "number" }, change(sum(lines), than && sum(than)), signed(sum(lines))),
    ),
  );
}

function change(points, before) {
  if (before === null || before === undefined || before === points) return "";
  return make("span", { className: "change" }, `${difference(points - before)} `);
}

/** `+3`, `−2`; `±0` for none. */
export const difference = (by) => (by > 0 ? `+${by}` : by < 0 ? signed(by) : "±0");

/** A table that lays two gardens beside each other. */
export function showComparison(table, own, best) {
  table.tBodies[0].replaceChildren(
    ...best.map(({ name, points }, number) =>
      make(
        "tr",
        {},
        make("th", { scope: "row" }, name),
        make("td", { className: "number" }, signed(own[number].points)),
        make("td", { className: "number" }, signed(points)),
      ),
    ),
  );
}

// --- addresses -----------------------------------------------------------------------------------

/** An edition's text for an address: squeezed, in letters that need no escapes. */
export async function pack(text) {
  const squeezed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(squeezed).arrayBuffer());
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The text of `pack`. Throws a Refusal for anything else. */
export async function unpack(letters) {
  const parts = [];
  let length = 0;
  try {
    const bytes = Uint8Array.from(
      atob(letters.replaceAll("-", "+").replaceAll("_", "/")),
      (letter) => letter.charCodeAt(0),
    );
    const reader = new Blob([bytes])
      .stream()
      .pipeThrough(new DecompressionStream("deflate-raw"))
      .getReader();
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return await new Blob(parts).text();
      length += value.length;
      if (length > LIMIT) throw new RangeError("too long");
      parts.push(value);
    }
  } catch {
    throw new Refusal("the address holds no edition that can be read", 0);
  }
}

/** Opens the edition that an address names, or the one that comes with the program. */
export async function boxOfAddress(parts) {
  const packed = parts.get("edition");
  return Box.open(packed === null ? null : await unpack(packed));
}
