// The next line of a score sheet and its winners; at the end of any match, the sources of the points.

import { htmlElement, seatSign } from "../elements.js";
import { gettext } from "../language.js";
import { withSignKey } from "./number_field.js";

/**
 * @param {HTMLElement} section
 * @param {LiveRecordData & { sheet: Sheet }} data
 * @param {(event: object) => void} record
 */
export function makeSheet(section, data, record) {
  const { sheet, names, marks, points } = data;
  section.replaceChildren();
  if (sheet.open) section.append(makeLineForm(data, record));
  const form = htmlElement("form", "winners");
  form.append(htmlElement("h2", "", gettext("Who won?")));
  const boxes = names.map((name, seat) => {
    const label = htmlElement("label", "winner");
    const box = Object.assign(htmlElement("input"), { type: "checkbox", checked: sheet.proposed.includes(seat) });
    label.append(box, seatSign(marks[seat]), htmlElement("span", "who", name), htmlElement("b", "sum", points[seat]));
    form.append(label);
    return box;
  });
  if (sheet.together) {
    for (const box of boxes) {
      box.addEventListener("change", () => { for (const other of boxes) other.checked = box.checked; });
    }
  }
  const button = htmlElement("button", sheet.open ? "plain" : "confirm", gettext("End the match"));
  form.append(button);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    record({ type: "WinnersNamed", seats: boxes.flatMap((box, seat) => (box.checked ? [seat] : [])) });
  });
  section.append(form);
}

/**
 * @param {LiveRecordData & { sheet: Sheet }} data
 * @param {(event: object) => void} record
 */
function makeLineForm({ sheet, names, marks }, record) {
  const form = htmlElement("form", "points");
  const field = (/** @type {string} */ name) => /** @type {HTMLInputElement | null} */ (form.elements.namedItem(name));
  const isFinal = () => field("depth")?.value === "final";
  const { noted } = sheet;
  const wantsFinal = noted ? noted.label === sheet.final : new URL(location.href).searchParams.get("depth") === "final";
  form.append(htmlElement("h2", "", gettext("Enter points")));
  if (sheet.final) {
    const depth = htmlElement("fieldset", "depth");
    depth.append(htmlElement("legend", "unseen", gettext("Kind of points")));
    for (const [value, words] of [["round", gettext("Points of a round")], ["final", gettext("Final points")]]) {
      const label = htmlElement("label", "", words);
      label.prepend(Object.assign(htmlElement("input"), {
        type: "radio", name: "depth", value, checked: (value === "final") === wantsFinal,
      }));
      depth.append(label);
    }
    form.append(depth);
  }
  const called = htmlElement("label", "called", `${gettext("Round or category")} `);
  called.append(Object.assign(htmlElement("input"), { name: "label", value: noted && !wantsFinal ? noted.label : sheet.label, required: true }));
  form.append(called);
  const inputs = names.map((name, seat) => {
    const label = htmlElement("label", "entry-of-seat");
    const input = Object.assign(htmlElement("input"), { placeholder: gettext("unknown"), value: noted?.points[seat] ?? "" });
    label.append(seatSign(marks[seat]), htmlElement("span", "who", name), withSignKey(input, name));
    form.append(label);
    return input;
  });
  const turn = () => { called.hidden = isFinal(); };
  form.addEventListener("change", turn);
  turn();
  form.append(htmlElement("button", "confirm", gettext("Save these points")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const label = isFinal() ? sheet.final : field("label")?.value;
    record({ type: "PointsNoted", label, points: inputs.map(numberIn) });
  });
  return form;
}

/**
 * A blank field is unknown, which is not 0.
 * @param {HTMLInputElement} input
 */
export const numberIn = (input) => (input.value.trim() === "" ? null : Number(input.value));

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
    for (const [round, says, seat, gained, rule] of events) {
      const item = htmlElement("li");
      item.title = rule;
      item.append(htmlElement("span", "when", round ? gettext("R{round}", { round }) : ""), seatSign(marks[seat]),
        htmlElement("span", "says", `${names[seat]}: ${says}`), htmlElement("b", "change", gained));
      list.append(item);
    }
    row.append(head, list);
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
