// Edits the values of a play where they stand: a tap, the digits, Save. Each is one correction, with Undo beside it.

import { findAll, targetOf } from "../lib/elements.js";
import { PRINCIPAL, addressOf, newKey, problemOf, request } from "../lib/http.js";
import { formatNumber, gettext } from "../lib/language.js";
import { makeMachine } from "../lib/machine.js";
import { makeEditBar, makeToldLine } from "./edit_bar.js";
import { detailOf } from "./edit_field.js";
import { isNumeric, isSame, moved, nextEdit, requestOf } from "./edit_state.js";
import { fieldView, padView, shown } from "./edit_view.js";

/** @import { EditEffect, EditMessage, EditState, EditTarget, EditValue, OpenEdit } from "./edit_state.js" */
/** @import { EditView } from "./edit_view.js" */

/** @typedef {{ version: number, change: string, consequence: string, row: number | null, undo: Record<string, unknown> | null }} EditAnswer */

/** How long typing rests before the server is asked what follows. */
const ASK_MS = 200;

/** Where the line below a value belongs: after the block that holds it. */
const AREAS = ".scroll, .stand, .head, .when, .none, .details, .adds, h2";

const hasTouch = () => matchMedia("(pointer: coarse), (max-width: 767px)").matches;

/**
 * Makes each element with `data-edit` below `root` edit its value. `changed` brings the play as it is now, after which
 * `update` is called, as after each other drawing.
 * @param {HTMLElement} root
 * @param {{ data: EditingData, changed: () => void }} options
 */
