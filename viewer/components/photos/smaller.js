// A picture made smaller before it is sent: a phone takes photos of many megabytes, which mobile networks send slowly.

/** The server makes larger pictures as small as this; a phone without a server stores them as they are. */
const MAX_SIDE = 2048;
const MAX_BYTES = 700_000;
/** Qualities that are tried until the file is small enough. */
const QUALITIES = [0.9, 0.75, 0.65, 0.5];

/**
 * The picture, upright, as a JPEG; the file itself where this browser cannot read it.
 * @param {File} file
 * @returns {Promise<Blob>}
 */
export async function smallerPicture(file) {
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    pen.fillStyle = "white";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.imageSmoothingQuality = "high";
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    /** @type {Blob | null} */
    let made = null;
    for (const quality of QUALITIES) {
      made = await new Promise((resolve) => { canvas.toBlob(resolve, "image/jpeg", quality); });
      if (made && made.size <= MAX_BYTES) break;
    }
    return made ?? file;
  } catch {
    return file;
  }
}
