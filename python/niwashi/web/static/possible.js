// What the dice of a game allowed: the solver at work, and its garden beside one's own.

import { inWords } from "./address.js";
import { draw, find, make, Refusal, say, signed, updates } from "./page.js";

let solving = new AbortController();
let firstBound = 0; // where the gap between best and bound began

/** Hides the answer for another game. */
export function forget() {
  solving.abort();
  find("answer").hidden = true;
  find("possible").disabled = false;
}

/** Searches the best garden for the dice of a game; `own` is the sheet to lay beside it. */
export async function showPossible({ start, dice, faces }, own) {
  solving = new AbortController();
  const { signal } = solving;
  find("possible").disabled = true;
  find("answer").hidden = false;
  for (const id of ["compare", "plan"]) find(id).hidden = true;
  find("best").removeAttribute("src");
  find("best-caption").textContent = "Searching…";
  draw(find("own"), own.svg);
  find("own").alt = `Your garden: ${own.breakdown.total} points`;
  find("own-caption").textContent = `Yours: ${signed(own.breakdown.total)}`;
  const gap = find("gap");
  gap.hidden = false;
  gap.removeAttribute("value");
  try {
    const asked = { position: start, dice: dice.join(" "), faces, time_limit: 60 };
    for await (const update of updates("/api/jardin/solve", asked, signal)) {
      if (update.done) showOptimum(own, update);
      else showProgress(update);
    }
  } catch (error) {
    if (error.name === "AbortError") return;
    find("progress").textContent = error.message;
    find("possible").disabled = false;
    if (!(error instanceof Refusal)) throw error;
  } finally {
    gap.hidden = true;
  }
}

function showProgress({ score, bound, seconds, svg }) {
  draw(find("best"), svg);
  find("best").alt = `The best garden so far: ${score} points`;
  find("best-caption").textContent = `Best so far: ${score}`;
  const limit = bound === null ? "no bound yet" : `no garden is worth more than ${bound}`;
  find("progress").textContent = `Best ${score}; ${limit}; ${seconds.toFixed(0)} s`;
  if (bound === null) return;
  const gap = find("gap");
  if (!gap.hasAttribute("value")) firstBound = bound;
  gap.max = Math.max(1, firstBound - score);
  gap.value = firstBound - bound;
}

function showOptimum(own, { status, score, bound, sheet: best, moves: plan, seconds }) {
  draw(find("best"), best.svg);
  find("best").alt = `What was possible: ${score} points`;
  find("best-caption").textContent = `Possible: ${score}`;
  const sure =
    status === "OPTIMAL"
      ? "these dice allow no more, which is proven"
      : `whether more than that is possible is not proven, but no more than ${bound}`;
  find("progress").textContent =
    `${score} points with these dice, for who knew them from the start; ${sure} ` +
    `(${seconds.toFixed(0)} s).`;
  say(`What was possible: ${score} points.`);
  find("compare").hidden = false;
  find("compare").tBodies[0].replaceChildren(
    ...Object.entries(best.breakdown).map(([rule, points]) =>
      make(
        "tr",
        { className: rule },
        make("th", { scope: "row" }, rule),
        make("td", { className: "number" }, signed(own.breakdown[rule])),
        make("td", { className: "number" }, signed(points)),
      ),
    ),
  );
  find("plan").hidden = false;
  find("plan").lastElementChild.replaceChildren(
    ...plan.map((move) => make("li", { title: move }, inWords(move))),
  );
}
