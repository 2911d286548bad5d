// A live record that reads its match from the server, follows it, and sends what is entered. It does not depend on the
// page it is in. While the server is away it shows the newest table it has, and entries wait in the outbox.

import { coalesced } from "../lib/coalesced.js";
import { find } from "../lib/elements.js";
import { follow } from "../lib/follow.js";
import { showHeldWrites } from "../held_writes/held_writes.js";
import { addressOf, isTemporary, principalOf, problemOf, request } from "../lib/http.js";
import { keep, kept } from "../lib/kept.js";
import { gettext } from "../lib/language.js";
import { makeMachine } from "../lib/machine.js";
import { makeMatchWriter, showAway } from "../lib/match_writer.js";
import { initialLive, nextLive } from "./live_match_state.js";
import { openLiveRecord } from "./live_record.js";
import { predicted } from "./predicted.js";
import { CACHED_TABLE } from "./sheet_draft.js";

/** @import { LiveEffect, LiveMessage, LiveState } from "./live_match_state.js" */

/** For so long the table after an entry is expected in its response, and not asked for. */
const RESPONSE_MS = 500;
/** After so long the table is drawn, and it can be kept without being in the way. */
const DRAWN_MS = 50;

/**
 * @param {HTMLElement | ShadowRoot} host holds the HTML of the live record
 * @param {string} match
 * @param {string} base see `addressOf`
 * @param {(host: HTMLElement, sender: Sender) => LiveView} [open] adds what shows the match
 * @param {LiveRecordData | null} [unwritten] the table of a match that is not written before something is entered
 */
export function openLiveMatch(host, match, base, open = (element, sender) => openLiveRecord(element, sender, true), unwritten = null) {
  const earlier = lastTable();
  const draft = draftOf(unwritten);
  const machine = makeMachine(initialLive(earlier?.match === match ? earlier : null), nextLive, (/** @type {LiveEffect} */ effect) => act(effect));
  const { send } = machine;
  let { outbox, put } = makeMatchWriter(match, earlier?.principal ?? "", base);
  const end = { following: () => {}, listening: () => {}, held: () => {} };
  const liveRecord = open(/** @type {HTMLElement} */ (host), {
    get waiting() {
      const isSent = [...machine.state.answered.map(([sent]) => sent), ...outbox.waiting];
      return machine.state.isOld ? [{ expected_version: -1 }] : isSent.map(({ request: sent }) => sent);
    },
    put: (body) => { if (draft.read()) void draft.begun.then(() => put(body)); else put(body); },
  });
  const away = () => showAway(find(liveRecord.root, ".away"), (outbox.isAway || !machine.state.isConnected) && !outbox.held, outbox.waiting.length, gettext("The server cannot be reached. The table may be out of date."));
  /** @param {LiveEffect} effect */
  const act = (effect) => {
    if (effect.kind === "load") void load();
    else if (effect.kind === "cache") setTimeout(() => { if (!draft.read()) keep(CACHED_TABLE, machine.state.table); }, DRAWN_MS);
    else if (effect.kind === "refuse") {
      keep(CACHED_TABLE, null);
      end.following();
      find(liveRecord.root, ".away").hidden = true;
      liveRecord.refuse(effect.reason);
    } else {
      showTable(liveRecord, machine.state, outbox.waiting, effect);
      away();
    }
  };
  const load = coalesced(async () => {
    send({ kind: "reading" });
    const answer = draft.read() ?? await readTable(match, base, machine.state);
    if (answer.kind === "read" && answer.principal !== outbox.owner) writeAs(answer.principal);
    send(answer);
  });
  liveRecord.query = askThrough(match, base, send);
  /** @param {string} principal */
  const writeAs = (principal) => {
    end.listening();
    ({ outbox, put } = makeMatchWriter(match, principal, base));
    end.listening = outbox.listen((exchanges) => send({ kind: "answered", exchanges, owner: outbox.owner }));
  };
  send({ kind: "again" });
  writeAs(outbox.owner);
  const held = /** @type {HTMLElement | null} */ (liveRecord.root.querySelector(".held-writes"));  // The screen has none.
  if (held) end.held = showHeldWrites(held);
  void load().then(() => draft.begun).then(() => { if (!machine.state.hasLeft && (machine.state.table || !machine.state.isConnected)) end.following = followTable(match, base, machine, () => outbox, away); });
  return {
    match,
    /** Goes on with a match that is written now. */
    begin: () => draft.end(load),
    /** Shows the same table again, for another language or theme. */
    show: () => send({ kind: "again" }),
    leave() {
      send({ kind: "left" });
      for (const stop of Object.values(end)) stop();
      liveRecord.leave();
    },
  };
}

