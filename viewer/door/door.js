// A plain form: the browser sends it, and goes where the server says. A link may bring the token behind its `#`, which
// is told to no server and leaves the address at once.

import { setCatalog, translateElement } from "../language.js";

export default function show({ parentElement, data }) {
  setCatalog(data.spoken);
  const form = parentElement.querySelector("template").content.querySelector(data.isIn ? ".leave" : ".enter").cloneNode(true);
  translateElement(form);
  parentElement.querySelector("form")?.remove();
  parentElement.append(form);
  if (data.isIn) return;
  form.elements.to.value = data.to;
  const brought = decodeURIComponent(location.hash.slice(1));
  if (!brought.startsWith("partie_")) return;
  history.replaceState(history.state, "", location.pathname + location.search);
  form.elements.token.value = brought;
  form.submit();
}
