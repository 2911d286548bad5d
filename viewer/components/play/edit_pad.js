// The number pad from below: the value, what follows from it, the keys.

import { find, findAll, iconView } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { html, nothing, render } from "../lib/lit-html/lit-html.js";
import { labelOf, partsOf } from "./edit_field.js";
import { requestOf } from "./edit_state.js";

/** @import { EditContext } from "./edit_view.js" */
/** @import { EditMessage, OpenEdit } from "./edit_state.js" */

const BACK = "M6 3.5h8v9H6L2 8zM8.5 6.2l3.4 3.6m0-3.6L8.5 9.8";

/**
 * @param {HTMLElement} root
 * @param {EditContext} context
 */
export function makeNumberPad(root, context) {
  const host = root.appendChild(document.createElement("div"));
  const [whose] = partsOf(context.target, context.data);
  const face = whose ? findAll(root, ".stand .face").find((each) => each.closest(".n")?.textContent?.includes(whose))?.cloneNode(true) : undefined;
  return {
    /** @param {OpenEdit} edit */
    show(edit) {
      const isFirst = !host.firstElementChild;
      render(padView(edit, context, face), host);
      if (!isFirst) return;
      const pad = find(host, ".number-pad");
      find(host, ".pad-room").style.height = `${pad.offsetHeight}px`;
      pad.focus({ preventScroll: true });
    },
    /** @param {HTMLElement} value */
    reveal(value) {
      value.style.scrollMarginBottom = `${find(host, ".number-pad").offsetHeight + 16}px`;
      value.scrollIntoView({ block: "nearest", inline: "nearest" });
    },
    close: () => host.remove(),
  };
}

/**
 * The page scrolls so far that its last value stands above the pad, which keeps the focus, and with it the keyboard.
 * @param {OpenEdit} edit
 * @param {EditContext} context
 * @param {Node | undefined} face
 */
function padView(edit, context, face) {
  const { target, data, send } = context;
  const [whose, what] = partsOf(target, data);
  return html`<div class="pad-room"></div>
    <div class="number-pad" role="dialog" aria-label=${labelOf(target, data)} aria-busy=${edit.isSending} tabindex="-1"
      @keydown=${(/** @type {KeyboardEvent} */ event) => press(event, send)} @pointerdown=${(/** @type {Event} */ event) => event.preventDefault()}>
      <div class="pad-head">${face ?? nothing}<span class="whose">${whose ? `${whose}, ` : ""}<b>${what}</b></span><span class="pad-value"><s
        class="soft">${edit.value === edit.was ? "" : String(edit.was ?? "")}</s><b>${String(edit.value ?? "").replace("-", "\u2212")}</b><i class="caret"></i></span></div>
      <p class="says soft s14 ${edit.isRefused ? "is-refused" : ""}" aria-live="polite">${edit.says || "\u00a0"}</p>
      <div class="keys">${keyViews(edit, context)}</div>
    </div>`;
}

/**
 * @param {OpenEdit} edit
 * @param {EditContext} context
 */
function keyViews(edit, { target, send, next: neighbor }) {
  const next = neighbor(1);
  const isOff = edit.isSending || !requestOf(edit.target, edit.value);
  /** @type {(key: string, content?: unknown, label?: string, isOff?: boolean) => unknown} */
  const key = (sign, content = sign, label = sign, isDead = false) => html`<button type="button" class="key ${sign === "\u00b1" ? "s" : ""}"
    aria-label=${label} ?disabled=${isDead} @click=${() => send({ kind: "pressed", key: sign })}>${content}</button>`;
  /** @type {(className: string, words: string, isDead: boolean, message: EditMessage) => unknown} */
  const command = (className, words, isDead, message) =>
    html`<button type="button" class="key ${className}" ?disabled=${isDead} @click=${() => send(message)}>${words}</button>`;
  return [
    ...[..."123"].map((digit) => key(digit)), key("\u232b", iconView(BACK), gettext("Delete the last character")),
    ...[..."456"].map((digit) => key(digit)), key("\u00b1", "+/\u2212", gettext("Negative"), target.kind !== "points"),
    ...[..."789"].map((digit) => key(digit)), command("go", gettext("Save"), isOff, { kind: "saved" }),
    command("s", gettext("Leave"), false, { kind: "left" }), key("0"),
    command("s", gettext("Next"), !next || target.kind !== "points", { kind: "saved", next }),
  ];
}

/**
 * The keys of a keyboard beside a touch screen.
 * @param {KeyboardEvent} event
 * @param {(message: EditMessage) => void} send
 */
function press(event, send) {
  const { key } = event;
  if (/^[0-9]$/.test(key)) send({ kind: "pressed", key });
  else if (key === "Backspace") send({ kind: "pressed", key: "\u232b" });
  else if (key === "-") send({ kind: "pressed", key: "\u00b1" });
  else if (key === "Escape") send({ kind: "left" });
  else if (key === "Enter" && event.target === event.currentTarget) send({ kind: "saved" });
  else return;
  event.preventDefault();
  event.stopPropagation();
}
