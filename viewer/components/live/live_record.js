// The live record: shows the table that Python sends, and turns taps into requests.

import { cloneOf, commandButton, find, findAll, htmlElement, seatSign } from "../lib/elements.js";
import { gettext, translateElement } from "../lib/language.js";
import { applyTheme } from "../lib/theme.js";
import { makeChanceInput, pieceOf } from "./chance_input.js";
import { makeDialogs } from "./dialogs.js";
import { followDock, showOvertaken, showTask, showUnsent, taskAfter } from "./dock.js";
import { forgetOtherDrafts } from "./draft_store.js";
import { listenForUndo, showLast } from "./latest.js";
import { MIN_NUMBERS, numberChoice } from "./number_choice.js";
import { isNegative } from "./points.js";
import { makeRequests } from "./requests.js";
import { followSize, roomOf } from "./room.js";
import { makeSheet } from "./sheet.js";
import { dropOvertaken } from "./sheet_draft.js";
import { makeSurface, WIDE } from "./surface.js";
import { makeTally } from "./tally.js";
import { isChoice, makeChoice, wordsOf } from "./taps.js";

/**
 * Adds the live record to an element that holds its HTML.
 * @param {HTMLElement | ShadowRoot} host
 * @param {Sender} sender
 * @param {boolean} fills whether it has the page for itself, where all boards are in one view on a wide screen
 */
export function openLiveRecord(host, sender, fills = false) {
  const root = cloneOf(find(host, "template", HTMLTemplateElement));
  root.classList.toggle("fills", fills);
  translateElement(root);
  host.append(root);
  applyTheme(root, host);
  /** @type {LiveRecordData} */
  let data;
  /** @type {Choice | null} */
  let choice = null;
  const surface = makeSurface(root, (tap, byKey) => {
    if (requests.isWaiting) return;
    if (choice?.next.has(tap)) choice.tap(tap);
    else confirm();
    if (byKey) (choice?.next.size ? surface.focus : focusConfirm)();
  });
  const requests = makeRequests(root, () => data, sender, (request) => showUnsent(root, surface, request));
  const { record } = requests;
  /** @type {(event: object) => void} */
  const recordEvent = (event) => record({ line: JSON.stringify(event) });
  /** @type {(events: object[]) => void} */
  const recordAll = (events) => {
    const lines = events.map((event) => JSON.stringify(event));
    record(lines.length === 1 ? { line: lines[0] } : { lines });
  };
  const confirm = () => {
    if (!choice?.move) return;
    const [, line, says] = choice.move;
    record({ line, says, preview: data.preview?.event === line ? data.preview : null });
  };
  const focusConfirm = () => find(root, "[data-command=confirm]").focus();
  const dialogs = makeDialogs(root, () => data, recordEvent, requests.note);
  const undo = () => {
    const [last] = data.last;
    if (last) record({ line: JSON.stringify({ type: "TakenBack", since: last[0] }), says: gettext("Take back: {event}", { event: last[2] }) });
  };
  const undoNext = () => requests.follow(undo);
  const redoNext = () => requests.follow(() => { if (data.undone) record({ line: data.undone, says: gettext("Redo") }); });
  const listening = new AbortController();
  listenForUndo(root, undoNext, redoNext, listening.signal);
  bindCommands(root, () => requests.isWaiting, {
    confirm,
    back: () => choice?.back(),
    undo: undoNext,
    redo: redoNext,
    bookmark: () => requests.note({ about: data.last[0]?.[0] ?? data.version, bookmark: true }),
    note: dialogs.note,
    more: dialogs.more,
  }, record);
  followDock(root);
  const arrange = () => surface.arrange(fills && width.now >= WIDE ? roomOf(root) : null);
  const width = followSize(root, () => {
    if (data) arrange();
    if (choice) showChoice(root, surface, choice, width.now);
  }, listening.signal);
  const liveRecord = {
    root,
    /** @type {(query: Query & { version: number }) => void} */
    query: () => {},
    receive: requests.receive,
    /** @param {LiveRecordData} next */
    show(next) {
      const isNew = next.revision !== data?.revision;
      const hasMoved = next.version !== data?.version || next.match !== data?.match;
      const isDropped = forgetOtherDrafts(next.draft ?? next.match, next.version) || Boolean(hasMoved && choice?.tapped.length);
      // A table with entries that wait to be sent may come to be without them.
      const isOvertaken = !next.draft && next.unsent === undefined && dropOvertaken(next.match, next.sheet);
      if (isOvertaken || (isDropped && hasMoved && !requests.isSending)) showOvertaken(root, next);
      // Drawings of the board, without any text from people.
      if (next.symbols !== data?.symbols) find(root, ".symbols", SVGElement).innerHTML = next.symbols;
      data = next;
      barOf(root).disabled = false;
      applyTheme(root, host);
      if (hasMoved || (isNew && !choice)) {
        showEvent(root, data, surface, { record, recordAll });
        arrange();
        choice = makeChoice(data, (query) => liveRecord.query({ version: data.version, ...query }), (one) => showChoice(root, surface, one, width.now));
        showList(root, data, choice);
      } else if (isNew) {
        choice?.update(data);
        showLast(root, data);
      }
      if (data.preview && data.preview.event === choice?.move?.[1]) surface.ghost(data.preview);
    },
    /** @param {string} reason */
    refuse: (reason) => showRefusal(root, reason),
    leave() {
      listening.abort();
      root.remove();
    },
  };
  return liveRecord;
}

