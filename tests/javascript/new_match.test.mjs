// The form of a new match: what is suggested, what becomes of the draft, and what is sent.

import assert from "node:assert/strict";
import { test } from "node:test";
import { elapsed, minutesSince } from "../../viewer/components/new_match/kept_form.js";
import { EMPTY_DRAFT, missing, nextDraft, requestOf, winnersOf } from "../../viewer/components/new_match/draft.js";
import { foundTitles, pieces, titleNamed, withEmblems } from "../../viewer/components/new_match/titles.js";

const title = (label, is_played, more = {}) => ({
  key: `title ${label}`, label, names: [], is_played, about: "", end: "", hows: ["rounds", "final", "places"], how: "final", wins: "highest", fields: [],
  roles: [], ...more,
});
const SHEET = { hows: ["sheet", "rounds", "final", "places"], how: "sheet" };
const AZUL = { hows: ["moves", "final"], how: "moves", fields: [{ name: "wall", value: "colored" }] };
const TITLES = [
  title("Red Wings", true), title("Azul: Master Chocolatier", false), title("Azul", false, AZUL), title("Wingspan", false, { ...SHEET, names: ["Na k\u0159\u00eddlech"] }),
  title("\u017dab\u00ed kr\u00e1lovstv\u00ed", false), title("Swings", false),
];
const labels = (text) => foundTitles(TITLES, text).map(({ label }) => label);

test("titles played come first, then beginnings of words, then what contains the letters", () => {
  assert.deepEqual(labels("wings"), ["Red Wings", "Wingspan", "Swings"]);
  assert.deepEqual(labels("zabi kralov"), ["\u017dab\u00ed kr\u00e1lovstv\u00ed"]);
  assert.equal(labels("azul")[0], "Azul", "typed in full");
  assert.deepEqual(labels("na krid"), ["Wingspan"], "by a name in another language");
  assert.deepEqual(labels("nothing"), []);
  assert.equal(labels(" ").length, 5);
});

test("an emblem is drawn of its shape, its colors and its letters, and a picture is one", () => {
  const shapes = [["svg", {}, []], ["svg", { fill: "var(--e{pair}a)" }, [["text", {}, ["{letters}"]]]]];
  const picture = ["img", { src: "azul.webp" }, []];
  const data = { titles: [title("Red Wings", true, { emblem: [1, 11, "RW"] }), title("Azul", false, { emblem: picture })], shapes };
  assert.deepEqual(withEmblems(data).map(({ emblem }) => emblem), [["svg", { fill: "var(--e11a)" }, [["text", {}, ["RW"]]]], picture]);
});

test("what is typed is marked in the label, with or without accents", () => {
  assert.deepEqual(pieces("Wingspan", "WINGS"), ["", "Wings", "pan"]);
  assert.deepEqual(pieces("\u017dab\u00ed kr\u00e1lovstv\u00ed", "kral"), ["\u017dab\u00ed ", "kr\u00e1l", "ovstv\u00ed"]);
  assert.deepEqual(pieces("Wingspan", "x"), ["Wingspan"]);
  assert.equal(titleNamed(TITLES, " WINGSPAN ")?.label, "Wingspan");
  assert.equal(titleNamed(TITLES, "Wings"), undefined);
});

test("a title typed in full is the known one; a new one takes no way of recording that it has not", () => {
  const known = nextDraft(EMPTY_DRAFT, { kind: "typed", text: "azul" }, TITLES);
  assert.deepEqual([known.key, known.how, known.options], ["title Azul", "moves", { wall: "colored" }]);
  const other = nextDraft(known, { kind: "typed", text: "azul 2" }, TITLES);
  assert.deepEqual([other.key, other.how, other.options], ["", "final", {}]);
});

test("a preset has its own options, and keeps the others", () => {
  const preset = { match: "m", key: "title Azul", how: "final", options: { wall: "free" }, chosen: [] };
  const draft = nextDraft(EMPTY_DRAFT, { kind: "preset", preset }, TITLES);
  assert.deepEqual([draft.text, draft.how, draft.options], ["Azul", "final", { wall: "free" }]);
});

test("roles and places are sent in the order of the seats", () => {
  let draft = nextDraft(EMPTY_DRAFT, { kind: "typed", text: "Hills" }, TITLES);
  draft = nextDraft(draft, { kind: "role", person: "ben", name: "", value: "Owl" }, TITLES);
  draft = nextDraft(draft, { kind: "rank", person: "a1", value: "2" }, TITLES);
  draft = nextDraft(draft, { kind: "rank", person: "ben", value: "first" }, TITLES);
  draft = nextDraft(draft, { kind: "set", values: { expansions: "One, Two" } }, TITLES);
  const sent = requestOf(draft, [["", "Ben"], ["a1", "Anna"]], "0123456789");
  assert.deepEqual([sent.roles, sent.ranks, sent.expansions], [[{ "": "Owl" }, {}], [null, 2], ["One", " Two"]]);
});

test("the winners are the people who were tapped, all or nobody; until that is said it cannot be saved", () => {
  const two = [["", "Ben"], ["a1", "Anna"]], draft = { ...EMPTY_DRAFT, text: "Hills", how: "winner" };
  const tapped = ["a1", "ben", "a1", "a1"].reduce((now, person) => nextDraft(now, { kind: "winner", person }, TITLES), draft);
  assert.deepEqual([winnersOf(tapped, two), missing(tapped, two)], [[0, 1], ""]);
  assert.deepEqual([winnersOf(draft, two), winnersOf({ ...tapped, end: "lost" }, two)], [null, []]);
  const together = { ...tapped, wins: "together" };
  assert.deepEqual([winnersOf(together, two), winnersOf({ ...together, end: "won" }, two)], [null, [0, 1]], "a tap on a person says nothing of all");
  assert.equal(winnersOf(tapped, two.slice(0, 1)), null, "nor for one alone");
  const placed = { ...draft, how: "places", ranks: { ben: "2", a1: "0" } };
  assert.deepEqual([requestOf(placed, two, "0").ranks, missing(placed, two), missing({ ...placed, ranks: {} }, two) !== ""], [[2, null], "", true]);
});

test("the clock fills in the length when it is stopped", () => {
  const at = "2026-03-01T10:00:00.000Z";
  const running = nextDraft(EMPTY_DRAFT, { kind: "started", at }, TITLES);
  assert.deepEqual([running.runs, running.since], [true, at]);
  const stopped = nextDraft(running, { kind: "stopped", minutes: minutesSince(at, "2026-03-01T11:05:10.000Z") }, TITLES);
  assert.deepEqual([stopped.runs, stopped.length, stopped.since], [false, "65", at]);
  assert.equal(elapsed(at, "2026-03-01T11:05:10.000Z"), "1:05:10");
});
