// The boards of the live record: places that can be tapped are lit, the changes a move would make are shown as ghosts.
// On a narrow screen only the parts of the boards where something can be tapped are shown, as large as they can be.

import { find, findAll, setChildren, targetOf } from "../elements.js";
import { AIR, makePicture } from "./picture.js";
import { isChoice, placeOf } from "./taps.js";

/** Width below which only close-ups are shown, in pixels. */
const NARROW = 640;
/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * @param {HTMLElement} root
 * @param {(tap: string, byKey?: boolean) => void} pick
 */
export function makeSurface(root, pick) {
  const surface = find(root, ".surface");
  const closeUps = find(surface, ".close-ups");
  /**
   * The panels that are shown, in order.
   * @type {Map<Picture, PanelData>}
   */
  let panels = new Map();
  /** @type {Picture[]} */
  let pictures = [];
  /**
   * Close views of the shared panels, used only on a narrow screen.
   * @type {Map<Picture, Picture>}
   */
  const nears = new Map();

  /** @param {LiveRecordData} data */
  const draw = (data) => {
    closeUps.replaceChildren();
    nears.clear();
    const known = new Map([...panels].map(([picture, { id }]) => [id, picture]));
    panels = new Map(data.scene.panels.map((panel) => {
      const picture = known.get(panel.id) ?? makePicture(panel.shapes, panel.title, panel);
      picture.put(panel);
      picture.figure.classList.toggle("mine", panel.seat !== null && panel.seat === data.turn);
      return [picture, panel];
    }));
    const figures = (/** @type {boolean} */ isShared) =>
      [...panels].filter(([, { seat }]) => (seat === null) === isShared).map(([{ figure }]) => figure);
    setChildren(find(surface, ".shared"), figures(true));
    setChildren(find(surface, ".seats"), figures(false));
  };

  /**
   * `next` maps every tap that can come now to its name; null: the name is that of the place.
   * @param {Map<string, string | null>} next
   * @param {string[]} tapped
   * @param {number} width of the page in pixels; measured here, it would force another layout
   */
  const light = (next, tapped, width) => {
    const before = new Set(pictures);
    closeUps.replaceChildren();
    pictures = [];
    const narrow = width < NARROW ? width : null;
    for (const panel of panels.keys()) panel.clear();
    for (const panel of panels.keys()) {
      const taps = [...next].filter(([tap]) => !isChoice(tap) && panel.pieces.shapesOf(placeOf(tap)).length);
      const parts = narrow && taps.length ? partsOf(panel, taps) : null;
      panel.figure.classList.toggle("lit", taps.length > 0);
      panel.figure.classList.toggle("replaced", Boolean(parts));
      for (const tap of tapped) panel.choose(placeOf(tap));
      if (parts) pictures.push(...[...parts].map((part) => closeUp(closeUps, panel, part)));
      else pictures.push(aimAt(panel, taps, tapped, narrow, before));
    }
    if (narrow) for (const picture of pictures) picture.widen();
    const scales = pictures.map((picture) => picture.scale());  // All at once: each change would force another layout.
    if (narrow) pictures.forEach((picture, at) => picture.scrollToTargets(scales[at]));
    pictures.forEach((picture, at) => picture.layHits(scales[at]));
    surface.classList.toggle("choosing", pictures.some((picture) => picture.targets.size > 0));
  };

  /**
   * Lights the taps on a whole panel, or on the part of it where they are too close for a finger: a seat's panel shows only
   * that part then, a shared panel stays whole and the part comes beside it. Returns the picture with the targets.
   * @param {Picture} panel
   * @param {[tap: string, name: string | null][]} taps
   * @param {string[]} tapped
   * @param {number | null} narrow width of a narrow screen, in pixels
   * @param {Set<Picture>} before the pictures shown so far
   */
  const aimAt = (panel, taps, tapped, narrow, before) => {
    panel.aim(taps);
    // The place just tapped stays under the finger: a second tap on it confirms.
    const stays = taps.length === 1 && taps[0][0] === tapped.at(-1);
    const shown = nears.get(panel);
    if (stays && !(shown && before.has(shown))) return panel;
    panel.zoomOut();
    if (!narrow || !(stays || panel.isCrowded(narrow))) return panel;
    const whole = /** @type {PanelData} */ (panels.get(panel));
    if (whole.seat !== null) {
      panel.zoomIn(narrow);
      return panel;
    }
    const near = shown ?? makePicture(whole.shapes, whole.title, whole);
    near.figure.classList.add("near");
    nears.set(panel, near);
    closeUps.append(near.figure);
    panel.clear();
    near.clear();
    near.aim(taps);
    for (const tap of tapped) for (const picture of [panel, near]) picture.choose(placeOf(tap));
    if (!stays) near.zoomIn(narrow);
    return near;
  };

  /** @param {Preview | null | undefined} preview */
  const ghost = (preview) => {
    for (const picture of [...new Set([...panels.keys(), ...pictures])]) picture.ghost(preview);
  };

  surface.addEventListener("click", (event) => {
    const target = /** @type {SVGElement | null} */ (targetOf(event).closest(".target"));
    if (target) pick(target.dataset.tap ?? "");
  });
  surface.addEventListener("keydown", (event) => {
    const target = /** @type {SVGElement | null} */ (targetOf(event).closest(".target"));
    if (!target) return;
    const all = findAll(surface, ".target", SVGElement);
    const step = STEPS[event.key];
    if (step) all[(all.indexOf(target) + step + all.length) % all.length].focus();
    else if (event.key === "Enter" || event.key === " ") pick(target.dataset.tap ?? "", true);
    else return;
    event.preventDefault();
  });
  const focus = () => /** @type {SVGElement | null} */ (surface.querySelector(".target"))?.focus();
  return { draw, light, ghost, focus };
}

/**
 * Taps by the place they belong to (`display/3` for `display/3/blue`); null where one belongs to none.
 * @param {Picture} picture
 * @param {[tap: string, name: string | null][]} taps
 */
function partsOf(picture, taps) {
  /** @type {Map<string, [tap: string, name: string | null][]>} */
  const parts = new Map();
  for (const [tap, name] of taps) {
    const steps = placeOf(tap).split("/");
    /** @type {string | null} */
    let place = null;
    for (let length = steps.length - 1; length > 0 && !place; length -= 1) {
      const wider = steps.slice(0, length).join("/");
      if (picture.pieces.has(wider)) place = wider;
    }
    if (!place) return null;
    parts.set(place, [...(parts.get(place) ?? []), [tap, name]]);
  }
  return parts;
}

/**
 * @param {Element} closeUps
 * @param {Picture} whole
 * @param {[place: string, taps: [tap: string, name: string | null][]]} part
 */
function closeUp(closeUps, whole, [place, taps]) {
  const shapes = whole.pieces.shapesOf(place);
  const picture = makePicture(shapes, whole.pieces.titleOf(place) ?? place);
  closeUps.append(picture.figure);
  picture.aim(taps);
  const ground = picture.pieces.boxOf(place);
  const isSpacious = ground.width * ground.height > 24;  // Then it is shown only where something can be tapped.
  picture.figure.classList.toggle("crop", isSpacious);
  picture.show(isSpacious ? picture.around() : ground, isSpacious ? AIR : 0.08);
  return picture;
}
