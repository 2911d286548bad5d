// A value while it is edited: a field or the number pad, and the line that says what follows.

import { makeEditBar } from "./edit_bar.js";
import { fieldOf, inPlace } from "./edit_field.js";
import { makeNumberPad } from "./edit_pad.js";
import { isChanged, requestOf } from "./edit_state.js";

/** @import { EditTarget, EditValue, OpenEdit } from "./edit_state.js" */

/**
 * How an edit is shown while it is open.
 * @typedef {{ show(edit: OpenEdit): void, close(): void }} EditView
 */

/**
 * What a view needs of its value: its `button`, its neighbors, the place of the line below it.
 * @typedef {{ button: HTMLElement, edit: OpenEdit, data: EditingData,
 *   next(step: number): EditTarget | null, say(line: HTMLElement): void }} EditContext
 */

/** @param {EditValue} value */
export const shown = (value) => (typeof value === "string" ? value.replace("-", "\u2212") : "") || "\u2013";

/**
 * A number on a phone: the value in its place, the pad from below.
 * @param {HTMLElement} root
 * @param {EditContext} context
 * @returns {EditView}
 */
export function padView(root, context) {
  const value = inPlace(context.button, "span");
  const pad = makeNumberPad(root, context);
  return {
    show(edit) {
      value.element.textContent = shown(edit.value).replace("\u2013", "");
      pad.show();
      pad.reveal(value.element);
    },
    close() {
      pad.close();
      value.restore();
      context.button.focus({ preventScroll: true });
    },
  };
}

/**
 * A field in the place of the value, and a line below it that says what follows.
 * @param {EditContext} context
 * @returns {EditView}
 */
export function fieldView(context) {
  const { button, edit, data } = context, { target } = edit;
  const field = fieldOf(target, data, button);
  const { input } = field;
  const bar = makeEditBar(context);
  input.addEventListener("input", () => edit.type(input.value));
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") edit.save();
    else if (event.key === "Escape") edit.leave();
    else if (event.key === "Tab" && target.kind === "points") {
      const next = context.next(event.shiftKey ? -1 : 1);
      if (!next) return;
      edit.save(next);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  let isShown = false;
  return {
    show() {
      if (!isShown) {
        input.value = String(edit.value ?? "");
        input.focus();
        if (input.type === "text" && !isChanged(edit)) input.select();
      }
      isShown = true;
      input.readOnly = edit.isSending;
      input.setAttribute("aria-invalid", String(edit.isRefused || (isChanged(edit) && !requestOf(edit.target, edit.value))));
      bar.show(edit);
    },
    close() {
      const hadFocus = input.matches(":focus");
      bar.close();
      field.restore();
      if (hadFocus) button.focus();
    },
  };
}
