// Level 2: the result of a score sheet, and the kept result of every other game.

import { Broken, isMeta } from "./structure.mjs";

const SHEET = ["PointsNoted", "EntriesWritten", "TemplateChosen", "WinnersNamed", "RanksNamed"];
const MOST_POINTS = 10 ** 15;
const sum = (numbers) => numbers.reduce((total, number) => (number === null ? total : (total ?? 0) + number), null);

/** The result of a match whose game is not known: the last one that was kept (T-KEPT-1). */
export function keptResult(events) {
  for (const event of events.toReversed()) {
    if (event.type === "MatchEnded") return event.fields;
    const changes = event.type === "MatchDescribed" && (event.fields.options ?? null) !== null;
    if (changes || !isMeta(event) || ["TakenBack", "Corrected"].includes(event.type)) return null;
  }
  return null;
}

/** The ranks of results, 1 for the first by `isBefore`; equal ones share a rank. */
const ranked = (results, isBefore) => results.map((own) => 1 + results.filter((other) => isBefore(other, own)).length);

/** A score sheet: its options, its lines, and what the entries in effect say of the winners. */
export class Sheet {
  constructor({ options = {} }, seats, line) {
    this.lowest = options.lowest_wins ?? false;
    this.together = options.cooperative ?? false;
    const teams = options.teams ?? [];
    const members = teams.flat();
    const isSeat = (seat) => Number.isInteger(seat) && seat >= 0 && seat < seats;
    if (teams.some((team) => !team.length) || new Set(members).size < members.length || !members.every(isSeat) || (teams.length && this.together)) {
      throw new Broken("E-HEAD", line);
    }
    this.seats = [...Array(seats).keys()];
    this.sides = this.together ? [this.seats] : [...teams, ...this.seats.filter((seat) => !members.includes(seat)).map((seat) => [seat])];
  }

  /** What the entries say. Throws Broken with E-RULE for the first that is against T-SHEET. */
  read(table) {
    const now = { lines: [], written: 0, named: null, ranks: null, statement: null };
    for (const entry of table) {
      if (SHEET.includes(entry.type)) {
        if (!this.accepts(now, entry)) throw new Broken("E-RULE", entry.line);
        const { fields, type } = entry;
        if (type === "PointsNoted") now.lines.push(fields);
        if (type === "EntriesWritten") now.written += 1;
        if (type === "WinnersNamed") Object.assign(now, { named: fields.seats, statement: entry });
        if (type === "RanksNamed") Object.assign(now, { named: this.seats.filter((seat) => fields.ranks[seat] === 1), ranks: fields.ranks, statement: entry });
      } else if (!["PointsAdjusted", "MatchClosed"].includes(entry.type)) throw new Broken("E-EVENT", entry.line);
    }
    now.points = this.seats.map((seat) => sum(now.lines.map((line) => line.points[seat])));
    return now;
  }

  accepts(now, { type, fields }) {
    if (now.named) return false;
    if (type === "PointsNoted") {
      const labels = now.lines.map((line) => line.label);
      const isAlone = fields.label !== "final" ? !labels.includes("final") : !labels.length;
      return Boolean(fields.label.trim()) && !labels.includes(fields.label) && isAlone && fields.points.length === this.seats.length
        && fields.points.every((points) => points === null || Math.abs(points) <= MOST_POINTS);
    }
    if (type === "EntriesWritten") return Boolean(fields.label.trim()) && fields.entries.length === this.seats.length;
    if (type === "TemplateChosen") return !now.lines.length && !now.written;
    if (type === "WinnersNamed") {
      const inOrder = this.seats.filter((seat) => fields.seats.includes(seat));
      return inOrder.length === fields.seats.length && inOrder.every((seat, place) => seat === fields.seats[place]) && this.sides.every(isWhole(fields.seats));
    }
    const points = this.seats.map((seat) => sum(now.lines.map((line) => line.points[seat])));
    return !this.together && points.every((each) => each === null) && fields.ranks.length === this.seats.length
      && fields.ranks.some((rank) => rank !== null) && fields.ranks.every((rank) => rank === null || (rank >= 1 && rank < 1_000_000))
      && this.sides.every((side) => new Set(side.map((seat) => fields.ranks[seat])).size === 1);
  }

