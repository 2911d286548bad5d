// The better move as a ghost: its pieces where they would lie, and rings where they would be taken from.

import { shapeElement } from "../lib/elements.js";

/** @param {Map<string, Panel>} panels @param {Mistake | undefined} mistake */
export function drawGhost(panels, mistake) {
  for (const [panel, shape, arrives] of mistake?.ghost ?? []) {
    const effects = panels.get(panel)?.effects;
    if (!effects) continue;
    const ghost = shapeElement(shape);
    delete ghost.dataset.id;
    ghost.classList.add("better-piece");
    effects.append(ghost);
    effects.append(...ringAround(ghost));
    if (!arrives && panels.get(panel)?.elements.has(shape[0])) ghost.remove();
  }
}

/**
 * The outline of a drawn piece: that of the first shape of its symbol, its body.
 * @param {SVGGraphicsElement} piece
 */
function ringAround(piece) {
  const root = /** @type {Document | ShadowRoot} */ (piece.getRootNode());
  const body = root.getElementById((piece.getAttribute("href") ?? "").slice(1))?.firstElementChild;
  if (!body) return [];
  const ring = /** @type {SVGElement} */ (body.cloneNode());
  const [x, y] = ["x", "y"].map((name) => piece.getAttribute(name) ?? "0");
  ring.setAttribute("class", "better-ring");
  ring.setAttribute("transform", `${piece.getAttribute("transform") ?? ""} translate(${x} ${y}) ${body.getAttribute("transform") ?? ""}`.trim());
  return [ring];
}
