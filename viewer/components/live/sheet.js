// The sheet of a match by points: columns of people with their totals, wells that keep what is typed, who won, Save.

import { find, partView, signView } from "../lib/elements.js";
import { formatNumber, gettext } from "../lib/language.js";
import { html, nothing, render } from "../lib/lit-html/lit-html.js";
import { hasTouch, padView } from "../lib/number_pad.js";
import { pressed } from "../lib/pad_keys.js";
import { pointsOf } from "./points.js";
import { cellAfter, eventsOf, formsOf, reckoned, totalsOf, winnersBy } from "./sheet_forms.js";
import { lineAt, makeSheetDraft, winnersOf, withLine, withSent, withSide } from "./sheet_draft.js";
import { endView, groupView, winnersView } from "./sheet_winners.js";

/** @import { Cell, SheetForm, SheetRow } from "./sheet_forms.js" */
/** @typedef {LiveRecordData & { sheet: Sheet }} SheetData */
/** @typedef {ReturnType<typeof stateOf>} SheetState */
/** A column: the seat whose points stand in it. @typedef {{ seat: number, name: string }} Column */
/** The cell that is typed, what stood in it, and whether a digit was typed already. @typedef {{ at: Cell, was: string, isTyped: boolean, isPad: boolean }} Typing */

const WAYS = "partie-way-";

export class ScoreSheet {
  /** @type {SheetData | undefined} */
  #data;
  #draft = makeSheetDraft(null);
  #match = "";
  /** @type {Typing | null} */
  #typing = null;
  #isSent = false;
  /** Why it cannot be saved, once that was tried. */
  #hint = "";
  /** @type {Part[]} */
  faces = [];
  /** What is done before a sheet with its winners is sent. @type {(since: number, draft: import("./sheet_draft.js").SheetDraft) => void} */
  saving = () => {};

  /**
   * @param {HTMLElement} root
   * @param {(events: SheetEvent[]) => void} record
   */
  constructor(root, record) {
    this.root = root;
    this.section = find(root, ".sheet");
    this.record = record;
  }

