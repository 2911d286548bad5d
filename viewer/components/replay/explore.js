// Trying out: from the step shown, other moves are played in a live record of its own. The browser keeps the line; the
// server only says what it leads to. Nothing of it is recorded until the reader keeps it.

import { find } from "../lib/elements.js";
import { refusalOf } from "../lib/http.js";
import { gettext, ngettext } from "../lib/language.js";
import { makeMachine } from "../lib/machine.js";
import { exploredMatch, initialExplore, isAbout, nextExplore } from "./explore_state.js";
import { placeInMatch } from "./format.js";
import { loadLine, saveLine } from "./line.js";
import { makeTrialRecord } from "./trial_record.js";

/** @import { ExploreEffect, ExploreMessage, ExploreState, Question } from "./explore_state.js" */

export const EXPLORE = "explore";
/** A reader who steps on quickly needs no live record for the steps passed. */
const REST_MS = 60;

/**
 * @param {ReplayParts} parts
 * @param {Site} site
 * @param {() => void} changed called when the line has changed
 */
export function makeExplore({ root, data, cursor, boards, modes, notice }, { server, openLiveRecord }, changed) {
  const here = () => data.steps[cursor.at].at;
  const machine = makeMachine(initialExplore({ ...data }, loadLine(data.match)), nextExplore, (effect) => perform(effect));
  const { send } = machine;
  const record = makeTrialRecord(root, openLiveRecord, {
    get waiting() { return machine.state.entry ? [machine.state.entry] : []; },
    put: (entry) => send({ kind: "entered", entry, version: here() }),
  }, (query) => send({ kind: "queried", query, version: here() }));
  const questions = makeQuestions(server, send, record.receive);
  const ask = () => send({ kind: "asked", version: here() });
  /** @param {ExploreEffect} effect */
  const perform = (effect) => {
    if (effect.kind === "ask") ask();
    else if (effect.kind === "rest") questions.rest(ask);
    else if (effect.kind === "send") questions.put(effect.question);
    else if (effect.kind === "save") saveLine(data.match, effect.line);
    else if (effect.kind === "keep") server?.keep(effect.line);
    else if (effect.kind === "change") changed();
    else if (effect.kind === "follow") follow();
    else if (effect.kind === "go") goTo(cursor, data.indexOfVersion(effect.version) + effect.steps);
    else notice(effect.why);
  };
  const follow = () => {
    showLine(root, data, cursor.at);
    boards.view(machine.state.isOn ? data.steps[cursor.at + 1]?.seat ?? null : null);
    if (!machine.state.isOn) return leave();
    showTable(root, record, machine.state, here());
    send({ kind: "seen", version: here() });
  };
  const leave = () => {
    questions.stop();
    record.close();
  };
  cursor.onMove(() => { if (machine.state.isOn) follow(); });
  modes.onChange((mode) => send({ kind: "switched", isOn: mode === EXPLORE }));
  return {
    /** With the entry on its way. */
    keepLine: () => questions.entering().then(() => send({ kind: "keeping" })),
    discardLine: () => send({ kind: "discarded" }),
    /**
     * Shows a line from its first move on.
     * @param {Line} line
     */
    openLine(line) {
      send({ kind: "opened", line });
      cursor.go(data.indexOfVersion(line.since));
      modes.choose(EXPLORE);
    },
    shown: () => exploredMatch(machine.state),
    /** @param {ReplayData} match */
    update: (match) => send({ kind: "recorded", match }),
    /** The line was kept as a match of its own. */
    kept() {
      notice(gettext("Saved as a separate match; the link is above."));
      send({ kind: "kept" });
    },
    leave,
  };
}

/**
 * The questions to the server; one for a step passed while the reader steps on is never put.
 * @param {ReplayServer | null} server
 * @param {(message: ExploreMessage) => void} send
 * @param {(exchanges: SentExchange[]) => void} receive
 */
function makeQuestions(server, send, receive) {
  /** @type {Promise<void>} */
  let entering = Promise.resolve();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let resting;
  const stop = () => clearTimeout(resting);
  /** @param {Question} question */
  const exchange = async (question) => {
    const [response, message] = await tableAfter(question, /** @type {ReplayServer} */ (server));
    if (message) send(message);
    if (!question.entry) return;
    send({ kind: "settled" });
    receive([[question.entry, response]]);
  };
  return {
    stop,
    /** Ends with the latest entry. */
    entering: () => entering,
    /** @param {() => void} ask */
    rest(ask) {
      stop();
      resting = setTimeout(ask, REST_MS);
    },
    /** @param {Question} question */
    put(question) {
      stop();
      const exchanged = exchange(question);
      if (question.entry) entering = exchanged;
    },
  };
}

/**
 * The response for the live record, and what follows from it; nothing where the server cannot be reached.
 * @param {Question} question
 * @param {ReplayServer} server
 * @returns {Promise<[OutboxResponse, ExploreMessage | null]>}
 */
async function tableAfter(question, server) {
  try {
    const response = await server.explore(question.body);
    if (response.ok) return [{ kind: "done", says: "" }, { kind: "answered", question, answer: await response.json() }];
    const refusal = await refusalOf(response);
    return [{ kind: "refused", ...refusal }, { kind: "refused", question, why: refusal.says }];
  } catch {
    return [{ kind: "refused", says: gettext("The server cannot be reached. Try again.") }, null];
  }
}

/**
 * @param {Cursor} cursor
 * @param {number} at
 */
function goTo(cursor, at) {
  if (at >= 0) cursor.go(at);
}

/**
 * The line in words, with its buttons.
 * @param {HTMLElement} root
 * @param {Store} data
 * @param {number} at
 */
function showLine(root, data, at) {
  const moves = data.explored?.line ?? 0;
  find(root, "[data-command=discardLine]").hidden = !moves;
  find(root, "[data-command=keepLine]").hidden = !moves || !data.keeps;
  find(root, ".explore .tries").textContent = moves ? tried(moves, data) : invitation(data, at);
}

/**
 * The table after the event with this version, where the latest answer is about it.
 * @param {HTMLElement} root
 * @param {ReturnType<typeof makeTrialRecord>} record
 * @param {ExploreState} state
 * @param {number} version
 */
function showTable(root, record, state, version) {
  const { answer } = state;
  const isHere = answer !== null && isAbout(state, version);
  root.classList.toggle("lit", isHere && answer.live_record.turn !== null);
  if (isHere) record.show(answer);
}

/**
 * @param {number} moves
 * @param {Store} data
 */
function tried(moves, data) {
  const from = data.steps[data.indexOfVersion(data.explored?.since ?? -1)];
  return ngettext("{number} trial move from {place}", "{number} trial moves from {place}", moves,
    { place: placeInMatch(from) || gettext("the start") });
}

/**
 * @param {Store} data
 * @param {number} at
 */
function invitation({ steps }, at) {
  return at === steps.length - 1 ? gettext("Continue from here, or step back to try another move.")
    : gettext("Play another move from here; nothing is saved.");
}