/**
 * The commands about the table that is shown.
 * @param {HTMLElement} root
 */
const barOf = (root) => find(root, ".bar fieldset", HTMLFieldSetElement);

/**
 * @param {HTMLElement} root
 * @param {() => boolean} isWaiting whether a request is on its way
 * @param {Record<string, () => void>} commands
 * @param {(event: RequestBody) => void} record
 */
function bindCommands(root, isWaiting, commands, record) {
  for (const button of findAll(root, "[data-command]")) {
    button.addEventListener("click", ({ detail }) => {
      if (detail < 2 || !isWaiting()) commands[button.dataset.command ?? ""]();  // A double tap counts once.
    });
  }
  find(root, ".line").addEventListener("submit", (event) => {
    event.preventDefault();
    const line = find(root, ".line input", HTMLInputElement).value.trim();
    if (line) record({ line, says: line });
  });
}

/**
 * @param {HTMLElement} root
 * @param {string} reason
 */
function showRefusal(root, reason) {
  const message = find(root, ".message");
  Object.assign(message, { textContent: reason, hidden: false });
  message.dataset.kind = "refused";
  for (const part of [barOf(root), find(root, ".waits", HTMLFieldSetElement)]) part.disabled = true;
}

/**
 * Updates everything that changes only with an event.
 * @param {HTMLElement} root
 * @param {LiveRecordData} data
 * @param {ReturnType<typeof makeSurface>} surface
 * @param {{ record: (event: RequestBody) => void, recordAll: (events: object[]) => void }} write
 */
function showEvent(root, data, surface, { record, recordAll }) {
  root.dataset.version = String(data.version);
  root.classList.toggle("read-only", data.records === false);
  showTop(root, data);
  surface.draw(data);
  const draws = find(root, ".draws");
  const sheet = find(root, ".sheet");
  const tally = find(root, ".tally");
  const isChance = data.turn === "chance";
  showTask(root, taskAfter(data.tasks, [], false));
  draws.hidden = !isChance;
  if (data.draws) makeChanceInput(draws, { ...data, draws: data.draws }, (drawn) => record({ drawn, says: gettext("The draw") }),
    () => record({ deal: true, says: gettext("The draw") }), (says) => showTask(root, says));
  else if (isChance) {
    const deal = commandButton("deal", gettext("Let the app draw"), () => record({ deal: true, says: gettext("The draw") }));
    draws.replaceChildren(deal);
  }
  // An empty sheet is its form alone.
  find(root, ".boards").hidden = Boolean(data.sheet) && data.points.every((sum) => sum === "-");
  sheet.hidden = !data.sheet;
  if (data.sheet) makeSheet(sheet, { ...data, sheet: data.sheet }, recordAll);
  tally.hidden = !data.tally;
  if (data.tally) makeTally(tally, { ...data, tally: data.tally });
  root.classList.toggle("busy", isChance || Boolean(data.sheet) || Boolean(data.tally));
  showLast(root, data);
}

/**
 * @param {HTMLElement} root
 * @param {LiveRecordData} data
 */
