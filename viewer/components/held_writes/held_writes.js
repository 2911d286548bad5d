// What waits in the browser until its principal is logged in again, in sentences with buttons to decide about it.

import { commandButton, htmlElement, isChanged } from "../lib/elements.js";
import { gettext, ngettext } from "../lib/language.js";
import { heldOutboxes, watchOutboxes } from "../lib/outbox.js";
import { NOBODY } from "../lib/outbox_store.js";

/**
 * Shows in this element what waits, for as long as it waits. Returns the function that ends this.
 * @param {HTMLElement} host
 */
export function showHeldWrites(host) {
  return watchOutboxes(() => {
    const held = heldOutboxes();
    if (!isChanged(host, held.map(({ owner, waiting, held: why }) => [owner, waiting.length, why]))) return;
    const groups = Map.groupBy(held, (outbox) => JSON.stringify([outbox.owner, outbox.held?.principal]));
    host.replaceChildren(...[...groups.values()].map(rowOf));
  });
}

/** @param {Outbox[]} group outboxes of one owner, held for the same principal */
function rowOf(group) {
  const [{ owner, held }] = group;
  const row = htmlElement("div", "held");
  row.setAttribute("role", "status");
  const buttons = htmlElement("span", "buttons");
  const heir = held?.principal;
  if (heir && heir !== owner) {
    buttons.append(commandButton("send", gettext("Send under my login"), () => { for (const outbox of group) outbox.giveTo(heir); }));
  }
  const discard = commandButton("discard", gettext("Discard"), () => {
    if (discard.dataset.sure) for (const outbox of group) outbox.discard();
    discard.dataset.sure = "yes";
    discard.textContent = gettext("Discard for ever");
  });
  buttons.append(discard);
  row.append(htmlElement("p", "", sentenceOf(group)), buttons);
  return row;
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
