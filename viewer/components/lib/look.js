// The look of all pages on the shadow root of a component: one style sheet, fetched once and shared by all roots.

const sheet = new CSSStyleSheet();
const answer = await fetch(new URL("look.css", import.meta.url));
sheet.replaceSync(await answer.text());

/**
 * Puts the look on a component; its own style wins.
 * @param {HTMLElement | ShadowRoot} parent the component's `parentElement`
 */
export function dress(parent) {
  const root = parent.getRootNode();
  if (root instanceof ShadowRoot && !root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}