  /** @param {SheetData} data */
  show(data) {
    // Read again, as what another device has saved is dropped from it.
    if (!data.draft || this.#match !== data.draft) this.#draft = makeSheetDraft(data.draft ? null : data.match);
    this.#match = data.draft ?? data.match;
    this.#data = data;
    this.#isSent = false;
    this.#draw();
  }

  #now = () => stateOf(/** @type {SheetData} */ (this.#data), this.#draft.now);

  #draw = () => {
    if (!this.#data) return;
    const now = this.#now();
    this.section.style.setProperty("--columns", String(now.columns.length));
    render(this.#view(now), this.section);
    render(this.#saveView(now), find(this.root, ".saves"));
    render(this.#typing?.isPad ? this.#padView(now, this.#typing) : nothing, find(this.root, ".pad-here"));
    this.root.classList.toggle("has-pad", Boolean(this.#typing?.isPad));
  };

  /** @param {SheetState} now */
  #view(now) {
    const { data, forms, columns, totals, isGroup, isFinal, winners, proposed } = now, { sheet } = data, { final } = sheet;
    const isChoice = !sheet.template && Boolean(final) && sheet.open;
    const known = totals.filter((number) => number !== null);
    const leads = (/** @type {Column} */ { seat }) => !isGroup && known.length > 1 && proposed.includes(seat);
    let first = 0;
    return html`
      ${isChoice ? this.#depthView(isFinal) : nothing}
      ${isGroup ? [groupView(data.names, (seat) => this.#face(seat)), endView(winners, data.names, (hasWon) => this.#say(sheet.sides[0], hasWon))] : nothing}
      <form class="points" @submit=${(/** @type {Event} */ event) => event.preventDefault()}>
      <table class="grid n${columns.length} ${isGroup ? "of-group" : ""}"><thead><tr>
        <td class="corner">${isGroup ? gettext("if you like") : gettext("Total")}</td>${columns.map((column) => html`<th scope="col" title=${column.name}
          class="head-of-seat ${leads(column) ? "leads" : ""}">${isGroup ? nothing : this.#face(column.seat)}<span class="who">${column.name}</span><b
          class="sum">${totals[column.seat] === null ? "\u00b7" : formatNumber(totals[column.seat] ?? 0)}</b></th>`)}</tr></thead>
        ${forms.map((each) => {
          const from = first;
          first += each.form.rows.length;
          return this.#formView(each, columns, from);
        })}
      </table></form>
      ${isGroup ? nothing : data.names.length === 1 ? endView(winners, data.names, (hasWon) => this.#say([0], hasWon))
        : winnersView({ data, face: (seat) => this.#face(seat), winners, proposed, isNamed: this.#draft.now.winners !== null, say: (side, hasWon) => this.#say(side, hasWon), nobody: () => this.#name([]) })}`;
  }

  /** @type {(each: SheetState["forms"][number], columns: Column[], from: number) => unknown} */
  #formView({ form, texts, written, points, unpaid, isBlank, isDone }, columns, from) {
    const width = columns.length + 1;
    return html`<tbody class="of-${form.kind}">
      ${form.title ? html`<tr class="of-round"><th colspan=${width} scope="rowgroup"><h2>${form.title}</h2></th></tr>` : nothing}
      ${form.rows.map((row, at) => html`<tr><th scope="row">${form.kind === "line" ? this.#labelView(row) : categoryHead(row.category)}</th>
        ${columns.map(({ seat, name }, column) => this.#wellView(row, { row: from + at, column }, `${row.category.name}, ${name}`, texts[at][seat], written[at][seat], points[at][seat]))}</tr>`)}
      <tr class="unpaid" ?hidden=${!unpaid.length}><td colspan=${width} role="status">${unpaid.join(" ")}</td></tr>
      ${form.kind === "end" ? nothing : html`<tr><td></td><td colspan=${width - 1}><button type="button" class="plain" ?disabled=${isBlank || !isDone}
        @click=${() => this.#saveForm(form, written)}>${form.action}</button></td></tr>`}
    </tbody>`;
  }

  /** @type {(row: SheetRow, at: Cell, label: string, text: string, written: string, points: number | null) => unknown} */
  #wellView(row, at, label, text, written, points) {
    const isTyped = this.#typing?.at.row === at.row && this.#typing.at.column === at.column;
    const isPlain = points === null || String(points) === (pointsOf(written) ?? "").toString();
    return html`<td><span class="well-of"><input type="text" class="well ${isTyped ? "typed" : ""}" autocomplete="off" enterkeyhint="next" aria-label=${label} data-cell="${at.row} ${at.column}"
      inputmode=${hasTouch() ? "none" : "text"} aria-invalid=${pointsOf(text) === undefined} placeholder=${text ? "" : written.replace("-", "\u2212")} .value=${text}
      @input=${(/** @type {InputOf} */ { target }) => this.#type(at, target.value)} @focus=${() => this.#enter(at, false)} @click=${() => this.#enter(at, hasTouch())}
      @keydown=${(/** @type {KeyboardEvent} */ event) => this.#key(event, at)}>${isPlain && !/\d\D+\d/.test(written) ? nothing : html`<small class="worth">${formatNumber(points ?? 0)}</small>`}</span></td>`;
  }

  /** @param {SheetRow} row */
  #labelView = (row) => html`<input class="called" name="label" aria-label=${gettext("Round or category")} .value=${row.label}
    @input=${(/** @type {InputOf} */ { target }) => this.#set(withLine(this.#draft.now, "", { label: target.value, texts: this.#textsAt(row) }))}>`;

  /** @param {boolean} isFinal */
  #depthView(isFinal) {
    const ways = /** @type {[string, string, boolean][]} */ ([["round", gettext("Points of a round"), false], ["final", gettext("Final points"), true]]);
    return html`<fieldset class="depth"><legend class="unseen">${gettext("Kind of points")}</legend>${ways.map(([value, words, isOn]) => html`<label><input type="radio"
      name="depth" value=${value} .checked=${isOn === isFinal} @change=${() => this.#set({ ...this.#draft.now, isFinal: isOn })}>${words}</label>`)}</fieldset>`;
  }

  /** @param {SheetState} now */
  #saveView({ isReady, data }) {
    const why = data.sheet.sides.length === 1 ? gettext("Say first how it ended.") : gettext("Type points or tap who won");
    return html`<button type="button" class="save" aria-disabled=${!isReady} aria-busy=${this.#isSent} @click=${() => {
      if (isReady) return this.#save();
      this.#hint = why;
      this.#draw();
    }}>${this.#hint && !isReady ? this.#hint : gettext("Save")}</button>`;
  }

  /** @type {(now: SheetState, typing: Typing) => unknown} */
  #padView({ rows, columns, totals, proposed, data, isGroup }, { at, was, isTyped }) {
    const { row, texts } = rows[at.row] ?? {}, column = columns[at.column];
    if (!row || !column) return nothing;
    const isDown = this.#isDown, next = cellAfter(at, rows.length, columns.length, isDown);
    const total = totals[column.seat];
    const others = proposed.filter((seat) => seat !== column.seat);
    const lead = others.length && total !== null ? Math.abs((totals[others[0]] ?? 0) - total) : 0;
    const says = [
      total === null ? "" : gettext("{name} comes to {total}.", { name: column.name, total: formatNumber(total) }),
      lead && !isGroup && !proposed.includes(column.seat) ? gettext("{name} leads by {points}.", { name: data.names[others[0]], points: formatNumber(lead) }) : "",
    ];
    const text = texts[column.seat];
    return padView({
      name: gettext("Number pad"), whose: column.name, what: row.category.name, face: isGroup ? nothing : this.#face(column.seat), was, value: text,
      says: says.filter(Boolean).join(" "),
      press: (key) => {
        this.#typing = { at, was, isTyped: true, isPad: true };
        this.#type(at, pressed(text, key, isTyped));
      },
      leave: () => this.#leave(),
      go: { word: next ? gettext("Next") : gettext("Done"), next: next ? (isDown && next.column === at.column ? rows[next.row].row.category.name : columns[next.column].name) : "", act: () => this.#next(at) },
      corner: { label: isDown ? gettext("Down the column") : gettext("Along the row"), sign: isDown ? "\u2193" : "\u2192", act: () => this.#turn(!isDown) },
    });
  }

  #face = (/** @type {number} */ seat) => (this.faces[seat] ? partView(this.faces[seat]) : signView(this.#data?.marks[seat]));

  /** @param {SheetRow} row */
  #textsAt({ place }) {
    const { sheet, names } = /** @type {SheetData} */ (this.#data);
    return names.map((_, seat) => lineAt(this.#draft.now, place, sheet.labels)?.texts[seat] ?? "");
  }

  /** @param {import("./sheet_draft.js").SheetDraft} draft */
  #set(draft) {
    this.#draft.set(draft);
    this.#hint = "";
    this.#draw();
  }

  /** @type {(at: Cell, text: string) => void} */
  #type(at, text) {
    const { rows, columns } = this.#now(), { row } = rows[at.row], { seat } = columns[at.column];
    if (this.#typing) this.#typing = { ...this.#typing, isTyped: true };
    this.#set(withLine(this.#draft.now, row.place, { label: row.label, texts: this.#textsAt(row).map((each, place) => (place === seat ? text : each)) }));
    this.#reveal();
  }

  /**
   * The pad opens with a click, not with the focus: that comes between press and release.
   * @type {(at: Cell, opens: boolean) => void}
   */
  #enter(at, opens) {
    const before = this.#typing, isSame = before?.at.row === at.row && before.at.column === at.column;
    if (isSame && (before.isPad || !opens)) return;
    if (before && !isSame) {
      if (at.column === before.at.column && at.row === before.at.row + 1) this.#turn(true);
      else if (at.row === before.at.row && at.column === before.at.column + 1) this.#turn(false);
    }
    const { rows, columns } = this.#now();
    this.#typing = { at, was: rows[at.row].texts[columns[at.column].seat], isTyped: false, isPad: opens || Boolean(before?.isPad) };
    this.#draw();
    this.#reveal();
    if (!hasTouch()) this.#inputAt(at)?.select();
  }

  /** @param {Cell} at */
  #inputAt = ({ row, column }) => /** @type {HTMLInputElement | null} */ (this.section.querySelector(`[data-cell="${row} ${column}"]`));

  /** The row and the one after it stand above the pad. */
  #reveal() {
    if (this.#typing?.isPad) this.#inputAt(this.#typing.at)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** @type {(at: Cell, isDown?: boolean, step?: number) => void} */
  #next(at, isDown = this.#isDown, step = 1) {
    const { rows, columns } = this.#now();
    const next = cellAfter(at, rows.length, columns.length, isDown, step);
    if (next) return void this.#inputAt(next)?.focus({ preventScroll: Boolean(this.#typing?.isPad) });
    if (step > 0) this.#leave();
  }

  #leave() {
    this.#typing = null;
    this.#draw();
    this.section.querySelector(".who-won")?.scrollIntoView({ block: "nearest" });
    /** @type {HTMLElement | null} */ (this.section.querySelector(".who-won button"))?.focus({ preventScroll: true });
  }

  /** @type {(event: KeyboardEvent, at: Cell) => void} */
  #key(event, at) {
    const { key } = event, step = event.shiftKey ? -1 : 1;
    if (key === "Enter" && (event.ctrlKey || event.metaKey)) {
      if (this.#now().isReady) this.#save();
    } else if (key === "Enter" || (key === "Tab" && this.#isDown)) this.#next(at, undefined, step);
    else if (key === "ArrowDown") this.#next(at, true);
    else if (key === "ArrowUp") this.#next(at, true, -1);
    else if (key === "Escape" && this.#typing) {
      this.#type(at, this.#typing.was);
      this.#inputAt(at)?.select();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  get #isDown() {
    try { return localStorage.getItem(WAYS + this.#data?.title) === "down"; } catch { return false; }
  }

  /** The way of the next cell is remembered for the title. @param {boolean} isDown */
  #turn(isDown) {
    try { localStorage.setItem(WAYS + this.#data?.title, isDown ? "down" : "along"); } catch { /* Full or disabled. */ }
    this.#draw();
  }

  /** @type {(side: readonly number[], hasWon: boolean) => void} */
  #say(side, hasWon) {
    const { winners, data } = this.#now();
    const named = withSide(winners ?? [], side, hasWon);
    this.#name(named.length || data.sheet.sides.length === 1 ? named : null);
  }

  /** @param {readonly number[] | null} winners */
  #name(winners) {
    this.#set({ ...this.#draft.now, winners });
  }

  /** @type {(form: SheetForm, written: readonly (readonly string[])[]) => void} */
  #saveForm(form, written) {
    this.#typing = null;
    this.#draft.set(withSent(this.#draft.now, form.rows.map(({ place }) => place)));
    this.record(eventsOf(form, written));
  }

  #save() {
    if (this.#isSent) return;
    const { data, forms, winners } = this.#now();
    this.#isSent = true;
    this.#typing = null;
    const before = this.#draft.now;
    this.saving(data.version + 1, before);
    this.#draft.set(withSent(before, forms.flatMap(({ form }) => form.rows.map(({ place }) => place))));
    this.#draw();
    this.record([...forms.flatMap(({ form, written }) => eventsOf(form, written)), { type: "WinnersNamed", seats: [...winners ?? []] }]);
  }
}

/** @param {Category} category */
function categoryHead({ name, formula = "times", factor = 1, table = [] }) {
  const words = { times: factor === 1 || factor === 0 ? "" : `\u00d7 ${formatNumber(factor)}`, majority: table.map(formatNumber).join(" / "), sets: gettext("sets"), bids: "" };
  return html`<span class="category">${name}${words[formula] ? html`<small>${words[formula]}</small>` : nothing}</span>`;
}

/**
 * All that is shown of a sheet and of what is written on it.
 * @param {SheetData} data
 * @param {import("./sheet_draft.js").SheetDraft} draft
 */
function stateOf(data, draft) {
  const { sheet, names } = data;
  const isFinal = draft.isFinal ?? new URL(location.href).searchParams.get("depth") === "final";
  const forms = formsOf(sheet, draft, isFinal).map((form) => {
    const texts = form.rows.map(({ place }) => names.map((_, seat) => lineAt(draft, place, sheet.labels)?.texts[seat] ?? ""));
    return { form, texts, ...reckoned(form, texts, sheet.sides) };
  });
  const isGroup = sheet.together && names.length > 1 && sheet.sides.length === 1;
  const columns = isGroup ? [{ seat: 0, name: gettext("All") }] : names.map((name, seat) => ({ seat, name }));
  const totals = totalsOf(sheet, forms.flatMap(({ points }) => points));
  const end = forms[forms.length - 1];
  const proposed = sheet.open ? winnersBy(sheet, totals, end.form, end.written) : sheet.proposed;
  const winners = winnersOf(draft.winners, proposed);
  const rows = forms.flatMap(({ form, texts }) => form.rows.map((row, at) => ({ row, texts: texts[at] })));
  return { data, forms, rows, columns, totals, isGroup, isFinal, proposed, winners, isReady: winners !== null && forms.every(({ isBlank, isDone }) => isBlank || isDone) };
}