function showTop(root, { round, state, turn, names, marks, points, winners, title }) {
  const ended = { open: "", finished: gettext("finished"), closed: gettext("closed") }[state];
  find(root, ".round").textContent = [title, round ? gettext("Round {number}", { number: round }) : "", ended]
    .filter(Boolean).join("  \u00b7  ");
  find(root, ".seats-now").hidden = points.every((sum) => sum === "-");
  find(root, ".seats-now").replaceChildren(...names.map((name, seat) => {
    const chip = htmlElement("li", "seat-now");
    const acts = turn === seat;
    chip.classList.toggle("acts", acts);
    chip.classList.toggle("won", winners.includes(seat));
    if (acts) chip.setAttribute("aria-current", "true");
    chip.append(seatSign(marks[seat]), Object.assign(htmlElement("span", "who", name), { title: name }), htmlElement("b", "sum", points[seat]));
    return chip;
  }));
}

/**
 * @param {HTMLElement} root
 * @param {ReturnType<typeof makeSurface>} surface
 * @param {Choice} choice
 * @param {number} width of the page in pixels
 */
function showChoice(root, surface, choice, width) {
  const names = new Map([...choice.next].map(([tap, move]) => [tap, move ? [move[2], move[3]].filter(Boolean).join(", ") : null]));
  const last = choice.tapped.at(-1);
  if (choice.move && last && !choice.next.has(last)) names.set(last, gettext("Confirm: {move}", { move: choice.move[2] }));
  surface.light(names, choice.tapped, width);
  if (choice.tapped.length && root.classList.contains("fills")) surface.reveal(find(root, ".dock"));
  showTask(root, taskAfter(choice.tasks, choice.tapped, Boolean(choice.move) && !choice.next.size));
  const choices = [...choice.next].filter(([tap]) => isChoice(tap));
  const tapOf = new Map(choices.filter(([tap]) => /^-?\d+$/.test(wordsOf(tap))).map(([tap]) => [Number(wordsOf(tap)), tap]));
  if (tapOf.size < MIN_NUMBERS) tapOf.clear();
  const field = numberChoice([...tapOf.keys()].sort((one, other) => one - other), String, (value) => choice.tap(tapOf.get(value) ?? ""));
  const chips = choices.filter(([tap]) => !tapOf.has(Number(wordsOf(tap))));
  const sheet = find(root, ".sheet-of-move");
  sheet.hidden = !choices.length && !choice.tapped.length && !choice.move;
  find(root, ".chips").replaceChildren(...(tapOf.size ? [field] : []), ...chips.map(([tap, move]) => {
    const shapes = choice.pictures?.[wordsOf(tap)] ?? [];
    const chip = commandButton(shapes.length ? "chip pictured" : "chip", "", () => choice.tap(tap));
    if (shapes.length) chip.append(pieceOf({ label: wordsOf(tap), shapes }));
    else chip.textContent = wordsOf(tap);
    if (move) chip.setAttribute("aria-label", `${wordsOf(tap)}: ${move[2]}`);
    return chip;
  }));
  find(root, ".preview .says").textContent = choice.move ? choice.move[2] : "";
  const brings = find(root, ".preview .brings");
  brings.textContent = choice.move ? choice.move[3] : "";
  brings.classList.toggle("loss", isNegative(brings.textContent));
  find(root, "[data-command=confirm]", HTMLButtonElement).disabled = !choice.move;
  find(root, "[data-command=back]").hidden = !choice.tapped.length;
  find(root, ".sheet-of-move .decide").hidden = !choice.move && !choice.tapped.length;
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
  if (!data.moves.length) {
    list.replaceChildren(...numbers);
    return;
  }
  const search = Object.assign(htmlElement("input"), { type: "search", placeholder: gettext("Search the moves") });
  search.setAttribute("aria-label", gettext("Search the moves"));
  const moves = htmlElement("ul");
  const show = () => {
    const words = search.value.toLowerCase().split(/\s+/);
    const fit = data.moves.filter((move) => words.every((word) => move[2].toLowerCase().includes(word)));
    moves.replaceChildren(...fit.map((move) => {
      const item = htmlElement("li");
      const button = commandButton("row", move[2], () => choice.pick(move));
      button.append(htmlElement("b", "change", move[3]));
      item.append(button);
      return item;
    }));
  };
  search.addEventListener("input", show);
  show();
  list.replaceChildren(...numbers, search, moves);
}
