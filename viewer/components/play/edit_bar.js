// The line below a value: what follows from the edit, Leave and Save; after that what was saved, with Undo.

import { commandButton, htmlElement } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { detailOf, labelOf } from "./edit_field.js";
import { isChanged, requestOf, ticked } from "./edit_state.js";

/** @import { EditContext, EditView } from "./edit_view.js" */
/** @import { EditValue, OpenEdit } from "./edit_state.js" */

/**
 * For the winner it holds a box for each person too.
 * @param {EditContext} context
 * @returns {EditView}
 */
export function makeEditBar({ target, data, send, say, button }) {
  const line = htmlElement("div", "told editing-line");
  const words = htmlElement("span", "words");
  words.setAttribute("aria-live", "polite");
  const end = htmlElement("span", "end");
  const leave = actionButton(gettext("Leave"), "Esc", () => send({ kind: "left" }));
  const save = actionButton(gettext("Save"), "Enter", () => send({ kind: "saved" }));
  save.classList.add("save");
  end.append(leave, save);
  const { choices = [] } = detailOf(target, data) ?? {};
  const choose = (/** @type {EditValue} */ value) => send({ kind: "typed", value });
  const boxes = choices.length ? makeChoices(choices, choose) : target.kind === "winner" ? makeBoxes(data, choose) : null;
  line.append(...(boxes ? [boxes.element] : []), words, end);
  line.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    send({ kind: "left" });
  });
  say(line);
  boxes?.element.querySelector("button")?.focus();
  return {
    show(edit) {
      words.replaceChildren(...wordsOf(edit, labelOf(target, data), new Map(choices)));
      line.classList.toggle("is-refused", edit.isRefused);
      line.setAttribute("aria-busy", String(edit.isSending));
      save.disabled = edit.isSending || !requestOf(edit.target, edit.value);
      boxes?.show(edit);
    },
    close() {
      const hadFocus = line.contains(/** @type {ShadowRoot | Document} */ (line.getRootNode()).activeElement);
      line.remove();
      if (hadFocus) button.focus();
    },
  };
}

/**
 * @param {OpenEdit} edit
 * @param {string} label
 * @param {Map<string, string>} words of the values that are chosen
 */
function wordsOf(edit, label, words) {
  const { was, value } = edit;
  const says = requestOf(edit.target, value) ? edit.says : hintOf(edit.target);
  const shown = (/** @type {EditValue} */ each) => words.get(String(each)) ?? String(each);
  const values = { label, before: shown(was), after: shown(value).replace("-", "\u2212") };
  const isText = typeof value === "string" && isChanged(edit);
  const change = !isText ? label : was ? gettext("{label}: {before} to {after}", values) : `${label}: ${values.after}`;
  return [htmlElement("b", "", isText ? `${change}.` : change), ` ${says}`];
}

/**
 * What can be typed, where it is something else.
 * @param {import("./edit_state.js").EditTarget} target
 */
function hintOf({ kind }) {
  if (kind === "points") return gettext("Write points as a number or a sum, such as 12+7.");
  return kind === "length" ? gettext("Write a number of minutes.") : "";
}

/**
 * @param {string} text
 * @param {string} key
 * @param {() => void} act
 */
function actionButton(text, key, act) {
  const button = commandButton("", text, act);
  button.append(Object.assign(htmlElement("kbd", "only-l", key), { ariaHidden: "true" }));
  return button;
}

/**
 * A button for each value, of which one is pressed.
 * @param {[string, string][]} choices
 * @param {(value: EditValue) => void} choose
 */
function makeChoices(choices, choose) {
  const element = htmlElement("span", "ppl");
  element.setAttribute("role", "group");
  const boxes = choices.map(([value, words]) => commandButton("pp", words, () => choose(value)));
  element.append(...boxes);
  return {
    element,
    /** @param {OpenEdit} edit */
    show({ value }) {
      boxes.forEach((box, place) => mark(box, choices[place][0] === value));
    },
  };
}

/**
 * A button for each person that is pressed for a winner, and one that gives the decision back to the points.
 * @param {EditingData} data
 * @param {(value: number[] | null) => void} choose
 */
function makeBoxes({ names, sides, lines }, choose) {
  const element = htmlElement("span", "ppl");
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", gettext("Who won?"));
  /** @type {readonly number[]} */
  let seats = [];
  const boxes = names.map((name, seat) => commandButton("pp", name, () => choose(ticked(seats, seat, sides))));
  const byPoints = commandButton("pp", gettext("By the points"), () => choose(null));
  element.append(...boxes, ...(lines.length && sides.length > 1 ? [byPoints] : []));  // All win or lose together otherwise.
  return {
    element,
    /** @param {OpenEdit} edit */
    show({ value }) {
      seats = Array.isArray(value) ? value : [];
      boxes.forEach((box, seat) => mark(box, seats.includes(seat)));
      mark(byPoints, value === null);
    },
  };
}

/**
 * @param {HTMLElement} box
 * @param {boolean} isOn
 */
function mark(box, isOn) {
  box.classList.toggle("on", isOn);
  box.setAttribute("aria-pressed", String(isOn));
}

/**
 * @param {string} done
 * @param {string} change
 * @param {(() => void) | null} undo
 * @param {string} history the address of what was changed before
 */
export function makeToldLine(done, change, undo, history) {
  const line = htmlElement("div", "told");
  line.setAttribute("role", "status");
  const words = htmlElement("span", "words");
  words.append(htmlElement("b", "", done), change ? ` ${change}.` : "");
  const end = htmlElement("span", "end");
  end.append(Object.assign(htmlElement("a", "", gettext("History")), { href: history }));
  if (undo) {
    const button = commandButton("save", gettext("Undo"), () => {
      button.disabled = true;
      undo();
    });
    end.append(button);
  }
  line.append(words, end);
  return line;
}
