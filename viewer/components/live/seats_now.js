// The seats with their points as they stand, and which of them acts.

import { signView } from "../lib/elements.js";
import { html, nothing } from "../lib/lit-html/lit-html.js";

/** @param {LiveRecordData} data */
export const seatsNow = ({ names, marks, points, turn, winners }) => names.map((name, seat) => html`<li
  class="seat-now ${turn === seat ? "acts" : ""} ${winners.includes(seat) ? "won" : ""}" aria-current=${turn === seat ? "true" : nothing}>${
  signView(marks[seat])}<span class="who" title=${name}>${name}</span><b class="sum">${points[seat]}</b></li>`);

/** @type {(mark: Shape | undefined, says: string, points?: string, className?: string, end?: unknown) => unknown} */
export const eventRow = (mark, says, points, className = "", end = nothing) => html`<li class=${className}>${signView(mark)}<span class="says">${says}</span>${
  points === undefined ? nothing : html`<b class="change">${points}</b>`}${end}</li>`;
