// The sheet of a match by points: final points with their winners in one step, or line by line.

import { htmlElement, seatSign } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { makeKeys, pointsField } from "./number_pad.js";
import { pointsOf, proposedWinners } from "./points.js";
import { chosenSeats, makeWonBoxes } from "./won_boxes.js";
import { makeTemplateSheet } from "./template_sheet.js";

/**
 * @param {HTMLElement} section
 * @param {LiveRecordData & { sheet: Sheet }} data
 * @param {(events: SheetEvent[]) => void} record
 */
export function makeSheet(section, data, record) {
  const { sheet } = data;
  section.replaceChildren();
  if (!sheet.open) return section.append(makeWinnersForm(data, record));
  const { template } = sheet;
  if (template && !data.draft) return section.append(makeTemplateSheet({ ...data, sheet: { ...sheet, template } }, record));
  if (!sheet.final) return section.append(makeLineForm(data, record), makeWinnersForm(data, record));
  const isOneEvent = Boolean(data.draft);
  const isFinal = sheet.noted ? sheet.noted.label === sheet.final : new URL(location.href).searchParams.get("depth") === "final";
  const forms = htmlElement("div", "forms");
  const show = (/** @type {boolean} */ final) => {
    if (!final) forms.replaceChildren(makeLineForm(data, record), makeWinnersForm(data, record));
    else if (isOneEvent) forms.replaceChildren(makeLineForm(data, record, sheet.final ?? ""), makeWinnersForm(data, record));
    else forms.replaceChildren(makeFinalForm(data, record));
  };
  show(isFinal);
  section.append(makeDepth(isFinal, show), forms);
}

/**
 * @param {boolean} isFinal
 * @param {(isFinal: boolean) => void} change
 */
function makeDepth(isFinal, change) {
  const depth = htmlElement("fieldset", "depth");
  depth.append(htmlElement("legend", "unseen", gettext("Kind of points")));
  for (const [value, words] of [["round", gettext("Points of a round")], ["final", gettext("Final points")]]) {
    const label = htmlElement("label", "", words);
    const radio = Object.assign(htmlElement("input"), { type: "radio", name: "depth", value, checked: (value === "final") === isFinal });
    radio.addEventListener("change", () => change(value === "final"));
    label.prepend(radio);
    depth.append(label);
  }
  return depth;
}

/**
 * The final points with the winners that they propose; one write ends the match.
 * @param {LiveRecordData & { sheet: Sheet }} data
 * @param {(events: SheetEvent[]) => void} record
 */
function makeFinalForm(data, record) {
  const { sheet } = data;
  const form = htmlElement("form", "points final");
  form.append(htmlElement("h2", "", gettext("Final points")));
  const inputs = makeEntries(form, data);
  const save = htmlElement("button", "confirm", gettext("Save"));
  const points = () => inputs.map(({ value }) => pointsOf(value) ?? null);
  const { boxes, propose } = makeWonBoxes(data);
  form.querySelectorAll(".entry-of-seat").forEach((row, seat) => {
    boxes[seat].label.append(gettext("won"));
    row.append(boxes[seat].label);
  });
  const show = () => {
    propose(proposedWinners(points(), sheet));
    save.disabled = !sheet.together && inputs.every(({ value }) => !value.trim()) && !chosenSeats(boxes).length;
  };
  form.addEventListener("input", show);
  form.addEventListener("change", show);
  show();
  form.append(makeKeys(inputs, save));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const noted = points();
    const line = { type: "PointsNoted", label: sheet.final ?? "", points: noted };
    const winners = { type: "WinnersNamed", seats: chosenSeats(boxes) };
    record(noted.some((number) => number !== null) ? [line, winners] : [winners]);
  });
  return form;
}

/**
 * A field for the points of every seat.
 * @param {HTMLElement} form
 * @param {LiveRecordData} data
 */
function makeEntries(form, { names, marks }) {
  return names.map((name, seat) => {
    const row = htmlElement("div", "entry-of-seat");
    const { field, input } = pointsField(name);
    row.append(seatSign(marks[seat]), htmlElement("span", "who", name), field);
    form.append(row);
    return input;
  });
}

/**
 * The winners, apart from the points: this ends the match.
 * @param {LiveRecordData & { sheet: Sheet }} data
 * @param {(events: SheetEvent[]) => void} record
 */
function makeWinnersForm({ sheet, names, marks, points }, record) {
  const form = htmlElement("form", "winners");
  form.append(htmlElement("h2", "", gettext("Who won?")));
  const { boxes, propose } = makeWonBoxes({ sheet, names });
  propose(sheet.proposed);
  boxes.forEach(({ label }, seat) => {
    label.classList.add("winner");
    label.append(seatSign(marks[seat]), htmlElement("span", "who", names[seat]), htmlElement("b", "sum", points[seat]));
    form.append(label);
  });
  form.append(htmlElement("button", sheet.open ? "plain" : "confirm", gettext("End the match")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    record([{ type: "WinnersNamed", seats: chosenSeats(boxes) }]);
  });
  return form;
}

/**
 * The points of one line: a round or a category, or those of the whole match as the line `label`.
 * @param {LiveRecordData & { sheet: Sheet }} data
 * @param {(events: SheetEvent[]) => void} record
 * @param {string} [label]
 */
function makeLineForm({ sheet, names, marks }, record, label = "") {
  const { noted } = sheet;
  const form = htmlElement("form", "points");
  form.append(htmlElement("h2", "", gettext("Enter points")));
  const called = htmlElement("label", "called", gettext("Round or category") + " ");
  const own = noted && noted.label !== sheet.final ? noted.label : sheet.label;
  const line = Object.assign(htmlElement("input"), { name: "label", value: label || own, required: true });
  called.append(line);
  called.hidden = Boolean(label);
  form.append(called);
  const inputs = names.map((name, seat) => {
    const row = htmlElement("div", "entry-of-seat");
    const { field, input } = pointsField(name, noted?.points[seat] ?? "");
    input.placeholder = gettext("unknown");
    row.append(seatSign(marks[seat]), htmlElement("span", "who", name), field);
    form.append(row);
    return input;
  });
  const save = htmlElement("button", "confirm", gettext("Save these points"));
  form.append(makeKeys(inputs, save));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    record([{ type: "PointsNoted", label: line.value, points: inputs.map(({ value }) => pointsOf(value) ?? null) }]);
  });
  return form;
}
