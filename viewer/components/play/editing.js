// Edits the values of a play where they stand: a tap, the digits, Save. Each is one correction, with Undo beside it.

import { findAll, targetOf } from "../lib/elements.js";
import { gettext, typedNumber } from "../lib/language.js";
import { hasTouch } from "../lib/number_pad.js";
import { makeEditBar, makeToldLine } from "./edit_bar.js";
import { detailOf } from "./edit_field.js";
import { makeEdits } from "./edit_requests.js";
import { OpenEdit, isNumeric, isSame, moved, requestOf } from "./edit_state.js";
import { fieldView, padView, shown } from "./edit_view.js";

/** @import { EditAnswer } from "./edit_requests.js" */
/** @import { EditTarget, EditValue } from "./edit_state.js" */
/** @import { EditContext, EditView } from "./edit_view.js" */

/** How long typing rests before the server is asked what follows. */
const ASK_MS = 200;

/** Where the line below a value belongs: after the block that holds it. */
const AREAS = ".scroll, .points, .stand, .head, .when, .none, .details, .adds, h2";

/** Makes each element with `data-edit` below `root` edit its value. */
export class PlayEditor {
  /** @type {EditView | null} */
  #view = null;
  /** The line that says what was saved. @type {{ line: HTMLElement, target: EditTarget } | null} */
  #told = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {EditTarget | null} */
  #focusAfter = null;
  /** @type {OpenEdit | null} */
  #edit = null;