export function makeEditable(root, { data: first, changed }) {
  let data = first;
  let key = newKey();
  /** @type {EditView | null} */
  let view = null;
  /** @type {{ line: HTMLElement, target: EditTarget } | null} */
  let told = null;
  let timer = 0;
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();
  /** @type {EditTarget | null} */
  let focusAfter = null;
  const machine = makeMachine(/** @type {EditState} */ (null), nextEdit, (effect) => perform(effect));
  const buttons = () => findAll(root, "[data-edit]");
  const buttonOf = (/** @type {EditTarget} */ target) => buttons().find((button) => isSame(targetIn(button), target)) ?? null;

  /** @param {EditMessage} message */
  const send = (message) => machine.send(message);

  /** @param {EditEffect} effect */
  function perform(effect) {
    const edit = machine.state;
    if (effect.kind === "close") {
      close();
      if (!machine.state) showTold();
    } else if (effect.kind === "open") open(effect.target);
    else if (!edit) return;
    else if (effect.kind === "show") (view ??= makeView(edit.target))?.show(edit);
    else if (effect.kind === "ask") {
      key = newKey();
      clearTimeout(timer);
      timer = setTimeout(() => void ask(edit), ASK_MS);
    } else {
      clearTimeout(timer);
      void save(edit);
    }
  }

  /** @param {EditTarget} target */
  function open(target) {
    if (!buttonOf(target)) return;
    told?.line.remove();
    key = newKey();
    send({ kind: "opened", target, value: valueOf(target, data) });
  }

  function close() {
    clearTimeout(timer);
    view?.close();
    view = null;
  }

  /** While a value is edited, its own line stands there. */
  function showTold() {
    if (told) putBelow(told.line, told.target);
  }

  /** @param {EditTarget} target */
  function makeView(target) {
    const button = buttonOf(target);
    if (!button) return null;
    const context = { button, target, data, send, next: (/** @type {number} */ step) => neighbor(target, step), say: (/** @type {HTMLElement} */ line) => putBelow(line, target) };
    if (isNumeric(target) && hasTouch()) return padView(root, context);
    return target.kind === "winner" || detailOf(target, data)?.choices.length ? makeEditBar(context) : fieldView(context);
  }

  /**
   * The value of the same kind before or after this one, in the order of the page.
   * @param {EditTarget} target
   * @param {number} step
   */
  function neighbor(target, step) {
    const targets = buttons().map(targetIn).filter(({ kind }) => kind === "points");
    return targets[targets.findIndex((each) => isSame(each, target)) + step] ?? null;
  }

  /**
   * @param {HTMLElement} line
   * @param {EditTarget} target
   */
  function putBelow(line, target) {
    const button = buttonOf(target) ?? buttons().find((each) => targetIn(each).kind === target.kind);
    const area = button?.closest(AREAS) ?? button?.parentElement;
    if (area && area !== root) area.after(line);
    else root.append(line);
  }

  /**
   * One request at a time, so that each names the version that the one before it has made.
   * @param {Record<string, unknown>} body
   * @param {boolean} isTrial
   * @returns {Promise<EditAnswer | string>}
   */
  function post(body, isTrial) {
    const answer = last.then(() => answerTo(body, isTrial));
    last = answer;
    return answer;
  }

  /**
   * The answer to a request; a sentence where it was refused or got none.
   * @param {Record<string, unknown>} body
   * @param {boolean} isTrial
   * @returns {Promise<EditAnswer | string>}
   */
  async function answerTo(body, isTrial) {
    const headers = {
      "Content-Type": "application/json", "If-Match": `"${data.version}"`, [PRINCIPAL]: data.principal,
      ...(isTrial ? {} : { "Idempotency-Key": key }),
    };
    try {
      const answer = await request(addressOf("", `api/matches/${data.match}/edits`), { method: "POST", headers, body: JSON.stringify({ ...body, dry_run: isTrial }) });
      if (answer.ok) return await answer.json();
      if (answer.status !== 412) return await problemOf(answer);
      changed();
      return gettext("Somebody else changed this play in the meantime: here it is as it is now. Nothing was saved.");
    } catch {
      return gettext("The server cannot be reached; nothing was saved. Try again.");
    }
  }

  /** @param {OpenEdit} edit */
  async function ask({ target, value, asked }) {
    const body = requestOf(target, value);
    if (!body) return;
    const answer = await post(body, true);
    const isRefused = typeof answer === "string";
    send({ kind: "answered", asked, says: isRefused ? answer : answer.consequence, isRefused });
  }

  /** @param {OpenEdit} edit */
  async function save({ target, value }) {
    const body = requestOf(target, value);
    const answer = body ? await post(body, false) : "";
    if (typeof answer === "string") return send({ kind: "failed", says: answer });
    const button = buttonOf(target);
    if (button && isNumeric(target)) button.textContent = shown(value);
    take(target, body, answer);
    send({ kind: "done" });
    const now = moved(target, target, answer.row);
    focusAfter = machine.state ? null : now;
    tell(gettext("Saved."), answer.change, now, answer.undo);
    changed();
  }

  /**
   * The page as it is until it is drawn anew: the line has another version.
   * @param {EditTarget} target
   * @param {Record<string, unknown> | null} body
   * @param {EditAnswer} answer
   */
  function take(target, body, { version, row }) {
    for (const button of buttons()) button.dataset.edit = JSON.stringify(moved(targetIn(button), target, row));
    const points = /** @type {number | null} */ (body?.points ?? null);
    const lines = data.lines.map((line) => (line.row !== target.row || row === null ? line : {
      ...line, row, points: target.kind === "points" ? line.points.map((each, seat) => (seat === target.seat ? points : each)) : line.points,
    }));
    data = { ...data, version, lines };
    const { state } = machine;
    if (state?.next) machine.state = { ...state, next: moved(state.next, target, row) };
  }

  /**
   * @param {string} done
   * @param {string} change
   * @param {EditTarget} target
   * @param {Record<string, unknown> | null} undo
   */
  function tell(done, change, target, undo) {
    told?.line.remove();
    const history = `replay?${new URLSearchParams({ match: data.match, mode: "history" })}`;
    const line = makeToldLine(done, change, undo && (() => void restore(undo, target)), history);
    told = { line, target };
    if (!machine.state) showTold();
  }

  /**
   * @param {Record<string, unknown>} undo
   * @param {EditTarget} target
   */
  async function restore(undo, target) {
    key = newKey();
    const answer = await post(undo, false);
    if (typeof answer === "string") return tell(answer, "", target, null);
    data = { ...data, version: answer.version };
    tell(gettext("Undone."), "", target, null);
    changed();
  }

  root.addEventListener("click", (event) => {
    const button = targetOf(event).closest("[data-edit]");
    if (!(button instanceof HTMLElement)) return;
    event.preventDefault();
    const target = targetIn(button), { state } = machine;
    if (state && !isSame(state.target, target)) send({ kind: "saved", next: target });
    else if (!state) open(target);
  });

  return {
    /** @param {EditingData} now */
    update(now) {
      data = now;
      const { state } = machine;
      if (focusAfter) buttonOf(focusAfter)?.focus({ preventScroll: true });
      focusAfter = null;
      if (!state) return showTold();
      view?.close();  // What was typed is still asked about.
      view = null;
      if (buttonOf(state.target)) (view = makeView(state.target))?.show(state);
      else {
        send({ kind: "left" });
        tell(gettext("This value was changed in the meantime; here is the present one."), "", state.target, null);
      }
    },
  };
}

/**
 * @param {HTMLElement} button
 * @returns {EditTarget}
 */
const targetIn = (button) => JSON.parse(button.dataset.edit ?? "{}");

/**
 * The recorded value of a target as it is typed.
 * @param {EditTarget} target
 * @param {EditingData} data
 * @returns {EditValue}
 */
function valueOf(target, data) {
  const { kind, row, seat = 0 } = target;
  const line = data.lines.find((each) => each.row === row);
  switch (kind) {
    case "points": return shownPoints(line?.points[seat] ?? null);
    case "category": return line?.label ?? "";
    case "winner": return data.winners;
    case "name": return data.names[seat] ?? "";
    case "length": return data.length === null ? "" : String(data.length);
    case "date": return data.date;
    case "place": return data.place;
    case "detail": return detailOf(target, data)?.value ?? "";
    default: return data.title;
  }
}

/** @param {number | null} points */
const shownPoints = (points) => (points === null ? "" : formatNumber(points));
