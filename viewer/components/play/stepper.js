// The stepper of rounds: a line in the chart, the row of the table, and how things stood.

import { find, findAll, targetOf } from "../lib/elements.js";

/**
 * Returns what shows the last round of the play that was drawn below `root`, if it has rounds.
 * @param {HTMLElement} root
 */
export function makeStepper(root) {
  let at = 0;
  const stepsOf = (/** @type {HTMLElement} */ section) => findAll(section, "output [data-says]");
  const show = (/** @type {HTMLElement} */ section) => {
    const steps = stepsOf(section), last = steps.length - 1;
    steps.forEach((step, place) => { step.hidden = place !== at; });
    find(section, ".after").textContent = at === last ? "" : steps[at].dataset.says ?? "";
    for (const [name, isOff] of /** @type {const} */ ([[".back", at === 0], [".on", at === last]])) {
      const button = find(section, name, HTMLButtonElement);
      button.disabled = isOff;
      button.classList.toggle("is-off", isOff);
    }
    for (const line of findAll(section, "svg .cursor", SVGElement)) {
      const { left = "0", step = "0" } = line.dataset;
      const x = String(Number(left) + (at + 0.5) * Number(step));
      line.setAttribute("d", `M${x} ${line.dataset.top}V${line.dataset.bottom}`);
      line.classList.toggle("rest", at === last);
    }
    const rows = findAll(root, ".sheet:not(.turned) tbody tr");
    if (rows.length === steps.length) rows.forEach((row, place) => row.classList.toggle("later", place > at));
  };
  root.addEventListener("click", (event) => {
    const button = targetOf(event).closest(".rounds :is(.back, .on)");
    const section = /** @type {HTMLElement | null | undefined} */ (button?.closest(".rounds"));
    if (!button || !section) return;
    at = Math.min(Math.max(at + (button.matches(".back") ? -1 : 1), 0), stepsOf(section).length - 1);
    show(section);
  });
  return () => {
    const section = /** @type {HTMLElement | null} */ (root.querySelector(".rounds"));
    if (!section) return;
    at = stepsOf(section).length - 1;
    show(section);
  };
}
