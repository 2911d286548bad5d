// The end of a match: the winners, what to do next, and the sources of the points.

import { ruleLinkView, signView } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { html, nothing } from "../lib/lit-html/lit-html.js";

/** @param {LiveRecordData & { tally: Tally[] }} data */
export function tallyView({ match, names, marks, points, winners, tally, result, claim }) {
  /** @type {(sums: string[], won: number[]) => unknown} */
  const podium = (sums, won) => html`<ol class="podium">${names.map((name, seat) =>
    html`<li class=${won.includes(seat) ? "won" : ""}>${signView(marks[seat])}<span class="who">${name}</span><b class="sum">${sums[seat]}</b></li>`)}</ol>`;
  return html`<h2>${result}</h2>${podium(points, winners)}${nextSteps(match)}
    ${claim ? html`<section class="claimed"><h3>${gettext("Our result was different")}</h3>${podium(claim.points, [])}${claim.why ? html`<p>${claim.why}</p>` : nothing}</section>` : nothing}
    ${tally.map((source) => sourceView(source, names, marks))}`;
}

/** @type {(source: Tally, names: string[], marks: Shape[]) => unknown} */
function sourceView([source, sums, events], names, marks) {
  const page = events.find(([, , , , rulePage]) => rulePage)?.[4];
  return html`<details class="source">
    <summary><span class="source-name">${source}</span>${sums.map((sum, seat) => html`<span class="part">${signView(marks[seat])}${sum}</span>`)}</summary>
    <ul>${events.map(([round, says, seat, gained]) => html`<li><span class="when">${round ? gettext("R{round}", { round }) : ""}</span>${
      signView(marks[seat])}<span class="says">${names[seat]}: ${says}</span><b class="change">${gained}</b></li>`)}</ul>
    ${page ? ruleLinkView("rule-link", gettext("See the rule."), page) : nothing}</details>`;
}

/** What people do after a match. @param {string} match */
function nextSteps(match) {
  const id = encodeURIComponent(match);
  const steps = [[gettext("Report"), `report?match=${id}`], [gettext("Share"), `replay?match=${id}&share=1`], [gettext("Same again"), `new?again=${id}`]];
  return html`<nav class="next-steps" aria-label=${gettext("After the match")}>${steps.map(([words, href]) => html`<a class="plain" href=${href}>${words}</a>`)}</nav>`;
}
