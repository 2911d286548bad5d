// The review of a match as a value: what is known of it, and what follows from what the reader and the server do.

const POLL_MS = 1000;

/**
 * What is asked of the server; `asked` is its number.
 * @typedef {{ asked: number, effort: string | null }} ReviewQuestion
 */

/**
 * `version` is that of the match that the review `now` is about, `wins` its chances by version. `problem` says why there is
 * no review; with `isOffered` the reader has to ask for it. `question` is the one that counts.
 * @typedef {Readonly<{
 *   now: ReviewData | null, version: number, wins: Map<number, number[]>, progress: { done: number, all: number } | null,
 *   problem: string, isOffered: boolean, question: ReviewQuestion,
 * }>} ReviewState
 */

/**
 * What happens: the review is opened while the match has a version, asked for or left; a question about a version of the
 * match is answered, refused, to be asked again after some seconds unless 0, or lost on the way.
 * @typedef {{ kind: "opened", version: number }
 *   | { kind: "asked", effort: string | null }
 *   | { kind: "left" }
 *   | { kind: "answered", question: ReviewQuestion, about: number, answer: ReviewAnswer }
 *   | { kind: "refused", question: ReviewQuestion, problem: string, seconds: number }
 *   | { kind: "lost", question: ReviewQuestion }} ReviewMessage
 */

/**
 * What is to be done: ask the server, at once or later; ask nothing any more; show the state.
 * @typedef {{ kind: "ask", question: ReviewQuestion, ms: number } | { kind: "stop" } | { kind: "show" }} ReviewEffect
 */

/** @returns {ReviewState} */
export function initialReview() {
  return {
    now: null, version: 0, wins: new Map(), progress: null, problem: "", isOffered: false, question: { asked: 0, effort: null },
  };
}

/**
 * @param {ReviewState} state
 * @param {ReviewMessage} message
 * @returns {[ReviewState, ReviewEffect[]]}
 */
export function nextReview(state, message) {
  if (message.kind === "opened") {
    const isKnown = state.now && state.version === message.version;
    return isKnown ? [state, []] : askedReview(state, state.now?.effort ?? null);
  }
  if (message.kind === "asked") return askedReview(state, message.effort);
  if (message.kind === "left") {
    return [{ ...state, progress: null, question: numbered(state, null) }, [{ kind: "stop" }]];
  }
  const { question } = message;
  if (question.asked !== state.question.asked) return [state, []];
  if (message.kind === "lost") return [state, [{ kind: "ask", question, ms: POLL_MS }]];
  if (message.kind === "refused") return refusedReview(state, message);
  const next = answeredReview(state, message.answer, message.about);
  return [next, [...(next.progress ? [askIn(question, POLL_MS)] : []), { kind: "show" }]];
}

/**
 * The chances to win after an event; null where they are not known.
 * @param {ReviewState} state
 * @param {number} version
 * @param {number} seats
 * @returns {(number | null)[]}
 */
export const winsAfter = ({ wins }, version, seats) => wins.get(version) ?? Array(seats).fill(null);

/**
 * @param {ReviewState} state
 * @param {Step} step
 */
export const mistakeAt = ({ now }, step) => (step.scoring ? undefined : now?.mistakes.find(({ at }) => at === step.at));

/**
 * @param {ReviewState} state
 * @param {string | null} effort
 * @returns {ReviewQuestion}
 */
const numbered = ({ question }, effort) => ({ asked: question.asked + 1, effort });

/** @type {(question: ReviewQuestion, ms: number) => ReviewEffect} */
const askIn = (question, ms) => ({ kind: "ask", question, ms });

/**
 * @param {ReviewState} state
 * @param {string | null} effort
 * @returns {[ReviewState, ReviewEffect[]]}
 */
function askedReview(state, effort) {
  const question = numbered(state, effort);
  return [{ ...state, isOffered: false, question }, [askIn(question, 0)]];
}

/**
 * @param {ReviewState} state
 * @param {Extract<ReviewMessage, { kind: "refused" }>} message
 * @returns {[ReviewState, ReviewEffect[]]}
 */
function refusedReview(state, { question, problem, seconds }) {
  const next = { ...state, problem, progress: null };
  if (seconds) return [next, [askIn(question, 1000 * seconds), { kind: "show" }]];
  return [{ ...next, isOffered: !state.now }, [{ kind: "show" }]];
}

/**
 * @param {ReviewState} state
 * @param {ReviewAnswer} answer
 * @param {number} version
 * @returns {ReviewState}
 */
function answeredReview(state, answer, version) {
  const next = {
    ...state, progress: "done" in answer ? answer : null, problem: "why_not" in answer ? answer.why_not : "",
    isOffered: "offered" in answer,
  };
  return "wins" in answer ? { ...next, now: answer, version, wins: new Map(answer.wins) } : next;
}
