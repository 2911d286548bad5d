// What waits in the browser until its principal is logged in again, in sentences with buttons to decide about it.

import { gettext, ngettext } from "../lib/language.js";
import { html, nothing, render } from "../lib/lit-html/lit-html.js";
import { heldOutboxes, watchOutboxes } from "../lib/outbox.js";
import { NOBODY } from "../lib/outbox_store.js";

/**
 * Shows in this element what waits, for as long as it waits. Returns the function that ends this.
 * @param {HTMLElement} host
 */
export function showHeldWrites(host) {
  /** What was said of the entries that a second press discards. */
  let sure = "";
  const draw = () => {
    const groups = Map.groupBy(heldOutboxes(), ({ owner, held }) => JSON.stringify([owner, held?.principal]));
    render([...groups.values()].map((group) => rowView(group, sure === sentenceOf(group), () => {
      if (sure === sentenceOf(group)) return group.forEach((outbox) => outbox.discard());
      sure = sentenceOf(group);
      draw();
    })), host);
  };
  return watchOutboxes(draw);
}

/**
 * @param {Outbox[]} group outboxes of one owner, held for the same principal
 * @param {boolean} isSure
 * @param {() => void} discard
 */
function rowView(group, isSure, discard) {
  const [{ owner, held }] = group;
  const heir = held?.principal;
  const give = () => group.forEach((outbox) => outbox.giveTo(/** @type {string} */ (heir)));
  return html`<div class="held" role="status"><p>${sentenceOf(group)}</p><span class="buttons">
    ${heir && heir !== owner ? html`<button type="button" class="send" @click=${give}>${gettext("Send under my login")}</button>` : nothing}
    <button type="button" class="discard" @click=${discard}>${isSure ? gettext("Discard for ever") : gettext("Discard")}</button>
  </span></div>`;
}

/** @param {Outbox[]} group */
function sentenceOf(group) {
  const [{ owner, held }] = group;
  const number = group.reduce((sum, { waiting }) => sum + waiting.length, 0);
  if (held?.principal === owner) {
    return ngettext("{number} entry is not sent yet and waits on this device. {reason}",
      "{number} entries are not sent yet and wait on this device. {reason}", number, { reason: held.says });
  }
  if (owner === NOBODY) {
    return ngettext("{number} entry waits on this device. It was entered without a login, so you decide what becomes of it.",
      "{number} entries wait on this device. They were entered without a login, so you decide what becomes of them.", number);
  }
  return ngettext("{number} entry waits on this device until {login} is logged in again.",
    "{number} entries wait on this device until {login} is logged in again.", number, { login: owner });
}
