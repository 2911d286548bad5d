// The people picker: one tap takes a person or puts the person back; Enter takes the name as typed, never several people.

import { find, iconView, partView } from "../lib/elements.js";
import { gettext, setCatalog } from "../lib/language.js";
import { html, nothing, render } from "../lib/lit-html/lit-html.js";
import { dress } from "../lib/look.js";
import { found, initials, sameName } from "./choices.js";
import { EMPTY_PICKER, isDrawn, isSame, nextPicker } from "./picker_state.js";

/** @import { PickerMessage, PickerState } from "./picker_state.js" */

const PLUS = "M8 3v10M3 8h10";
const PEOPLE = "M8 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM3 13.5c.3-2.800 2.300-4.200 5-4.200s4.700 1.400 5 4.200";

/** @type {WeakMap<Component<PeopleData>["parentElement"], ReturnType<typeof makePicker>>} */
const peoplePickers = new WeakMap();

/** Called when the component appears and again whenever its data changes. @param {Component<PeopleData>} component */
export default function ({ parentElement, data, setStateValue }) {
  setCatalog(data.catalog);
  dress(parentElement);
  const picker = peoplePickers.get(parentElement) ?? makePicker(find(parentElement, ".people"));
  peoplePickers.set(parentElement, picker);
  picker.show(data, (chosen) => setStateValue("chosen", chosen));
}

/** @typedef {(message: PickerMessage) => void} Tell */

