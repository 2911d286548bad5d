// The cells of a sheet: people as columns with their totals above, or as rows of one round or category at a time.

import { iconView } from "../lib/elements.js";
import { formatNumber, gettext, pageLanguage } from "../lib/language.js";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { hasTouch } from "../lib/number_pad.js";
import { pointsOf } from "./points.js";
import { gainOf, isClosed } from "./sheet_state.js";

/** @import { Block, Cell, ShownRow, SheetState } from "./sheet_state.js" */
/** @import { SheetForm, SheetRow } from "./sheet_forms.js" */
/**
 * What the cells ask for. `typed` is the cell that is written in.
 * @typedef {{ typed: Cell | null, face(seat: number): unknown, type(at: Cell, text: string): void, enter(at: Cell, opens: boolean): void,
 *   key(event: KeyboardEvent, at: Cell): void, name(row: SheetRow, label: string): void, save(form: SheetForm): void, go(step: number): void }} SheetActs
 */

const [LEFT, RIGHT] = ["M10 4 6 8l4 4", "m6 4 4 4-4 4"];

/** @param {number | null} points */
const numberOf = (points) => (points === null ? "\u00b7" : formatNumber(points));

/** @param {SheetState} now @param {SheetActs} acts */
export function columnsView(now, acts) {
  const { columns, isGroup, shown, totals, leaders } = now;
  return html`${isGroup ? html`<div class="h"><h2>${gettext("Of the table")}</h2><span class="soft s14">${gettext("if you like")}</span></div>` : nothing}<table
    class="grid n${columns.length} ${isGroup ? "of-group" : ""}"><thead><tr><td class="corner"><span class="only-s">${gettext("Total")}</span></td>${columns.map(({ seat, name }) => html`<th scope="col"
        title=${name} class="head-of-seat ${leaders.includes(seat) ? "leads" : ""}"><span class="fh">${isGroup ? nothing : acts.face(seat)}<span class="who">${name}</span><b
        class="sum only-s">${numberOf(totals[seat])}</b></span></th>`)}</tr></thead>
    ${shown.map((block) => blockView(now, block, acts))}
    ${isGroup ? nothing : html`<tfoot class="only-l"><tr><th scope="row">${gettext("Total")}</th>${columns.map(({ seat }) => html`<td class=${leaders.includes(seat) ? "leads" : ""}><span>${numberOf(totals[seat])}</span></td>`)}</tr></tfoot>`}
  </table>`;
}

/**
 * @param {SheetState} now
 * @param {Block} block
 * @param {SheetActs} acts
 */
function blockView(now, { title, form, rows }, acts) {
  const { columns, forms } = now, width = columns.length + 1;
  const written = forms.find((each) => each.form === form);
  return html`<tbody class="of-${form?.kind ?? "lines"}">
    ${title ? html`<tr class="of-round"><th colspan=${width} scope="rowgroup"><h2>${title}</h2></th></tr>` : nothing}
    ${rows.map((row) => html`<tr><th scope="row">${form?.kind === "line" && row.at !== undefined ? labelView(now.rows[row.at].row, acts) : categoryHead(row.category)}</th>
      ${columns.map((_, column) => cellView(now, row, column, acts))}</tr>`)}
    ${written && form ? html`<tr class="unpaid" ?hidden=${!written.unpaid.length}><td colspan=${width} role="status">${written.unpaid.join(" ")}</td></tr>` : nothing}
    ${!written || !form || form.kind === "end" ? nothing : html`<tr><td></td><td colspan=${width - 1}><button type="button" class="plain"
      ?disabled=${written.isBlank || !written.isDone} @click=${() => acts.save(form)}>${form.action}</button></td></tr>`}
  </tbody>`;
}

/** @type {(row: SheetRow, acts: SheetActs) => unknown} */
const labelView = (row, acts) => html`<input class="called" name="label" aria-label=${gettext("Round or category")} .value=${row.label}
  @input=${(/** @type {InputOf} */ { target }) => acts.name(row, target.value)}>`;

/** @param {Category} category */
function categoryHead({ name, formula = "times", factor = 1, table = [] }) {
  const words = { times: factor === 1 || factor === 0 ? "" : `\u00d7 ${formatNumber(factor)}`, majority: table.map(formatNumber).join(" / "), sets: gettext("sets"), bids: "" };
  return html`<span class="category">${name}${words[formula] ? html`<small>${words[formula]}</small>` : nothing}</span>`;
}

