// A plain form: the browser submits it and follows the redirect of the server. A link may carry the token behind its `#`,
// which is sent to no server and is removed from the address at once.

import { find } from "../elements.js";
import { setCatalog, translateElement } from "../language.js";

/** @param {Component<{ isIn: boolean, to: string, catalog: Catalog }>} component */
export default function show({ parentElement, data }) {
  setCatalog(data.catalog);
  const forms = find(parentElement, "template", HTMLTemplateElement).content;
  const form = /** @type {HTMLFormElement} */ (find(forms, data.isIn ? ".leave" : ".enter").cloneNode(true));
  translateElement(form);
  parentElement.querySelector("form")?.remove();
  parentElement.append(form);
  if (data.isIn) return;
  find(form, "[name=to]", HTMLInputElement).value = data.to;
  const brought = decodeURIComponent(location.hash.slice(1));
  if (!brought.startsWith("partie_")) return;
  history.replaceState(history.state, "", location.pathname + location.search);
  find(form, "[name=token]", HTMLInputElement).value = brought;
  form.submit();
}
