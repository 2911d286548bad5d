// The people picker: one tap takes a person or puts the person back; Enter takes the name as typed, never several people.

import { commandButton, find, htmlElement, setChildren, svgElement } from "../lib/elements.js";
import { gettext, setCatalog } from "../lib/language.js";
import { dress } from "../lib/look.js";
import { made } from "../lib/parts.js";
import { found, initials, sameName } from "./choices.js";
import { EMPTY_PICKER, isDrawn, isSame, nextPicker } from "./picker_state.js";

/** @import { PickerMessage, PickerState } from "./picker_state.js" */

const PLUS = "M8 3v10M3 8h10";
const PEOPLE = "M8 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM3 13.5c.3-2.800 2.300-4.200 5-4.200s4.700 1.400 5 4.200";

/** @type {WeakMap<Component<PeopleData>["parentElement"], ReturnType<typeof makePicker>>} */
const peoplePickers = new WeakMap();

/**
 * Called when the component appears and again whenever its data changes.
 * @param {Component<PeopleData>} component
 */
export default function ({ parentElement, data, setStateValue }) {
  setCatalog(data.catalog);
  dress(parentElement);
  const picker = peoplePickers.get(parentElement) ?? makePicker(find(parentElement, ".people"));
  peoplePickers.set(parentElement, picker);
  picker.show(data, (chosen) => setStateValue("chosen", chosen));
}

/** @typedef {<Kind extends HTMLElement>(key: unknown[], make: () => Kind) => Kind} Keep the element of before, or a new one */
/** @typedef {(message: PickerMessage) => void} Tell */

/** @param {HTMLElement} root */
export function makePicker(root) {
  /** @type {PeopleData} */
  let data;
  let state = EMPTY_PICKER;
  let emit = (/** @type {readonly ChosenPerson[]} */ _) => {};
  const parts = makeParts(root);
  const keeper = makeKeeper();
  /** @type {Tell} */
  const tell = (message) => {
    const before = state;
    state = nextPicker(state, message, data);
    if (state.chosen !== before.chosen && message.kind !== "given") emit(state.chosen);
    keeper((keep) => drawPicker(parts, state, data, tell, keep));
    if (message.kind === "opened") parts.input.focus();
  };
  parts.input.addEventListener("input", () => tell({ kind: "searched", text: parts.input.value }));
  parts.input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || !state.search.trim()) return;
    event.preventDefault();
    tell({ kind: "entered" });
  });
  return {
    /** @type {(next: PeopleData, send: typeof emit) => void} */
    show(next, send) {
      data = next;
      emit = send;
      tell({ kind: "given" });
    },
    chosen: () => state.chosen,
    isDrawn: () => isDrawn(state),
  };
}

/** @param {HTMLElement} root */
function makeParts(root) {
  const input = Object.assign(htmlElement("input"), { type: "search", autocomplete: "off", spellcheck: false });
  const search = htmlElement("div", "field");
  search.append(input);
  const chips = htmlElement("div", "ppl");
  chips.setAttribute("role", "group");
  const said = htmlElement("p", "said");
  said.setAttribute("role", "status");
  const seats = htmlElement("ol", "seats-of-people");
  const tools = htmlElement("div", "tools");
  const order = htmlElement("span", "cut");
  const orderly = htmlElement("details");
  const summary = htmlElement("summary", "fold");
  const inside = htmlElement("div", "seats");
  summary.append(sign(PEOPLE), order, htmlElement("span", "end", gettext("order of seats")));
  inside.append(seats, tools);
  orderly.append(summary, inside);
  const parts = { label: htmlElement("div", "lab"), chips, search, said };
  root.replaceChildren(...Object.values(parts));
  return { ...parts, root, input, order, orderly, seats, tools };
}

/** Elements by key: the page draws the picker again after each choice, and what a finger is on must stay. */
function makeKeeper() {
  /** @type {Map<string, HTMLElement>} */
  let kept = new Map();
  return (/** @type {(keep: Keep) => void} */ draw) => {
    /** @type {typeof kept} */
    const next = new Map();
    draw((key, make) => {
      const words = JSON.stringify(key);
      const element = /** @type {ReturnType<typeof make>} */ (kept.get(words) ?? make());
      next.set(words, element);
      return element;
    });
    kept = next;
  };
}

/**
 * @param {ReturnType<typeof makeParts>} parts
 * @param {PickerState} state
 * @param {PeopleData} data
 * @param {Tell} tell
 * @param {Keep} keep
 */
function drawPicker(parts, state, data, tell, keep) {
  const { label, chips, input, search, said, tools, seats, orderly, order, root } = parts;
  const asked = data.new ? gettext("Names, known or new") : gettext("Search for a name");
  const hint = data.kind === "seats" && state.chosen.length ? gettext("in the order of their seats") : "";
  setChildren(label, [keep(["label", data.label], () => htmlElement("b", "", data.label)), keep(["hint", hint], () => htmlElement("span", "soft", hint))]);
  chips.setAttribute("aria-label", data.label);
  input.placeholder = asked;
  input.setAttribute("aria-label", asked);
  search.hidden = isFieldHidden(state, data);
  if (input.value !== state.search) input.value = state.search;
  said.textContent = state.says;
  setChildren(chips, chipsOf(state, data, tell, keep));
  setChildren(tools, toolsOf(state, data, tell, keep));
  if (data.kind !== "seats") return root.append(tools);
  if (state.chosen.length) root.append(orderly);
  else orderly.remove();
  order.title = order.textContent = state.chosen.map(([, name]) => name).join(", ");
  const starter = data.has_start || isDrawn(state) ? 0 : -1;
  setChildren(seats, state.chosen.map((person, seat) => seatOf(person, seat, seat === starter, state.chosen.length, data, tell, keep)));
}

