// Plain forms: the browser submits them and follows the redirect of the server. A link may carry the token behind its `#`,
// which is sent to no server and is removed from the address at once.

import { find, isChanged } from "../lib/elements.js";
import { gettext, ngettext, setCatalog, translateElement } from "../lib/language.js";
import { forgetAll } from "../lib/log_out.js";
import { storedWrites } from "../lib/outbox_store.js";

/** @param {Component<LoginData> & { setTriggerValue: (name: string, value: unknown) => void }} component */
export default function show({ parentElement, data, setTriggerValue }) {
  setCatalog(data.catalog);
  const brought = decodeURIComponent(location.hash.slice(1));
  const isToken = brought.startsWith("partie_");
  if (isToken) history.replaceState(history.state, "", location.pathname + location.search);
  // A run draws no new form in place of the same one: a tap or the focus on it would be lost.
  else if (!isChanged(parentElement, [data.isIn, data.byProvider, data.to, data.catalog.language])) return;
  const forms = find(parentElement, "template", HTMLTemplateElement).content;
  const form = /** @type {HTMLFormElement} */ (find(forms, data.isIn ? ".leave" : ".enter").cloneNode(true));
  translateElement(form);
  parentElement.querySelector("form")?.remove();
  parentElement.append(form);
  if (data.isIn) return offerLogOut(form, () => (data.byProvider ? setTriggerValue("leave", true) : form.submit()));
  find(form, "[name=to]", HTMLInputElement).value = data.to;
  if (!isToken) return;
  find(form, "[name=token]", HTMLInputElement).value = brought;
  form.submit();
}

/**
 * Nothing of the matches stays on the device. Logging out also ends what waits to be sent, so that is said before.
 * @param {HTMLFormElement} form
 * @param {() => void} logOut
 */
function offerLogOut(form, logOut) {
  const waiting = find(form, ".waiting");
  let told = 0;
  const tell = () => {
    told = storedWrites().length;
    waiting.hidden = !told;
    waiting.textContent = ngettext("{number} entry waits on this device to be sent. It is lost if you log out now.",
      "{number} entries wait on this device to be sent. They are lost if you log out now.", told);
    find(form, "button").textContent = told ? gettext("Log out and discard") : gettext("Log out");
  };
  tell();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (storedWrites().length > told) return tell();
    void forgetAll().then(logOut);
  });
}
