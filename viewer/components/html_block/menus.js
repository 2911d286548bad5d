// The menus of a sentence (viewer/pages/shared/question.py): a word that opens a list of links. Arrows go through the list.

import { find, findAll, targetOf } from "../lib/elements.js";
import { folded } from "../lib/folded.js";

const EDGE = 16;

/** Makes the words below `block` with a list behind them open it. @param {HTMLElement} block */
export function openMenus(block) {
  block.addEventListener("click", (event) => {
    const word = wordOf(event);
    const isOpen = word?.getAttribute("aria-expanded") === "true";
    if (word && !isOpen) open(block, word);
    else if (word || targetOf(event).closest("[data-list] > a")) close(block);
  });
  block.addEventListener("keydown", (event) => {
    const list = /** @type {HTMLElement | null} */ (targetOf(event).closest("[data-list]"));
    if (wordOf(event) && ["Enter", " ", "ArrowDown"].includes(event.key)) targetOf(event).click();
    else if (event.key === "Escape") close(block);
    else if (list && ["ArrowDown", "ArrowUp"].includes(event.key)) step(list, event.key === "ArrowDown" ? 1 : -1);
    else if (list && event.key === "Enter" && targetOf(event) instanceof HTMLInputElement) shown(list)[0]?.click();
    else return;
    event.preventDefault();
  });
  block.addEventListener("input", (event) => {
    const list = /** @type {HTMLElement | null} */ (targetOf(event).closest("[data-list]"));
    if (list) narrow(list, /** @type {HTMLInputElement} */ (event.target).value);
  });
}

/** @param {Event} event */
const wordOf = (event) => /** @type {HTMLElement | null} */ (targetOf(event).closest("[data-menu]"));

/** @param {HTMLElement} block @param {HTMLElement} word */
const listOf = (block, word) => find(block, `[data-list="${word.dataset.menu}"]`);

/** @type {AbortController | undefined} ends the wait for a tap beside the open list */
let opened;

/** @param {HTMLElement} list */
const shown = (list) => findAll(list, "a:not([hidden])");

/** @param {Event} event */
const isBeside = (event) => !event.composedPath().some((at) => at instanceof Element && at.matches("[data-list], [data-menu]"));

/** @param {HTMLElement} block @param {HTMLElement} word */
function open(block, word) {
  close(block, false);
  const list = listOf(block, word);
  const sentence = /** @type {HTMLElement} */ (list.parentElement);
  word.setAttribute("aria-expanded", "true");
  list.hidden = false;
  opened = new AbortController();
  addEventListener("pointerdown", (event) => isBeside(event) && close(block, false), { signal: opened.signal });
  const field = list.querySelector("input");
  if (field) narrow(list, (field.value = ""));
  const [line] = [...word.getClientRects()].slice(-1);
  const from = sentence.getBoundingClientRect();
  const room = document.documentElement.clientWidth - EDGE - list.offsetWidth;
  list.style.left = `${Math.max(0, Math.min(line.left, room) - from.left)}px`;
  list.style.top = `${line.bottom - from.top + 4}px`;
  const chosen = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
  // The keyboard of a phone would cover the list.
  (field && matchMedia("(hover: hover)").matches ? field : (chosen ?? shown(list)[0]))?.focus();
  chosen?.scrollIntoView({ block: "nearest" });
}

/** @param {HTMLElement} block @param {boolean} [isFocused] whether the word gets the focus of its list */
function close(block, isFocused = true) {
  const word = /** @type {HTMLElement | null} */ (block.querySelector('[data-menu][aria-expanded="true"]'));
  if (!word) return;
  opened?.abort();
  word.setAttribute("aria-expanded", "false");
  listOf(block, word).hidden = true;
  if (isFocused) word.focus();
}

/** @param {HTMLElement} list @param {number} by */
function step(list, by) {
  const items = shown(list);
  const at = items.findIndex((item) => item.matches(":focus"));
  items[(at + by + items.length) % items.length]?.focus();
}

/**
 * Shows the lines with these letters, whatever their accents.
 * @param {HTMLElement} list
 * @param {string} words
 */
function narrow(list, words) {
  const wanted = folded(words);
  for (const item of findAll(list, "a")) item.hidden = !folded(item.textContent ?? "").includes(wanted);
}
