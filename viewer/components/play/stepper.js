// The stepper of rounds: a line in the chart, the row of the table, and how things stood.

import { find, findAll } from "../lib/elements.js";

/** @param {HTMLElement} root */
export function makeStepper(root) {
  const section = root.querySelector(".rounds");
  if (!section) return;
  const steps = findAll(section, "output [data-says]");
  const [back, on] = [find(section, ".back", HTMLButtonElement), find(section, ".on", HTMLButtonElement)];
  const rows = findAll(root, ".sheet:not(.turned) tbody tr");
  const last = steps.length - 1;
  const show = (/** @type {number} */ at) => {
    steps.forEach((step, place) => { step.hidden = place !== at; });
    find(section, ".after").textContent = at === last ? "" : steps[at].dataset.says ?? "";
    for (const [button, isOff] of /** @type {const} */ ([[back, at === 0], [on, at === last]])) {
      button.disabled = isOff;
      button.classList.toggle("is-off", isOff);
    }
    for (const line of findAll(section, "svg .cursor", SVGElement)) {
      const { left = "0", step = "0" } = line.dataset;
      const x = String(Number(left) + (at + 0.5) * Number(step));
      line.setAttribute("d", `M${x} ${line.dataset.top}V${line.dataset.bottom}`);
      line.classList.toggle("rest", at === last);
    }
    if (rows.length === steps.length) rows.forEach((row, place) => row.classList.toggle("later", place > at));
  };
  let at = last;
  back.addEventListener("click", () => show(at = Math.max(0, at - 1)));
  on.addEventListener("click", () => show(at = Math.min(last, at + 1)));
  show(at);
}
