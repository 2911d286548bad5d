// Level 0: the matches of a file, their headers, events, notes and photos, and the first error of each.

import { NotJson, parse } from "./strict_json.mjs";

const LONGEST_LINE = 1_000_000;
const GLYPHS = ["!!", "!", "!?", "?!", "?", "??", null];

/** The first error of a match or a file. */
export class Broken extends Error {
  constructor(id, line) { super(`${id} in line ${line}`); this.id = id; this.line = line; }
}

const isText = (value) => typeof value === "string";
const isWhole = (value) => Number.isInteger(value);
const isPoints = (value) => value === null || typeof value === "number";
const isFlag = (value) => value === null || typeof value === "boolean";
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const orNull = (kind) => (value) => value === null || kind(value);
const oneOf = (...words) => (value) => words.includes(value);
const listOf = (kind) => (value) => Array.isArray(value) && value.every(kind);
const textsByName = (value) => isObject(value) && Object.values(value).every(isText);
const shaped = (kinds, required = []) => (value) => isObject(value)
  && required.every((name) => name in value) && Object.keys(value).every((name) => kinds[name]?.(value[name]));

function isDate(value) {
  if (!isText(value) || !/^\d{4}(-\d\d(-\d\d)?)?$/.test(value)) return false;
  const whole = value + "-01-01".slice(0, 10 - value.length);
  const [year, month, day] = whole.split("-").map(Number);
  const days = [31, year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= days[month - 1];
}

const isTime = (value) => isText(value) && /^\d{4}-\d\d-\d\d[T ]\d\d(:\d\d(:\d\d(\.\d+)?)?)?(Z|[+-]\d\d:?\d\d)$/.test(value)
  && isDate(value.slice(0, 10));
const isMinutes = (value) => isWhole(value) && value > 0 && value < 1_000_000;

const HEADER = {
  options: isObject, players: listOf(isText), id: (value) => isText(value) && /^[A-Za-z0-9_-]{1,40}$/.test(value),
  title: isText, played_on: isDate, started_at: isTime, minutes: isMinutes, place: isText, tags: listOf(isText),
  rules: (value) => isWhole(value) && value >= 1, package: isText, game: (value) => isText(value) && /^[a-z]+$/.test(value),
};

const ROLE = shaped({ name: isText, kind: isText }, ["name"]);
const SEAT_DETAILS = shaped({
  roles: listOf(ROLE), team: isText, color: isText, started: isFlag, new: isFlag, handicap: isText, rank: orNull(isWhole),
});
const SEAT_IMPORTED = shaped({
  score: orNull(isText), winner: isFlag, started: isFlag, new: isFlag, rank: orNull(isWhole),
  team: isText, role: isText, color: isText, alias: isText,
});
const MARK = shaped({ at: isText, to: orNull(isText) }, ["at"]);

/** The fields of each record event: [those that are required, all with their kinds]. */
const RECORD = {
  TakenBack: [["since"], { since: isWhole, why: orNull(isText) }],
  Corrected: [["since", "until", "count", "why"], { since: isWhole, until: isWhole, count: isWhole, why: isText }],
  ScoresClaimed: [["scores"], { scores: listOf(isPoints), why: orNull(isText) }],
  PointsAdjusted: [["seat", "points", "why"], { seat: isWhole, points: (value) => typeof value === "number", why: isText }],
  MatchDescribed: [[], {
    players: orNull(listOf(isText)), played_on: orNull(isText), started_at: orNull(isText), place: orNull(isText),
    tags: orNull(listOf(isText)), title: orNull(isText), minutes: orNull(isWhole), options: orNull(isObject),
  }],
  DetailsNoted: [[], {
    expansions: orNull(listOf(isText)), seats: orNull(listOf(SEAT_DETAILS)), scenario: orNull(isText), variant: orNull(isText),
    difficulty: orNull(isText), counted: isFlag, uncounted: oneOf("", "aborted", "learning", "other", null),
    series: orNull(isText), number: orNull(isWhole),
  }],
  MatchClosed: [["reason"], { reason: oneOf("abandoned", "stuck", "agreed", "incomplete") }],
  MatchEnded: [["scores", "ranks", "winners", "why"], {
    scores: listOf(isPoints), ranks: listOf(isWhole), winners: listOf(isWhole), why: isText,
  }],
  MatchImported: [["source"], {
    source: isText, copy_of: orNull(isText), digest: isText, comment: isText, variant: isText, expansions: listOf(isText),
    seats: listOf(SEAT_IMPORTED), more: textsByName,
  }],
  Forked: [["stream", "version"], { stream: isText, version: isWhole }],
  MatchWithdrawn: [[], { why: orNull(isText), batch: orNull(isText), into: orNull(isText) }],
  MatchRestored: [[], {}],
  MatchJoined: [["match"], { match: isText, count: isWhole }],
  MatchSplit: [["match"], { match: isText }],
};

/** Whether an event is about the record and not about the play (T-EVENT-4, T-EVENT-5). */
export const isMeta = ({ type }) => !["PointsAdjusted", "MatchClosed"].includes(type) && (type in RECORD || type.startsWith("Match"));
export const isLater = ({ type }) => type.startsWith("Match") && !(type in RECORD);
export { HEADER };

/**
 * Every match of a file.
 * @param {string} text
 */
export function* matchesIn(text) {
  let match = null;
  let lines = 0;
  for (const read of linesOf(text)) {
    if (read.line && !read.error && read.text.trim() === "") continue;
    lines += 1;
    let fields = null;
    let error = read.error ? new Broken("E-FILE", read.line) : null;
    if (!error) {
      try { fields = parse(read.text); } catch (wrong) { if (!(wrong instanceof NotJson)) throw wrong; }
      if (!isObject(fields)) { fields = null; error = new Broken("E-JSON", read.line); }
    }
    if (fields && "partie" in fields) {
      if (match) yield match;
      match = begun(fields, read.line);
    } else if (!match) {
      match = { line: read.line, error: error ?? new Broken("E-HEAD", read.line), events: [], notes: 0, photos: 0, newer: [] };
    } else if (!match.error) {
      try { if (error) throw error; take(match, fields, read.line); } catch (wrong) {
        if (!(wrong instanceof Broken)) throw wrong;
        match.error = wrong;
      }
    }
    if (read.error) break;
  }
  if (match) yield match;
  else if (!lines) yield { line: 1, error: new Broken("E-FILE", 1), events: [], notes: 0, photos: 0, newer: [] };
}

function* linesOf(text) {
  const all = text.replace(/^\ufeff/, "").split("\n");
  if (all.at(-1) === "") all.pop();
  for (const [place, line] of all.entries()) {
    const isTooLong = Buffer.byteLength(line) + 1 > LONGEST_LINE;
    yield { line: place + 1, text: line.replace(/\r+$/, ""), error: isTooLong || line.includes("\0") };
  }
}

function begun(fields, line) {
  const match = { line, events: [], notes: 0, photos: 0, newer: [], error: null, game: null, players: null, header: {} };
  const { partie, ...rest } = fields;
  if (partie !== 1) return { ...match, error: new Broken("E-NEWER", line) };
  const isWrong = Object.keys(rest).some((name) => name in HEADER && !HEADER[name](rest[name]));
  if (isWrong || !("game" in rest) || !("players" in rest)) return { ...match, error: new Broken("E-HEAD", line) };
  match.newer = Object.keys(rest).filter((name) => !(name in HEADER));
  match.header = Object.fromEntries(Object.entries(rest).filter(([name]) => name in HEADER));
  return { ...match, game: rest.game, players: rest.players };
}

function take(match, fields, line) {
  const last = match.events.length + 1;
  const keys = Object.keys(fields);
  if ("note" in fields) {
    if (keys.length > 1 || !isNote(fields.note, last)) throw new Broken("E-NOTE", line);
    match.notes += 1;
  } else if ("photo" in fields) {
    if (keys.length > 1 || !isPhoto(fields.photo, last)) throw new Broken("E-PHOTO", line);
    match.photos += 1;
  } else if (keys.length !== 1 || keys[0] !== "derived") {
    match.events.push(event(fields, line, last + 1));
    if (isLater(match.events.at(-1))) match.newer.push(fields.type);
  }
}

function event({ type, happened_at: time = null, ...fields }, line, version) {
  if (!isText(type) || !(time === null || isText(time))) throw new Broken("E-EVENT", line);
  if (type === "MatchStarted") throw new Broken("E-STAND", line);
  if (type in RECORD && !shaped(RECORD[type][1], RECORD[type][0])(fields)) throw new Broken("E-EVENT", line);
  return { type, version, line, fields };
}

function isNote(note, last) {
  const kinds = {
    about: (value) => isWhole(value) && value >= 1 && value <= last, text: isText, author: isText, glyph: (value) => GLYPHS.includes(value),
    marks: listOf(MARK), bookmark: (value) => typeof value === "boolean",
  };
  return shaped(kinds, ["about"])(note) && Boolean((note.text ?? "").trim() || note.glyph || note.marks?.length || note.bookmark);
}

function isPhoto(photo, last) {
  const isJpeg = (value) => isText(value) && /^[A-Za-z0-9+/]*={0,2}$/.test(value) && Buffer.from(value, "base64").subarray(0, 3).equals(Buffer.of(0xff, 0xd8, 0xff));
  return shaped({ jpeg: isJpeg, about: orNull((value) => isWhole(value) && value >= 1 && value <= last), caption: isText }, ["jpeg"])(photo);
}
