// The photos of the step that is shown; those of the whole match at its last step.

import { find } from "../lib/elements.js";
import { html, nothing, render } from "../lib/lit-html/lit-html.js";
import { makePhotoView, photoButton } from "../photos/view.js";

/** @param {ReplayParts} parts */
export function makePhotos({ root, data, cursor }) {
  const strip = find(root, ".moment-photos");
  const open = makePhotoView(root);
  let all = data.photos ?? [];
  const draw = () => {
    const step = data.steps[cursor.at];
    const isLast = cursor.at === data.steps.length - 1;
    const photos = all.filter(({ about }) => (about === null ? isLast : about === step.at && !step.scoring));
    const leftOut = isLast ? data.left_out ?? "" : "";
    strip.hidden = !photos.length && !leftOut;
    render([photos.map((photo) => photoButton(photo, () => open(photos, photo))), leftOut ? html`<p>${leftOut}</p>` : nothing], strip);
  };
  data.watch(draw);
  cursor.watch(draw);
  return {
    /** Photos come and change while the reader looks. @param {Photo[]} photos */
    put(photos) {
      all = photos;
      draw();
    },
  };
}
