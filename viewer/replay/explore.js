// Trying out: from the step shown, other moves are played at a table of its own. Python keeps the line and sends a match
// that holds it; nothing of it is recorded until the reader keeps it.

import { find } from "../elements.js";
import { gettext, ngettext } from "../language.js";
import { placeInMatch } from "./format.js";

export const EXPLORE = "explore";

/**
 * @param {HTMLElement} root
 * @param {Store} data
 * @param {Cursor} cursor
 * @param {Boards} boards
 * @param {Modes} modes
 * @param {Outbox} outbox
 * @param {(asked: object) => void} ask
 * @param {Site["openTable"]} openTable
 */
export function makeExplore(root, data, cursor, boards, modes, outbox, ask, openTable) {
  const says = find(root, ".explore .tries");
  const [keep, discard] = ["keepLine", "discardLine"].map((name) => find(root, `[data-command=${name}]`));
  /** @type {Table | null} */
  let table = null;
  /**
   * The exploration Python sent last, and the one the table shows.
   * @type {Explored | undefined | null}
   */
  let told = null;
  /** @type {Explored | undefined | null} */
  let shown = null;
  /**
   * Orders of the table with their answers: it goes on once it shows their effect.
   * @type {Answered[]}
   */
  let heard = [];
  const openHere = () => {
    if (!openTable) throw new Error("no table to try moves out at");
    const desk = find(root, ".desk");
    const host = desk.shadowRoot ?? desk.attachShadow({ mode: "open" });
    const style = new CSSStyleSheet();
    const parts = find(/** @type {ParentNode} */ (root.parentNode), "template.table-parts", HTMLTemplateElement).content;
    style.replaceSync(find(parts, "style").textContent);
    host.adoptedStyleSheets = [style];
    host.replaceChildren(find(parts, "template").cloneNode(true));
    table = openTable(host, outbox);
    find(host, ".line button").textContent = gettext("Try it");
    table.ask = ask;
    return table;
  };
  const close = () => {
    table?.leave();
    table = shown = null;
    heard = [];
  };
  const tellAtTable = () => {
    table?.answered(heard);
    heard = [];
  };
  /** Shows the table where it is visible, as it measures itself, or where nothing of it can be tapped. */
  const show = () => {
    if (!told || modes.now !== EXPLORE) return close();
    const isHere = told.table.version === data.steps[cursor.at].at;
    root.classList.toggle("lit", isHere && told.table.turn !== null);
    if (!isHere) return;
    const open = table ?? openHere();
    if (shown !== told) open.show(told.table);
    shown = told;
    tellAtTable();
  };
  const follow = () => {
    const moves = data.explored?.line ?? 0;
    discard.hidden = !moves;
    keep.hidden = !moves || !data.keeps;
    says.textContent = moves ? tried(moves, data) : invitation(data, cursor.at);
    boards.view(modes.now === EXPLORE ? data.steps[cursor.at + 1]?.seat ?? null : null);
    show();
  };
  cursor.onMove(() => { if (modes.now === EXPLORE) follow(); });
  modes.onChange((mode) => {
    if (mode !== EXPLORE) told = null;
    follow();
  });
  return {
    keepLine: () => outbox.put({ wish: "keep" }),
    discardLine: () => outbox.put({ wish: "discard" }),
    /** @param {Explored | undefined} now */
    update(now) {
      told = now;
      if (modes.now === EXPLORE) follow();
    },
    /**
     * Returns those of the orders with their answers that the table does not show.
     * @param {Answered[]} pairs
     */
    answered(pairs) {
      const moves = table ? pairs.filter(([order]) => "after" in order) : [];
      const isPlayed = moves.some(([, { kind }]) => kind === "done");
      const to = isPlayed ? data.indexOfVersion(told?.to ?? -1) : -1;
      heard.push(...moves);
      if (to >= 0) cursor.go(to);
      if (isPlayed) show();
      else tellAtTable();
      return pairs.filter((pair) => !moves.includes(pair));
    },
    leave: close,
  };
}

/**
 * @param {number} moves
 * @param {Store} data
 */
function tried(moves, data) {
  const from = data.steps[data.indexOfVersion(data.explored?.since ?? -1)];
  return ngettext("{number} trial move from {place}", "{number} trial moves from {place}", moves,
    { place: placeInMatch(from) || gettext("the start") });
}

/**
 * @param {Store} data
 * @param {number} at
 */
function invitation({ steps }, at) {
  return at === steps.length - 1 ? gettext("Continue from here, or step back to try another move.")
    : gettext("Play another move from here; nothing is saved.");
}
