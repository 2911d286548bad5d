// A live record that reads its match from the server, follows it, and sends what is entered. It does not depend on the
// page it is in. While the server is away it shows the newest table it has, and entries wait in the outbox.

import { coalesced } from "../coalesced.js";
import { find } from "../elements.js";
import { follow } from "../follow.js";
import { showHeldWrites } from "../held_writes/held_writes.js";
import { addressOf, isTemporary, principalOf, problemOf, request } from "../http.js";
import { gettext, ngettext } from "../language.js";
import { makeMatchWriter, tableOf } from "../match_writer.js";
import { openLiveRecord } from "./live_record.js";
import { predicted } from "./predicted.js";

const CACHED_TABLE = "partie-table";
/** For so long the table after an entry is expected in its response, and not asked for. */
const RESPONSE_MS = 500;

/**
 * @param {HTMLElement | ShadowRoot} host holds the HTML of the live record
 * @param {string} match
 * @param {string} base see `addressOf`
 * @param {(host: HTMLElement, sender: Sender) => LiveView} [open] adds what shows the match
 */
export function openLiveMatch(host, match, base, open = openLiveRecord) {
  /**
   * The principal that the server named first; the page goes on for no other one.
   * @type {string | null}
   */
  let reader = null;
  let { outbox, put } = makeMatchWriter(match, lastTable()?.principal ?? "", base);
  /**
   * Requests with a response whose effect is not on the table yet.
   * @type {Exchange[]}
   */
  let answered = [];
  /**
   * The newest table the server sent.
   * @type {LiveRecordData | null}
   */
  let table = null;
  /** @type {string[]} */
  let within = [];
  /** The version of the newest table that came with a response during the current reading. */
  let taken = 0;
  let hasLeft = false;
  let endFollowing = () => {};
  let endListening = () => {};
  /** Until the first answer the table may be an old one, on which nothing is entered. */
  let isOld = true;
  const sender = {
    get waiting() {
      if (isOld) return [{ expected_version: -1 }];
      return [...answered.map(([{ request: sent }]) => sent), ...outbox.waiting.map(({ request: sent }) => sent)];
    },
    /** @param {RequestBody} body */
    put(body) {
      put(body);
    },
  };
  const liveRecord = open(/** @type {HTMLElement} */ (host), sender);
  /**
   * Shows the table; `settled` of the requests with a response have their effect on it.
   * @param {number} settled
   * @param {Preview | null} [preview]
   */
  const show = (settled, preview = null) => {
    if (!table || hasLeft) return;
    const exchanges = answered.slice(0, settled);
    answered = answered.slice(settled);
    const expected = [...answered.filter(([, { kind }]) => kind === "done").map(([sent]) => sent), ...outbox.waiting];
    liveRecord.show(predicted({ ...table, preview }, expected.map(({ request: sent }) => sent)));
    liveRecord.receive(exchanges.map(([{ request: sent }, response]) => [sent, response]));
    showAway();
  };
  const showAway = () => {
    const line = find(liveRecord.root, ".away");
    const isAway = (outbox.isAway || !isConnected) && !outbox.held;
    const number = outbox.waiting.length;
    line.hidden = !isAway;
    line.textContent = !isAway ? "" : number
      ? ngettext("The server cannot be reached. {number} entry is kept here and will be sent.",
        "The server cannot be reached. {number} entries are kept here and will be sent.", number)
      : gettext("The server cannot be reached. The table may be out of date.");
  };
  const read = async () => {
    const address = addressOf(base, `view/matches/${match}/live`);
    for (const tap of within) address.searchParams.append("within", tap);
    taken = 0;
    const answer = await request(address);
    if (isTemporary(answer)) throw new Error(answer.statusText);
    if (!answer.ok) return refuse(await problemOf(answer));
    const principal = principalOf(answer) ?? "";
    if (principal !== (reader ?? principal)) {
      return refuse(gettext("Another login is used in this browser now. Load the page again to go on with it."));
    }
    reader = principal;
    if (principal !== outbox.owner) writeAs(principal);
    const next = /** @type {LiveRecordData} */ (await answer.json());
    if (next.version >= taken) table = { ...next, principal };
    isConnected = true;
  };
  /** @param {LiveRecordData | null} next the table after an entry */
  const take = (next) => {
    if (!next || next.version <= (table?.version ?? 0)) return;
    table = { ...next, principal: outbox.owner };
    taken = next.version;
    within = [];
    setTimeout(cache, 0, table);
  };
  /**
   * How many of the answered requests the table already shows, as the event stream can be faster than the response.
   * Notes do not change the table.
   * @param {number} [settled] as many of them are known to be shown
   */
  const shownBy = (settled = 0) => {
    const version = table?.version ?? 0;
    const isMissing = (/** @type {Exchange} */ exchange) => isEntry(exchange) && (exchange[1].version ?? Infinity) > version;
    const missing = answered.slice(settled).findIndex(isMissing);
    return missing < 0 ? answered.length : settled + missing;
  };
  let isReading = false;
  /** The newest version that the event stream has announced. */
  let announced = 0;
  const load = coalesced(async () => {
    let settled = answered.length;
    const known = announced;
    isReading = true;
    try {
      await read();
      settled = shownBy(settled);
    } catch {
      isConnected = false;
      settled = 0;
    }
    isReading = false;
    isOld = false;
    show(settled);
    if (isConnected && table) setTimeout(cache, 0, table);  // Not before the table is shown.
    const isBehind = announced > Math.max(known, table?.version ?? 0) || answered.some(isEntry);
    if (isConnected && table && isBehind) void load();
  });
  const catchUp = () => {
    if (hasLeft || announced <= (table?.version ?? 0)) return;
    within = [];
    if (!isReading) void load();
  };
  /** @param {string} reason */
  const refuse = (reason) => {
    table = null;
    forgetTable();
    endFollowing();
    find(liveRecord.root, ".away").hidden = true;
    liveRecord.refuse(reason);
  };
  let asked = 0;
  /** @param {string} event */
  const preview = async (event) => {
    asked += 1;
    const own = asked;
    const address = addressOf(base, `view/matches/${match}/live/preview`);
    address.searchParams.set("event", event);
    try {
      const answer = await request(address);
      if (answer.ok && own === asked) show(0, await answer.json());
    } catch {
      // The move can be confirmed without its preview.
    }
  };
  liveRecord.query = (query) => {
    if (query.within.join() !== (table?.within ?? []).join()) {
      within = query.within;
      void load();
    }
    if (query.line) void preview(query.line);
  };
  let isConnected = true;
  table = lastTable();
  if (table?.match !== match) table = null;
  show(0);
  /** @param {Exchange[]} exchanges */
  const receive = (exchanges) => {
    answered.push(...exchanges);
    for (const exchange of exchanges) take(tableOf(exchange));
    if (!answered.some(isEntry) || (!isReading && shownBy() === answered.length)) show(answered.length);
    else {
      within = [];
      if (!isReading) void load();
    }
  };
  /** @param {string} principal */
  const writeAs = (principal) => {
    endListening();
    ({ outbox, put } = makeMatchWriter(match, principal, base));
    endListening = outbox.listen(receive);
  };
  writeAs(outbox.owner);
  const held = liveRecord.root.querySelector(".held-writes");  // The screen has none.
  const endHeld = held ? showHeldWrites(/** @type {HTMLElement} */ (held)) : () => {};
  const startFollowing = () => follow(match, base, () => table?.version ?? 0, {
    entry(version) {
      announced = Math.max(announced, version);
      const isSending = !outbox.isAway && outbox.waiting.some(({ expected }) => expected !== null);
      if (isSending) setTimeout(catchUp, RESPONSE_MS);
      else catchUp();
    },
    notes() {},
    state(connected) {
      const isLost = isConnected && !connected;
      isConnected = connected;
      if (connected) outbox.retry();
      showAway();
      // The server also ends the stream of a reader that may read no more.
      if (isLost || (connected && (!table || answered.length))) void load();
    },
  });
  void load().then(() => { if (!hasLeft && (table || !isConnected)) endFollowing = startFollowing(); });
  return {
    match,
    /** Shows the same table again, for another language or theme. */
    show: () => show(0),
    leave() {
      hasLeft = true;
      endHeld();
      endListening();
      endFollowing();
      liveRecord.leave();
    },
  };
}

/**
 * Whether a request was about the table, and not a note.
 * @param {Exchange} exchange
 */
const isEntry = ([{ expected }]) => expected !== null;

/**
 * The table that this browser saw last, of any match.
 * @returns {LiveRecordData | null}
 */
function lastTable() {
  try {
    return JSON.parse(localStorage.getItem(CACHED_TABLE) ?? "null");
  } catch {
    return null;
  }
}

function forgetTable() {
  try {
    localStorage.removeItem(CACHED_TABLE);
  } catch {
    // Disabled.
  }
}

/** The match whose table this browser saw last. */
export const lastMatch = () => lastTable()?.match ?? null;

/** @param {LiveRecordData} table */
function cache(table) {
  try {
    localStorage.setItem(CACHED_TABLE, JSON.stringify(table));
  } catch {
    // Full or disabled: after a reload without a server the table is empty.
  }
}
