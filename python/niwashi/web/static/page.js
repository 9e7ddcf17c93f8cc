// What every page needs: asking the server, building elements, saying things aloud.

/** An answer that is a refusal, with the reason of the server. */
export class Refusal extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

async function post(path, asked, signal) {
  let response;
  try {
    response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(asked),
      signal,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal("the server does not answer: is niwashi serve still running?", 0);
  }
  if (!response.ok) {
    const answer = await response.json().catch(() => ({}));
    throw new Refusal(answer.error ?? `the server answers ${response.status}`, response.status);
  }
  return response;
}

/** One question, one answer. */
export async function ask(path, asked, signal) {
  return (await post(path, asked, signal)).json();
}

/** The updates of a search, as they come; the last has `done`. Stopped by the signal. */
export async function* updates(path, asked, signal) {
  const response = await post(path, asked, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const update = JSON.parse(line);
      if (update.error) throw new Refusal(update.error, 200);
      yield update;
    }
  }
}

export const find = (id) => document.getElementById(id);

/** An element with properties, attributes (those with a dash, and `role`) and children. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "role") element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children);
  return element;
}

/** Shows a drawing of the server. It stands in an image, so nothing in it can run. */
export function draw(image, svg) {
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

/** Tells a screen reader, and whoever looks at the line of messages. */
export function say(message, kind = "") {
  const line = find("message");
  line.textContent = message;
  line.className = kind;
}

/** Runs something that a user started; what goes wrong is said. */
export async function attempt(action) {
  try {
    return await action();
  } catch (error) {
    if (error.name === "AbortError") return undefined;
    if (!(error instanceof Refusal)) console.error(error);
    say(error.message, "refused");
    return undefined;
  }
}

/** Offers a text as a file. */
export function offer(name, text) {
  const link = make("a", {
    href: URL.createObjectURL(new Blob([text], { type: "text/plain" })),
    download: name,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Points with a sign that is one. */
export const signed = (points) => String(points).replace("-", "−");
