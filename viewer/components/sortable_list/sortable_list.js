// A list that is sorted by its heads and searched while one types, without asking Python. The order is kept for Back.

import { find, iconView, isChanged, partView } from "../lib/elements.js";
import { folded } from "../lib/folded.js";
import { keep, kept } from "../lib/kept.js";
import { html, nothing, render } from "../lib/lit-html/lit-html.js";
import { dress } from "../lib/look.js";
import { followLinks } from "../lib/visit.js";

const SEARCH = "M11.5 7a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0zm-1 3.5 3.5 3.5";
const DOWN = "m4 6 4 4 4-4";

/** @typedef {{ by: number, isHigh: boolean }} Order */
/**
 * What is typed into the field, the order of the rows, and whether all of them are shown.
 * @typedef {{ search: string, order: Order, isWhole: boolean }} Shown
 */

/** @param {Component<SortableListData>} component */
export default function ({ parentElement, data }) {
  dress(parentElement);
  const root = find(parentElement, ".sortable");
  followLinks(root);
  if (isChanged(root, data)) open(root, data);
}

/** @param {HTMLElement} root @param {SortableListData} data */
function open(root, data) {
  const collator = new Intl.Collator(document.documentElement.lang || undefined, { numeric: true });
  const rows = data.rows.map((row) => ({ ...row, found: folded(row.text), view: rowView(row, data.columns) }));
  /** @type {Shown} */
  let shown = {
    search: "", order: orderBefore(data) ?? { by: data.sorted_by, isHigh: data.columns[data.sorted_by].is_first_high }, isWhole: !data.limit || data.limit >= rows.length,
  };
  const show = (/** @type {Partial<Shown>} */ next) => {
    shown = { ...shown, ...next };
    if (next.order) keep(storedAs(data), next.order, true);
    const { search, order: { by, isHigh }, isWhole } = shown;
    const words = folded(search).split(" ");
    const found = rows.filter((row) => words.every((word) => row.found.includes(word)));
    found.sort((one, other) => compared(one.keys[by], other.keys[by], isHigh, collator));
    const isCut = !isWhole && !search;
    render(listView(data, shown, (isCut ? found.slice(0, data.limit) : found).map(({ view }) => view), isCut, show), root);
  };
  root.classList.toggle("two", data.aside.length > 0);
  show({});
}

/**
 * @param {SortableListData} data
 * @param {Shown} shown
 * @param {unknown[]} rows
 * @param {boolean} isCut whether there are more rows
 * @param {(next: Partial<Shown>) => void} show
 */
function listView(data, { search, order }, rows, isCut, show) {
  const { words, columns } = data;
  const sort = (/** @type {number} */ by) =>
    show({ order: { by, isHigh: order.by === by ? !order.isHigh : columns[by].is_first_high } });
  const choose = (/** @type {InputOf<HTMLSelectElement>} */ { target }) =>
    show({ order: { by: Number(target.value), isHigh: columns[Number(target.value)].is_first_high } });
  return html`<div>
      <label class="field">${iconView(SEARCH)}<input type="search" placeholder=${words.find} aria-label=${words.find} autocomplete="off" .value=${search}
        @input=${(/** @type {InputOf} */ { target }) => show({ search: target.value })}></label>
      <label class="sorting">${words.sort}<select @change=${choose}>${columns.map((column, place) => (column.order
        ? html`<option value=${place} .selected=${place === order.by}>${column.order}</option>` : nothing))}</select></label>
      <table class="list" aria-label=${words.label}>
        <thead><tr>${columns.map((column, place) => html`<th class=${column.kind} scope="col" aria-sort=${sortWord(place, order)}>${column.order
          ? html`<button type="button" @click=${() => sort(place)}>${column.label}${iconView(DOWN)}</button>` : column.label}</th>`)}</tr></thead>
        <tbody>${rows}</tbody>
      </table>
      <p class="nothing soft" role="status" ?hidden=${rows.length > 0}>${words.nothing}</p>
      <button type="button" class="btn all" ?hidden=${!isCut} @click=${() => show({ isWhole: true })}>${words.all}</button>
    </div>
    <aside class="below">${data.aside.map((part) => partView(part))}</aside>`;
}

/** @type {(place: number, order: Order) => unknown} */
const sortWord = (place, { by, isHigh }) => (place === by ? (isHigh ? "descending" : "ascending") : nothing);

/**
 * The roles are said again, as a table that is drawn as a grid on phones would lose them.
 * @param {SortableListData["rows"][number]} row
 * @param {SortableListData["columns"]} columns
 */
const rowView = ({ cells }, columns) =>
  html`<tr role="row">${cells.map((cell, place) => html`<td class=${columns[place].kind} role="cell">${partView(cell)}</td>`)}</tr>`;

/** @param {SortableListData} data */
const storedAs = (data) => `partie-sorted-${data.name}`;

/**
 * The order chosen before on this list, if there is such a column.
 * @param {SortableListData} data
 * @returns {Order | null}
 */
function orderBefore(data) {
  const order = kept(storedAs(data), true);
  return data.columns[order?.by]?.order ? order : null;
}

/**
 * @param {string | number | null} one
 * @param {string | number | null} other
 * @param {boolean} isHigh
 * @param {Intl.Collator} collator
 */
function compared(one, other, isHigh, collator) {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  const sign = isHigh ? -1 : 1;
  return sign * (typeof one === "number" ? one - Number(other) : collator.compare(one, String(other)));
}