/**
 * A well, the recorded value of a line, or nothing.
 * @param {SheetState} now
 * @param {ShownRow} row
 * @param {number} column
 * @param {SheetActs} acts
 */
function cellView(now, { name, category, line, at }, column, acts) {
  const { seat, name: whose } = now.columns[column], label = gettext("{label}, {name}", { label: name, name: whose });
  if (line) return recordedView(now, line, category, seat, label);
  if (at === undefined || isClosed(now, at, seat)) return html`<td class="not">\u00b7</td>`;
  return wellView({ row: at, column }, label, now.rows[at], seat, acts);
}

/** @type {(now: SheetState, line: SheetLine, category: Category, seat: number, label: string) => unknown} */
function recordedView({ data }, line, { formula = "times", factor = 1 }, seat, label) {
  const entry = line.entries[seat], isEntry = Boolean(entry) && (formula !== "times" || factor !== 1);
  const text = isEntry ? entry : line.points[seat] === null ? "\u2013" : numberOf(line.points[seat]);
  if (data.draft || data.records === false || data.unsent) return html`<td class="recorded">${text}</td>`;
  const named = gettext("{label}: {value}. Change it", { label, value: text });
  return html`<td><button type="button" class="well recorded" data-edit=${JSON.stringify({ kind: "points", ...isEntry ? { name: "entry" } : {}, row: line.row, seat })}
    aria-label=${named} .textContent=${text}></button></td>`;
}

/** @type {(at: Cell, label: string, row: SheetState["rows"][number], seat: number, acts: SheetActs) => unknown} */
function wellView(at, label, row, seat, acts) {
  const text = row.texts[seat], written = row.written[seat], points = row.points[seat];
  const isTyped = acts.typed?.row === at.row && acts.typed.column === at.column;
  const isPlain = row.row.category.formula === "bids" || row.row.category.factor === 0 || points === null || (String(points) === (pointsOf(written) ?? "").toString() && !/\d\D+\d/.test(written));
  return html`<td><span class="well-of"><input type="text" class="well ${isTyped ? "typed" : ""} ${!text && written ? "maybe" : ""}" autocomplete="off" enterkeyhint="next"
    aria-label=${label} data-cell="${at.row} ${at.column}" inputmode=${hasTouch() ? "none" : "text"} aria-invalid=${pointsOf(text) === undefined}
    placeholder=${text ? "" : written.replace("-", "\u2212")} .value=${text}
    @input=${(/** @type {InputOf} */ { target }) => acts.type(at, target.value)} @focus=${() => acts.enter(at, false)} @click=${() => acts.enter(at, hasTouch())}
    @keydown=${(/** @type {KeyboardEvent} */ event) => acts.key(event, at)}>${isPlain ? nothing : html`<small class="worth">${formatNumber(points ?? 0)}</small>`}</span></td>`;
}

/**
 * People as rows.
 * @param {SheetState} now
 * @param {SheetActs} acts
 */
export function peopleView(now, acts) {
  const { columns, leaders, totals, steps, step } = now, block = (steps ?? [])[step], isRound = block.round !== undefined;
  const written = now.forms.find(({ form }) => form === block.form), typed = acts.typed?.row;
  return html`${block.title ? stepperView(now, acts) : nothing}
    ${isRound ? html`<p class="answer" aria-live="polite">${leadWords(now)}\u00a0</p>` : nothing}
    <div class="scroll"><table class="people ${block.rows.length === 1 ? "of-one" : block.rows.length > 6 ? "of-many" : ""}"><thead><tr><th scope="col"><span class="unseen">${gettext("Name")}</span></th>${block.rows.map(({ category, name, at }) => html`<th
      scope="col" class=${at !== undefined && at === typed ? "here" : ""} title=${name}>${isRound ? name : categoryHead(category)}</th>`)}${isRound ? html`<th scope="col" class="gain">${gettext("Round")}</th>` : nothing}<th
      scope="col" class="total">${gettext("Total")}</th></tr></thead>
    <tbody>${columns.map(({ seat, name }, column) => html`<tr class="of-seat ${leaders.includes(seat) ? "leads" : ""}"><th scope="row" title=${name}><span
      class="person">${acts.face(seat)}<span class="who">${name}</span></span></th>${block.rows.map((row) => cellView(now, row, column, acts))}${isRound ? html`<td
      class="gain">${signed(gainOf(now, block, seat))}</td>` : nothing}<td class="total"><b class="sum">${numberOf(totals[seat])}</b></td></tr>`)}</tbody></table></div>
    ${written?.unpaid.length ? html`<p class="unpaid" role="status">${written.unpaid.join(" ")}</p>` : nothing}`;
}

