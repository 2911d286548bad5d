// The boards of the live record: places that can be tapped are lit, the changes a move would make are shown as ghosts.
// On a narrow screen only the parts of the boards where something can be tapped are shown, as large as they can be.

import { find, findAll, targetOf } from "../elements.js";
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
  /** @type {Picture[]} */
  let panels = [];
  /** @type {Picture[]} */
  let pictures = [];

  /** @param {LiveRecordData} data */
  const draw = (data) => {
    const spots = { null: find(surface, ".shared"), seat: find(surface, ".seats") };
    for (const spot of Object.values(spots)) spot.replaceChildren();
    closeUps.replaceChildren();
    panels = data.scene.panels.map((panel) => {
      const picture = makePicture(panel.shapes, panel.title, panel);
      spots[panel.seat === null ? "null" : "seat"].append(picture.figure);
      picture.figure.classList.toggle("mine", panel.seat !== null && panel.seat === data.turn);
      return picture;
    });
  };

  /**
   * `next` maps every tap that can come now to its name; null: the name is that of the place.
   * @param {Map<string, string | null>} next
   * @param {string[]} tapped
   */
  const light = (next, tapped) => {
    closeUps.replaceChildren();
    pictures = [];
    const isNarrow = root.clientWidth < NARROW;
    for (const picture of panels) {
      picture.clear();
      const taps = [...next].filter(([tap]) => !isChoice(tap) && picture.pieces.shapesOf(placeOf(tap)).length);
      const parts = isNarrow && taps.length ? partsOf(picture, taps) : null;
      picture.figure.classList.toggle("lit", taps.length > 0);
      picture.figure.classList.toggle("replaced", Boolean(parts));
      for (const part of parts ?? []) pictures.push(closeUp(closeUps, picture, part));
      if (!parts) pictures.push(picture);
      if (!parts) picture.aim(taps);
      for (const tap of tapped) picture.choose(placeOf(tap));
      // The place just tapped stays under the finger: a second tap on it confirms.
      if (!parts && !(taps.length === 1 && taps[0][0] === tapped.at(-1))) picture.zoom(isNarrow ? root.clientWidth : null);
    }
    if (isNarrow) for (const picture of pictures) picture.widen();
    for (const picture of pictures) picture.layHits();
    surface.classList.toggle("choosing", pictures.some((picture) => picture.targets.size > 0));
  };

  /** @param {Preview | null | undefined} preview */
  const ghost = (preview) => {
    for (const picture of [...new Set([...panels, ...pictures])]) picture.ghost(preview);
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
