// The boards of the live record: places that can be tapped are lit, the changes a move would make are shown as ghosts.
// On a narrow screen only the parts of the boards where something can be tapped are shown, as large as they can be.

import { find, findAll, setChildren, targetOf } from "../lib/elements.js";
import { Picture } from "./picture.js";
import { AIR } from "./picture_view.js";
import { tableLayout } from "./screen_layout.js";
import { aimOf, isJustTapped, partsOf } from "./surface_view.js";
import { isChoice, placeOf } from "./taps.js";

/** @import { NamedTap } from "./surface_view.js" */

/** Width below which only close-ups are shown, in pixels. */
const NARROW = 640;
/** Width of the page from which on all boards are laid out in one view. */
export const WIDE = 1000;
/** Space between two boards, in pixels. */
const GAP = 10;
/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * The panels that are shown, in order; the pictures with the targets; close views of the shared panels, used only on a narrow
 * screen.
 * @typedef {Readonly<{
 *   panels: ReadonlyMap<Picture, PanelData>, pictures: readonly Picture[], nears: ReadonlyMap<Picture, Picture>,
 * }>} SurfaceState
 */

/** @param {HTMLElement} root @param {(tap: string, byKey?: boolean) => void} pick */
export function makeSurface(root, pick) {
  const surface = find(root, ".surface");
  const closeUps = find(surface, ".close-ups");
  /** @type {SurfaceState} */
  let state = { panels: new Map(), pictures: [], nears: new Map() };
  listenForTaps(surface, pick);
  return {
    /** @param {LiveRecordData} data */
    draw(data) {
      closeUps.replaceChildren();
      state = { ...state, panels: drawPanels(surface, data, state.panels), nears: new Map() };
    },
    /**
     * Lays all boards out in a view of this size in pixels; null: one below the other, as wide as the page.
     * @param {{ width: number, height: number } | null} room
     */
    arrange(room) {
      arrangePanels(find(surface, ".boards"), [...state.panels], room);
    },
    /** Scrolls to a lit place, unless one is in view above the dock. @param {HTMLElement} dock */
    reveal(dock) {
      const targets = findAll(surface, ".target", SVGElement);
      const bottom = dock.getBoundingClientRect().top;
      if (!targets.some((target) => isInView(target.getBoundingClientRect(), bottom))) {
        targets[0]?.scrollIntoView({ block: "center", inline: "center" });
      }
    },
    /**
     * `next` maps every tap that can come now to its name; null: the name is that of the place.
     * @param {Map<string, string | null>} next
     * @param {string[]} tapped
     * @param {number} width of the page in pixels; measured here, it would force another layout
     */
    light(next, tapped, width) {
      closeUps.replaceChildren();
      state = lightPanels(closeUps, state, next, tapped, width < NARROW ? width : null);
      layOut(state.pictures, width < NARROW);
      surface.classList.toggle("choosing", state.pictures.some((picture) => picture.targets.size > 0));
    },
    /**
     * @param {Preview | null | undefined} preview
     * @param {boolean} [waits] whether it is of a move that waits to be sent
     */
    ghost(preview, waits = false) {
      for (const picture of new Set([...state.panels.keys(), ...state.pictures])) picture.ghost(preview, waits);
    },
    focus: () => /** @type {SVGElement | null} */ (surface.querySelector(".target"))?.focus({ preventScroll: true }),
  };
}

/** @type {(box: DOMRect, bottom: number) => boolean} */
const isInView = ({ left, top, right, bottom: end, width }, bottom) => (
  width > 0 && top >= 0 && end <= bottom && left >= 0 && right <= document.documentElement.clientWidth);

/**
 * @param {HTMLElement} boards
 * @param {[Picture, PanelData][]} panels
 * @param {{ width: number, height: number } | null} room
 */
