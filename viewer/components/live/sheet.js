// The sheet of a match by points: what is typed into it and kept, its pad and keys, who won, Save.

import { find, iconView, partView, signView, targetOf } from "../lib/elements.js";
import { keep, kept } from "../lib/kept.js";
import { gettext } from "../lib/language.js";
import { html, nothing, render } from "../lib/lit-html/lit-html.js";
import { hasTouch } from "../lib/number_pad.js";
import { pressed } from "../lib/pad_keys.js";
import { redraw } from "../lib/parts.js";
import { endView } from "../lib/who_won.js";
import { PlayEditor } from "../play/editing.js";
import { eventsOf } from "./sheet_forms.js";
import { labelsOf, lineAt, makeSheetDraft, ranksOf, withLine, withSent, withSide } from "./sheet_draft.js";
import { sheetPadView } from "./sheet_pad.js";
import { cellAfter, cellBeside, stateOf } from "./sheet_state.js";
import { columnsView, peopleView, standingView } from "./sheet_table.js";
import { groupView, placesView, winnersView } from "./sheet_winners.js";

/** @import { SheetForm, SheetRow } from "./sheet_forms.js" */
/** @import { Cell, SheetData, SheetState } from "./sheet_state.js" */
/** The cell that is typed, what stood in it, whether a digit was typed already, and whether arrows move in its text. @typedef {{ at: Cell, was: string, isTyped: boolean, isPad: boolean, isText?: boolean }} Typing */

const WAYS = "partie-way-";
const phone = matchMedia("(max-width: 767px)");

export class ScoreSheet {
  /** @type {SheetData | undefined} */
  #data;
  #draft = makeSheetDraft(null);
  #match = "";
  /** @type {Typing | null} */
  #typing = null;
  #isSent = false;
  /** The step that was chosen to be shown. @type {number | null} */
  #step = null;
  /** Corrects the recorded lines. @type {PlayEditor | null} */
  #editor = null;
  /** Why it cannot be saved, once that was tried. */
  #hint = "";
  /** @type {Part[]} */
  faces = [];
  /** Whether it was just opened again: then Save has the focus. */
  isUndone = false;
  /** What is done before a sheet with its winners is sent. @type {(since: number, draft: import("./sheet_draft.js").SheetDraft) => void} */
  saving = () => {};
  /** What is done with the first entry. */
  begin = () => {};
  #isBegun = false;
  /** Records what will be remembered of the play. @type {(about: number, text: string) => void} */
  note = () => {};

