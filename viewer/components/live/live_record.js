// The live record: shows the table that Python sends, and turns taps into requests.

import { cloneOf, find, findAll } from "../lib/elements.js";
import { gettext, translateElement } from "../lib/language.js";
import { html, nothing, render } from "../lib/lit-html/lit-html.js";
import { redraw } from "../lib/parts.js";
import { applyTheme } from "../lib/theme.js";
import { dealButton, makeChanceInput, pieceView } from "./chance_input.js";
import { makeDialogs } from "./dialogs.js";
import { followDock, showOvertaken, showTask, showUnsent, taskAfter } from "./dock.js";
import { forgetOtherDrafts } from "./draft_store.js";
import { listenForUndo, showLast } from "./latest.js";
import { MIN_NUMBERS, numberChoice } from "./number_choice.js";
import { isNegative } from "./points.js";
import { Requests } from "./requests.js";
import { followSize, roomOf } from "./room.js";
import { seatsNow } from "./seats_now.js";
import { ScoreSheet } from "./sheet.js";
import { dropOvertaken } from "./sheet_draft.js";
import { makeSurface, WIDE } from "./surface.js";
import { tallyView } from "./tally.js";
import { isChoice, makeChoice, wordsOf } from "./taps.js";

/** @type {(host: HTMLElement | ShadowRoot, sender: Sender, fills?: boolean) => LiveRecord} */
export const openLiveRecord = (host, sender, fills = false) => new LiveRecord(host, sender, fills);

/** The live record in an element that holds its HTML. */
export class LiveRecord {
  /** @type {LiveRecordData | undefined} */
  #data;
  /** @type {Choice | null} */
  #choice = null;
  #listening = new AbortController();
  /** @type {(query: Query & { version: number }) => void} */
  query = () => {};
  /** What follows once a sheet is saved; without it the result is shown here. @type {(() => void) | null} */
  ended = null;
  #isFilling = false;

