// The field of the title: a combobox that suggests while one types.

import { htmlElement, setChildren, svgElement, targetOf } from "../lib/elements.js";
import { gettext, ngettext } from "../lib/language.js";
import { made } from "../lib/parts.js";
import { foundTitles, pieces, titleNamed } from "./titles.js";

const PLUS = "M8 3v10M3 8h10";

/**
 * `onLooked`: another suggestion is the one that Enter would take.
 * @param {(text: string) => void} onTyped
 * @param {(title: NewTitle) => void} onPicked
 * @param {() => void} onLooked
 */
export function makeTitleField(onTyped, onPicked, onLooked) {
  const parts = makeParts();
  const { root, input, clear, list, status } = parts;
  /** @type {NewTitle[]} */
  let titles = [];
  /** @type {NewTitle[]} */
  let found = [];
  let isOpen = true;
  /** Before a letter is typed all titles are offered, whatever stands in the field. */
  let searched = "";
  let active = -1;
  let isPointing = false;

  const draw = () => {
    found = foundTitles(titles, searched);
    const isNew = Boolean(searched.trim()) && !titleNamed(titles, searched);
    if (active > found.length - (isNew ? 0 : 1)) active = -1;
    const options = found.map((title, at) => optionOf(title, searched, at === active, at));
    if (isNew) options.push(newOption(searched.trim(), active === found.length, found.length, found.length > 0));
    setChildren(list, isOpen ? options : []);
    list.hidden = !isOpen || !options.length;
    input.setAttribute("aria-expanded", String(!list.hidden));
    if (isOpen && active >= 0) input.setAttribute("aria-activedescendant", `title-${active}`);
    else input.removeAttribute("aria-activedescendant");
    clear.hidden = !input.value;
    status.textContent = isOpen && searched ? ngettext("{number} suggestion", "{number} suggestions", found.length) : "";
  };
  const open = (/** @type {boolean} */ shown) => {
    isOpen = shown || !input.value.trim();
    if (!shown) searched = "";
    if (!shown) active = -1;
    draw();
    onLooked();
  };
  const pick = (/** @type {number} */ at) => {
    const title = found[at];
    if (title) {
      input.value = title.label;
      onPicked(title);
    }
    open(false);
  };

  input.addEventListener("input", () => {
    searched = input.value;
    isOpen = true;
    active = searched.trim() ? 0 : -1;
    draw();
    onTyped(input.value);
  });
  input.addEventListener("keydown", (event) => {
    const last = list.children.length - 1;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!isOpen) return open(true);
      const step = event.key === "ArrowDown" ? 1 : -1;
      active = active < 0 && step < 0 ? last : (active + step + last + 1) % (last + 1);
      draw();
      onLooked();
    } else if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      if (isOpen) pick(active);
    } else if (event.key === "Escape" && isOpen) {
      open(false);
    }
  });
  input.addEventListener("click", () => open(true));
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => pick([...list.children].indexOf(/** @type {Element} */ (targetOf(event).closest(".opt")))));
  clear.addEventListener("click", () => {
    input.value = "";
    searched = "";
    isOpen = true;
    draw();
    onTyped("");
    input.focus();
  });
  // The list moves what is below it: it closes after a tap there, not before its click has arrived.
  root.addEventListener("focusout", () => { if (!isPointing) open(false); });
  return {
    root,
    input,
    /** A tap anywhere has ended. */
    tapped: (/** @type {Event} */ event) => {
      isPointing = false;
      if (isOpen && !event.composedPath().includes(root)) open(false);
    },
    pressed: () => { isPointing = true; },
    /** The suggestion that Enter would take. */
    looked: () => (isOpen ? found[active] : undefined),
    /** @type {(known: NewTitle[], text: string) => void} */
    show(known, text) {
      titles = known;
      if (text !== input.value) {
        input.value = text;
        isOpen = !text;
        searched = "";
      }
      draw();
    },
  };
}

function makeParts() {
  const root = htmlElement("div", "title-field");
  const label = htmlElement("label", "lab", gettext("Game"));
  const field = htmlElement("div", "field");
  const input = htmlElement("input");
  const clear = htmlElement("button", "clear s14", gettext("clear"));
  const list = htmlElement("div", "pop");
  const status = htmlElement("span", "sr");
  Object.assign(input, { type: "text", autocomplete: "off", spellcheck: false, id: "title", maxLength: 100, enterKeyHint: "done" });
  input.placeholder = gettext("What is played");
  for (const [name, value] of [["role", "combobox"], ["aria-autocomplete", "list"], ["aria-controls", "titles"]]) input.setAttribute(name, value);
  label.htmlFor = "title";
  clear.type = "button";
  clear.setAttribute("aria-label", gettext("Clear the title"));
  list.id = "titles";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", gettext("Games"));
  status.setAttribute("role", "status");
  field.append(input, clear);
  root.append(label, field, list, status);
  return { root, input, clear, list, status };
}

/** @type {WeakMap<NewTitle, Node>} */
const emblems = new WeakMap();

/**
 * @param {NewTitle} title
 * @param {string} text
 * @param {boolean} isActive
 * @param {number} at
 */
function optionOf(title, text, isActive, at) {
  const option = optionFrame(isActive, at);
  const emblem = emblems.get(title) ?? made(/** @type {Part} */ (title.emblem));
  emblems.set(title, emblem);
  const name = htmlElement("span", "t");
  name.append(...pieces(title.label, text).map((part, place) => (place % 2 ? htmlElement("b", "", part) : part)));
  const words = htmlElement("span");
  words.append(name, htmlElement("span", "d", title.about));
  option.append(emblem.cloneNode(true), words, htmlElement("span", "k", title.end));
  return option;
}

/**
 * @param {string} text
 * @param {boolean} isActive
 * @param {number} at
 * @param {boolean} isApart
 */
function newOption(text, isActive, at, isApart) {
  const option = optionFrame(isActive, at);
  const plus = svgElement("svg", { viewBox: "0 0 16 16", class: "ic", "aria-hidden": "true" });
  plus.append(svgElement("path", { d: PLUS }));
  option.append(plus, htmlElement("span", "t", gettext("\u201c{title}\u201d as a new title", { title: text })));
  option.classList.add("new");
  option.classList.toggle("apart", isApart);
  return option;
}

/**
 * @param {boolean} isActive
 * @param {number} at
 */
function optionFrame(isActive, at) {
  const option = htmlElement("div", isActive ? "opt on" : "opt");
  option.id = `title-${at}`;
  option.setAttribute("role", "option");
  option.setAttribute("aria-selected", String(isActive));
  return option;
}