  /** @param {HTMLElement} root @param {(events: SheetEvent[]) => void} record */
  constructor(root, record) {
    this.root = root;
    this.section = find(root, ".sheet");
    this.record = record;
    phone.addEventListener("change", this.#draw);
    this.section.addEventListener("click", (event) => { if (targetOf(event).closest("[data-edit]")) this.#leave(); });
  }

  /** @param {SheetData} data */
  show(data) {
    // Read again, as what another device has saved is dropped from it.
    if (!data.draft || this.#match !== data.draft) this.#draft = makeSheetDraft(data.draft ? null : data.match);
    this.#match = data.draft ?? data.match;
    if (this.#data && data.sheet.lines.length > this.#data.sheet.lines.length) this.#step = null;
    this.#data = data;
    this.#isSent = false;
    this.#draw();
    const now = editingOf(data);
    (this.#editor ??= new PlayEditor(this.section, now, () => {})).update(now);
    if (!this.isUndone || data.state !== "open") return;
    this.isUndone = false;
    requestAnimationFrame(() => /** @type {HTMLElement | null} */ (this.root.querySelector(".saves .save"))?.focus());
  }

  leave = () => phone.removeEventListener("change", this.#draw);

  #now = () => stateOf(/** @type {SheetData} */ (this.#data), this.#draft.now, {
    step: this.#step, isPhone: phone.matches, isFinal: new URL(location.href).searchParams.get("depth") === "final",
  });

  #draw = () => {
    if (!this.#data) return;
    const now = this.#now();
    if (this.#typing && !now.path.includes(this.#typing.at.row)) this.#typing = null;
    this.section.style.setProperty("--columns", String(now.columns.length));
    render(this.#view(now), this.section);
    const soFar = find(this.section, ".so-far");
    soFar.inert = Boolean(this.#data.draft || this.#data.unsent);
    redraw(soFar, this.#data.so_far ?? []);
    render(this.faces.length && !now.isGroup && !phone.matches ? standingView(now, this.#face) : nothing, find(this.root, ".standing-here"));
    render(this.#saveView(now), find(this.root, ".saves"));
    render(this.#data.draft || !this.#data.sheet ? nothing : this.#commentView(), find(this.root, ".comment"));
    render(this.#typing?.isPad ? this.#padView(now, this.#typing) : nothing, find(this.root, ".pad-here"));
  };

  /** @param {SheetState} now */
  #view(now) {
    const { data, isGroup, isFinal, winners, proposed, steps } = now, { sheet, names } = data, { ranks } = this.#draft.now;
    const hasWon = winners && winners.length > 0;
    const isChoice = !sheet.template && Boolean(sheet.final) && sheet.open;
    /** @type {import("./sheet_table.js").SheetActs} */
    const acts = {
      typed: this.#typing?.at ?? null, face: this.#face, type: this.#type, enter: this.#enter, key: this.#key, save: this.#saveForm, go: this.#go,
      name: (row, label) => this.#set(withLine(this.#draft.now, row.place, { label, texts: this.#textsAt(row) })),
    };
    const form = html`<form class="points" @submit=${(/** @type {Event} */ event) => event.preventDefault()}>${steps ? peopleView(now, acts) : columnsView(now, acts)}</form>`;
    const soFar = html`<div class="so-far"></div>`;
    return html`
      ${isChoice ? this.#depthView(isFinal) : nothing}
      ${isGroup ? [groupView(names, this.#face), endView(names, hasWon, (isWon) => this.#say(sheet.sides[0], isWon))] : nothing}
      ${form}
      ${steps ? soFar : nothing}
      ${hasTouch() || isGroup ? nothing : html`<p class="hint only-l">${gettext("Enter goes on along the row, Tab too; an arrow changes the way. 5+7 adds up.")}</p>`}
      ${isGroup ? nothing : ranks ? placesView(names, this.#face, ranks, (told) => this.#set({ ...this.#draft.now, ranks: told }))
        : names.length === 1 ? endView(names, hasWon, (isWon) => this.#say([0], isWon))
        : winnersView({ data, face: this.#face, winners, proposed, isNamed: this.#draft.now.winners !== null, say: (side, hasWon) => this.#say(side, hasWon) })}
      ${steps ? nothing : soFar}`;
  }

  /** @param {boolean} isFinal */
  #depthView(isFinal) {
    const ways = /** @type {[string, string, boolean][]} */ ([["round", gettext("Points of a round"), false], ["final", gettext("Final points"), true]]);
    return html`<fieldset class="depth"><legend class="unseen">${gettext("Kind of points")}</legend>${ways.map(([value, words, isOn]) => html`<label><input type="radio"
      name="depth" value=${value} .checked=${isOn === isFinal} @change=${() => this.#set({ ...this.#draft.now, isFinal: isOn })}>${words}</label>`)}</fieldset>`;
  }

  #commentView = () => html`<section class="sec"><label><h2>${gettext("What will you remember?")}</h2><textarea rows="3" maxlength="5000"
    placeholder=${gettext("A line for later, if you like")} .value=${this.#draft.now.comment ?? ""}
    @input=${(/** @type {InputOf} */ { target }) => this.#keep({ ...this.#draft.now, comment: target.value })}></textarea></label></section>`;

  /** Goes on with what will be remembered; false where this sheet has no room for it. */
  remember() {
    const field = /** @type {HTMLElement | null} */ (this.root.querySelector(".filling .comment textarea"));
    this.#leave();
    field?.focus();
    return Boolean(field);
  }

  /** The round that is written, where another one follows it; Save comes after the last. @param {SheetState} now */
  #roundIn({ steps, step, forms, data }) {
    const block = (steps ?? [])[step], of = data.sheet.template?.rounds.length ?? 0;
    const open = forms.find(({ form }) => form === block?.form && form.kind === "round");
    return open && !open.isBlank && this.#draft.now.winners === null && block.round !== of ? { ...open, next: Number(block.round) + 1 } : null;
  }

  /** @param {SheetState} now */
  #saveView(now) {
    const { isReady, data } = now, round = this.#roundIn(now);
    const why = round ? gettext("Type all of this round first") : data.sheet.sides.length === 1 ? gettext("Say first how it ended.") : gettext("Type points or tap who won");
    const isOn = round ? round.isDone : isReady;
    return html`<button type="button" class="save" aria-disabled=${!isOn} aria-busy=${this.#isSent} @click=${() => {
      if (this.#goOn()) return;
      this.#hint = why;
      this.#draw();
    }}>${this.#hint && !isOn ? this.#hint : round ? html`${gettext("Round {number}", { number: round.next })} ${iconView("M3 8h10M9.5 4.5 13 8l-3.5 3.5", "on")}` : [iconView("m3 8.5 3.2 3.2L13 4.8"), gettext("Save")]}</button>`;
  }

  /** Saves the round, or after the last one the sheet; false while something is missing. */
  #goOn() {
    const now = this.#now(), round = this.#roundIn(now), isOn = round ? round.isDone : now.isReady;
    if (isOn) round ? this.#saveForm(round.form) : this.#save();
    return isOn;
  }

  /** @type {(now: SheetState, typing: Typing) => unknown} */
  #padView = (now, { at, was, isTyped }) => sheetPadView(now, { at, was, isDown: this.#isDown, isInRound: Boolean(this.#roundIn(now)) }, {
    face: this.#face, leave: () => this.#leave(), next: () => this.#next(at), turn: () => this.#turn(!this.#isDown),
    press: (text, key) => {
      this.#typing = { at, was, isTyped: true, isPad: true };
      this.#type(at, pressed(text, key, isTyped));
    },
  });

  #face = (/** @type {number} */ seat) => (this.faces[seat] ? partView(this.faces[seat]) : signView(this.#data?.marks[seat]));

  /** @param {SheetRow} row */
  #textsAt({ place }) {
    const { sheet, names } = /** @type {SheetData} */ (this.#data);
    return names.map((_, seat) => lineAt(this.#draft.now, place, labelsOf(sheet))?.texts[seat] ?? "");
  }

  /** @param {import("./sheet_draft.js").SheetDraft} draft */
  #keep(draft) {
    this.#draft.set(draft);
    if (!this.#isBegun) this.begin();
    this.#isBegun = true;
  }

  /** @param {import("./sheet_draft.js").SheetDraft} draft */
  #set(draft) {
    this.#keep(draft);
    this.#hint = "";
    this.#draw();
  }

  #type = (/** @type {Cell} */ at, /** @type {string} */ text) => {
    const { rows, columns } = this.#now(), { row } = rows[at.row], { seat } = columns[at.column];
    if (this.#typing) this.#typing = { ...this.#typing, isTyped: true };
    this.#set(withLine(this.#draft.now, row.place, { label: row.label, texts: this.#textsAt(row).map((each, place) => (place === seat ? text : each)) }));
    this.#reveal();
  };

  /** The pad opens with a click, not with the focus: that comes between press and release. */
  #enter = (/** @type {Cell} */ at, /** @type {boolean} */ opens) => {
    const before = this.#typing, isSame = before?.at.row === at.row && before.at.column === at.column;
    if (isSame && (before.isPad || !opens)) {
      if (opens === hasTouch() && !before.isPad) this.#typing = { ...before, isText: true };
      return;
    }
    if (before && !isSame) {
      if (at.column === before.at.column && at.row === before.at.row + 1) this.#turn(true);
      else if (at.row === before.at.row && at.column === before.at.column + 1) this.#turn(false);
    }
    this.#editor?.finish();
    const { rows, columns } = this.#now();
    this.#typing = { at, was: rows[at.row].texts[columns[at.column].seat], isTyped: false, isPad: opens || Boolean(before?.isPad) };
    this.#draw();
    this.#reveal();
    if (!hasTouch()) this.#inputAt(at)?.select();
  };

  /** @param {Cell} at */
  #inputAt = ({ row, column }) => /** @type {HTMLInputElement | null} */ (this.section.querySelector(`[data-cell="${row} ${column}"]`));

  /** The row and the one after it stand above the pad. */
  #reveal() {
    if (this.#typing?.isPad) this.#inputAt(this.#typing.at)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** @param {Cell | null} at */
  #moveTo(at) {
    if (at) this.#inputAt(at)?.focus({ preventScroll: Boolean(this.#typing?.isPad) });
  }

  /** What is proposed for a cell is taken on the way. @type {(at: Cell, step?: number) => void} */
  #next(at, step = 1) {
    const now = this.#now(), { texts, written } = now.rows[at.row], { seat } = now.columns[at.column];
    if (!texts[seat] && written[seat]) this.#type(at, written[seat]);
    const next = cellAfter(now, at, this.#isDown, step);
    if (next) return this.#moveTo(next);
    if (step < 0) return;
    if (!now.steps || now.step === now.steps.length - 1 || this.#roundIn(now)) return this.#leave(true);
    this.#go(now.step + 1);
  }

  /** Shows another step, and goes on typing there; a round is saved first. */
  #go = (/** @type {number} */ step) => {
    const isPad = this.#typing?.isPad ?? false, round = this.#roundIn(this.#now());
    this.#typing = null;
    if (round?.isDone && step > this.#now().step) return this.#saveForm(round.form);
    this.#step = step;
    this.#draw();
    const [row] = this.#now().path;
    if (row === undefined || !isPad) return;
    this.#enter({ row, column: 0 }, true);
    this.#moveTo({ row, column: 0 });
  };

  #leave(isDone = false) {
    if (!this.#typing) return;
    this.#typing = null;
    this.#draw();
    if (!isDone) return;
    this.section.querySelector(".who-won")?.scrollIntoView({ block: "nearest" });
    /** @type {HTMLElement | null} */ (this.section.querySelector(".who-won button"))?.focus({ preventScroll: true });
  }

  #key = (/** @type {KeyboardEvent} */ event, /** @type {Cell} */ at) => {
    const { key } = event, step = event.shiftKey ? -1 : 1, now = this.#now(), isText = this.#typing?.isText;
    const arrow = ARROWS[key];
    if (key === "Enter" && (event.ctrlKey || event.metaKey)) {
      this.#goOn();
    } else if (key === "Enter" || (key === "Tab" && cellAfter(now, at, this.#isDown, step))) this.#next(at, step);
    else if (arrow && !(isText && arrow[0])) {
      const [across, down] = now.steps ? [arrow[1], arrow[0]] : arrow;
      this.#moveTo(cellBeside(now, at, down, across));
    } else if (key === "F2" && this.#typing) {
      this.#typing = { ...this.#typing, isText: true };
      this.#inputAt(at)?.setSelectionRange(-1, -1);
    } else if (key === "Escape" && this.#typing) {
      this.#type(at, this.#typing.was);
      this.#inputAt(at)?.select();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  get #isDown() {
    return kept(WAYS + this.#data?.title) === "down";
  }

  /** The way of the next cell is remembered for the title. @param {boolean} isDown */
  #turn(isDown) {
    keep(WAYS + this.#data?.title, isDown ? "down" : "along");
    this.#draw();
  }

  /** @type {(side: readonly number[], hasWon: boolean) => void} */
  #say(side, hasWon) {
    const { winners, data } = this.#now();
    const named = withSide(winners ?? [], side, hasWon);
    this.#name(named.length || data.sheet.sides.length === 1 ? named : null);
  }

  nobody = () => this.#name([]);

  /** @param {readonly number[] | null} winners */
  #name(winners) {
    this.#set({ ...this.#draft.now, winners });
  }

  #saveForm = (/** @type {SheetForm} */ form) => {
    const written = this.#now().forms.find((each) => each.form.kind === form.kind)?.written ?? [];
    this.#typing = null;
    this.#step = null;
    this.#draft.set(withSent(this.#draft.now, form.rows.map(({ place }) => place)));
    this.record(eventsOf(form, written));
  };

  #save() {
    if (this.#isSent) return;
    const { data, forms, winners } = this.#now();
    this.#isSent = true;
    this.#typing = null;
    const before = this.#draft.now;
    this.saving(data.version + 1, before);
    this.#draft.set(withSent(before, forms.flatMap(({ form }) => form.rows.map(({ place }) => place))));
    this.#draw();
    const result = before.ranks ? { type: "RanksNamed", ranks: ranksOf(before.ranks) } : { type: "WinnersNamed", seats: [...winners ?? []] };
    this.record([...forms.flatMap(({ form, written }) => eventsOf(form, written)), result]);
    if (before.comment?.trim()) this.note(data.version, before.comment.trim());
  }
}

/** Columns and rows. @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The recorded lines as they are corrected.
 * @param {SheetData} data
 * @returns {EditingData}
 */
const editingOf = ({ match, version, principal = "", names, sheet }) => ({
  match, version, principal, names, lines: sheet.lines, winners: [], sides: sheet.sides, title: "", date: "", place: "", length: null, people: [], places: [], details: [],
});
