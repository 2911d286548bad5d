// The number pad from below: whose number it is, what it was and is, what follows from it, the keys. It does not take the focus.

import { iconView } from "./elements.js";
import { gettext } from "./language.js";
import { html, nothing } from "./lit-html/lit-html.js";

/**
 * `go` is the high green key: its word, under it what comes next; `corner` the last key of the last row.
 * @typedef {{ name: string, whose: string, what: string, face: unknown, was: string, value: string, says: string, isRefused?: boolean,
 *   isBusy?: boolean, sums?: boolean, isSigned?: boolean, press(key: string): void, leave(): void,
 *   go: { word: string, next?: string, isOff?: boolean, act(): void },
 *   corner: { label: string, sign: unknown, isOff?: boolean, act(): void } }} PadView
 */

const BACK = "M6 3.5h8v9H6L2 8zM8.5 6.2l3.4 3.6m0-3.6L8.5 9.8";

/** Whether numbers are typed on the pad. */
export const hasTouch = () => matchMedia("(pointer: coarse), (max-width: 767px)").matches;

/** @param {PadView} pad */
export function padView({ name, whose, what, face, was, value, says, isRefused = false, isBusy = false, sums = true, isSigned = true, press, leave, go, corner }) {
  /** @type {(sign: string, content?: unknown, label?: string, isOff?: boolean) => unknown} */
  const key = (sign, content = sign, label = sign, isOff = false) => html`<button type="button" class="key ${sign === "\u00b1" ? "s" : ""}"
    aria-label=${label} ?disabled=${isOff} @click=${() => press(sign)}>${content}</button>`;
  const digits = (/** @type {string} */ row) => [...row].map((digit) => key(digit));
  return html`<div class="number-pad" role="dialog" aria-label=${name} aria-busy=${isBusy} tabindex="-1"
      @pointerdown=${(/** @type {Event} */ event) => event.preventDefault()}>
    <div class="pad-head">${face}<span class="whose">${whose ? `${whose}, ` : ""}<b>${what}</b></span><span class="pad-value"><s
      class="soft">${value === was ? "" : was}</s><b>${value.replace("-", "\u2212")}</b><i class="caret"></i></span><button type="button"
      class="pad-close" aria-label=${gettext("Leave")} @click=${leave}>${iconView("m4 6 4 4 4-4", "down")}</button></div>
    <p class="says soft s14 ${isRefused ? "is-refused" : ""}" aria-live="polite">${says || "\u00a0"}</p>
    <div class="keys">${[
      digits("123"), key("\u232b", iconView(BACK), gettext("Delete the last character")),
      digits("456"), key("+", "+", "+", !sums), digits("789"),
      html`<button type="button" class="key go" ?disabled=${go.isOff} @click=${go.act}><span>${go.word}</span>${go.next ? html`<small>${go.next}</small>` : nothing}</button>`,
      key("\u00b1", "+/\u2212", gettext("Negative"), !isSigned), key("0"),
      html`<button type="button" class="key s" aria-label=${corner.label} ?disabled=${corner.isOff} @click=${corner.act}>${corner.sign}</button>`,
    ]}</div></div>`;
}
