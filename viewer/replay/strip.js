// The timeline: a tick for every event on the lane of its seat, taller where a turn begins, lines where rounds do.

function makeStrip(root, data, cursor, remarks) {
  const strip = root.querySelector(".strip");
  const now = strip.querySelector(".now");
  const labels = htmlElement("div", "round-labels");
  const riders = htmlElement("div", "riders");
  strip.append(labels, riders, htmlElement("span", "cover"));
  data.lay(() => {
    strip.querySelector(".ticks").replaceWith(makeTicks(data));
    labels.replaceChildren(...labeled(data.rounds).map(([number, first]) => {
      const label = htmlElement("span", "round-label", number);
      label.style.left = percent(first / data.steps.length);
      return label;
    }));
  });
  remarks.watch(() => riders.replaceChildren(...ridersOf(data, remarks)));
  cursor.watch((at) => {
    strip.setAttribute("aria-valuemax", cursor.limit);
    now.style.left = percent((at + 0.5) / data.steps.length);
    strip.setAttribute("aria-valuenow", at);
    strip.setAttribute("aria-valuetext", told(data.steps[at]));
  });
  makeScrubber(strip, data, cursor);
}

// Pointing previews a step in a hint, pressing and dragging goes there; for the strip and the chart alike.
function makeScrubber(surface, data, cursor) {
  const hint = htmlElement("output", "hint");
  hint.hidden = true;
  surface.append(hint);
  const stepAt = (event) => {
    const { left, width } = surface.getBoundingClientRect();
    return Math.min(Math.max(Math.floor(((event.clientX - left) / width) * data.steps.length), 0), cursor.limit);
  };
  surface.addEventListener("pointerdown", (event) => {
    surface.setPointerCapture(event.pointerId);
    cursor.go(stepAt(event));
  });
  surface.addEventListener("pointermove", (event) => {
    const at = stepAt(event);
    if (surface.hasPointerCapture(event.pointerId)) cursor.go(at);
    const where = percent((at + 0.5) / data.steps.length);
    hint.hidden = false;
    hint.textContent = `${placeInMatch(data.steps[at])} ${data.steps[at].says}`;
    hint.style.left = where;
    hint.style.translate = `-${where} 0`;
    surface.style.setProperty("--hover", where);
  });
  surface.addEventListener("pointerleave", () => { hint.hidden = true; });
  return hint;
}

const RIDERS = {
  lead: [() => say("The lead changes"), "M1 4h8L6.5 1M11 8H3l2.5 3"],
  round: [() => say("A round ends"), "M3 1v10M3 6h6"],
  comment: [() => say("A comment"), "M1 2h10v6H5l-2.5 3V8H1z"],
  glyph: [() => say("A judgment"), ""],
  bookmark: [() => say("A bookmark"), "M3 1h6v10L6 8l-3 3z"],
  end: [() => say("The end"), "M3 11V1h7v5H3"],
};

// Small signs above the ticks, each a shape of its own: where the lead changes, who wrote something, the end.
function ridersOf(data, remarks) {
  return ridesOf(data, remarks).map(({ kind, at, above, text }) => {
    const [title, path] = RIDERS[kind];
    const rider = htmlElement("span", `rider ${kind}`, text);
    if (path) rider.append(smallSign(path));
    rider.title = title();
    rider.style.left = percent((at + 0.5) / data.steps.length);
    rider.style.setProperty("--above", above);
    return rider;
  });
}

function ridesOf({ steps, rounds, lead_changes: changes, is_open: isOpen }, remarks) {
  const found = [];
  const ride = (kind, at, text = "") => found.push({ kind, at, text, above: found.filter((one) => one.at === at).length });
  for (const at of changes) ride("lead", at);
  for (const [number, , last] of rounds.slice(0, -1)) if (number) ride("round", last);
  steps.forEach((step, at) => {
    const notes = remarks.about(step.at);
    const glyph = notes.find((note) => note.glyph)?.glyph;
    if (notes.some((note) => note.bookmark)) ride("bookmark", at);
    if (glyph) ride("glyph", at, glyph);
    else if (notes.some((note) => note.text || note.marks.length)) ride("comment", at);
  });
  if (!isOpen) ride("end", steps.length - 1);
  return found;
}

function smallSign(path) {
  const sign = svgElement("svg", { viewBox: "0 0 12 12", "aria-hidden": "true" });
  sign.append(svgElement("path", { d: path }));
  return sign;
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
  const { round, turn, says } = step;
  if (!round) return says;
  return turn ? say("Round {round}, turn {turn}: {says}", { round, turn, says }) : say("Round {round}: {says}", { round, says });
}

function percent(part) {
  return `${(100 * part).toFixed(3)}%`;
}