/** @param {HTMLElement} root */
export function makePicker(root) {
  /** @type {PeopleData} */
  let data;
  let state = EMPTY_PICKER;
  let emit = (/** @type {readonly ChosenPerson[]} */ _) => {};
  /** @type {Tell} */
  const tell = (message) => {
    const before = state;
    state = nextPicker(state, message, data);
    if (state.chosen !== before.chosen && message.kind !== "given") emit(state.chosen);
    render(pickerView(state, data, tell), root);
    if (message.kind === "opened") find(root, "input").focus();
  };
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

/**
 * @param {PickerState} state
 * @param {PeopleData} data
 * @param {Tell} tell
 */
function pickerView(state, data, tell) {
  const { chosen, search, says } = state;
  const asked = data.new ? gettext("Names, known or new") : gettext("Search for a name");
  const words = data.same?.[0];
  const hint = data.kind === "seats" && chosen.length ? gettext("in the order of their seats") : "";
  const entered = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" || event.isComposing || !search.trim()) return;
    event.preventDefault();
    tell({ kind: "entered" });
  };
  const isOrdered = data.kind === "seats";
  return html`
    <div class="lab"><b>${data.label}</b>${words ? html`<button type="button" class="same soft" @click=${() => tell({ kind: "same" })}>${words}</button>`
      : html`<span class="soft">${hint}</span>`}</div>
    <div class="ppl" role="group" aria-label=${data.label}>${chipViews(state, data, tell)}</div>
    <div class="field" ?hidden=${isFieldHidden(state, data)}>
      <input type="search" autocomplete="off" spellcheck="false" placeholder=${asked} aria-label=${asked} .value=${search}
        @input=${(/** @type {InputOf} */ { target }) => tell({ kind: "searched", text: target.value })} @keydown=${entered}>
    </div>
    <p class="said" role="status">${says}</p>
    ${isOrdered && chosen.length ? seatsView(state, data, tell) : nothing}
    ${isOrdered ? nothing : toolsView(state, data, tell)}`;
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
 */
function chipViews(state, data, tell) {
  const { chosen, search } = state;
  const { shown, hasExact } = found(data.people, chosen, search);
  const name = search.trim();
  const add = gettext("Add {name}", { name });
  const isNew = data.new && name && !hasExact && !chosen.some(([, other]) => sameName(name, other));
  /** @type {(words: string, label: string, kind: "opened" | "guest") => unknown} */
  const other = (words, label, kind) =>
    html`<button type="button" class="pp other" aria-label=${label} @click=${() => tell({ kind })}>${iconView(PLUS)}${words}</button>`;
  return [
    shown.map((person) => chipView(person, state, data, tell)),
    isNew ? html`<button type="button" class="pp add" @click=${() => tell({ kind: "toggled", person: ["", name] })}>${add}</button>` : nothing,
    data.new && isFieldHidden(state, data) ? other(gettext("Somebody else"), gettext("Somebody else"), "opened")
      : data.new && !name ? other(gettext("Guest"), gettext("Add a guest"), "guest") : nothing,
  ];
}

/**
 * The list of seats says the place of a person: here it is hidden, and a name stays a name.
 * @param {PersonChoice} person
 * @param {PickerState} state
 * @param {PeopleData} data
 * @param {Tell} tell
 */
function chipView([id, name, called], { chosen }, data, tell) {
  const seat = chosen.findIndex((one) => isSame(one, [id, name]));
  const place = data.kind === "seats" && seat >= 0 ? placeOf(seat) : "";
  return html`<button type="button" class="pp ${seat >= 0 ? "on" : ""}" aria-pressed=${seat >= 0} @click=${() => tell({ kind: "toggled", person: [id, name] })}>
    ${faceView(id, name, data)}${nameView(called)}<span class="or" aria-hidden="true" ?hidden=${!place}>${place}</span></button>`;
}

/** @param {number} seat */
const placeOf = (seat) => (seat ? String(seat + 1) : [1, gettext("starts")].join(" \u00b7 "));

/** A name that is cut where it has no room, whole when one points at it. @param {string} called */
const nameView = (called) => html`<span class="nm" title=${called}>${called}</span>`;

/**
 * @param {PickerState} state
 * @param {PeopleData} data
 * @param {Tell} tell
 */
function toolsView({ chosen }, data, tell) {
  /** @type {(words: string, act: () => void) => unknown} */
  const tool = (words, act) => html`<button type="button" class="btn" @click=${act}>${words}</button>`;
  const draw = () => tell({ kind: "first", seat: crypto.getRandomValues(new Uint32Array(1))[0] % chosen.length });
  const isDrawable = data.kind === "seats" && chosen.length > 1;
  const isClearable = chosen.length > 0 && data.kind !== "one";
  if (!isDrawable && !isClearable) return nothing;
  return html`<div class="tools">
    ${isDrawable ? tool(gettext("Draw the start player"), draw) : nothing}
    ${isClearable ? tool(gettext("Clear"), () => tell({ kind: "cleared" })) : nothing}
  </div>`;
}

/**
 * @param {PickerState} state
 * @param {PeopleData} data
 * @param {Tell} tell
 */
function seatsView(state, data, tell) {
  const { chosen } = state;
  const names = chosen.map(([, name]) => name).join(", ");
  const starter = data.has_start || isDrawn(state) ? 0 : -1;
  return html`<details>
    <summary class="fold">${iconView(PEOPLE)}<span class="cut" title=${names}>${names}</span><span class="end">${gettext("order of seats")}</span></summary>
    <div class="seats">
      <ol class="seats-of-people">${chosen.map((person, seat) => seatView(person, seat, seat === starter, chosen.length, data, tell))}</ol>
      ${toolsView(state, data, tell)}
    </div>
  </details>`;
}

/**
 * @param {ChosenPerson} person
 * @param {number} seat
 * @param {boolean} starts
 * @param {number} seats
 * @param {PeopleData} data
 * @param {Tell} tell
 */
function seatView([id, name], seat, starts, seats, data, tell) {
  const words = [`${seat + 1}.  ${name}`, ...starts ? [gettext("starts")] : []].join("  \u00b7  ");
  /** @type {(label: string, sign: string, message: PickerMessage, isOff?: boolean) => unknown} */
  const button = (label, sign, message, isOff = false) =>
    html`<button type="button" class="btn sq" aria-label=${label} ?disabled=${isOff} @click=${() => tell(message)}>${sign}</button>`;
  return html`<li class="person-seat">${faceView(id, name, data)}${nameView(words)}
    ${button(gettext("Move seat {seat} up", { seat: seat + 1 }), "\u2191", { kind: "swapped", seats: [seat, seat - 1] }, !seat)}
    ${button(gettext("Move seat {seat} down", { seat: seat + 1 }), "\u2193", { kind: "swapped", seats: [seat, seat + 1] }, seat + 1 === seats)}
    ${button(gettext("Remove {name}", { name }), "\u00d7", { kind: "toggled", person: [id, name] })}</li>`;
}

/**
 * The face of a known person; that of a new one has no color yet.
 * @param {string} id
 * @param {string} name
 * @param {PeopleData} data
 */
function faceView(id, name, { faces }) {
  if (faces[id]) return partView(/** @type {Part} */ (faces[id]));
  return html`<span class="face new" aria-hidden="true">${initials(name)}</span>`;
}
