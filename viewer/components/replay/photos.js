// The photos of the step that is shown; those of the whole match at its last step.

import { find, htmlElement } from "../lib/elements.js";
import { makePhotoView, photoButton } from "../photos/view.js";

/**
 * @param {HTMLElement} root
 * @param {Store} data
 * @param {Cursor} cursor
 */
export function makePhotos(root, data, cursor) {
  const strip = find(root, ".moment-photos");
  const open = makePhotoView(root);
  let all = data.photos ?? [];
  let shown = "";
  const draw = () => {
    const step = data.steps[cursor.at];
    const isLast = cursor.at === data.steps.length - 1;
    const photos = all.filter(({ about }) => (about === null ? isLast : about === step.at && !step.scoring));
    const leftOut = isLast ? data.left_out ?? "" : "";
    const next = JSON.stringify([photos, leftOut]);
    if (next === shown) return;
    shown = next;
    strip.hidden = !photos.length && !leftOut;
    strip.replaceChildren(...photos.map((photo) => photoButton(photo, () => open(photos, photo))));
    if (leftOut) strip.append(htmlElement("p", "", leftOut));
  };
  data.watch(draw);
  cursor.watch(draw);
  return {
    /**
     * Photos come and change while the reader looks.
     * @param {Photo[]} photos
     */
    put(photos) {
      all = photos;
      draw();
    },
  };
}
