// A replay in the viewer: reads its match from the server, follows it, and sends what is noted and kept. While the server is away
// it can be stepped through all the same, and notes wait in the outbox.

import { coalesced } from "../lib/coalesced.js";
import { find } from "../lib/elements.js";
import { follow } from "../lib/follow.js";
import { showHeldWrites } from "../held_writes/held_writes.js";
import { addressOf, isTemporary, principalOf, problemOf, request } from "../lib/http.js";
import { gettext } from "../lib/language.js";
import { makeMatchWriter, showAway } from "../lib/match_writer.js";
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
  const server = makeServer(match, base, outbox, put, () => followed.answered);
  const replay = openReplay(host, withRights(known), { ...site, server }, emit);
  const load = coalesced(() => followed.read((tag) => readingOf(match, base, tag, principal)));
  let endFollowing = () => {};
  const followed = new FollowedMatch(known.version, {
    load: () => void load(), show: (next) => replay.update(withRights(next)), retry: () => outbox.retry(),
    receive: (exchanges) => replay.receive(exchanges.map(([{ request: sent }, response]) => [sent, response])),
    away: (isAway) => showAway(find(replay.root, ".away"), (outbox.isAway || isAway) && !outbox.held, outbox.waiting.length,
      gettext("The server cannot be reached. The match may have gone on.")),
    end(why) {
      endFollowing();
      replay.notice(why);
    },
  });
  const endListening = outbox.listen((exchanges) => followed.respond(exchanges));
  const endHeld = showHeldWrites(find(host, ".replay .held-writes"));
  void load().then(() => {
    if (followed.hasLeft) return;
    endFollowing = follow(match, base, () => followed.version, {
      entry: (version) => { if (version > followed.version) void load(); },
      notes: load, reset: load, state: (isConnected) => followed.connect(isConnected),
    });
  });
  return {
    match,
    applyTheme: replay.applyTheme,
    leave() {
      followed.hasLeft = true;
      endHeld();
      endListening();
      endFollowing();
      replay.leave();
    },
  };
}

/** What a reading brought; `refused`: nothing more can be read, and why. @typedef {{ kind: "known" } | { kind: "new", tag: string, match: ReplayData } | { kind: "refused", why: string }} Reading */

/**
 * What a followed match needs: its reading, what shows it, hands over responses, tells whether the server is away, sends what
 * waits, and ends the following.
 * @typedef {{ load(): void, show(match: ReplayData): void, receive(exchanges: Exchange[]): void, away(isAway: boolean): void,
 *   retry(): void, end(why: string): void }} FollowPage
 */

/** What is known of a match that goes on; `tag` names what was read last. */
export class FollowedMatch {
  #tag = "";
  #isConnected = true;
  hasLeft = false;
  /** The writes with a response whose effect is not shown yet. @type {Exchange[]} */
  answered = [];

  /** @param {number} version of the match shown first @param {FollowPage} page */
  constructor(version, page) {
    this.version = version;
    this.page = page;
  }

  /** Takes responses; none where only what waits has changed. @param {Exchange[]} exchanges */
  respond(exchanges) {
    this.answered = [...this.answered, ...exchanges];
    if (exchanges.length) this.page.load();
    else this.#tell();
  }

  /** Reads the match: then the writes are shown whose responses came before. @param {(tag: string) => Promise<Reading>} readingOf */
  async read(readingOf) {
    const settled = this.answered.length;
    const reading = await readingOf(this.#tag).catch(() => null);
    if (this.hasLeft) return;
    this.#isConnected = reading !== null;
    if (!reading) return this.#tell();
    const [shown, later] = [this.answered.slice(0, settled), this.answered.slice(settled)];
    this.answered = later;
    if (reading.kind === "refused") this.page.end(reading.why);
    if (reading.kind === "new") {
      this.#tag = reading.tag;
      this.version = reading.match.version;
      this.page.show(reading.match);
    }
    this.page.receive(shown);
    this.#tell();
  }

  /**
   * Notes written before the connection are not announced; and a reader that may read no more has lost it.
   * @param {boolean} isConnected
   */
  connect(isConnected) {
    const isLost = this.#isConnected && !isConnected;
    this.#isConnected = isConnected;
    if (isConnected) this.page.retry();
    else this.#tell();
    if (isConnected || isLost) this.page.load();
  }

  #tell = () => this.page.away(!this.#isConnected);
}

/**
 * The match with a revision that changes with its forks and the reader's rights too.
 * @param {ReplayData} match
 * @returns {ReplayData}
 */
export function withRights(match) {
  const { revision, forks, writes, keeps } = match;
  return { ...match, revision: JSON.stringify([revision, forks, writes, keeps]) };
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
