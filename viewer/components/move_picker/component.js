// The live record as a way to enter what happened at an earlier moment: it hands the entry to the page and writes nothing.

import { find, findAll } from "../lib/elements.js";
import { gettext, setCatalog } from "../lib/language.js";
import { openLiveRecord } from "../live/live_record.js";

/** @type {WeakMap<Component<MovePickerData>["parentElement"], LiveRecord>} */
const pickers = new WeakMap();

/**
 * Called when the component appears and again whenever its data or the theme changes.
 * @param {Component<MovePickerData> & { setTriggerValue: (name: string, value: unknown) => void }} component
 */
export default function ({ parentElement, data, setStateValue, setTriggerValue }) {
  setCatalog(data.catalog);
  /** @type {Sender} */
  const sender = { waiting: [], put: ({ line, drawn }) => setTriggerValue("picked", JSON.stringify({ line, drawn })) };
  const picker = pickers.get(parentElement) ?? openLiveRecord(parentElement, sender);
  if (!pickers.has(parentElement)) {
    find(picker.root, "[data-command=confirm]").textContent = gettext("Use this move");
    if (data.form) showForm(picker.root, data.form, data.live_record.names);
    for (const dialog of findAll(picker.root, "dialog")) dialog.remove();  // They record something else at once.
  }
  pickers.set(parentElement, picker);
  picker.query = (query) => setStateValue("query", query);
  picker.show(data.live_record);
  return () => {
    picker.leave();
    pickers.delete(parentElement);
  };
}

/**
 * Shows the form of a ruling or of the close in place of the boards, filled in as it is recorded.
 * @param {HTMLElement} root
 * @param {NonNullable<MovePickerData["form"]>} shown
 * @param {string[]} names
 */
function showForm(root, { name, values }, names) {
  const form = find(root, `.${name}`, HTMLFormElement);
  if (name === "ruling") find(form, "[name=seat]", HTMLSelectElement).replaceChildren(...names.map((who, seat) => new Option(who, String(seat))));
  find(form, "[type=submit]").textContent = gettext("Use this");
  form.addEventListener("reset", (event) => event.preventDefault());  // What was entered stays in sight.
  find(root, ".surface").prepend(form);
  for (const [field, value] of Object.entries(values)) {
    const input = /** @type {HTMLInputElement} */ (form.elements.namedItem(field));
    input.value = value;
    input.dispatchEvent(new Event("input"));
  }
}
