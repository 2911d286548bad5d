// The move list: rounds, one row per event, what it brought underneath.

import { htmlElement, seatSign } from "../elements.js";
import { formatNumber, gettext } from "../language.js";
import { placeInMatch, plainNumber, signed } from "./format.js";
import { showNotes } from "./notes.js";

export function makeMoves(root, data, cursor, noteStore) {
  const log = root.querySelector(".log");
  const list = root.querySelector(".list");
  const back = root.querySelector(".back-to-current");
  let rows = [];
  let hadFocus = false;
  data.watch(() => {
    hadFocus = list.contains(list.getRootNode().activeElement);
    rows = data.steps.map((step, at) => dated(makeRow(step, data), at));
    list.replaceChildren(...rows.flatMap((row, at) => aroundRow(row, data, at)));
    offerUndone(root, data.undone.length);
  });
  makeUndoneToggle(root);
  noteStore.watch(() => data.steps.forEach((step, at) => showNotes(rows[at], noteStore.about(step.at), noteStore.author())));

  let following = true;
  let ownScroll = false;
  const current = () => rows[cursor.at];
  const isInView = () => {
    const { top, bottom } = current().getBoundingClientRect();
    const frame = log.getBoundingClientRect();
    return bottom > frame.top && top < frame.bottom;
  };
  const reveal = () => {
    const row = current();
    const above = row.offsetTop - 40;
    const below = row.offsetTop + Math.min(row.offsetHeight, log.clientHeight - 60) + 20 - log.clientHeight;
    const wanted = log.scrollTop > above ? above : Math.max(log.scrollTop, below);
    if (Math.abs(wanted - log.scrollTop) >= 1) {
      ownScroll = true;
      log.scrollTop = wanted;
    }
  };
  log.addEventListener("scroll", () => {
    if (!ownScroll) {
      following = isInView();
      back.hidden = following;
    }
    ownScroll = false;
  }, { passive: true });
  new ResizeObserver(() => following && reveal()).observe(log);
  back.addEventListener("click", () => {
    following = true;
    back.hidden = true;
    reveal();
  });
  list.addEventListener("click", (event) => {
    const row = event.target.closest(".move");
    if (row && !event.target.closest(".note")) cursor.go(rows.indexOf(row));
  });

  let marked = null;
  cursor.watch((at) => {
    marked?.classList.remove("current");
    marked?.firstChild.removeAttribute("aria-current");
    if (marked) marked.firstChild.tabIndex = -1;
    marked = rows[at];
    marked.classList.add("current");
    marked.firstChild.setAttribute("aria-current", "step");
    marked.firstChild.tabIndex = 0;
    if (hadFocus) marked.firstChild.focus({ preventScroll: true });
    hadFocus = false;
    if (following) requestAnimationFrame(reveal);
  });
}

// A row with the head of the round it opens before it, and what was undone there behind it.
function aroundRow(row, data, at) {
  const step = data.steps[at];
  const opens = step.round !== (data.steps[at - 1]?.round ?? 0);
  const gone = data.undone.filter(({ after }) => after === step.at).map((one) => makeUndone(one, data, at));
  if (data.explored?.line && step.at > data.explored.base) row.classList.add("tried");
  if (!opens) return [row, ...gone];
  return [dated(htmlElement("li", "round-head", gettext("Round {round}", { round: step.round })), at), row, ...gone];
}

// What belongs to a step knows which, so that it can be hidden while the step is still to be guessed.
function dated(element, at) {
  element.dataset.step = at;
  return element;
}

function makeUndone({ seat, says, why }, { marks }, at) {
  const row = dated(htmlElement("li", "undone"), at);
  row.append(htmlElement("span", "when"), seatSign(marks[seat]), htmlElement("s", "says", says), htmlElement("span", "why", why));
  return row;
}

function offerUndone(root, count) {
  const toggle = root.querySelector(".show-undone");
  toggle.hidden = !count;
  toggle.textContent = gettext("Undone moves: {count}", { count: formatNumber(count) });
}

function makeUndoneToggle(root) {
  const toggle = root.querySelector(".show-undone");
  toggle.addEventListener("click", () => {
    const shown = root.classList.toggle("with-undone");
    toggle.setAttribute("aria-pressed", shown);
  });
}

function makeRow(step, { marks, names }) {
  const row = htmlElement("li", "move");
  const button = htmlElement("button", "row");
  button.type = "button";
  button.tabIndex = -1;
  const gains = step.stages.flatMap(([label, all]) => all.map((gain) => [label, ...gain]));
  const own = gains.filter(([, seat]) => seat === step.seat).reduce((sum, [, , points]) => sum + points, 0);
  const sum = step.seat === null ? "" : plainNumber(step.scores[step.seat]);
  if (step.seconds !== null) button.title = gettext("after {seconds} s", { seconds: Math.round(step.seconds) });
  button.append(
    htmlElement("span", "when", placeInMatch(step)),
    seatSign(marks[step.seat]),
    htmlElement("span", "says", step.says),
    htmlElement("span", own < 0 ? "change loss" : "change", own ? signed(own) : ""),
    htmlElement("span", "sum", sum),
  );
  row.append(button);
  const isPlain = gains.length === 0 || (gains.length === 1 && gains[0][1] === step.seat);
  if (!isPlain) row.append(makeStages(gains, marks, names));
  return row;
}

function makeStages(gains, marks, names) {
  const stages = htmlElement("ul", "stages");
  for (const [label, seat, points, source, rule] of gains) {
    const stage = htmlElement("li", "stage");
    stage.title = `${names[seat]}${rule ? `, ${rule}` : ""}`;
    stage.append(
      seatSign(marks[seat]),
      htmlElement("span", "says", label),
      htmlElement("span", "chip", source),
      htmlElement("span", points < 0 ? "change loss" : "change", points ? signed(points) : formatNumber(0)),
    );
    stages.append(stage);
  }
  return stages;
}
