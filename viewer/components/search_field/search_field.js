// The search field of a list. The address holds what is typed, so that Back, a reload and a link find it again.

import { find, iconView } from "../lib/elements.js";
import { html, render } from "../lib/lit-html/lit-html.js";
import { dress } from "../lib/look.js";
import { makeKeys } from "./keys.js";

const PARAMETER = "q";
/** Milliseconds after the last letter until the page runs again. */
const PAUSE = 120;
/** Milliseconds without an answer after which the field says so. */
const PATIENCE = 8000;
const GLASS = "M11.5 7a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0zm-1 3.5 3.5 3.5";
const CROSS = "m4 4 8 8M12 4l-8 8";
const LISTS = ".st-key-home-rows, .st-key-home-reading, .st-key-home-aside-block, .st-key-home-rest-rows";

/** `text` is what the rows on the page were found by.
 * @typedef {{ placeholder: string, clear: string, text: string, found: string, searching: string, failed: string, again: string,
 *   most: number }} SearchData
 */

/** @type {WeakMap<Component<SearchData>["parentElement"], ReturnType<typeof makeField>>} */
const fields = new WeakMap();

/** What was typed into a field that a run of the page replaced before it was sent.
 * @type {string | undefined}
 */
let unsent;

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
  let data = /** @type {SearchData} */ ({});
  let typed = unsent ?? inAddress();
  let send = (/** @type {string} */ _) => {};
  let pause = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
  const draw = () => render(fieldView(data, typed, wait.state(), acts), root);
  const wait = makeWait(draw);

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
  const take = (/** @type {string} */ text) => {
    clearTimeout(pause);
    typed = text;
    wait.begin(typed.trim() !== data.text);
  };
  /** @type {FieldActs} */
  const acts = {
    type(text, pauseMs = 0) {
      take(text);
      pause = setTimeout(search, pauseMs);
    },
    empty() {
      acts.type("");
      find(root, "input").focus();
    },
    again() {
      take(typed);
      send(typed.trim());
    },
  };
  // Only Back, Forward and links set what stands in the field: what Python sends may be older than the last letter.
  const adopt = () => take(inAddress());
  const keys = makeKeys(() => root.querySelector("input"));
  addEventListener("popstate", adopt);
  return {
    /** @type {(next: SearchData, to: typeof send) => void} */
    show(next, to) {
      data = next;
      send = to;
      wait.begin(typed.trim() !== data.text);
      if (unsent !== undefined) acts.type(unsent);
      unsent = undefined;
    },
    leave() {
      if (pause) unsent = typed;
      clearTimeout(pause);
      wait.end();
      removeEventListener("popstate", adopt);
      keys.leave();
    },
  };
}

/** Shows that the rows are older than the words as long as they are. @param {() => void} draw */
function makeWait(draw) {
  /** @type {"" | "waits" | "failed"} */
  let state = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let patience;
  return {
    state: () => state,
    begin(/** @type {boolean} */ waits) {
      clearTimeout(patience);
      state = waits ? "waits" : "";
      if (waits) patience = setTimeout(() => {
        state = "failed";
        draw();
      }, PATIENCE);
      for (const list of document.querySelectorAll(LISTS)) list.setAttribute("aria-busy", String(waits));
      draw();
    },
    end: () => clearTimeout(patience),
  };
}

/** @typedef {{ type(text: string, pauseMs?: number): void, empty(): void, again(): void }} FieldActs */

/** @type {(data: SearchData, typed: string, state: "" | "waits" | "failed", acts: FieldActs) => import("../lib/lit-html/lit-html.js").Template} */
function fieldView(data, typed, state, acts) {
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter") acts.type(typed);
    if (event.key === "Escape" && typed) acts.empty();
  };
  return html`<div class="field">
    ${iconView(GLASS)}
    <input type="search" enterkeyhint="search" placeholder=${data.placeholder} aria-label=${data.placeholder} aria-keyshortcuts="/" maxlength=${data.most} .value=${typed}
      @input=${(/** @type {InputOf} */ { target }) => acts.type(target.value, PAUSE)} @keydown=${press}>
    <span class="found-count" role="status">${{ "": data.found, waits: data.searching, failed: "" }[state]}</span>
    <button type="button" class="clear" aria-label=${data.clear} ?hidden=${!typed} @click=${acts.empty}>${iconView(CROSS)}</button>
  </div>
  ${state === "failed" ? html`<div class="read" role="alert">${data.failed} <button type="button" class="link" @click=${acts.again}>${data.again}</button></div>` : ""}`;
}

function inAddress() {
  return new URL(location.href).searchParams.get(PARAMETER) ?? "";
}
