// A list that is sorted by its heads and searched while one types, without asking Python. The order is kept for Back.

import { commandButton, find, htmlElement, isChanged, setChildren } from "../lib/elements.js";
import { folded } from "../lib/folded.js";
import { dress } from "../lib/look.js";
import { made } from "../lib/parts.js";
import { followLinks } from "../lib/visit.js";

const SEARCH = ["svg", { viewBox: "0 0 16 16", class: "ic", "aria-hidden": "true" }, [
  ["path", { d: "M11.5 7a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0zm-1 3.5 3.5 3.5" }, []],
]];
const DOWN = ["svg", { viewBox: "0 0 16 16", class: "ic", "aria-hidden": "true" }, [["path", { d: "m4 6 4 4 4-4" }, []]]];

/** @param {Component<SortableListData>} component */
export default function ({ parentElement, data }) {
  dress(parentElement);
  const root = find(parentElement, ".sortable");
  followLinks(root);
  if (isChanged(root, data)) show(root, data);
}

/**
 * @param {HTMLElement} root
 * @param {SortableListData} data
 */
function show(root, data) {
  const collator = new Intl.Collator(document.documentElement.lang || undefined, { numeric: true });
  const rows = data.rows.map((row) => ({ ...row, found: folded(row.text), element: rowElement(row, data.columns) }));
  const field = searchField(data.words.find);
  const menu = htmlElement("select");
  const body = htmlElement("tbody");
  const nothing = htmlElement("p", "nothing soft", data.words.nothing);
  nothing.setAttribute("role", "status");
  const all = commandButton("btn all", data.words.all, () => {
    isWhole = true;
    draw();
  });
  let isWhole = !data.limit || data.limit >= rows.length;
  let order = kept(data) ?? { by: data.sorted_by, isHigh: data.columns[data.sorted_by].is_first_high };

  const heads = data.columns.map((column, place) => {
    const head = htmlElement("th", column.kind);
    head.scope = "col";
    if (!column.order) {
      head.textContent = column.label;
      return head;
    }
    const button = htmlElement("button", "", column.label);
    button.type = "button";
    button.append(made(/** @type {Part} */ (DOWN)));
    button.addEventListener("click", () => sort(place, order.by === place ? !order.isHigh : column.is_first_high));
    head.append(button);
    const option = htmlElement("option", "", column.order);
    option.value = String(place);
    menu.append(option);
    return head;
  });

  /**
   * @param {number} by
   * @param {boolean} isHigh
   */
  function sort(by, isHigh) {
    order = { by, isHigh };
    sessionStorage.setItem(storedAs(data), JSON.stringify(order));
    draw();
  }

  function draw() {
    const words = folded(field.value).split(" ");
    const shown = rows.filter((row) => words.every((word) => row.found.includes(word)));
    shown.sort((one, other) => compared(one.keys[order.by], other.keys[order.by], order.isHigh, collator));
    const isCut = !isWhole && !field.value;
    setChildren(body, (isCut ? shown.slice(0, data.limit) : shown).map((row) => row.element));
    all.hidden = !isCut;
    nothing.hidden = shown.length > 0;
    menu.value = String(order.by);
    heads.forEach((head, place) => {
      if (place === order.by) head.setAttribute("aria-sort", order.isHigh ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
  }

  field.addEventListener("input", draw);
  menu.addEventListener("change", () => sort(Number(menu.value), data.columns[Number(menu.value)].is_first_high));
  const sorting = htmlElement("label", "sorting", data.words.sort);
  sorting.append(menu);
  const list = htmlElement("div");
  list.append(boxed(field), sorting, tableElement(heads, body, data.words.label), nothing, all);
  const aside = htmlElement("aside", "below");
  aside.append(...data.aside.map((part) => made(part)));
  root.replaceChildren(list, aside);
  root.classList.toggle("two", data.aside.length > 0);
  draw();
}

/** @param {SortableListData} data */
function storedAs(data) {
  return `partie-sorted-${data.name}`;
}

/**
 * The order chosen before on this list, if there is such a column.
 * @param {SortableListData} data
 * @returns {{ by: number, isHigh: boolean } | null}
 */
function kept(data) {
  const order = JSON.parse(sessionStorage.getItem(storedAs(data)) ?? "null");
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

/** @param {string} label */
function searchField(label) {
  const field = htmlElement("input");
  field.type = "search";
  field.placeholder = label;
  field.setAttribute("aria-label", label);
  field.autocomplete = "off";
  return field;
}

/** @param {HTMLInputElement} field */
function boxed(field) {
  const box = htmlElement("label", "field");
  box.append(made(/** @type {Part} */ (SEARCH)), field);
  return box;
}

/**
 * @param {Element[]} heads
 * @param {Element} body
 * @param {string} label
 */
function tableElement(heads, body, label) {
  const table = htmlElement("table", "list");
  table.setAttribute("aria-label", label);
  const head = htmlElement("thead");
  const row = htmlElement("tr");
  row.append(...heads);
  head.append(row);
  table.append(head, body);
  return table;
}

/**
 * The roles are said again, as a table that is drawn as a grid on phones would lose them.
 * @param {SortableListData["rows"][number]} row
 * @param {SortableListData["columns"]} columns
 */
function rowElement(row, columns) {
  const element = htmlElement("tr");
  element.setAttribute("role", "row");
  element.append(...row.cells.map((cell, place) => {
    const td = htmlElement("td", columns[place].kind);
    td.setAttribute("role", "cell");
    td.append(made(cell));
    return td;
  }));
  return element;
}