function arrangePanels(boards, panels, room) {
  boards.classList.toggle("laid", room !== null);
  /** @type {(panel: [Picture, PanelData]) => boolean} */
  const isOwn = ([{ figure }]) => figure.classList.contains("mine");
  const shared = panels.filter(([, { seat }]) => seat === null);
  const own = panels.filter(isOwn);
  const others = panels.filter((panel) => panel[1].seat !== null && !isOwn(panel));
  const sizes = (/** @type {[Picture, PanelData][]} */ some) => some.map(([, { width, height }]) => ({ width, height }));
  const laid = room && tableLayout({ shared: sizes(shared), own: sizes(own), others: sizes(others) }, room.width, room.height, GAP);
  boards.style.height = laid ? `${laid.height}px` : "";
  [...shared, ...own, ...others].forEach(([{ figure }], at) => {
    const box = laid?.boxes[at];
    Object.assign(figure.style, box
      ? { left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px` }
      : { left: "", top: "", width: "", height: "" });
  });
}

/**
 * @param {HTMLElement} surface
 * @param {LiveRecordData} data
 * @param {SurfaceState["panels"]} before
 */
function drawPanels(surface, data, before) {
  const known = new Map([...before].map(([picture, { id }]) => [id, picture]));
  const panels = new Map(data.scene.panels.map((panel) => {
    const picture = known.get(panel.id) ?? new Picture(panel.shapes, panel.title, panel);
    picture.put(panel);
    picture.figure.classList.toggle("mine", panel.seat !== null && data.actors.includes(panel.seat));
    return [picture, panel];
  }));
  const figures = (/** @type {boolean} */ isShared) =>
    [...panels].filter(([, { seat }]) => (seat === null) === isShared).map(([{ figure }]) => figure);
  setChildren(find(surface, ".shared"), figures(true));
  setChildren(find(surface, ".seats"), figures(false));
  return panels;
}

/**
 * Lights the taps on their panels, or on close-ups of parts of them.
 * @param {Element} closeUps
 * @param {SurfaceState} before
 * @param {Map<string, string | null>} next
 * @param {string[]} tapped
 * @param {number | null} narrow width of a narrow screen, in pixels
 * @returns {SurfaceState}
 */
function lightPanels(closeUps, before, next, tapped, narrow) {
  /** @type {Picture[]} */
  const pictures = [];
  const nears = new Map(before.nears);
  const plans = [...before.panels].map(([panel, whole]) => {
    const taps = [...next].filter(([tap]) => !isChoice(tap) && panel.pieces.shapesOf(placeOf(tap)).length);
    const parts = narrow && taps.length ? partsOf(taps, panel.pieces.has) : null;
    panel.clear();
    panel.figure.classList.toggle("lit", taps.length > 0);
    // The own board stays: who chooses from the hand looks at where the tiles can go.
    panel.figure.classList.toggle("replaced", Boolean(parts) && whole.seat === null);
    return { panel, whole, taps, parts, near: [...parts ?? []].map((part) => closeUp(closeUps, panel, part)) };
  });
  for (const { panel, taps, near } of plans) {
    panel.measure([...near.length ? [] : taps.map(([tap]) => tap), ...tapped].map(placeOf));
    for (const { picture, place, taps: own } of near) picture.measure([place, ...own.map(([tap]) => placeOf(tap))]);
  }
  for (const { panel, whole, taps, parts, near: closest } of plans) {
    for (const tap of tapped) panel.choose(placeOf(tap));
    if (parts && whole.seat !== null) panel.zoomOut();
    if (parts) pictures.push(...closest.map(aimClosely));
    else {
      const near = nears.get(panel);
      const picture = aimAt(closeUps, panel, whole, taps, tapped, narrow, near, near ? before.pictures.includes(near) : false);
      pictures.push(picture);
      if (picture !== panel) nears.set(panel, picture);
    }
  }
  return { ...before, pictures, nears };
}

/**
 * Lights the taps as `aimOf` says. Returns the picture with the targets.
 * @param {Element} closeUps
 * @param {Picture} panel
 * @param {PanelData} whole
 * @param {NamedTap[]} taps
 * @param {string[]} tapped
 * @param {number | null} narrow width of a narrow screen, in pixels
 * @param {Picture | undefined} known the close view of the panel, if it has one
 * @param {boolean} hasCloseView whether it was shown so far
 */
function aimAt(closeUps, panel, whole, taps, tapped, narrow, known, hasCloseView) {
  panel.aim(taps);
  const stays = isJustTapped(taps, tapped);
  const isCrowded = narrow !== null && panel.isCrowded(narrow);
  const aim = aimOf({ stays, isNarrow: narrow !== null, isCrowded, isShared: whole.seat === null, hasCloseView });
  if (aim !== "as before") panel.zoomOut();
  if (aim === "closer") panel.zoomIn(narrow ?? 0);
  if (aim !== "beside") return panel;
  const near = known ?? new Picture(whole.shapes, whole.title, whole);
  near.figure.classList.add("near");
  closeUps.append(near.figure);  // Only what is on the page can be measured.
  panel.clear();
  near.clear();
  near.aim(taps);
  for (const tap of tapped) for (const picture of [panel, near]) picture.choose(placeOf(tap));
  if (!stays) near.zoomIn(narrow ?? 0);
  return near;
}

/** @param {readonly Picture[]} pictures @param {boolean} isNarrow */
function layOut(pictures, isNarrow) {
  if (isNarrow) for (const picture of pictures) picture.widen();
  const scales = pictures.map((picture) => picture.scale());  // All at once: each change would force another layout.
  if (isNarrow) pictures.forEach((picture, at) => picture.scrollToTargets(scales[at]));
  pictures.forEach((picture, at) => picture.layHits(scales[at]));
}

/** @param {HTMLElement} surface @param {(tap: string, byKey?: boolean) => void} pick */
function listenForTaps(surface, pick) {
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
}

/**
 * Adds a picture of a place. It shows what can be tapped once it is aimed.
 * @param {Element} closeUps
 * @param {Picture} whole
 * @param {[place: string, taps: NamedTap[]]} part
 */
function closeUp(closeUps, whole, [place, taps]) {
  const picture = new Picture(whole.pieces.shapesOf(place), whole.pieces.titleOf(place) ?? place);
  closeUps.append(picture.figure);  // Only what is on the page can be measured.
  return { picture, place, taps };
}

/** @param {ReturnType<typeof closeUp>} closeUp */
function aimClosely({ picture, place, taps }) {
  picture.aim(taps);
  const ground = picture.pieces.boxOf(place);
  const isSpacious = ground.width * ground.height > 24;  // Then it is shown only where something can be tapped.
  picture.figure.classList.toggle("crop", isSpacious);
  picture.show(isSpacious ? picture.around() : ground, isSpacious ? AIR : 0.08);
  return picture;
}
