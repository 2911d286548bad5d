// A replay that reads its match from the server, follows it, and sends what is noted and kept. While the server is away
// it can be stepped through all the same, and notes wait in the outbox.

import { coalesced } from "../coalesced.js";
import { find } from "../elements.js";
import { follow } from "../follow.js";
import { showHeldWrites } from "../held_writes/held_writes.js";
import { addressOf, isTemporary, principalOf, problemOf, request } from "../http.js";
import { gettext } from "../language.js";
import { makeMatchWriter } from "../match_writer.js";
import { openReplay } from "./replay.js";

/**
 * @param {HTMLElement | ShadowRoot} host holds the HTML of the replay
 * @param {string} first the match to show until the server has sent it
 * @param {string} principal the reader, as the server names it
 * @param {string} base see `addressOf`
 * @param {Omit<Site, "server">} site
 * @param {Emit} emit
 */
export function openReplayMatch(host, first, principal, base, site, emit) {
  /** @type {ReplayData} */
  const known = JSON.parse(first);
  const { match } = known;
  const { outbox, put } = makeMatchWriter(match, principal, base);
  /**
   * Requests with a response whose effect is not shown yet.
   * @type {Exchange[]}
   */
  let answered = [];
  /** @type {ReturnType<typeof openReplay> | null} */
  let replay = null;
  let version = 0;
  let tag = "";
  let isConnected = true;
  let hasLeft = false;
  let endFollowing = () => {};
  const path = `view/matches/${match}`;
  /** @type {ReplayServer} */
  const server = {
    get waiting() {
      return [...answered.map(([{ request: sent }]) => sent), ...outbox.waiting.map(({ request: sent }) => sent)];
    },
    put,
    review: (effort) => request(addressOf(base, `${path}/review${effort ? `?effort=${effort}` : ""}`)),
    keep: (line) => outbox.put({ method: "POST", path: `${path}/lines`, body: line, expected: null, request: { action: "keep" } }),
    explore: (body) => request(addressOf(base, `${path}/explore`), {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    }),
  };
  /** @param {ReplayData} data */
  const show = (data) => {
    version = data.version;
    data.revision = JSON.stringify([data.revision, data.forks, data.writes, data.keeps]);
    if (replay) replay.update(data);
    else replay = openReplay(host, data, { ...site, server }, emit);
  };
  const showAway = () => replay?.showAway((outbox.isAway || !isConnected) && !outbox.held, outbox.waiting.length);
  const read = async () => {
    const answer = await request(addressOf(base, `${path}/replay`), tag ? { headers: { "If-None-Match": tag } } : {});
    if (isTemporary(answer)) throw new Error(answer.statusText);
    const isOther = (answer.ok || answer.status === 304) && principalOf(answer) !== principal;
    if (isOther || (!answer.ok && answer.status !== 304)) {
      endFollowing();
      return replay?.notice(isOther
        ? gettext("Another login is used in this browser now. Load the page again to go on with it.") : await problemOf(answer));
    }
    const next = answer.headers.get("ETag") ?? "";
    const data = next === tag || !answer.ok ? null : await answer.json();
    if (hasLeft || !data) return;
    tag = next;
    show(data);
  };
  const load = coalesced(async () => {
    const settled = answered.length;
    try {
      await read();
      isConnected = true;
    } catch {
      isConnected = false;
      return showAway();
    }
    if (hasLeft) return;
    const exchanges = answered.slice(0, settled);
    answered = answered.slice(settled);
    replay?.receive(exchanges.map(([{ request: sent }, response]) => [sent, response]));
    showAway();
  });
  const endListening = outbox.listen((exchanges) => {
    answered.push(...exchanges);
    if (exchanges.length) void load();
    else showAway();
  });
  show(known);
  const endHeld = showHeldWrites(find(host, ".replay .held-writes"));
  const startFollowing = () => follow(match, base, () => version, {
    entry(newest) {
      if (newest > version) void load();
    },
    notes: () => void load(),
    state(connected) {
      const isLost = isConnected && !connected;
      isConnected = connected;
      if (connected) outbox.retry();
      else showAway();
      // Notes written before the connection are not announced; and a reader that may read no more has lost it.
      if (connected || isLost) void load();
    },
  });
  void load().then(() => { if (!hasLeft) endFollowing = startFollowing(); });
  return {
    match,
    applyTheme: () => replay?.applyTheme(),
    leave() {
      hasLeft = true;
      endHeld();
      endListening();
      endFollowing();
      replay?.leave();
    },
  };
}
