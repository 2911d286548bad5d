// The edit of one value as a value: what is typed, what the server says to it, when it is sent. No page, no network.

import { pressed } from "../lib/pad_keys.js";
import { pointsOf, writtenSum } from "../live/points.js";

/**
 * The value of a play that is edited: its kind, the name of a detail, the seat, and the version of the line that it is of.
 * @typedef {Readonly<{ kind: string, name?: string, row?: number | null, seat?: number }>} EditTarget
 */

/** A text, or the seats of the winners; null: the points decide. @typedef {string | readonly number[] | null} EditValue */

/**
 * What an edit asks for: to be shown, asked about, sent, or closed with the next target that is opened in its place.
 * @typedef {{ show(edit: OpenEdit): void, ask(edit: OpenEdit): void, send(edit: OpenEdit): void, close(next: EditTarget | null): void }} EditPage
 */

export class OpenEdit {
  /** The next digit is added and does not replace the value. */
  #isTyped = false;
  /** The number of questions to the server. */
  asked = 0;
  /** The answer to the last question, or why it refuses. */
  says = "";
  isRefused = false;
  isSending = false;
  /** @type {EditTarget | null} */
  next = null;

  /**
   * @param {EditTarget} target
   * @param {EditValue} value the recorded one
   * @param {EditPage} page
   */
  constructor(target, value, page) {
    this.target = target;
    this.was = this.value = value;
    this.page = page;
  }

  /** @param {EditValue} value */
  type(value) {
    if (this.isSending) return;
    Object.assign(this, { value, says: "", isRefused: false });
    this.#isTyped = true;
    this.asked += 1;
    this.page.show(this);
    if (isChanged(this) && requestOf(this.target, value)) this.page.ask(this);
  }

  /** @param {string} key of the number pad */
  press(key) {
    this.type(pressed(String(this.value ?? ""), key, this.#isTyped));
  }

  /** @type {(asked: number, says: string, isRefused: boolean) => void} */
  answer(asked, says, isRefused) {
    if (asked === this.asked && !this.isSending) this.#say(says, isRefused);
  }

  /** A value that stands as it was is left. @param {EditTarget | null} [next] */
  save(next = null) {
    if (this.isSending) return;
    if (!isChanged(this)) return this.page.close(next);
    if (!requestOf(this.target, this.value)) return this.page.show(this);
    Object.assign(this, { isSending: true, isRefused: false, next });
    this.page.show(this);
    this.page.send(this);
  }

  leave() {
    if (!this.isSending) this.page.close(null);
  }

  /** @param {string} why it was not saved */
  fail(why) {
    this.isSending = false;
    this.#say(why, true);
  }

  /** @type {(says: string, isRefused: boolean) => void} */
  #say(says, isRefused) {
    Object.assign(this, { says, isRefused });
    this.page.show(this);
  }
}

/** @param {Pick<OpenEdit, "target" | "was" | "value">} edit */
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
