// Takes the code from behind the `#` of the address, where no server and no preview of the link sees it. It is sent only
// when the person goes on, as it can be used once. The address keeps it, so that a reload loses nothing.

const pair = /** @type {HTMLFormElement} */ (document.getElementById("pair"));
const enter = /** @type {HTMLFormElement} */ (document.getElementById("enter"));

function show() {
  const code = location.hash.slice(1);
  /** @type {HTMLInputElement} */ (pair.elements.namedItem("code")).value = code;
  pair.hidden = !code;
  enter.hidden = Boolean(code);
  const secure = /** @type {HTMLAnchorElement | null} */ (document.getElementById("secure"));
  if (secure) secure.hash = code;
}

addEventListener("hashchange", show);
show();
