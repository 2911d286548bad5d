// Trying out: from the step shown, other moves are played at a table of its own. Python keeps the line so played and
// tells a match that holds it; nothing of it is written before somebody keeps it.

import { gettext, ngettext } from "../language.js";
import { placeInMatch } from "./format.js";

export const EXPLORE = "explore";

export function makeExplore(root, data, cursor, boards, modes, outbox, ask, openTable) {
  const says = root.querySelector(".explore .tries");
  const [keep, discard] = ["keepLine", "discardLine"].map((name) => root.querySelector(`[data-command=${name}]`));
  let table = null;
  let told = null;  // What Python told last, and what of it the table shows.
  let shown = null;
  let heard = [];  // Orders of the table with their answers: it goes on once it shows what they brought.
  const openHere = () => {
    const desk = root.querySelector(".desk");
    const host = desk.shadowRoot ?? desk.attachShadow({ mode: "open" });
    const style = new CSSStyleSheet();
    const parts = root.parentNode.querySelector("template.table-parts").content;
    style.replaceSync(parts.querySelector("style").textContent);
    host.adoptedStyleSheets = [style];
    host.replaceChildren(parts.querySelector("template").cloneNode(true));
    table = openTable(host, outbox);
    host.querySelector(".line button").textContent = gettext("Try it");
    table.ask = ask;
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
  // The table is shown where it lies in sight, as it measures itself, or where nothing of it can be tapped.
  const show = () => {
    if (!told || modes.now !== EXPLORE) return close();
    const isHere = told.table.version === data.steps[cursor.at].at;
    root.classList.toggle("lit", isHere && told.table.turn !== null);
    if (!isHere) return;
    if (!table) openHere();
    if (shown !== told) table.show(told.table);
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
    update(now) {
      told = now;
      if (modes.now === EXPLORE) follow();
    },
    // Returns those of the orders with their answers that the table does not tell.
    answered(pairs) {
      const moves = table ? pairs.filter(([order]) => "after" in order) : [];
      const isPlayed = moves.some(([, { kind }]) => kind === "done");
      const to = isPlayed ? data.indexOfVersion(told.to) : -1;
      heard.push(...moves);
      if (to >= 0) cursor.go(to);
      if (isPlayed) show();
      else tellAtTable();
      return pairs.filter((pair) => !moves.includes(pair));
    },
    leave: close,
  };
}

function tried(moves, data) {
  const from = data.steps[data.indexOfVersion(data.explored.since)];
  return ngettext("{number} move tried from {place} on", "{number} moves tried from {place} on", moves,
    { place: placeInMatch(from) || gettext("the start") });
}

function invitation({ steps }, at) {
  return at === steps.length - 1 ? gettext("Play on from here, or step back to where it could have gone another way.")
    : gettext("Play another move from here; nothing is written.");
}
