// A replay in the viewer: reads its match from the server, follows it, and sends what is noted and kept. While the server is away
// it can be stepped through all the same, and notes wait in the outbox.

import { coalesced } from "../lib/coalesced.js";
import { find } from "../lib/elements.js";
import { follow } from "../lib/follow.js";
import { showHeldWrites } from "../held_writes/held_writes.js";
import { addressOf, isTemporary, principalOf, problemOf, request } from "../lib/http.js";
import { gettext } from "../lib/language.js";
import { makeMachine } from "../lib/machine.js";
import { makeMatchWriter } from "../lib/match_writer.js";
import { openReplay } from "./replay.js";
import { initialFollow, nextFollow, withRights } from "./replay_match_state.js";

/** @import { FollowEffect, Reading } from "./replay_match_state.js" */

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
  const machine = makeMachine(initialFollow(known.version), nextFollow, (effect) => perform(effect));
  const { send } = machine;
  const server = makeServer(match, base, outbox, put, () => machine.state.answered);
  const replay = openReplay(host, withRights(known), { ...site, server }, emit);
  let endFollowing = () => {};
  const load = coalesced(async () => {
    send({ kind: "reading" });
    try {
      send({ kind: "read", reading: await readingOf(match, base, machine.state.tag, principal) });
    } catch {
      send({ kind: "lost" });
    }
  });
  /** @param {FollowEffect} effect */
  const perform = (effect) => {
    if (effect.kind === "load") void load();
    else if (effect.kind === "show") replay.update(withRights(effect.match));
    else if (effect.kind === "receive") replay.receive(effect.exchanges.map(([{ request: sent }, response]) => [sent, response]));
    else if (effect.kind === "away") showAway();
    else if (effect.kind === "retry") outbox.retry();
    else {
      endFollowing();
      replay.notice(effect.why);
    }
  };
  const showAway = () => replay.showAway((outbox.isAway || !machine.state.isConnected) && !outbox.held, outbox.waiting.length);
  const endListening = outbox.listen((exchanges) => send({ kind: "responded", exchanges }));
  const endHeld = showHeldWrites(find(host, ".replay .held-writes"));
  void load().then(() => {
    if (machine.state.hasLeft) return;
    endFollowing = follow(match, base, () => machine.state.version, {
      entry: (version) => send({ kind: "announced", version }),
      notes: () => send({ kind: "noted" }),
      reset: () => send({ kind: "reset" }),
      state: (isConnected) => send({ kind: "connected", isConnected }),
    });
  });
  return {
    match,
    applyTheme: replay.applyTheme,
    leave() {
      send({ kind: "left" });
      endHeld();
      endListening();
      endFollowing();
      replay.leave();
    },
  };
}

/**
 * @param {string} match
 * @param {string} base
 * @param {Outbox} outbox
 * @param {(request: RequestBody) => void} put
 * @param {() => Exchange[]} answered the writes whose effect is not shown yet
 * @returns {ReplayServer}
 */
function makeServer(match, base, outbox, put, answered) {
  const path = `view/matches/${match}`;
  return {
    get waiting() {
      return [...answered().map(([{ request: sent }]) => sent), ...outbox.waiting.map(({ request: sent }) => sent)];
    },
    put,
    review: (effort) => request(addressOf(base, `${path}/review${effort ? `?effort=${effort}` : ""}`)),
    again: () => request(addressOf(base, `${path}/again`)),
    keep: (line) => outbox.put({ method: "POST", path: `${path}/lines`, body: line, expected: null, request: { action: "keep" } }),
    explore: (body) => request(addressOf(base, `${path}/explore`), {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    }),
  };
}

/**
 * Rejects where the server cannot be reached, or can do nothing at the moment.
 * @param {string} match
 * @param {string} base
 * @param {string} tag
 * @param {string} principal
 * @returns {Promise<Reading>}
 */
async function readingOf(match, base, tag, principal) {
  const answer = await request(addressOf(base, `view/matches/${match}/replay`), tag ? { headers: { "If-None-Match": tag } } : {});
  if (isTemporary(answer)) throw new Error(answer.statusText);
  if (!answer.ok && answer.status !== 304) return { kind: "refused", why: await problemOf(answer) };
  if (principalOf(answer) !== principal) {
    return { kind: "refused", why: gettext("Another login is used in this browser now. Load the page again to go on with it.") };
  }
  const next = answer.headers.get("ETag") ?? "";
  return answer.ok && next !== tag ? { kind: "new", tag: next, match: await answer.json() } : { kind: "known" };
}
