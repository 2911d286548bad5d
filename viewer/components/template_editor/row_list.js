// A list of rows that can be added to, moved and removed.

import { commandButton, find, setChildren } from "../lib/elements.js";
import { sign } from "./fields.js";

/** @import { CategoryDraft, RoundDraft } from "./draft.js" */
/** @import { Editing } from "./fields.js" */

/**
 * @param {string} label
 * @param {() => void} add
 */
export function addButton(label, add) {
  const button = commandButton("btn add", "", add);
  button.append(sign("plus"), label);
  return button;
}

/**
 * A list of rows that can be added, moved and removed; the rows of those that stay are kept. Returns what adds one.
 * @template {CategoryDraft | RoundDraft} Row
 * @param {HTMLElement} list
 * @param {Row[]} rows
 * @param {(row: Row, editing: Editing) => HTMLElement} makeRow
 * @param {() => void} changed
 * @param {(name?: string) => Row} fresh
 */
export function rowList(list, rows, makeRow, changed, fresh) {
  /** @type {Map<Row, HTMLElement>} */
  const elements = new Map();
  const elementOf = (/** @type {Row} */ row) => {
    const element = elements.get(row) ?? makeRow(row, {
      changed,
      move: (step) => move(row, step),
      remove: () => remove(row),
      next: () => focus(rows[rows.indexOf(row) + 1] ?? insert()),
    });
    elements.set(row, element);
    return element;
  };
  const draw = () => {
    setChildren(list, rows.map(elementOf));
    changed();
  };
  const focus = (/** @type {Row} */ row) => find(elementOf(row), ".name input").focus();
  const insert = () => {
    rows.push(fresh());
    draw();
    return rows[rows.length - 1];
  };
  const move = (/** @type {Row} */ row, /** @type {number} */ step) => {
    const from = rows.indexOf(row);
    if (!rows[from + step]) return;
    const root = list.getRootNode();
    const held = root instanceof ShadowRoot ? root.activeElement : document.activeElement;
    rows.splice(from + step, 0, ...rows.splice(from, 1));
    draw();
    if (held instanceof HTMLElement) held.focus();
  };
  const remove = (/** @type {Row} */ row) => {
    const at = rows.indexOf(row);
    rows.splice(at, 1);
    elements.delete(row);
    if (!rows.length) rows.push(fresh());
    draw();
    focus(rows[Math.min(at, rows.length - 1)]);
  };
  setChildren(list, rows.map(elementOf));
  return () => focus(insert());
}
