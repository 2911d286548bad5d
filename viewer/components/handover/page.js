// Draws the page that hands a match over; or reads the match behind the `#` of the address, which only a person who is
// let in here sends to the server with the answers who its people are, and shows what the server says of it.

import { find, findAll, targetOf } from "../lib/elements.js";
import { request } from "../lib/http.js";
import { redraw } from "../lib/parts.js";

const form = /** @type {HTMLFormElement} */ (find(document, "#handover"));
const code = /** @type {HTMLInputElement} */ (form.elements.namedItem("code"));
const main = find(document, "main");

/** The fields as they are sent, with the match and all answers. */
const fields = () => new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form)]));

async function read() {
  const body = fields();
  const answer = await request(new URL("handover", document.baseURI), { method: "POST", body });
  if (!answer.ok) return refuse(await answer.text());
  const { parts } = await answer.json();
  if (String(body) === String(fields())) redraw(main, parts);  // Else somebody was chosen meanwhile.
}

/** @param {string} page why it may not be read here, as a page of its own with a way to log in */
function refuse(page) {
  sessionStorage.handedOver = code.value;  // The way back from the login has nothing behind its `#`.
  const said = find(new DOMParser().parseFromString(page, "text/html"), "main");
  const ways = findAll(said, "a").map((way) => /** @type {Part} */ (["a", { class: "btn", href: way.getAttribute("href") ?? "" }, [way.textContent]]));
  redraw(main, [
    ["div", { class: "head" }, [["h1", {}, [find(said, "h1").textContent]]]],
    ["p", { class: "answer", role: "alert" }, [find(said, "p").textContent]],
    ["div", { class: "foot" }, ways],
  ]);
}

async function begin() {
  for (const field of findAll(form, "[name=who]")) field.remove();
  code.value = location.hash.slice(1) || (sessionStorage.handedOver ?? "");
  delete sessionStorage.handedOver;
  await read();
}

/** @param {string} value the name of a player, "=", and the id of the person who that is */
function choose(value) {
  form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "who", value }));
  void read();
}

form.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement | null} */ (targetOf(event).closest("[data-copy], button[data-send=who]"));
  if (button?.dataset.send) choose(button.dataset.value ?? "");
  else if (button) void copy(button);
});
form.addEventListener("change", (event) => {
  const select = /** @type {HTMLSelectElement} */ (targetOf(event));
  choose(`${select.dataset.value}=${select.value}`);
});

/** @param {HTMLElement} button */
async function copy(button) {
  const link = button.dataset.copy ?? "";
  try {
    await navigator.clipboard.writeText(link);
    button.lastChild?.replaceWith(button.closest("form")?.dataset.copied ?? "");
  } catch {
    // Browsers have no clipboard without a secure connection; the text can be copied by hand.
    const text = Object.assign(document.createElement("textarea"), { value: link, readOnly: true });
    button.closest(".ways")?.after(text);
    text.select();
  }
}

const parts = find(document, "#parts").textContent;
if (parts) redraw(main, JSON.parse(parts));
else {
  addEventListener("hashchange", () => void begin());
  await begin();
}
