// A reader of Tabletop Match Record 1, written from the text of the format alone: levels 0 to 2, and the rules of Azacru.
// `partie conform -- node reader.mjs` tries it.

import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { Azacru } from "./azacru.mjs";
import { effective } from "./entries.mjs";
import { keptResult, Sheet } from "./results.mjs";
import { Broken, matchesIn } from "./structure.mjs";

/** The answer to one request of the protocol. */
export function answer(request) {
  if ("hello" in request) return { name: "A reader in JavaScript", level: 3, games: ["azacru"] };
  return { id: request.id, matches: [...matchesIn(request.text)].map((match) => read(match, request.level)) };
}

function read(match, level) {
  const found = {
    line: match.line, game: match.game ?? null, players: match.players ?? null, events: match.events.length,
    notes: match.notes, photos: match.photos, newer: match.newer, error: match.error,
  };
  const higher = [
    {}, { effective: null, header: null }, { scores: null, ranks: null, winners: null }, { progress: null },
  ];
  Object.assign(found, ...higher.slice(0, level + 1));
  if (!found.error && level >= 1) {
    try { Object.assign(found, play(match, level)); } catch (error) {
      if (!(error instanceof Broken)) throw error;
      found.error = error;
    }
  }
  if (found.error) found.error = { id: found.error.id, line: found.error.line };
  return found;
}

function play(match, level) {
  const game = (match.header.rules ?? 1) > 1 ? null : match.game;  // The rules of a later number are not known here.
  const isSheet = game === "scoresheet" && level >= 2;
  if (isSheet) new Sheet(match.header, match.players.length, match.line);
  const { table, seats, header } = effective(match);
  const found = { effective: table.map((entry) => entry.version), header };
  const before = (version) => effective({ ...match, events: match.events.filter((event) => event.version < version) }).table;
  if (isSheet) {
    const sheet = new Sheet(header, seats, match.line);
    legalInOrder(match, before, (entries) => sheet.read(entries));
    Object.assign(found, sheet.result(table, match.events, before));
  } else if (level >= 3 && game === "azacru") {
    const rules = new Azacru(header, seats, match.line);
    legalInOrder(match, before, (entries) => rules.read(entries));
    Object.assign(found, rules.result(table));
  } else if (level >= 2) {
    const { scores, ranks, winners } = keptResult(match.events) ?? { scores: null, ranks: null, winners: null };
    Object.assign(found, { scores, ranks, winners });
  }
  return found;
}

/** Every event was legal when it was recorded, also if it no longer counts: the entries after each change are read. */
function legalInOrder(match, before, check) {
  const changes = match.events.filter(({ type }) => type === "TakenBack" || type === "Corrected").map(({ version }) => version);
  for (const version of [...changes, Infinity]) check(before(version));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(answer(JSON.parse(line))));
}
