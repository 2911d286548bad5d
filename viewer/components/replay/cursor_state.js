// The reader's place in the match as a value.

/**
 * `limit` is the last step the reader can go to: with `hides` the steps after it are still to be guessed. `turns` and `rounds`
 * are the steps at which one begins; at those in `partial`, others of the choices made at once follow.
 * @typedef {Readonly<{
 *   at: number, last: number, limit: number, hides: boolean, turns: number[], rounds: number[], partial: Set<number>,
 * }>} Place
 */

/** @typedef {Pick<ReplayData, "steps" | "explored">} Steps */

/**
 * What happens: the reader goes to a step, or to the next turn or round forwards (1) or backwards (-1); what comes after the
 * step is hidden, or no longer; one hidden step is revealed.
 * @typedef {{ kind: "go", at: number }
 *   | { kind: "turn", direction: number }
 *   | { kind: "round", direction: number }
 *   | { kind: "hide", hides: boolean }
 *   | { kind: "reveal" }} PlaceMessage
 */

/**
 * At the first step, nothing hidden.
 * @param {Steps} match
 * @returns {Place}
 */
export function firstPlace({ steps }) {
  const last = steps.length - 1;
  return { at: 0, last, limit: last, hides: false, ...startsIn(steps) };
}

/**
 * @param {Place} place
 * @param {PlaceMessage} message
 * @returns {Place}
 */
export function nextPlace(place, message) {
  const { at, last, limit } = place;
  if (message.kind === "go") return { ...place, at: together(place, Math.min(Math.max(Math.round(message.at), 0), limit)) };
  if (message.kind === "turn") return nextPlace(place, { kind: "go", at: startBeside(place.turns, place, message.direction) });
  if (message.kind === "round") return nextPlace(place, { kind: "go", at: startBeside(place.rounds, place, message.direction) });
  if (message.kind === "reveal") return { ...place, limit: Math.min(limit + 1, last) };
  const known = at === last ? 0 : at;
  return { ...place, hides: message.hides, limit: message.hides ? known : last };
}

/**
 * The step, or beside it the first one at which choices made at once are shown together: forwards the one with the last of
 * them, backwards the one before the first.
 * @param {Place} place
 * @param {number} to
 */
function together({ at, limit, partial }, to) {
  const direction = to < at ? -1 : 1;
  let step = to;
  while (partial.has(step) && step + direction >= 0 && step + direction <= limit) step += direction;
  return step;
}

/**
 * The place of the reader when the match has changed: at the end, if it was the end and the match went on; else at the same
 * event, or at the last one before it that still stands.
 * @param {Place} place
 * @param {Steps} before
 * @param {Steps} now
 * @returns {Place}
 */
export function placeAgain(place, before, now) {
  const last = now.steps.length - 1;
  const limit = place.hides ? Math.min(place.limit, last) : last;
  return { ...place, at: Math.min(stepAgain(place.at, before, now), limit), last, limit, ...startsIn(now.steps) };
}

/**
 * @param {Place} place
 * @param {number} at
 */
export const isRoundEnd = ({ last, rounds }, at) => at === last || rounds.includes(at + 1);

/** @param {Step[]} steps */
const startsIn = (steps) => ({
  turns: startsOf(steps, (step) => `${step.round} ${step.turn}`), rounds: startsOf(steps, (step) => step.round),
  partial: new Set(steps.flatMap((step, at) => (step.more ? [at] : []))),
});

/**
 * @param {Step[]} steps
 * @param {(step: Step) => unknown} key
 */
function startsOf(steps, key) {
  return steps.flatMap((step, at) => (at && key(step) !== key(steps[at - 1]) ? [at] : []));
}

/** @type {(starts: number[], place: Place, direction: number) => number} */
function startBeside(starts, { at, last }, direction) {
  return direction > 0 ? starts.find((start) => start > at) ?? last : starts.findLast((start) => start < at) ?? 0;
}

/**
 * @param {number} at
 * @param {Steps} before
 * @param {Steps} now
 */
function stepAgain(at, before, now) {
  const isSame = Boolean(before.explored?.line) === Boolean(now.explored?.line);
  if (isSame && at === before.steps.length - 1) return now.steps.length - 1;
  const known = Math.min(before.explored?.base ?? Infinity, now.explored?.base ?? Infinity);
  for (let step = at; step > 0; step -= 1) {
    const { at: version, scoring } = before.steps[step];
    const place = now.steps.findIndex((other) => other.at === version && other.scoring === scoring);
    if (place >= 0 && (isSame || version <= known)) return place;
  }
  return 0;
}