  /**
   * `changed` brings the play as it is now, after which `update` is called, as after each other drawing.
   * @param {HTMLElement} root
   * @param {EditingData} data
   * @param {() => void} changed
   */
  constructor(root, data, changed) {
    this.root = root;
    this.data = data;
    this.changed = changed;
    this.edits = makeEdits(() => this.data, changed);
    root.addEventListener("click", (event) => {
      const button = targetOf(event).closest("[data-edit]");
      if (!(button instanceof HTMLElement)) return;
      event.preventDefault();
      const target = targetIn(button);
      if (!this.#edit) this.#open(target);
      else if (!isSame(this.#edit.target, target)) this.#edit.save(target);
    });
  }

  /** @param {EditingData} now */
  update(now) {
    this.data = now;
    const edit = this.#edit;
    if (this.#focusAfter) this.#buttonOf(this.#focusAfter)?.focus({ preventScroll: true });
    this.#focusAfter = null;
    if (!edit) return this.#showTold();
    this.#view?.close();  // What was typed is still asked about.
    this.#view = null;
    if (this.#buttonOf(edit.target)) (this.#view = this.#makeView(edit))?.show(edit);
    else {
      edit.leave();
      this.#tell(gettext("This value was changed in the meantime; here is the present one."), "", edit.target, null);
    }
  }

  /** Saves what is typed, as something else is typed now. */
  finish() {
    this.#edit?.save();
  }

  #buttons = () => findAll(this.root, "[data-edit]");

  /** @param {EditTarget} target */
  #buttonOf = (target) => this.#buttons().find((button) => isSame(targetIn(button), target)) ?? null;

  /** @type {import("./edit_state.js").EditPage} */
  #page = {
    show: (edit) => (this.#view ??= this.#makeView(edit))?.show(edit),
    ask: (edit) => {
      clearTimeout(this.#timer);
      this.edits.begin();
      this.#timer = setTimeout(() => void this.#ask(edit, edit.asked), ASK_MS);
    },
    send: (edit) => void this.#save(edit),
    close: (next) => {
      clearTimeout(this.#timer);
      this.#edit = null;
      this.#view?.close();
      this.#view = null;
      this.#showTold();
      if (next) this.#open(next);
    },
  };

  /** @param {EditTarget} target */
  #open(target) {
    if (!this.#buttonOf(target)) return;
    this.#told?.line.remove();
    this.edits.begin();
    this.#edit = new OpenEdit(target, valueOf(target, this.data), this.#page);
    this.#page.show(this.#edit);
  }

  /** While a value is edited, its own line stands there. */
  #showTold() {
    if (this.#told) this.#putBelow(this.#told.line, this.#told.target);
  }

  /** @param {OpenEdit} edit */
  #makeView(edit) {
    const { target } = edit;
    const button = this.#buttonOf(target);
    if (!button) return null;
    /** @type {EditContext} */
    const context = {
      button, edit, data: this.data,
      next: (step) => this.#neighbor(target, step), say: (line) => this.#putBelow(line, target),
    };
    if (isNumeric(target) && hasTouch()) return padView(this.root, context);
    return target.kind === "winner" || detailOf(target, this.data)?.choices.length ? makeEditBar(context) : fieldView(context);
  }

  /**
   * The value of the same kind before or after this one, in the order of the page.
   * @param {EditTarget} target
   * @param {number} step
   */
  #neighbor(target, step) {
    const targets = this.#buttons().map(targetIn).filter(({ kind }) => kind === "points");
    return targets[targets.findIndex((each) => isSame(each, target)) + step] ?? null;
  }

  /** @param {HTMLElement} line @param {EditTarget} target */
  #putBelow(line, target) {
    const button = this.#buttonOf(target) ?? this.#buttons().find((each) => targetIn(each).kind === target.kind);
    const area = button?.closest(AREAS) ?? button?.parentElement;
    if (area && area !== this.root) area.after(line);
    else this.root.append(line);
  }

  /** @type {(edit: OpenEdit, asked: number) => Promise<void>} */
  async #ask(edit, asked) {
    const body = requestOf(edit.target, edit.value);
    if (!body) return;
    const answer = await this.edits.post(body, true);
    if (edit !== this.#edit) return;  // It was left, or saved, meanwhile.
    const isRefused = typeof answer === "string";
    edit.answer(asked, isRefused ? answer : answer.consequence, isRefused);
  }

  /** @param {OpenEdit} edit */
  async #save(edit) {
    clearTimeout(this.#timer);
    const { target, value } = edit;
    const body = requestOf(target, value);
    const answer = body ? await this.edits.post(body, false) : "";
    if (typeof answer === "string") return edit.fail(answer);
    const button = this.#buttonOf(target);
    if (button && isNumeric(target)) button.textContent = shown(value);
    this.#take(target, body, answer);
    this.#page.close(edit.next);
    const now = moved(target, target, answer.row);
    this.#focusAfter = this.#edit ? null : now;
    this.#tell(gettext("Saved."), answer.change, now, answer.undo);
    this.changed();
  }

  /**
   * The page as it is until it is drawn anew: the line has another version.
   * @param {EditTarget} target
   * @param {Record<string, unknown> | null} body
   * @param {EditAnswer} answer
   */
  #take(target, body, { version, row }) {
    for (const button of this.#buttons()) button.dataset.edit = JSON.stringify(moved(targetIn(button), target, row));
    const points = /** @type {number | null} */ (body?.points ?? null);
    const lines = this.data.lines.map((line) => (line.row !== target.row || row === null ? line : {
      ...line, row, points: target.kind === "points" && target.name !== "entry" ? line.points.map((each, seat) => (seat === target.seat ? points : each)) : line.points,
    }));
    this.data = { ...this.data, version, lines };
    if (this.#edit?.next) this.#edit.next = moved(this.#edit.next, target, row);
  }

  /**
   * @param {string} done
   * @param {string} change
   * @param {EditTarget} target
   * @param {Record<string, unknown> | null} undo
   */
  #tell(done, change, target, undo) {
    this.#told?.line.remove();
    const history = `replay?${new URLSearchParams({ match: this.data.match, mode: "history" })}`;
    const line = makeToldLine(done, change, undo && (() => void this.#restore(undo, target)), history);
    this.#told = { line, target };
    if (!this.#edit) this.#showTold();
  }

  /** @param {Record<string, unknown>} undo @param {EditTarget} target */
  async #restore(undo, target) {
    this.edits.begin();
    const answer = await this.edits.post(undo, false);
    if (typeof answer === "string") return this.#tell(answer, "", target, null);
    this.data = { ...this.data, version: answer.version };
    this.#tell(gettext("Undone."), "", target, null);
    this.changed();
  }
}

/** @param {HTMLElement} button @returns {EditTarget} */
const targetIn = (button) => JSON.parse(button.dataset.edit ?? "{}");

/**
 * The recorded value of a target as it is typed.
 * @param {EditTarget} target
 * @param {EditingData} data
 * @returns {EditValue}
 */
function valueOf(target, data) {
  const { kind, name, row, seat = 0 } = target;
  const line = data.lines.find((each) => each.row === row);
  switch (kind) {
    case "points": if (name === "entry") return line?.entries[seat] ?? "";
      return typeof line?.points[seat] === "number" ? typedNumber(line.points[seat]) : "";
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
