// The sheet of a match by points: final points with their winners in one step, or line by line.

import { htmlElement, seatSign } from "../elements.js";
import { gettext } from "../language.js";
import { makeKeys, pointsField } from "./number_pad.js";
import { pointsOf, proposedWinners } from "./points.js";

/**
 * @param {HTMLElement} section
 * @param {LiveRecordData & { sheet: Sheet }} data
 * @param {(events: SheetEvent[]) => void} record
 */
export function makeSheet(section, data, record) {
  const { sheet } = data;
  section.replaceChildren();
  if (!sheet.open) return section.append(makeWinnersForm(data, record));
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
  const { inputs, boxes } = makeEntries(form, data);
  const save = htmlElement("button", "confirm", gettext("Save"));
  const points = () => inputs.map(({ value }) => pointsOf(value) ?? null);
  let isNamed = false;
  const show = () => {
    const proposed = proposedWinners(points(), sheet);
    if (!isNamed && !sheet.together) boxes.forEach((box, seat) => { box.checked = proposed.includes(seat); });
    save.disabled = !sheet.together && inputs.every(({ value }) => !value.trim()) && !boxes.some((box) => box.checked);
  };
  form.addEventListener("input", show);
  for (const box of boxes) {
    box.addEventListener("change", () => {
      isNamed = true;
      sides(sheet, boxes.indexOf(box)).forEach((seat) => { boxes[seat].checked = box.checked; });
      show();
    });
  }
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
 * A field for the points and a box for the win of every seat.
 * @param {HTMLElement} form
 * @param {LiveRecordData & { sheet: Sheet }} data
 */
function makeEntries(form, { sheet, names, marks }) {
  const rows = names.map((name, seat) => {
    const row = htmlElement("div", "entry-of-seat");
    const { field, input } = pointsField(name);
    const won = htmlElement("label", "won-box");
    const box = Object.assign(htmlElement("input"), { type: "checkbox" });
    box.setAttribute("aria-label", sheet.together ? gettext("Everybody won") : gettext("{name} won", { name }));
    won.append(box, gettext("won"));
    row.append(seatSign(marks[seat]), htmlElement("span", "who", name), field, won);
    form.append(row);
    return { input, box };
  });
  return { inputs: rows.map(({ input }) => input), boxes: rows.map(({ box }) => box) };
}

/**
 * The seats that win with this one.
 * @param {Sheet} sheet
 * @param {number} seat
 */
const sides = (sheet, seat) => sheet.sides.find((side) => side.includes(seat)) ?? [seat];

/** @param {HTMLInputElement[]} boxes */
const chosenSeats = (boxes) => boxes.flatMap((box, seat) => (box.checked ? [seat] : []));

/**
 * The winners, apart from the points: this ends the match.
 * @param {LiveRecordData & { sheet: Sheet }} data
 * @param {(events: SheetEvent[]) => void} record
 */
function makeWinnersForm({ sheet, names, marks, points }, record) {
  const form = htmlElement("form", "winners");
  form.append(htmlElement("h2", "", gettext("Who won?")));
  const boxes = names.map((name, seat) => {
    const label = htmlElement("label", "winner");
    const box = Object.assign(htmlElement("input"), { type: "checkbox", checked: sheet.proposed.includes(seat) });
    label.append(box, seatSign(marks[seat]), htmlElement("span", "who", name), htmlElement("b", "sum", points[seat]));
    box.addEventListener("change", () => sides(sheet, seat).forEach((other) => { boxes[other].checked = box.checked; }));
    form.append(label);
    return box;
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
  const called = htmlElement("label", "called", `${gettext("Round or category")} `);
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