  /** The seats of the best sides by points; none without points and in a cooperative match. */
  best(points) {
    const known = this.sides.map((side) => sum(side.map((seat) => points[seat])));
    const numbers = known.filter((each) => each !== null);
    if (this.together || !numbers.length) return [];
    const best = this.lowest ? Math.min(...numbers) : Math.max(...numbers);
    return this.sides.filter((_, place) => known[place] === best).flat().toSorted((one, other) => one - other);
  }

  /** Scores, ranks and winners by the entries in effect. `events` are all of the match. */
  result(table, events, effectiveBefore) {
    const now = this.read(table);
    const rulings = table.filter((entry) => entry.type === "PointsAdjusted").map((entry) => entry.fields);
    const ruled = (seat, points) => rulings.filter((each) => each.seat === seat).reduce((total, { points: more }) => (total === null && !more ? null : (total ?? 0) + more), points);
    const scores = this.seats.map((seat) => ruled(seat, now.points[seat]));
    const close = table.findLast((entry) => entry.type === "MatchClosed");
    if (now.named) {
      const winners = this.winners(now, events, effectiveBefore);
      const ranks = this.ranks(now, winners);
      const follows = rulings.length && this.followsFrom(now.points, ranks, winners);
      return { scores, ...(follows ? this.byPoints(scores) : { ranks, winners }) };
    }
    if (!close) return { scores, ranks: null, winners: null };
    const isOpen = this.together || ["abandoned", "incomplete"].includes(close.fields.reason) || scores.every((each) => each === null);
    return { scores, ...(isOpen ? { ranks: scores.map(() => 1), winners: [] } : this.byPoints(scores)) };
  }

  /** Ranks and winners by the points of the sides (T-RESULT-6). */
  byPoints(scores) {
    const sign = this.lowest ? -1 : 1;
    const points = this.sides.map((side) => sum(side.map((seat) => scores[seat])));
    const places = ranked(points, (one, other) => one !== null && (other === null || sign * one > sign * other));
    const ranks = this.seats.map((seat) => places[this.sides.findIndex((side) => side.includes(seat))]);
    return { ranks, winners: first(ranks) };
  }

  /** Whether a result follows from the points without rulings (T-RESULT-5). */
  followsFrom(points, ranks, winners) {
    if (points.every((each) => each === null) || String(first(ranks)) !== String(winners)) return false;
    const { ranks: best } = this.byPoints(points);
    return !this.seats.some((one) => this.seats.some((other) => best[one] < best[other] && ranks[one] > ranks[other]));
  }

  winners(now, events, effectiveBefore) {
    const { version, type } = now.statement;
    const isCorrected = events.some((event) => event.type === "Corrected" && event.version > version);
    if (!isCorrected || type !== "WinnersNamed" || !now.named.length) return now.named;
    const then = this.best(this.read(effectiveBefore(version)).points);
    const best = this.best(now.points);
    return String(then) === String(now.named) && best.length ? best : now.named;
  }

  ranks(now, winners) {
    const merits = this.sides.map((side) => (now.ranks ? now.ranks[side[0]] : sum(side.map((seat) => now.points[seat]))));
    const sign = this.lowest || now.ranks ? -1 : 1;
    const results = this.sides.map((side, place) => [winners.includes(side[0]) ? 2 : merits[place] === null ? 0 : 1, winners.includes(side[0]) ? 0 : sign * (merits[place] ?? 0)]);
    const places = ranked(results, (one, other) => one[0] > other[0] || (one[0] === other[0] && one[1] > other[1]));
    return this.seats.map((seat) => places[this.sides.findIndex((side) => side.includes(seat))]);
  }
}

const isWhole = (seats) => (side) => new Set(side.map((seat) => seats.includes(seat))).size <= 1;
const first = (ranks) => ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
