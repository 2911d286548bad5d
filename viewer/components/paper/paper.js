// Parts of a printed page.

import { find, isChanged, targetOf } from "../lib/elements.js";
import { redraw } from "../lib/parts.js";
import { applyTheme } from "../lib/theme.js";
import { followLinks } from "../lib/visit.js";

/**
 * Called when the component appears and again whenever its data or the theme changes.
 * @param {Component<{ parts: Part[] }>} component
 */
export default function ({ parentElement, data }) {
  const paper = find(parentElement, ".paper");
  applyTheme(paper, parentElement);
  followLinks(paper);
  paper.onclick = (event) => { if (targetOf(event).closest("button.print")) window.print(); };
  if (isChanged(paper, data.parts)) redraw(paper, data.parts);
}