/** @param {number | null} points */
const signed = (points) => (points === null ? "\u00b7" : `${points > 0 ? "+" : ""}${formatNumber(points)}`);

/** @param {SheetState} now @param {SheetActs} acts */
function stepperView({ steps, step, data, forms }, acts) {
  const all = steps ?? [], block = all[step], rounds = data.sheet.template?.rounds.length ?? 0;
  const marks = block.form?.kind === "round" || block.round ? Math.max(rounds, all.length) : all.length;
  const open = forms.find(({ form }) => form === block.form && form.kind === "round");
  const isLast = step === all.length - 1, isOff = isLast && !(open && !open.isBlank && open.isDone);
  const [back, on] = block.round ? [gettext("Round before"), gettext("Next round")] : [gettext("Category before"), gettext("Next category")];
  return html`<div class="stepper"><button type="button" class="step" aria-label=${back} ?disabled=${step === 0} @click=${() => acts.go(step - 1)}>${iconView(LEFT)}</button>
    <div class="mid"><h2>${block.title}</h2><div class="marks" aria-hidden="true">${Array.from({ length: marks }, (_, at) => html`<i class=${at < step ? "done" : at === step ? "now" : ""}></i>`)}</div></div>
    <button type="button" class="step" aria-label=${on} ?disabled=${isOff} @click=${() => acts.go(step + 1)}>${iconView(RIGHT)}</button></div>`;
}

/** The leader in words; empty while nobody leads. @param {SheetState} now */
export function leadWords({ leaders, totals, data: { names, sheet } }) {
  const [first] = leaders;
  if (first === undefined) return "";
  if (leaders.length > 1) return gettext("{names} lead together.", { names: new Intl.ListFormat(pageLanguage()).format(leaders.map((seat) => names[seat])) });
  const others = totals.filter((total, seat) => seat !== first && total !== null).map(Number);
  const by = Math.abs(Number(totals[first]) - (sheet.lowest ? Math.min(...others) : Math.max(...others)));
  return gettext("{name} leads by {points}.", { name: names[first], points: formatNumber(by) });
}

/**
 * The standing so far, the best first, as on the page of a play.
 * @param {SheetState} now
 * @param {SheetActs["face"]} face
 */
export function standingView({ columns, totals, leaders, data: { sheet }, rows }, face) {
  const sign = sheet.lowest ? 1 : -1;
  const known = totals.filter((total) => total !== null);
  const best = sheet.lowest ? Math.min(...known) : Math.max(...known);
  const order = columns.toSorted((one, other) => (totals[one.seat] === null ? 1 : 0) - (totals[other.seat] === null ? 1 : 0) || sign * ((totals[one.seat] ?? 0) - (totals[other.seat] ?? 0)));
  const next = known.filter((total) => total !== best), lead = next.length ? Math.abs(best - (sheet.lowest ? Math.min(...next) : Math.max(...next))) : 0;
  return html`<div class="stand" style="grid-template-columns: repeat(auto-fit, minmax(136px, 1fr))">${order.map(({ seat, name }) => {
    const total = totals[seat], isFirst = leaders.includes(seat);
    const missing = rows.filter(({ texts }) => texts.some((text) => text.trim()) && !texts[seat].trim()).map(({ row }) => row.category.name);
    const words = total === null || known.length < 2 || sheet.sides.length < columns.length ? "" : isFirst ? (leaders.length === 1 && lead ? gettext("leads by {points}", { points: formatNumber(lead) }) : "")
      : total === best ? "" : gettext("{points} behind", { points: formatNumber(Math.abs(best - total)) });
    const still = total !== null && missing.length === 1 ? gettext("{category} still to come", { category: missing[0] }) : "";
    return html`<div class="seat ${isFirst ? "w" : ""}"><div class="n"><span class="rk">${total === null ? "" : known.filter((other) => sign * (other - total) < 0).length + 1}</span>${face(seat)}<span
      class="who">${name}</span></div><div class="pt">${numberOf(total)}</div><div class="rl">${[words, still].filter(Boolean).join(", ")}\u00a0</div></div>`;
  })}</div>`;
}
