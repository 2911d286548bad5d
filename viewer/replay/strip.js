// The timeline: a tick for every event on the lane of its seat, taller where a turn begins, lines where rounds do.

function makeStrip(root, data, cursor) {
  const strip = root.querySelector(".strip");
  const now = strip.querySelector(".now");
  const { steps } = data;
  strip.querySelector(".ticks").replaceWith(makeTicks(data));
  for (const [number, first] of labeled(data.rounds)) {
    const label = htmlElement("span", "round-label", number);
    label.style.left = percent(first / steps.length);
    strip.append(label);
  }
  strip.setAttribute("aria-valuemax", cursor.last);
  cursor.watch((at) => {
    now.style.left = percent((at + 0.5) / steps.length);
    strip.setAttribute("aria-valuenow", at);
    strip.setAttribute("aria-valuetext", told(steps[at]));
  });
  makeScrubber(strip, steps, cursor, root);
}

// Pointing previews a step in a hint, pressing and dragging goes there; for the strip and the chart alike.
function makeScrubber(surface, steps, cursor, root) {
  const hint = htmlElement("output", "hint");
  hint.hidden = true;
  surface.append(hint);
  const stepAt = (event) => {
    const { left, width } = surface.getBoundingClientRect();
    return Math.min(Math.max(Math.floor(((event.clientX - left) / width) * steps.length), 0), cursor.last);
  };
  surface.addEventListener("pointerdown", (event) => {
    surface.setPointerCapture(event.pointerId);
    cursor.go(stepAt(event));
  });
  surface.addEventListener("pointermove", (event) => {
    const at = stepAt(event);
    if (surface.hasPointerCapture(event.pointerId)) cursor.go(at);
    const where = percent((at + 0.5) / steps.length);
    hint.hidden = false;
    hint.textContent = `${placeInMatch(steps[at])} ${steps[at].says}`;
    hint.style.left = where;
    hint.style.translate = `-${where} 0`;
    surface.style.setProperty("--hover", where);
  });
  surface.addEventListener("pointerleave", () => { hint.hidden = true; });
}

function makeTicks({ steps, names }) {
  const lanes = Math.max(1, names.length);
  const ticks = svgElement("svg", {
    class: "ticks", viewBox: `0 0 ${steps.length} ${lanes}`, preserveAspectRatio: "none", "aria-hidden": "true",
  });
  steps.forEach((step, at) => {
    const before = steps[at - 1];
    const isRound = before && before.round !== step.round;
    const isTurn = step.seat !== null && (!before || before.turn !== step.turn || before.seat !== step.seat);
    if (isRound) ticks.append(svgElement("path", { class: "round-line", d: `M${at} 0V${lanes}` }));
    if (step.seat === null) return;
    const height = isTurn ? 0.84 : 0.46;
    const y = step.seat + 0.92 - height;
    const look = `tick seat-${step.seat % 4}`;
    ticks.append(svgElement("rect", { class: look, x: at + 0.14, y, width: 0.72, height }));
  });
  return ticks;
}

// The rounds whose numbers there is room for: each one, or every so many from the first.
function labeled(rounds) {
  const every = Math.ceil(rounds.length / 14);
  return rounds.filter(([number]) => number > 0 && (number - 1) % every === 0);
}

function told(step) {
  const where = step.round ? `Round ${step.round}${step.turn ? `, turn ${step.turn}` : ""}: ` : "";
  return where + step.says;
}

function percent(part) {
  return `${(100 * part).toFixed(3)}%`;
}
