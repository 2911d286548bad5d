// A picture made smaller before it is sent: a phone takes photos of many megabytes, which mobile networks send slowly.

/** The server makes larger pictures as small as this. */
const MAX_SIDE = 2048;
const QUALITY = 0.9;

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
    return await new Promise((resolve) => { canvas.toBlob((made) => resolve(made ?? file), "image/jpeg", QUALITY); });
  } catch {
    return file;
  }
}
