// The review of the match: asked for in the mode Review, computed by the server, shown by list, timeline, chart and boards.

import { problemOf } from "../http.js";
import { REVIEW } from "./modes.js";

const POLL_MS = 1000;

/**
 * @param {Store} data
 * @param {Modes} modes
 * @param {ReplayServer | null} server
 */
export function makeReviewStore(data, modes, server) {
  /** @type {(() => void)[]} */
  const watchers = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let asked = 0;
  let version = 0;
  /** @type {Map<number, number[]>} */
  let wins = new Map();
  const store = {
    /** @type {ReviewData | null} */
    now: null,
    /** @type {{ done: number, all: number } | null} */
    progress: null,
    /** Why there is none, as a sentence. */
    problem: "",
    /** Whether the reader has to ask for it. */
    isOffered: false,
    /**
     * Calls the watcher at once and after every change.
     * @param {() => void} watcher
     */
    watch(watcher) {
      watchers.push(watcher);
      watcher();
    },
    refresh() {
      for (const watcher of watchers) watcher();
    },
    /**
     * The chances to win after a step; null where they are not known.
     * @param {number} at
     * @returns {(number | null)[]}
     */
    winsAt: (at) => wins.get(data.steps[at].at) ?? data.names.map(() => null),
    /** @param {Step} step */
    mistakeOf: (step) => (step.final ? undefined : store.now?.mistakes.find(({ at }) => at === step.at)),
    /** @param {string | null} effort */
    ask(effort) {
      asked += 1;
      clearTimeout(timer);
      store.isOffered = false;
      if (server) void load(asked, effort, server);
    },
    leave() {
      asked += 1;
      clearTimeout(timer);
      store.progress = null;
    },
  };
  /** @type {(own: number, effort: string | null, server: ReplayServer) => Promise<void>} */
  const load = async (own, effort, source) => {
    const about = data.version;
    /** @param {number} [ms] */
    const again = (ms = POLL_MS) => { timer = setTimeout(() => { void load(own, effort, source); }, ms); };
    try {
      const answer = await source.review(effort);
      if (own !== asked) return;
      if (!answer.ok) {
        store.problem = await problemOf(answer);
        store.progress = null;
        const wait = Number(answer.headers.get("Retry-After"));
        if (wait) again(1000 * wait);  // Too much is asked for at present.
        else store.isOffered = !store.now;
      } else take(await answer.json(), about);
    } catch {
      if (own === asked) again();  // The line about the server that is away is shown already.
      return;
    }
    if (store.progress) again();
    store.refresh();
  };
  /**
   * @param {ReviewData & { done?: number, all?: number, why_not?: string, offered?: boolean }} answer
   * @param {number} about
   */
  const take = (answer, about) => {
    store.progress = answer.done === undefined ? null : { done: answer.done, all: answer.all ?? 0 };
    store.problem = answer.why_not ?? "";
    store.isOffered = answer.offered ?? false;
    if (!answer.wins) return;
    store.now = answer;
    version = about;
    wins = new Map(answer.wins);
  };
  modes.onChange((mode) => {
    if (mode !== REVIEW) store.leave();
    else if (!store.now || version !== data.version) store.ask(store.now?.effort ?? null);
  });
  return store;
}