/**
 * Whether the field for names waits for a tap on its chip, or is not needed as all people are shown.
 * @param {PickerState} state
 * @param {PeopleData} data
 */
function isFieldHidden({ isOpen }, data) {
  return data.kind === "seats" ? !isOpen && data.people.length > 0 : !data.new && data.people.length < 4;
}

/**
 * @param {PickerState} state
 * @param {PeopleData} data
 * @param {Tell} tell
 * @param {Keep} keep
 */
function chipsOf(state, data, tell, keep) {
  const { chosen, search } = state;
  const { shown, hasExact } = found(data.people, chosen, search);
  const buttons = shown.map(([id, name, called]) => {
    const seat = chosen.findIndex((one) => isSame(one, [id, name]));
    const place = data.kind === "seats" && seat >= 0 ? placeOf(seat) : "";
    const chip = keep(["chip", id, name, called], () => {
      const button = commandButton("pp", "", () => tell({ kind: "toggled", person: [id, name] }));
      button.append(faceOf(id, name, data), nameOf(called), htmlElement("span", "or"));
      return button;
    });
    chip.classList.toggle("on", seat >= 0);
    chip.setAttribute("aria-pressed", String(seat >= 0));
    const mark = find(chip, ".or");
    mark.hidden = !place;
    mark.textContent = place;
    mark.setAttribute("aria-hidden", "true");  // The list of seats says it, and a name stays a name.
    return chip;
  });
  const name = search.trim();
  if (data.new && name && !hasExact && !chosen.some(([, other]) => sameName(name, other))) {
    const words = gettext("Add {name}", { name });
    buttons.push(keep(["add", words], () => commandButton("pp add", words, () => tell({ kind: "toggled", person: ["", name] }))));
  }
  /** @type {(words: string, label: string, kind: "opened" | "guest") => HTMLButtonElement} */
  const other = (words, label, kind) => keep([kind], () => {
    const button = named(commandButton("pp other", "", () => tell({ kind })), label);
    button.append(sign(PLUS), words);
    return button;
  });
  if (data.new && isFieldHidden(state, data)) buttons.push(other(gettext("Somebody else"), gettext("Somebody else"), "opened"));
  else if (data.new && !name) buttons.push(other(gettext("Guest"), gettext("Add a guest"), "guest"));
  return buttons;
}

/** @param {number} seat */
const placeOf = (seat) => (seat ? String(seat + 1) : [1, gettext("starts")].join(" \u00b7 "));

/**
 * A name that is cut where it has no room, whole when one points at it.
 * @param {string} called
 */
function nameOf(called) {
  return Object.assign(htmlElement("span", "nm", called), { title: called });
}

/**
 * @param {PickerState} state
 * @param {PeopleData} data
 * @param {Tell} tell
 * @param {Keep} keep
 */
function toolsOf({ chosen }, data, tell, keep) {
  /** @type {(words: string, act: () => void) => HTMLButtonElement} */
  const tool = (words, act) => keep(["tool", words, chosen.length], () => commandButton("btn", words, act));
  const buttons = [];
  if (data.kind === "seats" && chosen.length > 1) {
    buttons.push(tool(gettext("Draw the start player"), () => {
      tell({ kind: "first", seat: crypto.getRandomValues(new Uint32Array(1))[0] % chosen.length });
    }));
  }
  if (chosen.length && data.kind !== "one") buttons.push(tool(gettext("Clear"), () => tell({ kind: "cleared" })));
  return buttons;
}

/**
 * @param {ChosenPerson} person
 * @param {number} seat
 * @param {boolean} starts
 * @param {number} seats
 * @param {PeopleData} data
 * @param {Tell} tell
 * @param {Keep} keep
 */
function seatOf([id, name], seat, starts, seats, data, tell, keep) {
  const words = [`${seat + 1}.  ${name}`, ...starts ? [gettext("starts")] : []].join("  \u00b7  ");
  const remove = gettext("Remove {name}", { name });
  /** @type {(words: string, sign: string, other: number) => HTMLButtonElement} */
  const move = (label, sign, other) => {
    const button = named(commandButton("btn sq", sign, () => tell({ kind: "swapped", seats: [seat, other] })), label);
    button.disabled = other < 0 || other >= seats;
    return button;
  };
  return keep(["seat", id, words, remove, seats], () => {
    const row = htmlElement("li", "person-seat");
    row.append(faceOf(id, name, data), nameOf(words),
      move(gettext("Move seat {seat} up", { seat: seat + 1 }), "\u2191", seat - 1),
      move(gettext("Move seat {seat} down", { seat: seat + 1 }), "\u2193", seat + 1),
      named(commandButton("btn sq", "\u00d7", () => tell({ kind: "toggled", person: [id, name] })), remove));
    return row;
  });
}

/** @type {(button: HTMLButtonElement, label: string) => HTMLButtonElement} */
function named(button, label) {
  button.setAttribute("aria-label", label);
  return button;
}

/**
 * The face of a known person; that of a new one has no color yet.
 * @param {string} id
 * @param {string} name
 * @param {PeopleData} data
 */
function faceOf(id, name, { faces }) {
  if (faces[id]) return made(/** @type {Part} */ (faces[id]));
  const face = htmlElement("span", "face", initials(name));
  face.style.cssText = "width: 28px; height: 28px; background: var(--well); color: var(--on-well); font-size: 12px";
  face.setAttribute("aria-hidden", "true");
  return face;
}

/** @param {string} path */
function sign(path) {
  const drawing = svgElement("svg", { viewBox: "0 0 16 16", class: "ic", "aria-hidden": "true" });
  drawing.append(svgElement("path", { d: path }));
  return drawing;
}
