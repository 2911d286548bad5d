// A line of trial moves: the match with it, and where the browser keeps it. Another tab has a line of its own.

import { keep, kept } from "../lib/kept.js";

const KEPT_LINE = "partie-line/";

/**
 * The match with the line in it; the match itself where there is none, or where the answer is about another version of it.
 * @param {ReplayData} recorded
 * @param {ExploreAnswer | null} answer
 * @returns {ReplayData}
 */
export function withLine(recorded, answer) {
  const line = answer?.line;
  if (!answer || !line || !(answer.isWhole || line.base === recorded.version)) return { ...recorded, explored: undefined };
  const { steps, rounds, lead_changes, result, is_open, to } = answer;
  const before = answer.isWhole ? [] : recorded.steps.slice(0, recorded.steps.findLastIndex(({ at }) => at === line.since) + 1);
  return {
    ...recorded, rounds, lead_changes, result, is_open, steps: [...before, ...steps],
    explored: { base: line.base, since: line.since, line: line.events.length, to },
    revision: `${recorded.revision} ${JSON.stringify(line)}`,
  };
}

/** @type {(match: string) => Line | null} */
export const loadLine = (match) => kept(KEPT_LINE + match, true);

/** @type {(match: string, line: Line | null) => void} */
export const saveLine = (match, line) => keep(KEPT_LINE + match, line, true);
