// The sheet of a match by points: final points with their winners in one step, or line by line.

import { htmlElement, seatSign } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { drawKeepingFocus, makeKeys, pointsField } from "./number_pad.js";
import { pointsOf, proposedWinners } from "./points.js";
import { lineAt, makeSheetDraft, withLine, withSent } from "./sheet_draft.js";
import { makeResult } from "./sheet_result.js";
import { makeTemplateSheet } from "./template_sheet.js";

/** @import { HeldDraft } from "./sheet_result.js" */

/**
 * @param {HTMLElement} section
 * @param {LiveRecordData & { sheet: Sheet }} data
 * @param {(events: SheetEvent[]) => void} record
 */
export function makeSheet(section, data, record) {
  const draft = makeSheetDraft(data.draft ? null : data.match);
  drawKeepingFocus(section, () => section.replaceChildren(...formsOf(data, draft, record)));
}

/**
 * @param {LiveRecordData & { sheet: Sheet }} data
 * @param {HeldDraft} draft
 * @param {(events: SheetEvent[]) => void} record
 */
function formsOf(data, draft, record) {
  const { sheet } = data;
  const { template, final } = sheet;
  const winners = () => makeWinnersForm(data, draft, record);
  if (!sheet.open) return [winners()];
  if (template && !data.draft) return [makeTemplateSheet({ ...data, sheet: { ...sheet, template } }, draft, record)];
  if (!final) return [makeLineForm(data, draft, record), winners()];
  const isOneEvent = Boolean(data.draft);
  const isMeant = new URL(location.href).searchParams.get("depth") === "final";
  const isFinal = draft.now.isFinal ?? isMeant;
  const forms = htmlElement("div", "forms");
  const show = (/** @type {boolean} */ isChosen) => {
    if (!isChosen) forms.replaceChildren(makeLineForm(data, draft, record), winners());
    else if (isOneEvent) forms.replaceChildren(makeLineForm(data, draft, record, final), winners());
    else forms.replaceChildren(makeFinalForm(data, draft, record, final));
  };
  show(isFinal);
  const depth = makeDepth(isFinal, (isChosen) => {
    draft.set({ ...draft.now, isFinal: isChosen });
    show(isChosen);
  });
  return [depth, forms];
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
 * @param {HeldDraft} draft
 * @param {(events: SheetEvent[]) => void} record
 * @param {string} label
 */
function makeFinalForm(data, draft, record, label) {
  const { sheet } = data;
  const form = htmlElement("form", "points final");
  form.append(htmlElement("h2", "", gettext("Final points")));
  const inputs = makeEntries(form, data, lineAt(draft.now, label, sheet.labels)?.texts ?? []);
  const save = htmlElement("button", "confirm", gettext("Save"));
  const points = () => inputs.map(({ value }) => pointsOf(value) ?? null);
  const result = makeResult(data, draft);
  form.querySelectorAll(".entry-of-seat").forEach((row, seat) => {
    const box = result.boxes?.[seat];
    box?.append(gettext("won"));
    if (box) row.append(box);
  });
  if (!result.boxes) form.append(result.choice);
  const show = () => {
    result.propose(proposedWinners(points(), sheet));
    save.disabled = !result.winners() && (sheet.together || inputs.every(({ value }) => !value.trim()));
  };
  form.addEventListener("input", () => {
    draft.set(withLine(draft.now, label, { label, texts: inputs.map(({ value }) => value) }));
    show();
  });
  show();
  form.append(makeKeys(inputs, save));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const [noted, seats] = [points(), result.winners()];
    if (!seats) return;
    draft.set(withSent(draft.now, [label]));
    const winners = { type: "WinnersNamed", seats: [...seats] };
    record(noted.some((number) => number !== null) ? [{ type: "PointsNoted", label, points: noted }, winners] : [winners]);
  });
  return form;
}

/**
 * A field for the points of every seat.
 * @param {HTMLElement} form
 * @param {LiveRecordData} data
 * @param {readonly (string | number | null)[]} values
 */
function makeEntries(form, { names, marks }, values) {
  return names.map((name, seat) => {
    const row = htmlElement("div", "entry-of-seat");
    const { field, input } = pointsField(name, values[seat] ?? "");
    row.append(seatSign(marks[seat]), htmlElement("span", "who", name), field);
    form.append(row);
    return input;
  });
}

/**
 * The winners, apart from the points: this ends the match.
 * @param {LiveRecordData & { sheet: Sheet }} data
 * @param {HeldDraft} draft
 * @param {(events: SheetEvent[]) => void} record
 */
function makeWinnersForm({ sheet, names, marks, points }, draft, record) {
  const form = htmlElement("form", "winners");
  const result = makeResult({ sheet, names }, draft);
  form.append(htmlElement("h2", "", result.boxes ? gettext("Who won?") : gettext("Result")));
  result.propose(sheet.proposed);
  result.boxes?.forEach((label, seat) => {
    label.classList.add("winner");
    label.append(seatSign(marks[seat]), htmlElement("span", "who", names[seat]), htmlElement("b", "sum", points[seat]));
  });
  form.append(...result.boxes ?? [result.choice]);
  const end = htmlElement("button", sheet.open ? "plain" : "confirm", gettext("End the match"));
  const show = () => { end.disabled = !result.winners(); };
  show();
  form.append(end);
  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const seats = result.winners();
    if (seats) record([{ type: "WinnersNamed", seats: [...seats] }]);
  });
  return form;
}

/**
 * The points of one line: a round or a category, or those of the whole match as the line `final`.
 * @param {LiveRecordData & { sheet: Sheet }} data
 * @param {HeldDraft} draft
 * @param {(events: SheetEvent[]) => void} record
 * @param {string} [final]
 */
function makeLineForm(data, draft, record, final = "") {
  const { label, labels } = data.sheet;
  const form = htmlElement("form", "points");
  form.append(htmlElement("h2", "", gettext("Enter points")));
  const called = htmlElement("label", "called", gettext("Round or category") + " ");
  const begun = lineAt(draft.now, "", labels);
  const line = Object.assign(htmlElement("input"), { name: "label", value: final || (begun?.label ?? label), required: true });
  called.append(line);
  called.hidden = Boolean(final);
  form.append(called);
  const inputs = makeEntries(form, data, begun?.texts ?? []);
  for (const input of inputs) input.placeholder = gettext("unknown");
  form.append(makeKeys(inputs, htmlElement("button", "confirm", gettext("Save these points"))));
  form.addEventListener("input", () => draft.set(withLine(draft.now, "", { label: line.value, texts: inputs.map(({ value }) => value) })));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    draft.set(withSent(draft.now, [""]));
    record([{ type: "PointsNoted", label: line.value, points: inputs.map(({ value }) => pointsOf(value) ?? null) }]);
  });
  return form;
}
