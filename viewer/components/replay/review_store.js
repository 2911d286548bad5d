// The review of the match: asked for in the mode Review, computed by the server, shown by list, timeline, chart and boards.

import { problemOf } from "../lib/http.js";
import { makeWatched } from "../lib/watched.js";
import { REVIEW } from "./modes.js";

const REVIEW_POLL_MS = 1000;

/**
 * What is known of the review. `problem` says why there is none; with `isOffered` the reader has to ask for it.
 * @typedef {{ now: ReviewData | null, progress: { done: number, all: number } | null, problem: string, isOffered: boolean }} ReviewState
 */

/**
 * @param {Pick<Store, "version" | "steps" | "names">} data
 * @param {Pick<Modes, "onChange">} modes
 * @param {Pick<ReplayServer, "review"> | null} reviewer
 */
export function makeReviewStore(data, modes, reviewer) {
  const { watch, refresh } = makeWatched();
  /** @type {ReviewState} */
  const state = { now: null, progress: null, problem: "", isOffered: false };
  /** The version of the match that the review is about. */
  let version = 0;
  /** @type {Map<number, number[]>} */
  let wins = new Map();
  /** The question whose answer counts. */
  let asked = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const stop = () => {
    clearTimeout(timer);
    asked += 1;
  };
  /** @param {string | null} effort */
  const load = async (effort) => {
    const about = data.version, question = asked;
    const { answer, seconds } = await reviewOf(effort, reviewer);
    if (question !== asked) return;
    if (seconds) timer = setTimeout(load, 1000 * seconds, effort);
    if (!answer) return;
    Object.assign(state, {
      progress: "done" in answer ? answer : null, problem: "problem" in answer ? answer.problem : "why_not" in answer ? answer.why_not : "",
      isOffered: "offered" in answer || ("problem" in answer && !seconds && !state.now),
    });
    if ("wins" in answer) {
      state.now = answer;
      version = about;
      wins = new Map(answer.wins);
    }
    refresh();
  };
  /** @param {string | null} effort */
  const ask = (effort) => {
    stop();
    state.isOffered = false;
    if (reviewer) void load(effort);
  };
  const leave = () => {
    stop();
    state.progress = null;
  };
  modes.onChange((mode) => {
    if (mode !== REVIEW) leave();
    else if (!state.now || version !== data.version) ask(state.now?.effort ?? null);
  });
  return {
    state: /** @type {Readonly<ReviewState>} */ (state), watch, refresh, ask, leave,
    /** The chances to win after a step; null where they are not known. @type {(at: number) => (number | null)[]} */
    winsAt: (at) => wins.get(data.steps[at].at) ?? data.names.map(() => null),
    /** @param {Step} step */
    mistakeOf: (step) => (step.scoring ? undefined : state.now?.mistakes.find(({ at }) => at === step.at)),
  };
}

/**
 * The answer or why there is none, null where the server was not reached, and the seconds after which it is asked again.
 * @param {string | null} effort
 * @param {Pick<ReplayServer, "review"> | null} reviewer
 * @returns {Promise<{ answer: ReviewAnswer | { problem: string } | null, seconds: number }>}
 */
async function reviewOf(effort, reviewer) {
  const again = REVIEW_POLL_MS / 1000;
  try {
    const response = await /** @type {Pick<ReplayServer, "review">} */ (reviewer).review(effort);
    if (!response.ok) return { answer: { problem: await problemOf(response) }, seconds: Number(response.headers.get("Retry-After")) };
    const answer = await response.json();
    return { answer, seconds: "done" in answer ? again : 0 };
  } catch {
    return { answer: null, seconds: again };
  }
}
