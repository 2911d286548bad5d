// The edit of one value as a value: what is typed, what the server says to it, when it is sent. No page, no network.

import { pressed } from "../lib/pad_keys.js";
import { pointsOf, writtenSum } from "../live/points.js";

/**
 * The value of a play that is edited: its kind, the name of a detail, the seat, and the version of the line that it is of.
 * @typedef {Readonly<{ kind: string, name?: string, row?: number | null, seat?: number }>} EditTarget
 */

/** A text, or the seats of the winners; null: the points decide. @typedef {string | readonly number[] | null} EditValue */

/**
 * `was` is the recorded value. `isTyped`: the next digit is added and does not replace the value. `asked` counts the
 * questions to the server; `says` is the answer to the last one, or why it refuses.
 * @typedef {Readonly<{ target: EditTarget, was: EditValue, value: EditValue, isTyped: boolean, asked: number, says: string,
 *   isRefused: boolean, isSending: boolean, next: EditTarget | null }>} OpenEdit
 */

/** @typedef {OpenEdit | null} EditState */

/**
 * @typedef {{ kind: "opened", target: EditTarget, value: EditValue } | { kind: "typed", value: EditValue }
 *   | { kind: "pressed", key: string } | { kind: "answered", asked: number, says: string, isRefused: boolean }
 *   | { kind: "saved", next?: EditTarget | null } | { kind: "left" } | { kind: "done" }
 *   | { kind: "failed", says: string }} EditMessage
 */

/**
 * `show` the edit, `ask` the server what follows, `send` it, `close` the edit, `open` another one.
 * @typedef {{ kind: "show" } | { kind: "ask", asked: number } | { kind: "send" } | { kind: "close" }
 *   | { kind: "open", target: EditTarget }} EditEffect
 */

/**
 * @param {EditState} state
 * @param {EditMessage} message
 * @returns {[EditState, EditEffect[]]}
 */
export function nextEdit(state, message) {
  if (message.kind === "opened") {
    if (state?.isSending) return [state, []];
    const { target, value } = message;
    const edit = { target, was: value, value, isTyped: false, asked: 0, says: "", isRefused: false, isSending: false, next: null };
    return [edit, [{ kind: "show" }]];
  }
  if (!state) return [state, []];
  switch (message.kind) {
    case "typed": return state.isSending ? [state, []] : changed(state, message.value);
    case "pressed": return state.isSending ? [state, []] : changed(state, pressed(String(state.value ?? ""), message.key, state.isTyped));
    case "answered":
      if (message.asked !== state.asked || state.isSending) return [state, []];
      return [{ ...state, says: message.says, isRefused: message.isRefused }, [{ kind: "show" }]];
    case "saved": return state.isSending ? [state, []] : saved(state, message.next ?? null);
    case "left": return state.isSending ? [state, []] : [null, [{ kind: "close" }]];
    case "done": return [null, [{ kind: "close" }, ...opening(state.next)]];
    case "failed":
      return [{ ...state, says: message.says, isRefused: true, isSending: false }, [{ kind: "show" }]];
  }
}

/**
 * @param {OpenEdit} state
 * @param {EditValue} value
 * @returns {[EditState, EditEffect[]]}
 */
function changed(state, value) {
  const edit = { ...state, value, isTyped: true, asked: state.asked + 1, says: "", isRefused: false };
  return [edit, [{ kind: "show" }, ...(isChanged(edit) && requestOf(edit.target, value) ? [{ kind: /** @type {const} */ ("ask"), asked: edit.asked }] : [])]];
}

/**
 * A value that stands as it was is left.
 * @param {OpenEdit} state
 * @param {EditTarget | null} next
 * @returns {[EditState, EditEffect[]]}
 */
function saved(state, next) {
  if (!isChanged(state)) return [null, [{ kind: "close" }, ...opening(next)]];
  if (!requestOf(state.target, state.value)) return [state, [{ kind: "show" }]];
  return [{ ...state, isSending: true, isRefused: false, next }, [{ kind: "show" }, { kind: "send" }]];
}

/**
 * @param {EditTarget | null} target
 * @returns {EditEffect[]}
 */
const opening = (target) => (target ? [{ kind: "open", target }] : []);

/** @param {OpenEdit} edit */
export function isChanged({ target, was, value }) {
  if (target.kind === "points") return pointsOf(String(was)) !== pointsOf(String(value));
  return JSON.stringify(was) !== JSON.stringify(typeof value === "string" ? value.trim() : value);
}

/** @param {EditTarget} target */
export const isNumeric = ({ kind }) => kind === "points" || kind === "length";

/**
 * The body of the request for a value; null for one that cannot be sent.
 * @param {EditTarget} target
 * @param {EditValue} value
 * @returns {Record<string, unknown> | null}
 */
export function requestOf({ kind, name, row, seat }, value) {
  if (typeof value !== "string") return kind === "winner" ? { kind, seats: value } : null;
  const text = value.trim();
  switch (kind) {
    case "points": {
      const points = pointsOf(text);
      if (name === "entry") return points === undefined ? null : { kind, row: row ?? null, seat, entry: writtenSum(text) };
      return points === undefined ? null : { kind, row: row ?? null, seat, points };
    }
    case "length": return /^[1-9][0-9]{0,4}$/.test(text) ? { kind, value: Number(text) } : null;
    case "name": return text ? { kind, seat, name: text } : null;
    case "category": return text ? { kind, row, label: text } : null;
    case "date": return text ? { kind, value: text } : null;
    case "detail": return { kind, name, seat: seat ?? null, value: text };
    default: return { kind, value: text };
  }
}

/**
 * Whether two targets are the same value.
 * @param {EditTarget} one
 * @param {EditTarget} other
 */
export const isSame = (one, other) => one.kind === other.kind && one.name === other.name && (one.row ?? null) === (other.row ?? null) && (one.seat ?? null) === (other.seat ?? null);

/**
 * A target in the play after an edit: its line may have another version.
 * @param {EditTarget} target
 * @param {EditTarget} edited
 * @param {number | null} row the version of the edited line now
 * @returns {EditTarget}
 */
export const moved = (target, edited, row) => (row !== null && target.row !== undefined && (target.row ?? null) === (edited.row ?? null) ? { ...target, row } : target);

/**
 * The seats that are ticked after a tap on one; the seats of a side win together.
 * @param {readonly number[]} seats
 * @param {number} seat
 * @param {number[][]} sides
 */
export function ticked(seats, seat, sides) {
  const side = sides.find((each) => each.includes(seat)) ?? [seat];
  const rest = seats.filter((each) => !side.includes(each));
  return (seats.includes(seat) ? rest : [...rest, ...side]).sort((one, other) => one - other);
}
