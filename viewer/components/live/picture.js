// One drawing of a panel, or of a part of it: its pieces, the lit places over them, ghosts of what a move would change.

import { svgElement } from "../lib/elements.js";
import { followLegible, keepLegible } from "../lib/legible.js";
import { boxOf, merged, outlineOf, withAir } from "./boxes.js";
import { hitOf, roomsOf } from "./hits.js";
import { aimed, around, closeView, everything, isCrowded, leastWidth } from "./picture_view.js";
import { Pieces } from "./pieces.js";
import { placeOf } from "./taps.js";

/** @import { PictureView } from "./picture_view.js" */

/** Width of a tile in a close view, as a share of the page in percent. */
const CLOSE = 8.2;

export class Picture {
  figure = Object.assign(document.createElement("figure"), { className: "panel" });
  #effects = svgElement("g", { class: "effects" });
  #marks = svgElement("g", { class: "targets" });
  /** @type {PictureView} */
  #state = { whole: null, view: { x: 0, y: 0, width: 1, height: 1 }, targets: new Map() };

  /**
   * @param {Shape[]} shapes
   * @param {string} title
   * @param {PanelData} [panel] the panel that the shapes are the whole of
   */
  constructor(shapes, title, panel) {
    this.shapes = shapes;
    this.panel = panel;
    this.svg = svgElement("svg", { role: "group", "aria-label": title });
    this.figure.append(this.svg);
    followLegible(this.svg);
    this.pieces = new Pieces(this.svg);
    this.pieces.put(shapes);
    this.svg.append(this.#effects, this.#marks);
    if (panel) this.#frameWhole(panel);
  }

  get targets() {
    return this.#state.targets;
  }

  around = () => around(this.#state);

  /** Shows the panel as it is now. @param {PanelData} next */
  put(next) {
    this.svg.setAttribute("aria-label", next.title);
    this.pieces.put(next.shapes);
    this.#frameWhole(next);
  }

  /**
   * Measures these places: before anything is drawn, as each change would force another layout.
   * @param {string[]} places
   */
  measure(places) {
    for (const place of places) this.pieces.boxes(place);
  }

  /** @param {[tap: string, name: string | null][]} taps */
  aim(taps) {
    const { pieces } = this;
    const measured = taps.map(([tap, name]) => ({ tap, name, boxes: merged(pieces.boxes(placeOf(tap))) })).filter(({ boxes }) => boxes.length);
    for (const { tap, name, boxes } of measured) this.#marks.append(targetElement(tap, name ?? pieces.nameOf(placeOf(tap)), boxes));
    const targets = new Map([...this.targets, ...measured.map(({ tap, boxes }) => /** @type {const} */ ([tap, boxes]))]);
    this.#state = { ...this.#state, targets };
  }

  /** @param {string} place */
  choose(place) {
    for (const box of merged(this.pieces.boxes(place))) this.#marks.append(outlineOf(box, "chosen"));
  }

  clear() {
    this.#state = { ...this.#state, targets: new Map() };
    this.#marks.replaceChildren();
    this.#effects.replaceChildren();
  }

  /** @type {(box: Box, air: number) => void} */
  show = (box, air) => this.#frame(withAir(box, air));

  /** @param {number} width in pixels */
  isCrowded = (width) => isCrowded(this.#state, width);

  /** Shows the whole panel. */
  zoomOut = () => this.#frame(everything(this.#state));

  /** @param {number} width in pixels */
  zoomIn = (width) => this.#frame(closeView(this.#state, width));

  /** Makes the picture as wide as fingers need it; what does not fit can be scrolled. */
  widen() {
    const { view } = this.#state;
    const least = `${Math.ceil(leastWidth(this.#state, view))}px`;
    this.svg.style.minWidth = least;
    this.figure.style.flexBasis = `min(100%, max(${least}, ${(view.width * CLOSE).toFixed(2)}%))`;
  }

  /** Pixels per unit; 0 if the picture is not on the page. */
  scale = () => this.svg.getScreenCTM()?.a ?? 0;

  /** @param {number} scale see `scale` */
  layHits(scale) {
    if (scale) layHits(this.#marks, this.#state, scale);
  }

  /** Scrolls a picture that is wider than the page to its targets. @param {number} scale */
  scrollToTargets(scale) {
    const { figure } = this;
    const { view } = this.#state;
    if (!this.targets.size || view.width * scale <= figure.clientWidth + 1) return;
    const { x, width } = this.around();
    figure.scrollLeft = (x + width / 2 - view.x) * scale - figure.clientWidth / 2;
  }

  /**
   * @param {Preview | null | undefined} preview
   * @param {boolean} waits whether it is of a move that waits to be sent: its pieces have a dashed edge
   */
  ghost(preview, waits) {
    this.#effects.replaceChildren(...ghostsOf(preview, this.pieces, this.shapes, this.panel));
    keepLegible(this.svg);
    if (!waits) return;
    const ghosts = /** @type {NodeListOf<SVGGraphicsElement>} */ (this.#effects.querySelectorAll(".ghost"));
    this.#effects.append(...[...ghosts].map(boxOf).map((box) => outlineOf(box, "unsent-edge")));
  }

  /** @param {Box} view */
  #frame(view) {
    this.#state = { ...this.#state, view };
    drawFrame(this.svg, view);
  }

  /** @param {{ width: number, height: number }} size */
  #frameWhole({ width, height }) {
    this.#state = { ...this.#state, whole: { x: 0, y: 0, width, height } };
    this.zoomOut();
  }
}

/** @param {SVGSVGElement} svg @param {Box} view */
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
 * @param {Pieces} pieces
 * @param {Shape[]} shapes
 * @param {PanelData} [panel]
 */
function ghostsOf(preview, pieces, shapes, panel) {
  const isHere = (/** @type {string} */ id) => panel || shapes.some(([own]) => id.startsWith(`${own}/`));
  const patches = (preview?.patches ?? []).filter(([id]) => !panel || id === panel.id);
  return [
    ...patches.flatMap(([, put, gone]) => [
      ...gone.flatMap((id) => pieces.leaving(id)), ...put.filter((shape) => isHere(shape[0])).flatMap((shape) => pieces.arriving(shape)),
    ]),
    ...(preview?.gains ?? []).flatMap(([cell, points]) => pieces.floating(cell, points)),
  ];
}
