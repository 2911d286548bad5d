// The panels of the table, drawn once and then changed place by place.

import { htmlElement, shapeElement, svgElement } from "../elements.js";
import { changesOf, difference, SIZE } from "./changes.js";
import { signed } from "./format.js";

const FOLLOWED = 8;  // More pieces than this leave at once when a round ends; nobody could follow their ghosts.

export function makeBoards(root, data, cursor) {
  let changes = [];
  const panels = new Map();
  let drawnStep = 0;
  let floating = 0;
  let viewpoint = null;
  const draw = (step) => {
    for (const { panel, id, shape } of difference(changes, drawnStep, step)) panels.get(panel).put(id, shape);
    drawnStep = step;
    follow(panels, viewpoint ?? actorAt(data.steps, step));
    for (const panel of panels.values()) panel.clear();
    highlightChanges(panels, changes[step]);
    cancelAnimationFrame(floating);
    floating = requestAnimationFrame(() => showGains(panels, data.steps[step]));
  };
  data.watch(() => {
    changes = changesOf(data.scene, data.steps);
    layPanels(root, data, panels);
    drawnStep = 0;
  });

  const taps = [];
  root.querySelector(".boards").addEventListener("click", (event) => {
    const id = event.target.closest("[data-id]")?.dataset.id;
    if (id && taps.some((takes) => takes(id))) return;
    const since = id ? arrival(changes, id, drawnStep) : 0;
    if (since > 0 && since !== cursor.at) cursor.go(since);
  });
  return {
    draw,
    panels,
    changesAt: (step) => changes[step],
    // Whoever listens and answers with true keeps the tap on a shape from going where it came from.
    onTap: (takes) => taps.push(takes),
    // The seat whose board is large from now on; null: whoever acted last.
    view(seat) {
      viewpoint = seat;
      follow(panels, viewpoint ?? actorAt(data.steps, drawnStep));
    },
  };
}

function layPanels(root, { symbols, scene }, panels) {
  const [shared, seats] = [root.querySelector(".shared"), root.querySelector(".seats")];
  root.querySelector(".symbols").innerHTML = symbols;  // Our own drawings: no text of people is in them.
  panels.clear();
  shared.replaceChildren();
  seats.replaceChildren();
  for (const panel of scene.panels) {
    const made = makePanel(panel);
    panels.set(panel.id, made);
    (panel.seat === null ? shared : seats).append(made.figure);
  }
  root.style.setProperty("--others", Math.max(1, seats.children.length - 1));
  root.style.setProperty("--tall", tallness(scene.panels));
  seats.className = `seats ${["", "few", "few", "follow", "follow"][seats.children.length] || "many"}`;
}

// Height of the table in widths of its column: shared panels one under the other, the large seat beside the rail.
function tallness(panels) {
  const flat = ({ width, height }) => height / width;
  const shared = panels.filter(({ seat }) => seat === null).reduce((sum, panel) => sum + flat(panel), 0);
  const seats = panels.filter(({ seat }) => seat !== null);
  const large = seats.length ? (flat(seats[0]) * Math.max(1, seats.length - 1)) / seats.length : 0;
  return (shared + large).toFixed(3);
}

function makePanel({ id, title, width, height, seat, shapes }) {
  const figure = htmlElement("figure", "panel");
  const picture = svgElement("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title });
  const pieces = svgElement("g");
  const effects = svgElement("g", { class: "effects" });
  const elements = new Map();
  let fresh = [];
  figure.dataset.panel = id;
  figure.append(picture);
  picture.append(pieces, effects);
  const put = (shapeId, shape) => {
    if (shapeId === SIZE) {
      picture.setAttribute("viewBox", `0 0 ${shape[0]} ${shape[1]}`);
      return;
    }
    const old = elements.get(shapeId);
    if (!shape) {
      old?.remove();
      elements.delete(shapeId);
      return;
    }
    const element = shapeElement(shape);
    if (old) old.replaceWith(element);
    else pieces.append(element);
    elements.set(shapeId, element);
  };
  for (const shape of shapes) put(shape[0], shape);
  const glow = (shapeId) => {
    const element = elements.get(shapeId);
    element.classList.add("fresh");
    fresh.push(element);
  };
  const clear = () => {
    effects.replaceChildren();
    for (const element of fresh) element.classList.remove("fresh");
    fresh = [];
  };
  return { figure, effects, elements, put, glow, clear, seat };
}

function follow(panels, large) {
  for (const { figure, seat } of panels.values()) figure.classList.toggle("focus", seat === large);
}

// The seat that acted last; draws of chance leave it as it is.
function actorAt(steps, step) {
  for (let index = step; index > 0; index -= 1) {
    if (steps[index].seat !== null) return steps[index].seat;
  }
  return 0;
}

// The step at which what lies there now came there; 0: it was there from the start.
function arrival(changes, id, now) {
  for (let step = now; step > 0; step -= 1) {
    if (changes[step].some((change) => change.id === id && change.after?.[1] === "use")) return step;
  }
  return 0;
}

// Pieces that came and numbers that changed glow, pieces that went leave a ghost.
function highlightChanges(panels, changes) {
  const gone = changes.filter(({ before, after }) => before?.[1] === "use" && !after);
  if (gone.length <= FOLLOWED) {
    for (const { panel, before } of gone) {
      if (changes.some((change) => change.panel === panel && isSamePlace(before, change.after))) continue;
      const ghost = shapeElement(before);
      ghost.classList.add("ghost");
      delete ghost.dataset.id;
      panels.get(panel).effects.append(ghost);
    }
  }
  for (const { panel, id, after } of changes) {
    if (after && id !== SIZE && ["use", "text"].includes(after[1])) panels.get(panel).glow(id);
  }
}

function isSamePlace([, , old], shape) {
  const now = shape?.[2];
  return now !== undefined && ["x", "y", "transform"].every((name) => old[name] === now[name]);
}

// Points float at the first cell they came from, or at the seat's score; below each other where cells are near.
// The browser is asked where cells lie, which it must find out before it paints anyway.
function showGains(panels, step) {
  const taken = [];
  for (const [, gains] of step.stages) {
    for (const [seat, points, , , cells] of gains) {
      const panel = points ? panelWith(panels, cells[0] ?? `${seat}/score`) : null;
      if (!panel) continue;
      const { x, y: middle } = middleOf(panel.elements.get(cells[0] ?? `${seat}/score`));
      let y = middle - 0.1;
      while (taken.some((one) => one.panel === panel && Math.abs(one.x - x) < 1.5 && Math.abs(one.y - y) < 0.8)) y += 0.2;
      taken.push({ panel, x, y });
      const float = svgElement("text", { class: points > 0 ? "float" : "float loss", x, y });
      float.textContent = signed(points);
      panel.effects.append(float);
    }
  }
}

export function panelWith(panels, id) {
  return [...panels.values()].find(({ elements }) => elements.has(id));
}

// The middle of a shape in its panel's own coordinates.
function middleOf(element) {
  const { x, y, width, height } = element.getBBox();
  const matrix = element.transform.baseVal.consolidate()?.matrix;
  const middle = new DOMPoint(x + width / 2, y + height / 2);
  return matrix ? middle.matrixTransform(matrix) : middle;
}
