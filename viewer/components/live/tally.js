// The end of a match: the winners, what to do next, and the sources of the points.

import { htmlElement, ruleLink, seatSign } from "../lib/elements.js";
import { gettext } from "../lib/language.js";

/**
 * @param {HTMLElement} section
 * @param {LiveRecordData & { tally: Tally[] }} data
 */
export function makeTally(section, { match, names, marks, points, winners, tally, result, claim }) {
  section.replaceChildren(htmlElement("h2", "", result), makePodium(names, marks, points, winners), makeNextSteps(match));
  if (claim) {
    const claimed = htmlElement("section", "claimed");
    claimed.append(htmlElement("h3", "", gettext("Our result was different")), makePodium(names, marks, claim.points, []));
    if (claim.why) claimed.append(htmlElement("p", "", claim.why));
    section.append(claimed);
  }
  for (const [source, sums, events] of tally) {
    const row = htmlElement("details", "source");
    const head = htmlElement("summary");
    head.append(htmlElement("span", "source-name", source));
    sums.forEach((sum, seat) => {
      const part = htmlElement("span", "part");
      part.append(seatSign(marks[seat]), sum);
      head.append(part);
    });
    const list = htmlElement("ul");
    for (const [round, says, seat, gained] of events) {
      const item = htmlElement("li");
      item.append(htmlElement("span", "when", round ? gettext("R{round}", { round }) : ""), seatSign(marks[seat]),
        htmlElement("span", "says", `${names[seat]}: ${says}`), htmlElement("b", "change", gained));
      list.append(item);
    }
    row.append(head, list);
    const [, , , , page] = events.find(([, , , , rulePage]) => rulePage) ?? ["", "", "", "", ""];
    if (page) row.append(ruleLink("rule-link", gettext("See the rule."), page));
    section.append(row);
  }
}

/**
 * What people do after a match.
 * @param {string} match
 */
function makeNextSteps(match) {
  const id = encodeURIComponent(match);
  const steps = htmlElement("nav", "next-steps");
  steps.setAttribute("aria-label", gettext("After the match"));
  for (const [words, href] of [
    [gettext("Report"), `report?match=${id}`], [gettext("Share"), `replay?match=${id}&share=1`],
    [gettext("Same again"), `new?again=${id}`],
  ]) steps.append(Object.assign(htmlElement("a", "plain", words), { href }));
  return steps;
}

/**
 * @param {string[]} names
 * @param {Shape[]} marks
 * @param {string[]} points
 * @param {number[]} winners
 */
function makePodium(names, marks, points, winners) {
  const podium = htmlElement("ol", "podium");
  names.forEach((name, seat) => {
    const row = htmlElement("li", winners.includes(seat) ? "won" : "");
    row.append(seatSign(marks[seat]), htmlElement("span", "who", name), htmlElement("b", "sum", points[seat]));
    podium.append(row);
  });
  return podium;
}
