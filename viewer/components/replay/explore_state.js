// Trying out as a value: the line and what is on its way, and what follows from what the reader and the server do.

import { withLine } from "./line.js";

/**
 * A request to the server: for the table at the step shown, or with an `entry` to play there. It counts while its number,
 * or for an entry that of the lines discarded, is the latest.
 * @typedef {{ asked: number, discarded: number, line: Line | null, entry: RequestBody | null, body: ExploreBody }} Question
 */

/** @typedef {{ line: Line | null, at: number, entry: object | null, whole: boolean, within: string[], preview: string | null }} ExploreBody */

/**
 * `answer` is the latest one while the reader explores, `query` that of the live record. `entry` is on its way, `keeping` the
 * line that is being kept. `isOpening`: a line was opened and has no answer yet.
 * @typedef {Readonly<{
 *   recorded: ReplayData, isOn: boolean, line: Line | null, answer: ExploreAnswer | null, query: Query,
 *   entry: RequestBody | null, asked: number, discarded: number, keeping: Line | null, isOpening: boolean,
 * }>} ExploreState
 */

/**
 * What happens; versions are those of the step shown.
 * @typedef {{ kind: "switched", isOn: boolean }
 *   | { kind: "recorded", match: ReplayData }
 *   | { kind: "seen", version: number }
 *   | { kind: "asked", version: number }
 *   | { kind: "queried", query: Query, version: number }
 *   | { kind: "entered", entry: RequestBody, version: number }
 *   | { kind: "answered", question: Question, answer: Omit<ExploreAnswer, "isWhole"> }
 *   | { kind: "refused", question: Question, why: string }
 *   | { kind: "settled" }
 *   | { kind: "opened", line: Line }
 *   | { kind: "discarded" }
 *   | { kind: "keeping" }
 *   | { kind: "kept" }} ExploreMessage
 */

/**
 * What is to be done: ask for the table at the step shown, at once or once the reader rests there; send a question; save the
 * line, or keep it as a match; show the match and the live record again; go to a step, counted from that with a version.
 * @typedef {{ kind: "ask" } | { kind: "rest" } | { kind: "send", question: Question }
 *   | { kind: "save", line: Line | null } | { kind: "keep", line: Line }
 *   | { kind: "change" } | { kind: "follow" } | { kind: "go", version: number, steps: number }
 *   | { kind: "tell", why: string }} ExploreEffect
 */

/** @type {Query} */
const NO_QUERY = { within: [], line: null };

/**
 * @param {ReplayData} recorded
 * @param {Line | null} line
 * @returns {ExploreState}
 */
export function initialExplore(recorded, line) {
  return {
    recorded, isOn: false, line, answer: null, query: NO_QUERY, entry: null, asked: 0, discarded: 0, keeping: null, isOpening: false,
  };
}

/**
 * @param {ExploreState} state
 * @param {ExploreMessage} message
 * @returns {[ExploreState, ExploreEffect[]]}
 */
export function nextExplore(state, message) {
  switch (message.kind) {
    case "switched":
      return [{ ...state, isOn: message.isOn, answer: null }, [{ kind: "change" }, { kind: "follow" }, ...asking(message)]];
    case "recorded":
      return [{ ...state, recorded: message.match }, message.match.version === state.recorded.version ? [] : asking(state)];
    case "seen":
      return isAbout(state, message.version) ? [state, []] : [{ ...state, query: NO_QUERY }, [{ kind: "rest" }]];
    case "asked":
      return ask(state, null, message.version);
    case "queried":
      return ask({ ...state, query: message.query }, null, message.version);
    case "entered":
      return ask({ ...state, entry: message.entry }, message.entry, message.entry.expected_version ?? message.version);
    case "answered":
      return isCurrent(state, message.question) ? answered(state, message) : [state, []];
    case "refused":
      return refused(state, message);
    case "settled":
      return [{ ...state, entry: null }, []];
    case "opened":
      return [{ ...state, line: message.line, isOpening: true }, [{ kind: "save", line: message.line }]];
    case "discarded":
      return discarded(state);
    case "keeping":
      return [{ ...state, keeping: state.line }, state.line ? [{ kind: "keep", line: state.line }] : []];
    case "kept":  // Unless the line has gone on meanwhile.
      return !state.keeping || state.keeping === state.line ? discarded(state) : [state, []];
  }
}

/**
 * Whether the latest answer is about the table after the event with this version.
 * @param {ExploreState} state
 * @param {number} version
 */
export const isAbout = ({ answer }, version) => answer?.live_record.version === version;

/**
 * The match as recorded, with the line while it is explored.
 * @param {ExploreState} state
 */
export const exploredMatch = ({ recorded, isOn, answer }) => withLine(recorded, isOn ? answer : null);

/**
 * @param {{ isOn: boolean }} state
 * @returns {ExploreEffect[]}
 */
const asking = ({ isOn }) => (isOn ? [{ kind: "ask" }] : []);

/**
 * @param {ExploreState} state
 * @param {RequestBody | null} entry
 * @param {number} at
 * @returns {[ExploreState, ExploreEffect[]]}
 */
function ask(state, entry, at) {
  const { line, discarded: since, recorded, query } = state;
  const asked = state.asked + 1;
  const body = {
    line, at, entry: entry && entryOf(entry), whole: Boolean(line && line.base !== recorded.version),
    within: entry ? [] : query.within, preview: entry ? null : query.line,
  };
  return [{ ...state, asked }, [{ kind: "send", question: { asked, discarded: since, line, entry, body } }]];
}

/** @param {RequestBody} request */
function entryOf({ line, drawn, deal }) {
  return drawn ? { drawn } : deal ? { deal } : { line };
}

/**
 * @param {ExploreState} state
 * @param {Question} question
 */
function isCurrent(state, question) {
  if (question.entry) return question.discarded === state.discarded;
  return question.asked === state.asked && question.line === state.line;
}

/**
 * @param {ExploreState} state
 * @param {Extract<ExploreMessage, { kind: "answered" }>} message
 * @returns {[ExploreState, ExploreEffect[]]}
 */
function answered(state, { question, answer }) {
  const { line, to } = answer;
  const next = { ...state, line, answer: { ...answer, isWhole: question.body.whole }, isOpening: false };
  /** @type {ExploreEffect[]} */
  const effects = [{ kind: "save", line }, { kind: "change" }];
  if (state.isOpening) effects.push({ kind: "go", version: line?.since ?? -1, steps: 1 });
  else if (question.entry && state.isOn) effects.push({ kind: "go", version: to, steps: 0 });
  return [next, state.isOn ? [...effects, { kind: "follow" }] : effects];
}

/**
 * A line that cannot be played any more is discarded.
 * @param {ExploreState} state
 * @param {Extract<ExploreMessage, { kind: "refused" }>} message
 * @returns {[ExploreState, ExploreEffect[]]}
 */
function refused(state, { question, why }) {
  if (question.entry || !question.line || question.line !== state.line) return [state, []];
  const [next, effects] = discarded(state);
  return [next, [{ kind: "tell", why }, ...effects]];
}

/**
 * An entry on its way belongs to the line before.
 * @param {ExploreState} state
 * @returns {[ExploreState, ExploreEffect[]]}
 */
function discarded(state) {
  const next = { ...state, discarded: state.discarded + 1, line: null, answer: null };
  return [next, [{ kind: "save", line: null }, { kind: "change" }, ...asking(state)]];
}
