// Elements of a page in the look of all pages. Links open their page without loading it anew; buttons tell Python.

import { find, isChanged, targetOf } from "../lib/elements.js";
import { dress } from "../lib/look.js";
import { redraw } from "../lib/parts.js";
import { followLinks } from "../lib/visit.js";
import { fitNames } from "./fit_names.js";
import { openMenus } from "./menus.js";

/** @type {WeakSet<Element>} */
const known = new WeakSet();

/** @param {Component<{ parts: Part[] }> & { setTriggerValue: (name: string, value: unknown) => void }} component */
export default function ({ parentElement, data, setTriggerValue }) {
  dress(parentElement);
  const block = find(parentElement, ".block");
  if (!known.has(block)) openMenus(block);
  known.add(block);
  followLinks(block);
  block.onclick = (event) => {
    const button = /** @type {HTMLElement | null} */ (targetOf(event).closest("button[data-send]"));
    if (button) setTriggerValue("sent", [button.dataset.send, button.dataset.value ?? ""]);
    if (targetOf(event).closest("[data-print]")) window.print();
  };
  block.onchange = (event) => {
    const select = /** @type {HTMLSelectElement | null} */ (targetOf(event).closest("select[data-send]"));
    if (select) setTriggerValue("sent", [select.dataset.send, `${select.dataset.value}=${select.value}`]);
  };
  block.onsubmit = (event) => {
    const form = /** @type {HTMLFormElement} */ (targetOf(event));
    event.preventDefault();
    const field = /** @type {HTMLInputElement | null} */ (form.querySelector("input, select, textarea"));
    form.dataset.sent = "";  // Its fields are empty again once the answer is drawn.
    if (form.dataset.send) setTriggerValue("sent", [form.dataset.send, field?.value ?? ""]);
    const menu = form.closest("details");
    if (!menu) return;
    menu.open = false;
    find(menu, "summary").focus();
  };
  if (!isChanged(block, data.parts)) return;
  redraw(block, data.parts);
  if (block.querySelector(".names")) fitNames(block);
}
