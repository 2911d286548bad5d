// One drawing of a panel, or of a part of it: its pieces, the lit places over them, ghosts of what a move would change.

import { htmlElement, svgElement } from "../lib/elements.js";
import { followLegible, keepLegible } from "../lib/legible.js";
import { boxOf, merged, outlineOf, withAir } from "./boxes.js";
import { hitOf, roomsOf } from "./hits.js";
import { aimed, around, closeView, everything, isCrowded, leastWidth } from "./picture_view.js";
import { makePieces } from "./pieces.js";
import { placeOf } from "./taps.js";

/** @import { PictureView } from "./picture_view.js" */

/** Width of a tile in a close view, as a share of the page in percent. */
const CLOSE = 8.2;

/**
 * @param {Shape[]} shapes
 * @param {string} title
 * @param {PanelData} [panel] the panel that the shapes are the whole of
 */
export function makePicture(shapes, title, panel) {
  const figure = htmlElement("figure", "panel");
  const svg = svgElement("svg", { role: "group", "aria-label": title });
  figure.append(svg);
  followLegible(svg);
  const pieces = makePieces(svg);
  pieces.put(shapes);
  const effects = svg.appendChild(svgElement("g", { class: "effects" }));
  const marks = svg.appendChild(svgElement("g", { class: "targets" }));
  /** @type {PictureView} */
  let state = { whole: null, view: { x: 0, y: 0, width: 1, height: 1 }, targets: new Map() };
  /** @param {Box} view */
  const frame = (view) => {
    state = { ...state, view };
    drawFrame(svg, view);
  };
  /** @param {{ width: number, height: number }} size */
  const frameWhole = ({ width, height }) => {
    const whole = { x: 0, y: 0, width, height };
    state = { ...state, whole };
    frame(whole);
  };
  if (panel) frameWhole(panel);
  return {
    figure, svg, pieces,
    get targets() { return state.targets; },
    around: () => around(state),
    /**
     * Shows the panel as it is now.
     * @param {PanelData} next
     */
    put(next) {
      svg.setAttribute("aria-label", next.title);
      pieces.put(next.shapes);
      frameWhole(next);
    },
    /**
     * Measures these places: before anything is drawn, as each change would force another layout.
     * @param {string[]} places
     */
    measure(places) {
      for (const place of places) pieces.boxes(place);
    },
    /** @param {[tap: string, name: string | null][]} taps */
    aim(taps) {
      const measured = taps.map(([tap, name]) => ({ tap, name, boxes: merged(pieces.boxes(placeOf(tap))) })).filter(({ boxes }) => boxes.length);
      for (const { tap, name, boxes } of measured) marks.append(targetElement(tap, name ?? pieces.nameOf(placeOf(tap)), boxes));
      state = { ...state, targets: new Map([...state.targets, ...measured.map(({ tap, boxes }) => /** @type {const} */ ([tap, boxes]))]) };
    },
    /** @param {string} place */
    choose(place) {
      for (const box of merged(pieces.boxes(place))) marks.append(outlineOf(box, "chosen"));
    },
    clear() {
      state = { ...state, targets: new Map() };
      marks.replaceChildren();
      effects.replaceChildren();
    },
    /** @type {(box: Box, air: number) => void} */
    show: (box, air) => frame(withAir(box, air)),
    /** @param {number} width in pixels */
    isCrowded: (width) => isCrowded(state, width),
    /** Shows the whole panel. */
    zoomOut: () => frame(everything(state)),
    /** @param {number} width in pixels */
    zoomIn: (width) => frame(closeView(state, width)),
    /** Makes the picture as wide as fingers need it; what does not fit can be scrolled. */
    widen() {
      const least = `${Math.ceil(leastWidth(state, state.view))}px`;
      svg.style.minWidth = least;
      figure.style.flexBasis = `min(100%, max(${least}, ${(state.view.width * CLOSE).toFixed(2)}%))`;
    },
    /** Pixels per unit; 0 if the picture is not on the page. */
    scale: () => svg.getScreenCTM()?.a ?? 0,
    /** @param {number} scale see `scale` */
    layHits: (scale) => { if (scale) layHits(marks, state, scale); },
    /**
     * Scrolls a picture that is wider than the page to its targets.
     * @param {number} scale
     */
    scrollToTargets(scale) {
      if (!state.targets.size || state.view.width * scale <= figure.clientWidth + 1) return;
      const { x, width } = around(state);
      figure.scrollLeft = (x + width / 2 - state.view.x) * scale - figure.clientWidth / 2;
    },
    /**
     * @param {Preview | null | undefined} preview
     * @param {boolean} waits whether it is of a move that waits to be sent: its pieces have a dashed edge
     */
    ghost(preview, waits) {
      effects.replaceChildren(...ghostsOf(preview, pieces, shapes, panel));
      keepLegible(svg);
      if (!waits) return;
      const ghosts = /** @type {NodeListOf<SVGGraphicsElement>} */ (effects.querySelectorAll(".ghost"));
      effects.append(...[...ghosts].map(boxOf).map((box) => outlineOf(box, "unsent-edge")));
    },
  };
}

/**
 * @param {SVGSVGElement} svg
 * @param {Box} view
 */
function drawFrame(svg, { x, y, width, height }) {
  svg.setAttribute("viewBox", [x, y, width, height].map((n) => n.toFixed(2)).join(" "));
  svg.style.minWidth = "";  // Not a variable of the picture: a change of one would style all its pieces anew.
  keepLegible(svg);
}

/**
 * @param {string} tap
 * @param {string} name
 * @param {Box[]} boxes
 */
function targetElement(tap, name, boxes) {
  const target = svgElement("g", { class: "target", role: "button", tabindex: "0", "aria-label": name });
  target.dataset.tap = tap;
  target.append(...boxes.map((box) => outlineOf(box)));
  return target;
}

/**
 * Lays the area that a finger may tap under each target.
 * @param {SVGGElement} marks
 * @param {PictureView} state
 * @param {number} scale pixels per unit
 */
function layHits(marks, state, scale) {
  const boxes = aimed(state);
  const rooms = roomsOf(boxes, state.view);
  for (const hit of marks.querySelectorAll(".hit")) hit.remove();
  boxes.forEach(({ tap, box }, at) => {
    const { x, y, width, height } = hitOf(box, rooms[at], scale);
    marks.querySelector(`[data-tap="${CSS.escape(tap)}"]`)?.prepend(svgElement("rect", { class: "hit", x, y, width, height }));
  });
}

/**
 * What a move would change, drawn over the picture.
 * @param {Preview | null | undefined} preview
 * @param {ReturnType<typeof makePieces>} pieces
 * @param {Shape[]} shapes
 * @param {PanelData} [panel]
 */
function ghostsOf(preview, pieces, shapes, panel) {
  const isHere = (/** @type {string} */ id) => panel || shapes.some(([own]) => id.startsWith(`${own}/`));
  const patches = (preview?.patches ?? []).filter(([id]) => !panel || id === panel.id);
  return [
    ...patches.flatMap(([, put, gone]) => [
      ...gone.flatMap(pieces.leaving), ...put.filter((shape) => isHere(shape[0])).flatMap(pieces.arriving),
    ]),
    ...(preview?.gains ?? []).flatMap(([cell, points]) => pieces.floating(cell, points)),
  ];
}
