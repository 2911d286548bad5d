// The review of the match: asked for in the mode Review, computed by the server, shown by list, timeline, chart and boards.

import { problemOf } from "../lib/http.js";
import { makeMachine } from "../lib/machine.js";
import { REVIEW } from "./modes.js";
import { initialReview, mistakeAt, nextReview, winsAfter } from "./review_state.js";

/** @import { ReviewEffect, ReviewMessage, ReviewQuestion } from "./review_state.js" */

/**
 * @param {Store} data
 * @param {Modes} modes
 * @param {Pick<ReplayServer, "review"> | null} reviewer
 */
export function makeReviewStore(data, modes, reviewer) {
  /** @type {(() => void)[]} */
  const watchers = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const refresh = () => { for (const watcher of watchers) watcher(); };
  /** @param {ReviewEffect} effect */
  const perform = (effect) => {
    if (effect.kind === "show") return refresh();
    clearTimeout(timer);
    if (effect.kind === "stop" || !reviewer) return;
    const load = async () => send(await responseTo(effect.question, data.version, reviewer));
    if (effect.ms) timer = setTimeout(load, effect.ms);
    else void load();
  };
  const machine = makeMachine(initialReview(), nextReview, perform);
  const { send } = machine;
  modes.onChange((mode) => send(mode === REVIEW ? { kind: "opened", version: data.version } : { kind: "left" }));
  return {
    get state() { return machine.state; },
    /**
     * Calls the watcher at once and after every change.
     * @param {() => void} watcher
     */
    watch(watcher) {
      watchers.push(watcher);
      watcher();
    },
    refresh,
    /**
     * The chances to win after a step.
     * @param {number} at
     */
    winsAt: (at) => winsAfter(machine.state, data.steps[at].at, data.names.length),
    /** @param {Step} step */
    mistakeOf: (step) => mistakeAt(machine.state, step),
    /** @param {string | null} effort */
    ask: (effort) => send({ kind: "asked", effort }),
    leave: () => send({ kind: "left" }),
  };
}

/**
 * @param {ReviewQuestion} question
 * @param {number} about
 * @param {Pick<ReplayServer, "review">} reviewer
 * @returns {Promise<ReviewMessage>}
 */
async function responseTo(question, about, reviewer) {
  try {
    const response = await reviewer.review(question.effort);
    if (response.ok) return { kind: "answered", question, about, answer: await response.json() };
    return { kind: "refused", question, problem: await problemOf(response), seconds: Number(response.headers.get("Retry-After")) };
  } catch {
    return { kind: "lost", question };
  }
}