  /**
   * @param {HTMLElement | ShadowRoot} host
   * @param {Sender} sender
   * @param {boolean} fills whether it has the page for itself, where all boards are in one view on a wide screen
   */
  constructor(host, sender, fills) {
    this.host = host;
    this.fills = fills;
    this.root = cloneOf(find(host, "template", HTMLTemplateElement));
    const { root } = this;
    root.classList.toggle("fills", fills);
    translateElement(root);
    host.append(root);
    applyTheme(root, host);
    this.sheet = new ScoreSheet(root, this.#recordAll);
    this.sheet.note = (about, text) => sender.put({ about, text });
    this.surface = makeSurface(root, (tap, byKey) => this.#tap(tap, byKey));
    this.requests = new Requests(root, this.#now, sender, (request) => showUnsent(root, this.surface, request));
    this.dialogs = makeDialogs(root, this.#now, this.#recordEvent, (note) => sender.put(note));
    followDock(root);
    this.width = followSize(root, () => {
      if (this.#data) this.#arrange();
      if (this.#choice) this.#showChoice(this.#choice);
    }, this.#listening.signal);
    this.#listen();
  }

  #listen() {
    const { root, requests, dialogs } = this;
    const undo = () => requests.follow(() => {
      const [last] = this.#now().last;
      if (last) requests.record({ line: JSON.stringify({ type: "TakenBack", since: last[0] }), says: gettext("Take back: {event}", { event: last[2] }) });
    });
    const redo = () => requests.follow(() => {
      const { undone } = this.#now();
      if (undone) requests.record({ line: undone, says: gettext("Redo") });
    });
    listenForUndo(root, undo, redo, this.#listening.signal);
    bindCommands(root, requests, {
      confirm: () => this.#confirm(), back: () => this.#choice?.back(), undo, redo, note: () => { if (!this.sheet.remember()) dialogs.note(); }, nobody: this.sheet.nobody,
      more: () => {
        this.sheet.begin();  // What is there is of a match that is written.
        dialogs.more();
      },
      photo: () => {
        this.sheet.begin();
        dispatchEvent(new Event("partie-photo"));
      },
      bookmark: () => requests.sender.put({ about: this.#now().last[0]?.[0] ?? this.#now().version, bookmark: true }),
    });
  }

  #now = () => /** @type {LiveRecordData} */ (this.#data);

  #recordEvent = (/** @type {object} */ event) => this.requests.record({ line: JSON.stringify(event) });

  #recordAll = (/** @type {object[]} */ events) => {
    const lines = events.map((event) => JSON.stringify(event));
    this.requests.record(lines.length === 1 ? { line: lines[0] } : { lines });
  };

  /** @type {(tap: string, byKey?: boolean) => void} */
  #tap(tap, byKey) {
    if (this.requests.isWaiting) return;
    if (this.#choice?.next.has(tap)) this.#choice.tap(tap);
    else this.#confirm();
    if (!byKey) return;
    if (this.#choice?.next.size) this.surface.focus();
    else find(this.root, "[data-command=confirm]").focus();
  }

  #confirm() {
    if (!this.#choice?.move) return;
    const [, line, says] = this.#choice.move;
    const { preview } = this.#now();
    this.requests.record({ line, says, preview: preview?.event === line ? preview : null });
  }

  #arrange() {
    this.surface.arrange(this.fills && this.width.now >= WIDE ? roomOf(this.root) : null);
  }

  receive = (/** @type {SentExchange[]} */ exchanges) => this.requests.receive(exchanges);

  show = (/** @type {LiveRecordData} */ next) => {
    const { root, surface } = this;
    const before = this.#data;
    const isNew = next.revision !== before?.revision;
    const hasMoved = next.version !== before?.version || next.match !== before?.match;
    const isDropped = forgetOtherDrafts(next.draft ?? next.match, next.version) || Boolean(hasMoved && this.#choice?.tapped.length);
    // A table with entries that wait to be sent may come to be without them.
    const isOvertaken = !next.draft && next.unsent === undefined && dropOvertaken(next.match, next.sheet);
    if (isOvertaken || (isDropped && hasMoved && !this.requests.isSending)) showOvertaken(root, next);
    // Drawings of the board, without any text from people.
    if (next.symbols !== before?.symbols) find(root, ".symbols", SVGElement).innerHTML = next.symbols;
    this.#data = next;
    if (this.#hasEnded(next)) return;
    barOf(root).disabled = false;
    applyTheme(root, this.host);
    if (hasMoved || (isNew && !this.#choice)) {
      this.#showEvent(next);
      this.#arrange();
      this.#choice = makeChoice(next, (query) => this.query({ version: this.#now().version, ...query }), (choice) => this.#showChoice(choice));
      showList(root, next, this.#choice);
    } else if (isNew) {
      this.#choice?.update(next);
      showLast(root, next);
    }
    if (next.preview && next.preview.event === this.#choice?.move?.[1]) surface.ghost(next.preview);
  };

  /**
   * Whether the sheet that was filled in here is saved, or will be: then this page has nothing more to show.
   * @param {LiveRecordData} next
   */
  #hasEnded(next) {
    if (!this.ended || !this.#isFilling || next.sheet || next.state === "open") {
      this.#isFilling = Boolean(next.sheet);
      return false;
    }
    if (next.unsent === undefined) this.ended();
    return true;
  }

  /** Shows a sheet as the page of its play. @type {(head: Part[], faces: Part[]) => void} */
  frame(head, faces) {
    redraw(find(this.root, ".sheet-head"), head);
    this.root.classList.add("framed");
    this.sheet.faces = faces;
  }

  refuse = (/** @type {string} */ reason) => showRefusal(this.root, reason);

  leave() {
    this.#listening.abort();
    this.sheet.leave();
    this.root.remove();
  }

  /** Updates everything that changes only with an event. @param {LiveRecordData} data */
  #showEvent(data) {
    const { root, surface, requests: { record } } = this;
    const [draws, tally] = [find(root, ".draws"), find(root, ".tally")];
    const says = gettext("The draw");
    const isChance = data.turn === "chance";
    root.dataset.version = String(data.version);
    root.classList.toggle("read-only", data.records === false);
    showTop(root, data);
    surface.draw(data);
    showTask(root, taskAfter(data.tasks, [], false));
    const deal = () => record({ deal: true, says });
    draws.hidden = !isChance;
    if (data.draws) makeChanceInput(draws, { ...data, draws: data.draws }, { confirm: (drawn) => record({ drawn, says }), deal, say: (task) => showTask(root, task) });
    else if (isChance) render(dealButton(deal), draws);
    find(root, ".boards").hidden = Boolean(data.sheet);
    this.sheet.section.hidden = !data.sheet;
    root.classList.toggle("filling", Boolean(data.sheet));
    if (data.sheet) this.sheet.show({ ...data, sheet: data.sheet });
    tally.hidden = !data.tally;
    render(data.tally ? tallyView({ ...data, tally: data.tally }) : nothing, tally);
    root.classList.toggle("busy", isChance || Boolean(data.sheet) || Boolean(data.tally));
    showLast(root, data);
  }

  /** @param {Choice} choice */
  #showChoice(choice) {
    const { root, surface } = this;
    const names = new Map([...choice.next].map(([tap, move]) => [tap, move ? [move[2], move[3]].filter(Boolean).join(", ") : null]));
    const last = choice.tapped.at(-1);
    if (choice.move && last && !choice.next.has(last)) names.set(last, gettext("Confirm: {move}", { move: choice.move[2] }));
    surface.light(names, choice.tapped, this.width.now);
    if (choice.tapped.length && this.fills) surface.reveal(find(root, ".dock"));
    showTask(root, taskAfter(choice.tasks, choice.tapped, Boolean(choice.move) && !choice.next.size));
    showMove(root, choice);
  }
}

/** The commands about the table that is shown. @param {HTMLElement} root */
const barOf = (root) => find(root, ".bar fieldset", HTMLFieldSetElement);

/**
 * @param {HTMLElement} root
 * @param {Requests} requests
 * @param {Record<string, () => void>} commands
 */
function bindCommands(root, requests, commands) {
  for (const button of findAll(root, "[data-command]")) {
    button.addEventListener("click", ({ detail }) => {
      if (detail < 2 || !requests.isWaiting) commands[button.dataset.command ?? ""]();  // A double tap counts once.
    });
  }
  find(root, ".line").addEventListener("submit", (event) => {
    event.preventDefault();
    const line = find(root, ".line input", HTMLInputElement).value.trim();
    if (line) requests.record({ line, says: line });
  });
}

/** @param {HTMLElement} root @param {string} reason */
function showRefusal(root, reason) {
  const message = find(root, ".message");
  Object.assign(message, { textContent: reason, hidden: false });
  message.dataset.kind = "refused";
  for (const part of [barOf(root), find(root, ".waits", HTMLFieldSetElement)]) part.disabled = true;
}

/** @type {(root: HTMLElement, data: LiveRecordData) => void} */
function showTop(root, data) {
  const { round, state, points, title } = data;
  const ended = { open: "", finished: gettext("finished"), closed: gettext("closed") }[state];
  find(root, ".round").textContent = [title, round ? gettext("Round {number}", { number: round }) : "", ended].filter(Boolean).join("  \u00b7  ");
  const seats = find(root, ".seats-now");
  seats.hidden = points.every((sum) => sum === "-");
  render(seatsNow(data), seats);
}

/**
 * The choices in words, the move so far, and the buttons that take it.
 * @param {HTMLElement} root
 * @param {Choice} choice
 */
function showMove(root, choice) {
  const { move, tapped, next } = choice;
  const choices = [...next].filter(([tap]) => isChoice(tap));
  const tapOf = new Map(choices.filter(([tap]) => /^-?\d+$/.test(wordsOf(tap))).map(([tap]) => [Number(wordsOf(tap)), tap]));
  if (tapOf.size < MIN_NUMBERS) tapOf.clear();
  const chips = choices.filter(([tap]) => !tapOf.has(Number(wordsOf(tap))));
  find(root, ".sheet-of-move").hidden = !choices.length && !tapped.length && !move;
  render([
    tapOf.size ? numberChoice([...tapOf.keys()].sort((one, other) => one - other), String, (value) => choice.tap(tapOf.get(value) ?? "")) : nothing,
    chips.map(([tap, completed]) => chipView(tap, completed, choice)),
  ], find(root, ".chips"));
  find(root, ".preview .says").textContent = move ? move[2] : "";
  const brings = find(root, ".preview .brings");
  brings.textContent = move ? move[3] : "";
  brings.classList.toggle("loss", isNegative(brings.textContent));
  find(root, "[data-command=confirm]", HTMLButtonElement).disabled = !move;
  find(root, "[data-command=back]").hidden = !tapped.length;
  find(root, ".sheet-of-move .decide").hidden = !move && !tapped.length;
}

/** @type {(tap: string, move: Move | null, choice: Choice) => unknown} */
function chipView(tap, move, choice) {
  const words = wordsOf(tap);
  const shapes = choice.pictures?.[words] ?? [];
  return html`<button type="button" class=${shapes.length ? "chip pictured" : "chip"} aria-label=${move ? `${words}: ${move[2]}` : nothing}
    @click=${() => choice.tap(tap)}>${shapes.length ? pieceView(words, shapes) : words}</button>`;
}

/**
 * Boards without places to tap: the moves as a list that can be searched.
 * @param {HTMLElement} root
 * @param {LiveRecordData} data
 * @param {Choice} choice
 */
function showList(root, data, choice) {
  const list = find(root, ".list");
  list.hidden = data.tapped || !(data.moves.length || data.numbers.length);
  if (list.hidden) return;
  const numbers = data.numbers.map(([event, field, before, after, values]) => {
    /** @type {(value: number) => string} */
    const says = (value) => `${before}${value}${after}`;
    return numberChoice(values, says, (value) => choice.pick([[], JSON.stringify({ ...JSON.parse(event), [field]: value }), says(value), ""]));
  });
  const label = gettext("Search the moves");
  const show = (text = "") => {
    const words = text.toLowerCase().split(/\s+/);
    const fit = data.moves.filter((move) => words.every((word) => move[2].toLowerCase().includes(word)));
    render([numbers, data.moves.length ? html`<input type="search" placeholder=${label} aria-label=${label} .value=${text}
        @input=${(/** @type {InputOf} */ { target }) => show(target.value)}>
      <ul>${fit.map((move) => html`<li><button type="button" class="row" @click=${() => choice.pick(move)}>${move[2]}<b class="change">${move[3]}</b></button></li>`)}</ul>` : nothing], list);
  };
  show();
}
