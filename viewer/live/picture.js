// One drawing of a panel, or of a part of it: its pieces, the lit places over them, ghosts of what a move would change.

import { htmlElement, setChildren, shapeElement, svgElement } from "../elements.js";
import { boxOf, isSameBox, merged, outlineOf, union, withAir, within } from "./boxes.js";
import { hitOf, roomsOf, scaleFor } from "./hits.js";
import { placeOf } from "./taps.js";

/** Margin around a close-up, in tiles. */
export const AIR = 0.55;
/** The same where there is no room for more. */
const LITTLE_AIR = 0.2;

/**
 * @param {Shape[]} shapes
 * @param {string} title
 * @param {PanelData} [panel] the panel that the shapes are the whole of
 */
export function makePicture(shapes, title, panel) {
  const figure = htmlElement("figure", "panel");
  const svg = svgElement("svg", { role: "group", "aria-label": title });
  figure.append(svg);
  const pieces = makePieces(svg);
  pieces.put(shapes);
  const effects = svg.appendChild(svgElement("g", { class: "effects" }));
  const marks = svg.appendChild(svgElement("g", { class: "targets" }));
  /** @type {Map<string, Box[]>} */
  const targets = new Map();
  let view = { x: 0, y: 0, width: 1, height: 1 };
  /** @param {Box} box */
  const frame = (box) => {
    view = box;
    svg.setAttribute("viewBox", [box.x, box.y, box.width, box.height].map((n) => n.toFixed(2)).join(" "));
    figure.style.setProperty("--units", box.width.toFixed(2));
    figure.style.removeProperty("--least");
  };
  let whole = panel ? { x: 0, y: 0, width: panel.width, height: panel.height } : null;
  if (whole) frame(whole);
  const everything = () => (whole && targets.size ? union([whole, around()]) : whole ?? around());
  const aimed = () => [...targets].flatMap(([tap, boxes]) => boxes.map((box) => ({ tap, box })));
  /** Width in pixels at which a finger can tell the targets of a part of the picture apart. */
  const leastWidth = (/** @type {Box} */ part) => part.width * scaleFor(roomsOf(aimed(), part));
  const around = () => union([...targets.values()].flat());
  return {
    figure, svg, targets, pieces, around,
    /**
     * Shows the panel as it is now.
     * @param {PanelData} next
     */
    put({ shapes: next, title: called, width, height }) {
      svg.setAttribute("aria-label", called);
      pieces.put(next);
      whole = { x: 0, y: 0, width, height };
      frame(whole);
    },
    /** @param {[tap: string, name: string | null][]} taps */
    aim(taps) {
      // Measure everything before drawing anything: each change would force another layout.
      const measured = taps.map(([tap, name]) => ({ tap, name, boxes: merged(pieces.boxes(placeOf(tap))) }));
      for (const { tap, name, boxes } of measured.filter(({ boxes }) => boxes.length)) {
        const called = name ?? pieces.nameOf(placeOf(tap));
        const target = svgElement("g", { class: "target", role: "button", tabindex: "0", "aria-label": called });
        target.dataset.tap = tap;
        target.append(...boxes.map((box) => outlineOf(box)));
        marks.append(target);
        targets.set(tap, boxes);
      }
    },
    /** @param {string} place */
    choose(place) {
      for (const box of merged(pieces.boxes(place))) marks.append(outlineOf(box, "chosen"));
    },
    clear() {
      targets.clear();
      marks.replaceChildren();
      effects.replaceChildren();
    },
    /** @type {(box: Box, air: number) => void} */
    show: (box, air) => frame(withAir(box, air)),
    /**
     * Whether a finger cannot tell the targets of the whole panel apart at this width in pixels.
     * @param {number} width
     */
    isCrowded: (width) => targets.size > 0 && leastWidth(everything()) > width,
    /** Shows the whole panel. */
    zoomOut: () => frame(everything()),
    /**
     * Shows the part of the panel with the targets, with less around it where that saves scrolling.
     * @param {number} width
     */
    zoomIn(width) {
      const parts = [AIR, LITTLE_AIR].map((air) => within(everything(), withAir(around(), air)));
      frame(parts.find((part) => leastWidth(part) <= width) ?? parts[1]);
    },
    /** Makes the picture as wide as fingers need it; what does not fit can be scrolled. */
    widen: () => figure.style.setProperty("--least", `${Math.ceil(leastWidth(view))}px`),
    /** Pixels per unit; 0 if the picture is not on the page. */
    scale: () => svg.getScreenCTM()?.a ?? 0,
    /**
     * Lays the area that a finger may tap under each target.
     * @param {number} scale see `scale`
     */
    layHits(scale) {
      if (!scale || !targets.size) return;
      const boxes = aimed();
      const rooms = roomsOf(boxes, view);
      for (const hit of marks.querySelectorAll(".hit")) hit.remove();
      boxes.forEach(({ tap, box }, at) => {
        const { x, y, width, height } = hitOf(box, rooms[at], scale);
        marks.querySelector(`[data-tap="${CSS.escape(tap)}"]`)?.prepend(svgElement("rect", { class: "hit", x, y, width, height }));
      });
    },
    /**
     * Scrolls a picture that is wider than the page to its targets.
     * @param {number} scale
     */
    scrollToTargets(scale) {
      if (!targets.size || view.width * scale <= figure.clientWidth + 1) return;
      const { x, width } = around();
      figure.scrollLeft = (x + width / 2 - view.x) * scale - figure.clientWidth / 2;
    },
    /** @param {Preview | null | undefined} preview */
    ghost(preview) {
      effects.replaceChildren();
      const isHere = (/** @type {string} */ id) => panel || shapes.some(([own]) => id.startsWith(`${own}/`));
      for (const [id, put, gone] of preview?.patches ?? []) {
        if (panel && id !== panel.id) continue;
        effects.append(...gone.flatMap(pieces.leaving));
        effects.append(...put.filter((shape) => isHere(shape[0])).flatMap(pieces.arriving));
      }
      for (const [cell, points] of preview?.gains ?? []) effects.append(...pieces.floating(cell, points));
    },
  };
}

