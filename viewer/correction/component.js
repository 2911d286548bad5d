// The live record as a way to enter what happened at an earlier moment: it hands the entry to the page and writes nothing.

import { find, findAll } from "../elements.js";
import { gettext, setCatalog } from "../language.js";
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
