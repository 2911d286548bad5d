// The screen: boards, points and the latest moves, large, for a television or a stream. It has no controls.

import { htmlElement, seatSign } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { applyTheme } from "../lib/theme.js";
import { makePicture } from "./picture.js";
import { fittingScale } from "./screen_layout.js";

/** Space between two panels, in pixels. */
const GAP = 16;

/**
 * Adds the screen to an element.
 * @param {HTMLElement | ShadowRoot} host
 * @returns {LiveView}
 */
export function openScreen(host) {
  const root = htmlElement("section", "live-record screen-view partie-light");
  root.setAttribute("aria-label", gettext("Table"));
  root.innerHTML = `<svg class="symbol-sheet" aria-hidden="true"><defs></defs></svg><div class="boards"></div>
    <div class="facts"><p class="round"></p><ol class="seats-now"></ol><p class="result"></p>
    <ol class="moves" aria-live="polite"></ol><p class="message" role="status" hidden></p>
    <p class="away" role="status" hidden></p></div>`;
  host.append(root);
  const [symbols, boards, round, seats, result, moves, message] = ["defs", ".boards", ".round", ".seats-now", ".result", ".moves", ".message"]
    .map((selector) => /** @type {HTMLElement} */ (root.querySelector(selector)));
  /** @type {LiveRecordData["scene"]["panels"]} */
  let panels = [];
  const fit = () => {
    const sizes = panels.map(({ width, height }) => ({ width, height }));
    const scale = fittingScale(sizes, boards.clientWidth, boards.clientHeight, GAP);
    for (const [at, figure] of [...boards.children].entries()) {
      /** @type {HTMLElement} */ (figure).style.width = `${Math.floor(panels[at].width * scale)}px`;
    }
  };
  const resizes = new ResizeObserver(fit);
  resizes.observe(boards);
  const sleeps = keepAwake();
  let revision = "";
  return {
    root,
    query: () => {},
    receive() {},
    show(data) {
      applyTheme(root, host);
      if (revision === data.revision) return;
      revision = data.revision;
      root.dataset.version = String(data.version);
      message.hidden = true;
      symbols.innerHTML = data.symbols;  // Drawings of the board, without any text from people.
      panels = data.scene.panels;
      boards.replaceChildren(...panels.map((panel) => makePicture(panel.shapes, panel.title, panel).figure));
      round.textContent = [data.title, data.round ? gettext("Round {number}", { number: data.round }) : ""].filter(Boolean).join("  \u00b7  ");
      seats.replaceChildren(...data.names.map((_, seat) => seatOf(data, seat)));
      result.textContent = data.state === "open" ? "" : data.result;
      moves.replaceChildren(...data.last.flatMap(([, seat, sentence, points, scored]) => [
        ...scored.toReversed().map((says) => lineOf(undefined, says, "")), lineOf(data.marks[seat ?? -1], sentence, points),
      ]));
      fit();
    },
    refuse(reason) {
      message.textContent = reason;
      message.hidden = false;
    },
    leave() {
      resizes.disconnect();
      sleeps();
      root.remove();
    },
  };
}

/**
 * @param {Shape | undefined} mark
 * @param {string} says
 * @param {string} points
 */
function lineOf(mark, says, points) {
  const line = htmlElement("li");
  line.append(seatSign(mark), htmlElement("span", "says", says), htmlElement("b", "change", points));
  return line;
}

/**
 * @param {LiveRecordData} data
 * @param {number} seat
 */
function seatOf({ names, marks, points, turn, winners }, seat) {
  const item = htmlElement("li", "seat-now");
  item.classList.toggle("acts", turn === seat);
  item.classList.toggle("won", winners.includes(seat));
  if (turn === seat) item.setAttribute("aria-current", "true");
  item.append(seatSign(marks[seat]), htmlElement("span", "who", names[seat]), htmlElement("b", "sum", points[seat]));
  return item;
}

/** Keeps the display on while the page is visible, where the browser allows it; returns the function that ends this. */
function keepAwake() {
  const { wakeLock } = navigator;  // Missing on plain HTTP and in older browsers.
  const ending = new AbortController();
  /** @type {WakeLockSentinel | undefined} */
  let lock;
  const ask = async () => {
    if (document.hidden || ending.signal.aborted) return;
    try {
      lock = await wakeLock?.request("screen");
    } catch {
      // Refused, for instance on a low battery.
    }
  };
  document.addEventListener("visibilitychange", ask, { signal: ending.signal });
  void ask();
  return () => {
    ending.abort();
    void lock?.release();
  };
}
