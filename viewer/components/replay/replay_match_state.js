// A replay that follows its match as a value: what is shown and what waits to be, and what follows from the server's news.

/**
 * `answered` are the writes with a response whose effect is not shown yet; those before `settled` had one when the latest
 * reading began. `tag` names what was read last.
 * @typedef {Readonly<{
 *   version: number, tag: string, isConnected: boolean, hasLeft: boolean, answered: Exchange[], settled: number,
 * }>} FollowedMatch
 */

/**
 * What a reading brought; `refused`: nothing more can be read, and why.
 * @typedef {{ kind: "known" } | { kind: "new", tag: string, match: ReplayData } | { kind: "refused", why: string }} Reading
 */

/**
 * What happens: writes have responses, none where only their state changed; a reading begins, brings something or does not
 * reach the server; the server announces a version or notes, or has an older match (`reset`); the connection comes or goes; the reader leaves.
 * @typedef {{ kind: "responded", exchanges: Exchange[] }
 *   | { kind: "reading" }
 *   | { kind: "read", reading: Reading }
 *   | { kind: "lost" }
 *   | { kind: "announced", version: number }
 *   | { kind: "noted" }
 *   | { kind: "reset" }
 *   | { kind: "connected", isConnected: boolean }
 *   | { kind: "left" }} FollowMessage
 */

/**
 * What is to be done: read the match; show it; hand over responses; show whether the server is away; send what waits; follow
 * no more, and say why.
 * @typedef {{ kind: "load" } | { kind: "show", match: ReplayData } | { kind: "receive", exchanges: Exchange[] }
 *   | { kind: "away" } | { kind: "retry" } | { kind: "end", why: string }} FollowEffect
 */

/**
 * @param {number} version of the match shown first
 * @returns {FollowedMatch}
 */
export function initialFollow(version) {
  return { version, tag: "", isConnected: true, hasLeft: false, answered: [], settled: 0 };
}

/**
 * @param {FollowedMatch} state
 * @param {FollowMessage} message
 * @returns {[FollowedMatch, FollowEffect[]]}
 */
export function nextFollow(state, message) {
  switch (message.kind) {
    case "responded": {
      const { exchanges } = message;
      return [{ ...state, answered: [...state.answered, ...exchanges] }, [{ kind: exchanges.length ? "load" : "away" }]];
    }
    case "reading":
      return [{ ...state, settled: state.answered.length }, []];
    case "read":
      return state.hasLeft ? [state, []] : read(state, message.reading);
    case "lost":
      return [{ ...state, isConnected: false }, [{ kind: "away" }]];
    case "announced":
      return [state, message.version > state.version ? [{ kind: "load" }] : []];
    case "noted":
    case "reset":
      return [state, [{ kind: "load" }]];
    case "connected":
      return connected(state, message.isConnected);
    case "left":
      return [{ ...state, hasLeft: true }, []];
  }
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
 * @param {FollowedMatch} state
 * @param {Reading} reading
 * @returns {[FollowedMatch, FollowEffect[]]}
 */
function read(state, reading) {
  const { answered, settled } = state;
  const next = { ...state, isConnected: true, answered: answered.slice(settled), settled: 0 };
  /** @type {FollowEffect[]} */
  const effects = [{ kind: "receive", exchanges: answered.slice(0, settled) }, { kind: "away" }];
  if (reading.kind === "known") return [next, effects];
  if (reading.kind === "refused") return [next, [{ kind: "end", why: reading.why }, ...effects]];
  const { tag, match } = reading;
  return [{ ...next, tag, version: match.version }, [{ kind: "show", match }, ...effects]];
}

/**
 * Notes written before the connection are not announced; and a reader that may read no more has lost it.
 * @param {FollowedMatch} state
 * @param {boolean} isConnected
 * @returns {[FollowedMatch, FollowEffect[]]}
 */
function connected(state, isConnected) {
  const next = { ...state, isConnected };
  if (isConnected) return [next, [{ kind: "retry" }, { kind: "load" }]];
  return [next, state.isConnected ? [{ kind: "away" }, { kind: "load" }] : [{ kind: "away" }]];
}
