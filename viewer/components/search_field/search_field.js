// The search field of a list. The address holds what is typed, so that Back, a reload and a link find it again.

import { find, htmlElement, svgElement } from "../lib/elements.js";
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
  const input = htmlElement("input");
  const clear = htmlElement("button", "clear");
  const found = htmlElement("span", "told-found");
  const frame = htmlElement("div", "field");
  input.type = "search";
  input.enterKeyHint = "search";
  clear.type = "button";
  clear.append(sign(CROSS));
  found.setAttribute("role", "status");
  frame.append(sign(GLASS), input, found, clear);
  root.replaceChildren(frame);
  let send = (/** @type {string} */ _) => {};
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let pause;

  const draw = () => { clear.hidden = !input.value; };
  const search = () => {
    pause = undefined;
    const text = input.value.trim();
    if (text === inAddress()) return;
    const address = new URL(location.href);
    if (text) address.searchParams.set(PARAMETER, text);
    else address.searchParams.delete(PARAMETER);
    history.replaceState(history.state, "", address);
    send(text);
  };
  const type = (/** @type {number} */ wait) => {
    draw();
    clearTimeout(pause);
    pause = setTimeout(search, wait);
  };
  // Only Back, Forward and links set what stands in the field: what Python sends may be older than the last letter.
  const adopt = () => {
    clearTimeout(pause);
    input.value = inAddress();
    draw();
  };

  input.addEventListener("input", () => type(PAUSE));
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") type(0);
    if (event.key === "Escape" && input.value) empty();
  });
  const empty = () => {
    input.value = "";
    type(0);
    input.focus();
  };
  clear.addEventListener("click", empty);
  addEventListener("popstate", adopt);
  adopt();
  return {
    /** @type {(data: SearchData, to: typeof send) => void} */
    show(data, to) {
      send = to;
      input.placeholder = data.placeholder;
      input.setAttribute("aria-label", data.placeholder);
      input.maxLength = data.most;
      clear.setAttribute("aria-label", data.clear);
      if (found.textContent !== data.found) found.textContent = data.found;
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

/** @param {string} path */
function sign(path) {
  const drawing = svgElement("svg", { viewBox: "0 0 16 16", class: "ic", "aria-hidden": "true" });
  drawing.append(svgElement("path", { d: path }));
  return drawing;
}
