// The line of trial moves, which the browser keeps: what the server is asked about it, and what its answers change.

import { refusalOf } from "../lib/http.js";
import { keep, kept } from "../lib/kept.js";
import { gettext } from "../lib/language.js";

const KEPT_LINE = "partie-line/";
/** A reader who steps on quickly needs no table for the steps passed. */
const REST_MS = 60;
/** @type {Query} */
const NO_QUERY = { within: [], line: null };

/**
 * What the line needs: the version at the step shown, the server, and the parts that show the match and the table again.
 * @typedef {{ here(): number, explore(body: object): Promise<Response>, keep(line: Line): void, change(): void, follow(): void,
 *   go(version: number, steps: number): void, receive(exchanges: SentExchange[]): void, notice: Notice }} TrialPage
 */

/** A question counts while its number, or for an entry that of the lines discarded, is the latest. @typedef {{ asked: number, discarded: number, line: Line | null, entry: RequestBody | null }} Question */

export class TrialMoves {
  isOn = false;
  /** The latest answer while the reader explores. @type {ExploreAnswer | null} */
  answer = null;
  /** The entry on its way. @type {RequestBody | null} */
  entry = null;
  /** Ends with the latest entry. @type {Promise<void>} */
  entering = Promise.resolve();
  #query = NO_QUERY;
  /** Whether a line was opened and has no answer yet. */
  #isOpening = false;
  /** The line that is being kept. @type {Line | null} */
  #keeping = null;
  #asked = 0;
  #discarded = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #resting;

  /** @param {ReplayData} recorded @param {TrialPage} page */
  constructor(recorded, page) {
    this.recorded = recorded;
    this.page = page;
    this.line = /** @type {Line | null} */ (kept(KEPT_LINE + recorded.match, true));
  }

  /** The match as recorded, with the line while it is explored. */
  shown = () => withLine(this.recorded, this.isOn ? this.answer : null);

  /** Whether the latest answer is about the table after the event with this version. @param {number} version */
  isAbout = (version) => this.answer?.live_record.version === version;

  /** @param {boolean} isOn */
  turn(isOn) {
    this.isOn = isOn;
    this.answer = null;
    this.page.change();
    this.page.follow();
    if (isOn) this.ask();
  }

  /** @param {ReplayData} match */
  update(match) {
    const isOther = match.version !== this.recorded.version;
    this.recorded = match;
    if (isOther && this.isOn) this.ask();
  }

  /** The reader has come to a step: its table is asked for once they rest there. */
  see() {
    if (this.isAbout(this.page.here())) return;
    this.#query = NO_QUERY;
    this.stop();
    this.#resting = setTimeout(() => this.ask(), REST_MS);
  }

  stop = () => clearTimeout(this.#resting);

  /** Asks for the table at the step shown. @param {Query} [query] that of the live record */
  ask(query) {
    this.#query = query ?? this.#query;
    void this.#put(null, this.page.here());
  }

  /** @param {RequestBody} entry */
  enter(entry) {
    this.entry = entry;
    this.entering = this.#put(entry, entry.expected_version ?? this.page.here());
  }

  /** Shows a line from its first move on. @param {Line} line */
  open(line) {
    this.#isOpening = true;
    this.#setLine(line);
  }

  /** An entry on its way belongs to the line before. */
  discard() {
    this.#discarded += 1;
    this.answer = null;
    this.#setLine(null);
    this.page.change();
    if (this.isOn) this.ask();
  }

  keep() {
    this.#keeping = this.line;
    if (this.line) this.page.keep(this.line);
  }

  /** The line was kept as a match of its own; it may have gone on meanwhile. */
  kept() {
    if (!this.#keeping || this.#keeping === this.line) this.discard();
  }

  /** @param {Line | null} line */
  #setLine(line) {
    this.line = line;
    keep(KEPT_LINE + this.recorded.match, line, true);
  }

  /** @type {(entry: RequestBody | null, at: number) => Promise<void>} */
  async #put(entry, at) {
    this.stop();
    const { line, recorded } = this;
    const whole = Boolean(line && line.base !== recorded.version);
    const question = { asked: ++this.#asked, discarded: this.#discarded, line, entry };
    const asked = entry ? { within: [], preview: null } : { within: this.#query.within, preview: this.#query.line };
    const [response, answer] = await replyTo({ line, at, entry: entry && entryOf(entry), whole, ...asked }, this.page);
    if (answer && this.#isCurrent(question)) this.#take(entry !== null, { ...answer, isWhole: whole });
    // A line that cannot be played any more is discarded.
    if (response?.kind === "refused" && !entry && line && line === this.line) {
      this.page.notice(response.says);
      this.discard();
    }
    if (!entry) return;
    this.entry = null;
    this.page.receive([[entry, response ?? { kind: "refused", says: gettext("The server cannot be reached. Try again.") }]]);
  }

  /** @param {Question} question */
  #isCurrent({ asked, discarded, line, entry }) {
    return entry ? discarded === this.#discarded : asked === this.#asked && line === this.line;
  }

  /** @type {(isEntry: boolean, answer: ExploreAnswer) => void} */
  #take(isEntry, answer) {
    const isOpened = this.#isOpening;
    this.answer = answer;
    this.#isOpening = false;
    this.#setLine(answer.line);
    this.page.change();
    if (isOpened) this.page.go(answer.line?.since ?? -1, 1);
    else if (isEntry && this.isOn) this.page.go(answer.to, 0);
    if (this.isOn) this.page.follow();
  }
}

/** @param {RequestBody} request */
const entryOf = ({ line, drawn, deal }) => (drawn ? { drawn } : deal ? { deal } : { line });

/**
 * The response and the answer in it; null for both where the server cannot be reached.
 * @param {object} body
 * @param {Pick<TrialPage, "explore">} page
 * @returns {Promise<[OutboxResponse | null, Omit<ExploreAnswer, "isWhole"> | null]>}
 */
async function replyTo(body, page) {
  try {
    const response = await page.explore(body);
    return response.ok ? [{ kind: "done", says: "" }, await response.json()] : [{ kind: "refused", ...await refusalOf(response) }, null];
  } catch {
    return [null, null];
  }
}

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
