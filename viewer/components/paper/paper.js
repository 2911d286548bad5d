// Parts of a printed page.

import { find, findAll, isChanged } from "../lib/elements.js";
import { made } from "../lib/parts.js";
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
  if (!isChanged(paper, data.parts)) return;
  paper.replaceChildren(...data.parts.map((part) => made(part)));
  for (const button of findAll(paper, "button.print")) button.addEventListener("click", () => window.print());
}
