// Small signs of the timeline and the notes.

import { gettext } from "../lib/language.js";
import { html } from "../lib/lit-html/lit-html.js";

/** Title and path of each marker. @type {Record<string, [title: () => string, path: string]>} */
export const MARKERS = {
  lead: [() => gettext("The lead changes"), "M1 4h8L6.5 1M11 8H3l2.5 3"],
  round: [() => gettext("A round ends"), "M3 1v10M3 6h6"],
  comment: [() => gettext("A comment"), "M1 2h10v6H5l-2.5 3V8H1z"],
  glyph: [() => gettext("A judgment"), ""],
  bookmark: [() => gettext("A bookmark"), "M3 1h6v10L6 8l-3 3z"],
  end: [() => gettext("The end"), "M3 11V1h7v5H3"],
};

/** @param {string} path */
export const smallSign = (path) => html`<svg viewBox="0 0 12 12" aria-hidden="true"><path d=${path}></path></svg>`;