/**
 * The shapes themselves, found by their ids; a place is everything whose id begins with it.
 * @param {SVGSVGElement} svg
 */
function makePieces(svg) {
  const group = svg.appendChild(svgElement("g"));
  /** @type {Map<string, { shape: Shape, text: string, element: SVGGraphicsElement, box: Box | null }>} */
  let elements = new Map();
  const known = (/** @type {string} */ id) => {
    const piece = elements.get(id);
    if (!piece) throw new Error(`no shape ${id}`);
    return piece;
  };
  /** @type {(place: string) => string[]} */
  const idsOf = (place) => [...elements.keys()].filter((id) => id === place || id.startsWith(`${place}/`));
  /** @type {(id: string) => Box} */
  const boxOfId = (id) => {
    const piece = known(id);
    const box = piece.box ?? boxOf(piece.element);
    if (box.width) piece.box = box;  // Measured once, as it costs a layout; what is hidden has no size.
    return box;
  };
  return {
    /**
     * Shows these shapes; the elements of those that did not change stay.
     * @param {Shape[]} shapes
     */
    put(shapes) {
      const before = elements;
      elements = new Map(shapes.map((shape) => {
        const text = JSON.stringify(shape);
        const known = before.get(shape[0]);
        return [shape[0], known?.text === text ? known : { shape, text, element: shapeElement(shape), box: null }];
      }));
      setChildren(group, [...elements.values()].map(({ element }) => element));
    },
    /** @type {(id: string) => boolean} */
    has: (id) => elements.has(id),
    /** @type {(id: string) => string | undefined} */
    titleOf: (id) => elements.get(id)?.shape[4],
    /** @type {(place: string) => Shape[]} */
    shapesOf: (place) => idsOf(place).map((id) => known(id).shape),
    /** @type {(place: string) => string} */
    nameOf: (place) => nameOf(place, elements),
    boxOf: boxOfId,
    /** @type {(place: string) => Box[]} */
    boxes: (place) => idsOf(place).filter((id) => known(id).shape[1] !== "text").map(boxOfId)
      .filter((box) => box.width > 0.05)
      .filter((box, at, all) => all.findIndex((other) => isSameBox(other, box)) === at),
    /** @param {string} id */
    leaving(id) {
      if (elements.get(id)?.shape[1] !== "use") return [];
      const { x, y, width, height } = boxOfId(id);
      return [svgElement("rect", { class: "leaving", x, y, width, height, rx: 0.24 })];
    },
    /** @param {Shape} shape */
    arriving(shape) {
      const old = elements.get(shape[0])?.shape;
      if (shape[1] !== "use" || JSON.stringify(old) === JSON.stringify(shape)) return [];
      const ghost = shapeElement(shape);
      ghost.classList.add("ghost");
      delete ghost.dataset.id;
      return [ghost];
    },
    /**
     * @param {string} cell
     * @param {string} points
     */
    floating(cell, points) {
      if (!elements.has(cell)) return [];
      const { x, y, width, height } = boxOfId(cell);
      const text = svgElement("text", { class: "float", x: x + width / 2, y: y + height / 2 + 0.25 });
      text.textContent = points;
      return [text];
    },
  };
}

/**
 * The name of a place: its own title, that of the place around it, and the number of pieces it holds.
 * @param {string} place
 * @param {Map<string, { shape: Shape, element: SVGGraphicsElement }>} elements
 */
function nameOf(place, elements) {
  const own = [...elements.values()].filter(({ shape }) => shape[4] && shape[1] !== "text"
    && (shape[0] === place || shape[0].startsWith(`${place}/`)));
  const steps = place.split("/");
  const wider = elements.get(steps.slice(0, -1).join("/"))?.shape[4];
  const number = own.length > 1 ? `${own.length} ` : "";
  return [`${number}${own[0]?.shape[4] ?? place}`, wider].filter(Boolean).join(", ");
}
