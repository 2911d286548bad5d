// The look of all pages on the shadow root of a component: one style sheet, fetched once and shared by all roots.
// A menu that has no room below its button opens above it.

const sheet = new CSSStyleSheet();
const answer = await fetch(new URL("look.css", import.meta.url));
sheet.replaceSync(await answer.text());

/**
 * Puts the look on a component; its own style wins.
 * @param {HTMLElement | ShadowRoot} parent the component's `parentElement`
 */
export function dress(parent) {
  const root = parent.getRootNode();
  if (!(root instanceof ShadowRoot) || root.adoptedStyleSheets.includes(sheet)) return;
  root.adoptedStyleSheets.push(sheet);
  root.addEventListener("toggle", turn, { capture: true });
}

/** @param {Event} event */
function turn({ target }) {
  if (!(target instanceof HTMLDetailsElement) || !target.open) return;
  const menu = target.querySelector(":scope > .pop");
  if (!menu) return;
  menu.classList.remove("up");
  const { bottom, height } = menu.getBoundingClientRect();
  menu.classList.toggle("up", bottom > innerHeight && target.getBoundingClientRect().top > height);
}
