// Who is chosen in a people picker, and what becomes of it with each message: pure, without a page.

import { gettext } from "../lib/language.js";
import { sameName, typed, withGuest } from "./choices.js";

/**
 * `says` is a sentence about the last choice, empty if there is nothing to say. `revision` is that of the data whose choice
 * was taken over last. `isOpen`: somebody asked for the field for other names. `drawn` is the start player that was drawn.
 * @typedef {Readonly<{ chosen: readonly ChosenPerson[], search: string, says: string, revision: number, isOpen: boolean,
 *   drawn: ChosenPerson | null }>} PickerState
 */

/**
 * `given`: the page sent its data. `same`: all people of the last table. `toggled`: a person was tapped, or put back. `entered`: Enter was pressed. `first`: the
 * person of this seat starts. `swapped`: two seats. `opened`: the field for other names.
 * @typedef {{ kind: "given" } | { kind: "opened" } | { kind: "toggled", person: ChosenPerson } | { kind: "searched", text: string } | { kind: "entered" }
 *   | { kind: "guest" } | { kind: "cleared" } | { kind: "same" } | { kind: "first", seat: number } | { kind: "swapped", seats: [number, number] }} PickerMessage
 */

/** @type {PickerState} */
export const EMPTY_PICKER = { chosen: [], search: "", says: "", revision: -1, isOpen: false, drawn: null };

/** @type {(one: ChosenPerson, other: ChosenPerson) => boolean} */
export const isSame = ([id, name], [otherId, otherName]) => (id || otherId ? id === otherId : sameName(name, otherName));

/** Whether the person of seat 0 was drawn as the start player. @param {PickerState} state */
export const isDrawn = ({ chosen, drawn }) => Boolean(drawn && chosen.length && isSame(chosen[0], drawn));

/**
 * @param {PickerState} state
 * @param {PickerMessage} message
 * @param {PeopleData} data
 * @returns {PickerState}
 */
export function nextPicker(state, message, data) {
  const { chosen } = state;
  switch (message.kind) {
    case "given":
      return data.revision === state.revision ? state : { ...state, chosen: data.chosen, revision: data.revision };
    case "toggled": return { ...toggled(state, message.person, data), search: "" };
    case "opened": return { ...state, isOpen: true };
    case "searched": return { ...state, search: message.text, says: "" };
    case "entered": {
      const { person, says } = typed(data.people, chosen, state.search, data.new);
      return person ? nextPicker(state, { kind: "toggled", person }, data) : { ...state, says };
    }
    case "guest": return { ...state, chosen: withGuest(chosen), says: "" };
    case "same": return { ...state, chosen: data.same?.[1] ?? state.chosen, search: "", says: "", drawn: null };
    case "cleared": return { ...state, chosen: [], says: "" };
    case "first": {
      const turned = [...chosen.slice(message.seat), ...chosen.slice(0, message.seat)];
      return { ...state, chosen: turned, drawn: turned[0], says: "" };
    }
    case "swapped": {
      const [seat, other] = message.seats;
      return { ...state, chosen: chosen.with(seat, chosen[other]).with(other, chosen[seat]), says: "" };
    }
  }
}

/**
 * @param {PickerState} state
 * @param {ChosenPerson} person
 * @param {PeopleData} data
 * @returns {PickerState}
 */
function toggled(state, person, { kind, most }) {
  const rest = state.chosen.filter((one) => !isSame(one, person));
  if (rest.length < state.chosen.length) return { ...state, chosen: rest, says: "" };
  if (kind === "one") return { ...state, chosen: [person], says: "" };
  if (most && state.chosen.length >= most) return { ...state, says: gettext("At most {number} people can be chosen.", { number: most }) };
  return { ...state, chosen: [...state.chosen, person], says: "" };
}
