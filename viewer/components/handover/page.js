// Draws the page that hands a match over; or reads the match behind the `#` of the address, which only a person who is
// let in here sends to the server, and shows what the server says of it.

import { find } from "../lib/elements.js";
import { request } from "../lib/http.js";
import { made } from "../lib/parts.js";

const form = /** @type {HTMLFormElement} */ (find(document, "#handover"));
const code = /** @type {HTMLInputElement} */ (form.elements.namedItem("code"));

/** @param {Part[]} parts */
function draw(parts) {
  find(document, "main").replaceChildren(...parts.map((part) => made(part)));
}

async function read() {
  code.value = location.hash.slice(1);
  const answer = await request(new URL("handover", document.baseURI), { method: "POST", body: code.value });
  draw((await answer.json()).parts);
}

form.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-copy]"));
  if (button) void copy(button);
});

/** @param {HTMLElement} button */
async function copy(button) {
  const link = button.dataset.copy ?? "";
  try {
    await navigator.clipboard.writeText(link);
    button.lastChild?.replaceWith(button.closest("form")?.dataset.copied ?? "");
  } catch {
    // Browsers have no clipboard without a secure connection; the text can be copied by hand.
    const text = document.createElement("textarea");
    text.value = link;
    text.readOnly = true;
    button.closest(".ways")?.after(text);
    text.select();
  }
}

const parts = find(document, "#parts").textContent;
if (parts) draw(JSON.parse(parts));
else {
  addEventListener("hashchange", () => void read());
  await read();
}
