// The search field of a list. The address holds what is typed, so that Back, a reload and a link find it again.

import { find, iconView } from "../lib/elements.js";
import { html, render } from "../lib/lit-html/lit-html.js";
import { dress } from "../lib/look.js";

const PARAMETER = "q";
/** Milliseconds after the last letter until the page runs again. */
const PAUSE = 120;
const GLASS = "M11.5 7a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0zm-1 3.5 3.5 3.5";
const CROSS = "m4 4 8 8M12 4l-8 8";

/** @typedef {{ placeholder: string, clear: string, found: string, most: number }} SearchData */

/** @type {WeakMap<Component<SearchData>["parentElement"], ReturnType<typeof makeField>>} */
const fields = new WeakMap();

/** @param {Component<SearchData> & { setTriggerValue: (name: string, value: unknown) => void }} component */
export default function ({ parentElement, data, setTriggerValue }) {
  dress(parentElement);
  const field = fields.get(parentElement) ?? makeField(find(parentElement, ".search"));
  fields.set(parentElement, field);
  field.show(data, (text) => setTriggerValue("searched", text));
  return () => field.leave();
}

/** @param {HTMLElement} root */
function makeField(root) {
  /** @type {SearchData} */
  let data;
  let typed = inAddress();
  let send = (/** @type {string} */ _) => {};
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let pause;

  const search = () => {
    pause = undefined;
    const text = typed.trim();
    if (text === inAddress()) return;
    const address = new URL(location.href);
    if (text) address.searchParams.set(PARAMETER, text);
    else address.searchParams.delete(PARAMETER);
    history.replaceState(history.state, "", address);
    send(text);
  };
  const type = (/** @type {string} */ text, wait = 0) => {
    typed = text;
    draw();
    clearTimeout(pause);
    pause = setTimeout(search, wait);
  };
  // Only Back, Forward and links set what stands in the field: what Python sends may be older than the last letter.
  const adopt = () => {
    clearTimeout(pause);
    typed = inAddress();
    draw();
  };
  const empty = () => {
    type("");
    find(root, "input").focus();
  };
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter") type(typed);
    if (event.key === "Escape" && typed) empty();
  };
  const draw = () => render(html`<div class="field">
    ${iconView(GLASS)}
    <input type="search" enterkeyhint="search" placeholder=${data.placeholder} aria-label=${data.placeholder} maxlength=${data.most} .value=${typed}
      @input=${(/** @type {InputOf} */ { target }) => type(target.value, PAUSE)} @keydown=${press}>
    <span class="told-found" role="status">${data.found}</span>
    <button type="button" class="clear" aria-label=${data.clear} ?hidden=${!typed} @click=${empty}>${iconView(CROSS)}</button>
  </div>`, root);

  addEventListener("popstate", adopt);
  return {
    /** @type {(next: SearchData, to: typeof send) => void} */
    show(next, to) {
      data = next;
      send = to;
      draw();
    },
    leave() {
      clearTimeout(pause);
      removeEventListener("popstate", adopt);
    },
  };
}

function inAddress() {
  return new URL(location.href).searchParams.get(PARAMETER) ?? "";
}
