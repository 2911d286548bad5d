// What is known of a match that is recorded or followed, and what becomes of it with each message: pure, without a page.

import { tableOf } from "../lib/match_writer.js";

/**
 * `table` is the newest table that the server sent, null before the first one and for a reader that is refused.
 * `answered` are requests with a response whose effect is not on the table yet. `within` are the taps of the reader.
 * `reader` is the principal that the server named first; the page goes on for no other one. `reading` is set while the
 * table is asked for: how many responses had come before, and the newest version that the event stream had announced.
 * `taken` is the version of the newest table that came with a response meanwhile, `announced` the newest version of the
 * event stream. Until the first answer the table `isOld`: nothing is entered on it.
 * @typedef {Readonly<{
 *   table: LiveRecordData | null, answered: readonly Exchange[], within: readonly string[], reader: string | null,
 *   reading: Readonly<{ answered: number, announced: number }> | null, taken: number, announced: number,
 *   isOld: boolean, isConnected: boolean, hasLeft: boolean,
 * }>} LiveState
 */

/**
 * `reading`: the table is asked for; it ends with `read`, `refused` or `unreachable`. `answered`: responses to requests of
 * `owner`. `announced`: by the event stream; `behind`: it is time to catch up with what was announced. `reset`: the server
 * has an older match than the table, as a backup was restored.
 * @typedef {{ kind: "reading" } | { kind: "read", table: LiveRecordData, principal: string }
 *   | { kind: "refused", reason: string } | { kind: "unreachable" }
 *   | { kind: "answered", exchanges: Exchange[], owner: string } | { kind: "announced", version: number }
 *   | { kind: "behind" } | { kind: "reset" } | { kind: "connection", connected: boolean } | { kind: "tapped", within: string[] }
 *   | { kind: "previewed", preview: Preview } | { kind: "again" } | { kind: "left" }} LiveMessage
 */

/**
 * `show`: the table with the exchanges that have their effect on it. `load`: ask for the table. `cache`: keep it for the
 * next visit. `refuse`: show the reason in its place.
 * @typedef {{ kind: "show", exchanges: readonly Exchange[], preview: Preview | null } | { kind: "load" } | { kind: "cache" }
 *   | { kind: "refuse", reason: string }} LiveEffect
 */

/** @typedef {[state: LiveState, effects: LiveEffect[]]} LiveStep */

/** @param {LiveRecordData | null} table the table of an earlier visit @returns {LiveState} */
export const initialLive = (table) => ({
  table, answered: [], within: [], reader: null, reading: null, taken: 0, announced: 0, isOld: true, isConnected: true, hasLeft: false,
});

/** Whether a request was about the table, and not a note. @param {Exchange} exchange */
const isEntry = ([{ expected }]) => expected !== null;

/**
 * @param {LiveState} state
 * @param {LiveMessage} message
 * @returns {LiveStep}
 */
export function nextLive(state, message) {
  switch (message.kind) {
    case "reading":
      return [{ ...state, taken: 0, reading: { answered: state.answered.length, announced: state.announced } }, []];
    case "read": return read(state, message);
    case "refused":
      return [{ ...state, table: null, reading: null, isOld: false }, [{ kind: "refuse", reason: message.reason }]];
    case "unreachable": return shown({ ...state, isConnected: false, reading: null, isOld: false }, 0);
    case "answered": return answered(state, message);
    case "announced": return [{ ...state, announced: Math.max(state.announced, message.version) }, []];
    case "behind":
      if (state.hasLeft || state.announced <= versionOfTable(state)) return [state, []];
      return loading({ ...state, within: [] });
    case "reset":
      return [{ ...state, within: [], taken: 0, announced: 0, isOld: true }, [{ kind: "load" }]];
    case "connection": {
      const isLost = state.isConnected && !message.connected;
      const isMissing = message.connected && (!state.table || state.answered.length > 0);
      // The server also ends the stream of a reader that may read no more.
      return [{ ...state, isConnected: message.connected }, isLost || isMissing ? [{ kind: "load" }] : []];
    }
    case "tapped":
      if (message.within.join() === (state.table?.within ?? []).join()) return [state, []];
      return [{ ...state, within: message.within }, [{ kind: "load" }]];
    case "previewed": return shown(state, 0, message.preview);
    case "again": return shown(state, 0);
    case "left": return [{ ...state, hasLeft: true }, []];
  }
}

/** @param {LiveState} state */
const versionOfTable = ({ table }) => table?.version ?? 0;

/** @param {LiveState} state @returns {LiveStep} */
const loading = (state) => [state, state.reading ? [] : [{ kind: "load" }]];

/**
 * The state after `settled` of the requests with a response are shown with their effect on the table.
 * @param {LiveState} state
 * @param {number} settled
 * @param {Preview | null} [preview]
 * @returns {LiveStep}
 */
function shown(state, settled, preview = null) {
  if (!state.table || state.hasLeft) return [state, []];
  const exchanges = state.answered.slice(0, settled);
  return [{ ...state, answered: state.answered.slice(settled) }, [{ kind: "show", exchanges, preview }]];
}

/**
 * How many of the answered requests the table already shows, as the event stream can be faster than the response. Notes do
 * not change the table.
 * @param {LiveState} state
 * @param {number} [settled] as many of them are known to be shown
 */
export function shownBy(state, settled = 0) {
  const isMissing = (/** @type {Exchange} */ exchange) => (
    isEntry(exchange) && (exchange[1].version ?? Infinity) > versionOfTable(state)
  );
  const missing = state.answered.slice(settled).findIndex(isMissing);
  return missing < 0 ? state.answered.length : settled + missing;
}

/**
 * @param {LiveState} before
 * @param {{ table: LiveRecordData, principal: string }} answer
 * @returns {LiveStep}
 */
function read(before, { table, principal }) {
  const known = before.reading ?? { answered: 0, announced: 0 };
  const isNewer = table.version >= before.taken;
  const read = {
    ...before, reader: before.reader ?? principal, table: isNewer ? { ...table, principal } : before.table,
    isConnected: true, reading: null, isOld: false,
  };
  const [state, effects] = shown(read, shownBy(read, known.answered));
  if (!state.table) return [state, effects];
  const isBehind = state.announced > Math.max(known.announced, state.table.version) || state.answered.some(isEntry);
  // Kept after it is shown.
  return [state, [...effects, { kind: "cache" }, ...isBehind ? [/** @type {LiveEffect} */ ({ kind: "load" })] : []]];
}

/**
 * @param {LiveState} before
 * @param {{ exchanges: Exchange[], owner: string }} message
 * @returns {LiveStep}
 */
function answered(before, { exchanges, owner }) {
  let state = { ...before, answered: [...before.answered, ...exchanges] };
  /** @type {LiveEffect[]} */
  const kept = [];
  for (const table of exchanges.map(tableOf)) {
    if (!table || table.version <= versionOfTable(state)) continue;
    state = { ...state, table: { ...table, principal: owner }, taken: table.version, within: [] };
    kept.push({ kind: "cache" });
  }
  const isShown = !state.answered.some(isEntry) || (!state.reading && shownBy(state) === state.answered.length);
  const [next, effects] = isShown ? shown(state, state.answered.length) : loading({ ...state, within: [] });
  return [next, [...kept, ...effects]];
}
