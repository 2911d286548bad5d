// Level 1: the effective entries of a match, and its header as it was changed.

import { Broken, HEADER, isMeta } from "./structure.mjs";

const MOST_POINTS = 10 ** 15;

/**
 * The effective entries, each with its version, and all that later levels need. Throws Broken.
 * @param {any} match A match of level 0 without an error.
 */
export function effective(match) {
  let table = [];
  let seats = match.players.length;
  let isWithdrawn = false;
  const joined = new Set();
  const { events } = match;
  for (let place = 0; place < events.length; place += 1) {
    const event = events[place];
    const { type, fields } = event;
    const refuse = (isWrong) => { if (isWrong) throw new Broken("E-STAND", event.line); };
    const at = (version) => table.findIndex((entry) => entry.version === version);
    refuse(isWithdrawn !== (type === "MatchRestored"));
    if (type === "MatchWithdrawn" || type === "MatchRestored") isWithdrawn = type === "MatchWithdrawn";
    else if (type === "TakenBack") {
      refuse(at(fields.since) < 0);
      table = table.slice(0, at(fields.since));
    } else if (type === "Corrected") {
      const [first, last] = [at(fields.since), at(fields.until)];
      const instead = events.slice(place + 1, place + 1 + fields.count);
      refuse(first < 0 || last < first || fields.count < 0 || instead.length < fields.count);
      const wrong = instead.find((entry) => isMeta(entry) || (entry.type === "PointsAdjusted" && !isRuling(entry, seats)));
      if (wrong) throw new Broken("E-STAND", wrong.line);
      table = [...table.slice(0, first), ...instead, ...table.slice(last + 1)];
      place += fields.count;
      refuse(table.slice(0, -1).some((entry) => entry.type === "MatchClosed"));
    } else if (!isMeta(event)) {
      refuse(table.at(-1)?.type === "MatchClosed" || (type === "PointsAdjusted" && !isRuling(event, seats)));
      table.push(event);
    } else seats = aboutTheMatch(event, refuse, { table, seats, joined });
  }
  return { table, seats, header: described(match, withoutSplit(events)) };
}

const isRuling = ({ fields: { seat, points } }, seats) => seat >= 0 && seat < seats && Math.abs(points) <= MOST_POINTS;

/** Checks an event that changes no entry; returns the number of seats after it. */
function aboutTheMatch({ type, version, fields }, refuse, { table, seats, joined }) {
  if (type === "Forked") refuse(fields.version !== version - 1);
  if (type === "ScoresClaimed") refuse(fields.scores.length !== seats);
  if (type === "DetailsNoted") refuse((fields.seats ?? { length: seats }).length !== seats);
  if (type === "MatchEnded") {
    const isSeat = (seat) => seat >= 0 && seat < seats;
    refuse(fields.scores.length !== seats || fields.ranks.length !== seats || !fields.winners.every(isSeat));
  }
  if (type === "MatchJoined") { refuse(joined.has(fields.match)); joined.add(fields.match); }
  if (type === "MatchSplit") refuse(!joined.delete(fields.match));
  if (type !== "MatchDescribed") return seats;
  const { options = null, players = null } = fields;
  refuse(options !== null && table.length > 0);
  refuse(options === null && players !== null && players.length !== seats);
  refuse(["played_on", "started_at", "minutes"].some((name) => (fields[name] ?? null) !== null && !HEADER[name](fields[name])));
  return players?.length ?? seats;
}

/** The events without what was taken over from matches that were split again. */
function withoutSplit(events) {
  const gone = new Set();
  const taken = new Map();
  for (const { type, version, fields } of events) {
    if (type === "MatchJoined") taken.set(fields.match, [version + 1, version + (fields.count ?? 0)]);
    if (type === "MatchSplit") {
      const [first, last] = taken.get(fields.match) ?? [1, 0];
      for (let each = first; each <= last; each += 1) gone.add(each);
    }
  }
  return events.filter(({ version }) => !gone.has(version));
}

function described(match, events) {
  const header = { ...match.header };
  for (const { type, fields } of events) {
    if (type === "MatchDescribed") {
      for (const [name, value] of Object.entries(fields)) if (value !== null) header[name] = value;
    }
  }
  const isEmpty = (value) => value === "" ? false : typeof value === "object" && Object.keys(value).length === 0;
  const isDefault = ([name, value]) => isEmpty(value) || (name === "rules" && value === 1);
  return Object.fromEntries(Object.entries(header).filter((field) => !isDefault(field)));
}
