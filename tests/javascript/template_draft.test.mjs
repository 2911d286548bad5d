// A template as it is typed: read from a file, checked, and made into a file again.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { draftOf, factorOf, newCategory, newRound, problemsOf, templateOf } from "../../viewer/components/template_editor/draft.js";

const FOLDER = "core/games/scoresheet/sheets/";
const said = (draft) => problemsOf(draft).map(({ at, says }) => `${at.replace(/^\d+/, "#")}: ${says}`);

/** The template of a sheet that comes with Partie, with its English names. */
const templateOfSheet = ({ title, bgg_id, kind, wins = kind === "fewest" ? "lowest" : kind, categories, ...sheet }) => {
  const inEnglish = (part) => Object.fromEntries(Object.entries(part).filter(([name]) => name !== "cs" && name !== "ro"));
  const plainName = (part) => (Object.keys(part).length > 1 ? part : part.name);
  const parts = (list) => list.map((part) => (typeof part === "string" ? part : plainName(inEnglish(part))));
  const named = Object.entries({ categories, tie_break: sheet.tie_break, roles: sheet.roles, rounds: sheet.rounds });
  const lists = named.filter(([, list]) => list).map(([name, list]) => [name, parts(list)]);
  const rule = wins === "lowest" || wins === "together" ? { wins } : {};
  const plain = { ...(bgg_id ? { bgg_id } : {}), ...(sheet.teams ? { teams: sheet.teams } : {}) };
  return { title, ...rule, ...plain, ...Object.fromEntries(lists) };
};

test("every template that comes with Partie goes through the editor unchanged", () => {
  const sheets = readdirSync(FOLDER).map((name) => JSON.parse(readFileSync(FOLDER + name, "utf-8")));
  const templates = sheets.filter(({ categories }) => categories).map(templateOfSheet);
  assert.ok(templates.length > 100);
  for (const template of templates) {
    const draft = draftOf(template);
    assert.deepEqual(problemsOf(draft), [], template.title);
    assert.deepEqual(templateOf(draft), template, template.title);
  }
});

test("a new sheet needs a title and a category", () => {
  const draft = draftOf(null);
  assert.deepEqual(said(draft), ["title: Say which game this sheet is for.", "#-name: Name at least one category."]);
  draft.title = " Nine\u200b Hills ";
  const family = "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}";
  draft.categories[0].name = ` ${family} Roads\u202e `;
  assert.deepEqual(templateOf(draft), { title: "Nine Hills", categories: [`${family} Roads`] });
});

test("an untouched row does not count, and one that was filled in needs a name", () => {
  const draft = draftOf({ title: "x", categories: ["Roads"] });
  draft.categories.push(newCategory());
  assert.deepEqual([problemsOf(draft), templateOf(draft).categories], [[], ["Roads"]]);
  draft.categories[1].points = "4";
  assert.deepEqual(said(draft), ["#-name: This category has no name."]);
});

test("a name twice, a word for a number and a majority without points are told", () => {
  const draft = draftOf({ title: "x", categories: ["a", "a ", { name: "c", factor: 1e9 }, { name: "final" }, "e"] });
  Object.assign(draft.categories[4], { formula: "majority", table: "7 three" });
  assert.deepEqual(said(draft), [
    "#-name: There is already a category of this name.",
    "#-points: Points each are a number, such as 4.",
    "#-name: A category cannot have this name.",
    "#-table: Write the points as numbers with spaces between, such as 7 3.",
  ]);
});

test("a number may have a comma and a sign", () => {
  assert.deepEqual(["", "0", "2,5", "\u22124", "1e3", "4 4", "10001"].map((text) => factorOf(text, false)), [1, 0, 2.5, -4, undefined, undefined, undefined]);
  assert.deepEqual([factorOf("4", true), factorOf("-4", true), Object.is(factorOf("0", true), 0)], [-4, 4, true]);
});

test("rounds have rules only with a category of every round, and each has one", () => {
  const draft = draftOf({ title: "x", categories: ["a", "b"] });
  draft.hasRounds = true;
  draft.rounds.push(newRound("No tricks"));
  assert.deepEqual(said(draft), ["rounds: Rounds need a category that is written every round."]);
  for (const category of draft.categories) category.each = "round";
  draft.rounds[0].without = [draft.categories[0].id];
  assert.deepEqual(templateOf(draft).rounds, [{ name: "No tricks", categories: ["b"] }]);
  draft.categories[1].name = "Hearts";
  assert.deepEqual(templateOf(draft).rounds, [{ name: "No tricks", categories: ["Hearts"] }], "a category that is renamed stays");
  draft.rounds[0].without.push(draft.categories[1].id);
  assert.deepEqual(said(draft), ["#-without: A round needs at least one category."]);
  draft.hasRounds = false;
  assert.deepEqual([problemsOf(draft), templateOf(draft).rounds], [[], undefined]);
});

test("nobody pays for a majority, nor where all win or lose together", () => {
  const draft = draftOf({ title: "x", categories: ["a", { name: "b", formula: "majority", table: [7, 3] }] });
  for (const category of draft.categories) category.isPaid = true;
  assert.deepEqual(templateOf(draft).categories, [{ name: "a", zero_sum: true }, { name: "b", formula: "majority", table: [7, 3] }]);
  draft.wins = "together";
  assert.deepEqual(said(draft), ["paid: Where all win or lose together, nobody takes points from the others."]);
});

test("the number at BoardGameGeek stays with the title", () => {
  const draft = draftOf({ title: "Azul", bgg_id: 230802, categories: ["a"] });
  draft.title = "AZUL";
  assert.equal(templateOf(draft).bgg_id, 230802);
  draft.title = "Azul Duel";
  assert.equal(templateOf(draft).bgg_id, undefined);
});