/**
 * A match that is not written before something is entered: until then its table is this one.
 * @param {LiveRecordData | null} table null: it is written
 */
function draftOf(table) {
  let finish = () => {};
  /** @type {Promise<void>} */
  const begun = table ? new Promise((done) => { finish = done; }) : Promise.resolve();
  return {
    begun,
    read: () => (table ? { kind: /** @type {const} */ ("read"), table, principal: table.principal ?? "" } : null),
    /** @param {() => Promise<void>} load reads the match, which is written now */
    end(load) {
      if (!table) return;
      table = null;
      void load().then(finish);
    },
  };
}

/**
 * Asks for the moves after some taps, and for what a move would change.
 * @param {string} match
 * @param {string} base
 * @param {(message: LiveMessage) => void} send
 * @returns {(query: Query) => void}
 */
function askThrough(match, base, send) {
  const preview = latest((/** @type {string} */ event) => readPreview(match, base, event), (shown) => send({ kind: "previewed", preview: shown }));
  return ({ within, line }) => {
    send({ kind: "tapped", within });
    if (line) void preview(line);
  };
}

/**
 * Hears of what others do and of the connection. Returns the function that ends this.
 * @param {string} match
 * @param {string} base
 * @param {{ state: LiveState, send(message: LiveMessage): void }} machine
 * @param {() => Outbox} outboxNow
 * @param {() => void} away
 */
function followTable(match, base, machine, outboxNow, away) {
  const { send } = machine;
  return follow(match, base, () => machine.state.table?.version ?? 0, {
    entry(version) {
      send({ kind: "announced", version });
      const isSending = !outboxNow().isAway && outboxNow().waiting.some(({ expected }) => expected !== null);
      if (isSending) setTimeout(send, RESPONSE_MS, { kind: "behind" });
      else send({ kind: "behind" });
    },
    notes() {},
    reset: () => send({ kind: "reset" }),
    state(connected) {
      if (connected) outboxNow().retry();
      send({ kind: "connection", connected });
      away();
    },
  });
}

/**
 * Shows the table with what is expected of the requests that are on their way.
 * @param {LiveView} view
 * @param {LiveState} state
 * @param {readonly OutboxRequest[]} waiting
 * @param {{ exchanges: readonly Exchange[], preview: Preview | null }} effect
 */
function showTable(view, { table, answered }, waiting, { exchanges, preview }) {
  if (!table) return;
  const expected = [...answered.filter(([, { kind }]) => kind === "done").map(([sent]) => sent), ...waiting];
  view.show(predicted({ ...table, preview }, expected.map(({ request: sent }) => sent)));
  view.receive(exchanges.map(([{ request: sent }, response]) => [sent, response]));
}

/**
 * @param {string} match
 * @param {string} base
 * @param {LiveState} state
 * @returns {Promise<Extract<LiveMessage, { kind: "read" | "refused" | "unreachable" }>>}
 */
async function readTable(match, base, { within, reader }) {
  const address = addressOf(base, `view/matches/${match}/live`);
  for (const tap of within) address.searchParams.append("within", tap);
  try {
    const answer = await request(address);
    if (isTemporary(answer)) return { kind: "unreachable" };
    if (!answer.ok) return { kind: "refused", reason: await problemOf(answer) };
    const principal = principalOf(answer) ?? "";
    if (principal !== (reader ?? principal)) {
      return { kind: "refused", reason: gettext("Another login is used in this browser now. Load the page again to go on with it.") };
    }
    return { kind: "read", table: await answer.json(), principal };
  } catch {
    return { kind: "unreachable" };
  }
}

/**
 * @param {string} match
 * @param {string} base
 * @param {string} event
 * @returns {Promise<Preview | null>} null: the move can be confirmed without its preview
 */
async function readPreview(match, base, event) {
  const address = addressOf(base, `view/matches/${match}/live/preview`);
  address.searchParams.set("event", event);
  try {
    const answer = await request(address);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/**
 * A function that asks, and passes on the answer if nothing else was asked meanwhile.
 * @template Asked, Answer
 * @param {(asked: Asked) => Promise<Answer | null>} ask
 * @param {(answer: Answer) => void} pass
 */
function latest(ask, pass) {
  let number = 0;
  return async (/** @type {Asked} */ asked) => {
    number += 1;
    const own = number;
    const answer = await ask(asked);
    if (answer && own === number) pass(answer);
  };
}

/** The table that this browser saw last, of any match. @returns {LiveRecordData | null} */
const lastTable = () => kept(CACHED_TABLE);

/** The match whose table this browser saw last. */
export const lastMatch = () => lastTable()?.match ?? null;
