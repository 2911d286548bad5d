// The panels of the table, drawn once and then changed place by place.

import { find, htmlElement, shapeElement, svgElement, targetOf } from "../lib/elements.js";
import { followLegible, keepLegible } from "../lib/legible.js";
import { changesOf, difference, SIZE } from "./changes.js";
import { isLoss, signed } from "./format.js";

/** Up to this many pieces that leave at once get a ghost; at the end of a round more leave than a reader can follow. */
const FOLLOWED = 8;

/**
 * @param {HTMLElement} root
 * @param {Store} data
 * @param {Cursor} cursor
 */
export function makeBoards(root, data, cursor) {
  /** @type {Change[][]} */
  let changes = [];
  /** @type {Map<string, Panel>} */
  const panels = new Map();
  let drawnStep = 0;
  let floating = 0;
  /** @type {number | null} */
  let viewpoint = null;
  /** @type {((step: number) => void)[]} */
  const overlays = [];
  /** @param {number} step */
  const draw = (step) => {
    for (const { panel, id, shape } of difference(changes, drawnStep, step)) panels.get(panel)?.put(id, shape);
    drawnStep = step;
    enlarge(panels, viewpoint ?? actorAt(data.steps, step));
    for (const panel of panels.values()) panel.clear();
    highlightChanges(panels, changes[step]);
    for (const overlay of overlays) overlay(step);
    cancelAnimationFrame(floating);
    floating = requestAnimationFrame(() => showGains(panels, data, step));
  };
  data.watch(() => {
    changes = changesOf(data.scene, data.steps);
    layPanels(root, data, panels);
    drawnStep = 0;
  });

  const onTap = listenForTaps(root, (id) => {
    const since = arrival(changes, id, drawnStep);
    if (since > 0 && since !== cursor.at) cursor.jump(since);
  });
  return {
    draw,
    panels,
    /**
     * Adds what draws over the boards at a step, into the effects of their panels.
     * @param {(step: number) => void} overlay
     */
    onDraw: (overlay) => overlays.push(overlay),
    /** @param {number} step */
    changesAt: (step) => changes[step],
    /**
     * Some panels as they were at a step, each as a small picture of its own.
     * @param {number} step
     * @param {(panel: PanelData) => boolean} isShown
     */
    picturesAt: (step, isShown) => picturesOf(data.scene.panels.filter(isShown), difference(changes, 0, step)),
    onTap,
    /**
     * Makes the board of this seat the large one; null: that of the seat that acted last.
     * @param {number | null} seat
     */
    view(seat) {
      viewpoint = seat;
      enlarge(panels, viewpoint ?? actorAt(data.steps, drawnStep));
    },
  };
}

/**
 * Returns the function that adds a listener for taps on shapes: true from a listener keeps a tap from what it does otherwise.
 * @param {HTMLElement} root
 * @param {(id: string) => void} act
 */
function listenForTaps(root, act) {
  /** @type {((id: string) => boolean)[]} */
  const taps = [];
  find(root, ".boards").addEventListener("click", (event) => {
    const id = idUnder(targetOf(event));
    if (id && !taps.some((takes) => takes(id))) act(id);
  });
  return (/** @type {(id: string) => boolean} */ takes) => taps.push(takes);
}

/**
 * Panels with these changes, each as a small picture of its own.
 * @param {PanelData[]} shown
 * @param {ReturnType<typeof difference>} changes
 */
function picturesOf(shown, changes) {
  const pictures = new Map(shown.map((panel) => [panel.id, makePanel(panel)]));
  for (const { panel, id, shape } of changes) pictures.get(panel)?.put(id, shape);
  return pictures;
}

/**
 * @param {HTMLElement} root
 * @param {ReplayData} data
 * @param {Map<string, Panel>} panels
 */
function layPanels(root, { symbols, scene }, panels) {
  const [shared, seats] = [find(root, ".shared"), find(root, ".seats")];
  find(root, ".symbols", SVGElement).innerHTML = symbols;  // Drawings of the board, without any text from people.
  panels.clear();
  shared.replaceChildren();
  seats.replaceChildren();
  for (const panel of scene.panels) {
    const made = makePanel(panel);
    panels.set(panel.id, made);
    (panel.seat === null ? shared : seats).append(made.figure);
  }
  root.style.setProperty("--others", String(Math.max(1, seats.children.length - 1)));
  root.style.setProperty("--tall", tallness(scene.panels));
  root.classList.toggle("alone", seats.children.length < 2);
  seats.className = `seats ${["", "few", "few", "follow", "follow"][seats.children.length] || "many"}`;
}

/**
 * Height of the table in widths of its column: shared panels one under the other, the large seat beside the rail.
 * @param {PanelData[]} panels
 */
function tallness(panels) {
  const flat = (/** @type {PanelData} */ { width, height }) => height / width;
  const shared = panels.filter(({ seat }) => seat === null).reduce((sum, panel) => sum + flat(panel), 0);
  const seats = panels.filter(({ seat }) => seat !== null);
  const large = seats.length ? (flat(seats[0]) * Math.max(1, seats.length - 1)) / seats.length : 0;
  return (shared + large).toFixed(3);
}

