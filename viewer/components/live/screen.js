// The screen: boards, points and the latest moves, large, for a television or a stream. It has no controls.

import { find } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { html, render } from "../lib/lit-html/lit-html.js";
import { applyTheme } from "../lib/theme.js";
import { Picture } from "./picture.js";
import { fittingScale } from "./screen_layout.js";
import { eventRow, seatsNow } from "./seats_now.js";

/** Space between two panels, in pixels. */
const GAP = 16;

/**
 * Adds the screen to an element.
 * @param {HTMLElement | ShadowRoot} host
 * @returns {LiveView}
 */
export function openScreen(host) {
  const root = Object.assign(document.createElement("section"), { className: "live-record screen-view partie-light", ariaLabel: gettext("Table") });
  root.innerHTML = `<svg class="symbol-sheet" aria-hidden="true"><defs></defs></svg><div class="boards"></div>
    <div class="facts"><div class="now"></div><p class="message" role="status" hidden></p><p class="away" role="status" hidden></p></div>`;
  host.append(root);
  const [boards, message] = [find(root, ".boards"), find(root, ".message")];
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
      find(root, "defs", SVGElement).innerHTML = data.symbols;  // Drawings of the board, without any text from people.
      panels = data.scene.panels;
      boards.replaceChildren(...panels.map((panel) => new Picture(panel.shapes, panel.title, panel).figure));
      render(nowView(data), find(root, ".now"));
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

/** @param {LiveRecordData} data */
const nowView = (data) => html`
  <p class="round">${[data.title, data.round ? gettext("Round {number}", { number: data.round }) : ""].filter(Boolean).join("  \u00b7  ")}</p>
  <ol class="seats-now">${seatsNow(data)}</ol>
  <p class="result">${data.state === "open" ? "" : data.result}</p>
  <ol class="moves" aria-live="polite">${data.last.map(([, seat, sentence, points, scored]) => [
    ...scored.toReversed().map((says) => eventRow(undefined, says, "")), eventRow(data.marks[seat ?? -1], sentence, points),
  ])}</ol>`;

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