/** @param {PanelData} data */
export function makePanel({ id, title, width, height, seat, shapes }) {
  const figure = htmlElement("figure", "panel");
  const picture = svgElement("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title });
  const pieces = svgElement("g");
  const effects = svgElement("g", { class: "effects" });
  /** @type {Map<string, SVGGraphicsElement>} */
  const elements = new Map();
  /** @type {Element[]} */
  let fresh = [];
  figure.dataset.panel = id;
  figure.append(picture);
  followLegible(picture);
  picture.append(pieces, effects);
  /** @param {string} shapeId @param {Shape | undefined} shape */
  const put = (shapeId, shape) => {
    if (shapeId === SIZE) {
      picture.setAttribute("viewBox", `0 0 ${shape?.[2].width} ${shape?.[2].height}`);
      keepLegible(picture);
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
  /** @param {string} shapeId */
  const glow = (shapeId) => {
    const element = elements.get(shapeId);
    if (!element) return;
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

/** @param {Map<string, Panel>} panels @param {number | null} large */
function enlarge(panels, large) {
  for (const { figure, seat } of panels.values()) figure.classList.toggle("focus", seat === large);
}

/**
 * The seat that acted last; draws of chance leave it as it is.
 * @param {Step[]} steps
 * @param {number} step
 */
export function actorAt(steps, step) {
  for (let index = step; index > 0; index -= 1) {
    if (steps[index].seat !== null) return steps[index].seat;
  }
  return 0;
}

/**
 * The step at which the piece that lies there now arrived; 0: it lay there from the start.
 * @param {Change[][]} changes
 * @param {string} id
 * @param {number} now
 */
export function arrival(changes, id, now) {
  for (let step = now; step > 0; step -= 1) {
    if (changes[step].some((change) => change.id === id && change.after?.[1] === "use")) return step;
  }
  return 0;
}

/**
 * Pieces that arrived and numbers that changed glow, pieces that left leave a ghost.
 * @param {Map<string, Panel>} panels
 * @param {Change[]} changes
 */
function highlightChanges(panels, changes) {
  const gone = changes.filter(({ before, after }) => before?.[1] === "use" && !after);
  if (gone.length <= FOLLOWED) {
    for (const { panel, before } of gone) {
      if (!before || changes.some((change) => change.panel === panel && isSamePlace(before, change.after))) continue;
      const ghost = shapeElement(before);
      ghost.classList.add("ghost");
      delete ghost.dataset.id;
      panels.get(panel)?.effects.append(ghost);
    }
  }
  for (const { panel, id, after } of changes) {
    if (after && id !== SIZE && ["use", "text"].includes(after[1])) panels.get(panel)?.glow(id);
  }
}

/** @param {Shape} before @param {Shape | undefined} shape */
function isSamePlace([, , old], shape) {
  const now = shape?.[2];
  return now !== undefined && ["x", "y", "transform"].every((name) => old[name] === now[name]);
}

/**
 * Points float at the first cell they came from, or at the seat's score; below each other where cells are near.
 * Measuring forces no extra layout: the browser needs it before the next paint anyway.
 * @param {Map<string, Panel>} panels
 * @param {ReplayData} data
 * @param {number} at
 */
function showGains(panels, data, at) {
  /** @type {{ panel: Panel, x: number, y: number }[]} */
  const taken = [];
  for (const [, gains] of data.steps[at].stages) {
    for (const [seat, points, , , cells] of gains) {
      const cell = cells[0] ?? `${seat}/score`;
      const panel = points ? panelWith(panels, cell) : null;
      const element = panel?.elements.get(cell);
      if (!panel || !element) continue;
      const { x, y: middle } = middleOf(element);
      let y = middle - 0.1;
      while (taken.some((one) => one.panel === panel && Math.abs(one.x - x) < 1.5 && Math.abs(one.y - y) < 0.8)) y += 0.2;
      taken.push({ panel, x, y });
      const float = svgElement("text", { class: isLoss(points, data) ? "float loss" : "float", x, y });
      float.textContent = signed(points);
      panel.effects.append(float);
    }
  }
}

/** @param {Map<string, Panel>} panels @param {string} id */
export function panelWith(panels, id) {
  return [...panels.values()].find(({ elements }) => elements.has(id));
}

/** The middle of a shape in its panel's own coordinates. @param {SVGGraphicsElement} element */
function middleOf(element) {
  const { x, y, width, height } = element.getBBox();
  const matrix = element.transform.baseVal.consolidate()?.matrix;
  const middle = new DOMPoint(x + width / 2, y + height / 2);
  return matrix ? middle.matrixTransform(matrix) : middle;
}

/** The id of the shape that an element belongs to. @param {Element} element */
export function idUnder(element) {
  return /** @type {SVGElement | null} */ (element.closest("[data-id]"))?.dataset.id;
}
