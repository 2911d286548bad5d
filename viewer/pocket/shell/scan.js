// The panel that reads the code of a match, by the camera or from a picture of it. It sends what it reads to the page
// of a match from somebody else (viewer/pocket/handover_page.py), as the form of that page sends a link.

import { gettext } from "../../components/lib/language.js";
import { visit } from "../../components/lib/visit.js";

/** Between two looks at what the camera sees. */
const LOOK_MS = 100;
/** Pixels of the longer side of a picture that is read; that of a phone is larger than a code needs. */
const MAX_SIDE = 2000;

/** @typedef {(picture: ImageData) => Promise<string | undefined>} Reader the text of the code in a picture */

/** @param {URL} root @param {(said: import("./tree_view.js").Said) => void} say */
export function followScans(root, say) {
  document.addEventListener("click", (event) => {
    if (event.composedPath().some((each) => each instanceof HTMLElement && each.dataset.shell === "scan")) void scan(root, say);
  });
}

/** @param {URL} root @param {(said: import("./tree_view.js").Said) => void} say */
async function scan(root, say) {
  const { panel, video, says, field } = panelOf();
  const closed = new AbortController();
  panel.addEventListener("close", () => {
    closed.abort();
    panel.remove();
  });
  addEventListener("popstate", () => panel.close(), { signal: closed.signal });
  const took = (/** @type {string} */ text) => {
    say({ key: "handover-phone", name: "sent", value: ["read", text] });
    visit(new URL("handover", root).href); // Which closes the panel.
  };
  document.body.append(panel);
  panel.showModal();
  const read = await readerOf().catch(() => null);
  if (!read) return void (says.textContent = gettext("The reader of codes could not be loaded: it needs the network once."));
  field.addEventListener("change", async () => {
    const text = await textIn(/** @type {File} */ (field.files?.[0]), read).catch(() => "");
    field.value = "";
    if (text) took(text);
    else says.textContent = gettext("No code was found in this picture.");
  });
  field.disabled = false;
  await watch(video, read, closed.signal, took, says);
}

/** The dialog, not shown yet; a picture can be chosen once the reader of codes is there. */
function panelOf() {
  const panel = document.createElement("dialog");
  panel.className = "scan";
  panel.setAttribute("aria-labelledby", "scan-title");
  const video = Object.assign(document.createElement("video"), { muted: true, playsInline: true, hidden: true });
  const says = Object.assign(document.createElement("p"), { className: "soft", role: "status" });
  const field = Object.assign(document.createElement("input"), { type: "file", accept: "image/*", disabled: true });
  const choose = Object.assign(document.createElement("label"), { className: "btn", textContent: gettext("Choose a picture") });
  const close = Object.assign(document.createElement("button"), { type: "button", className: "btn", textContent: gettext("Close") });
  const title = Object.assign(document.createElement("h2"), { id: "scan-title", textContent: gettext("Scan a code") });
  const buttons = document.createElement("div");
  close.addEventListener("click", () => panel.close());
  choose.append(field);
  buttons.append(choose, close);
  panel.append(title, video, says, buttons);
  return { panel, video, says, field };
}

/** That of the browser, else the library, which is loaded now. @returns {Promise<Reader>} */
async function readerOf() {
  const { BarcodeDetector } = /** @type {any} */ (globalThis);
  if ((await BarcodeDetector?.getSupportedFormats())?.includes("qr_code")) {
    const detector = new BarcodeDetector({ formats: ["qr_code"] });
    return async (picture) => (await detector.detect(picture))[0]?.rawValue;
  }
  const folder = new URL("zxing/reader/", import.meta.url);
  // eslint-disable-next-line no-restricted-syntax -- Not part of the first visit.
  const { prepareZXingModule, readBarcodes } = await import(new URL("index.js", folder).href);
  await prepareZXingModule({ overrides: { locateFile: (/** @type {string} */ file) => new URL(file, folder).href }, fireImmediately: true });
  return async (picture) => (await readBarcodes(picture, { formats: ["QRCode"], maxNumberOfSymbols: 1 }))[0]?.text;
}

/**
 * Looks through the camera until it has seen a code; where it may not, the panel says so. It is off when the panel is closed.
 * @param {HTMLVideoElement} video
 * @param {Reader} read
 * @param {AbortSignal} closed
 * @param {(text: string) => void} took
 * @param {HTMLElement} says
 */
async function watch(video, read, closed, took, says) {
  const stream = await cameraOf();
  const stop = () => stream?.getTracks().forEach((track) => track.stop());
  if (closed.aborted) return stop();
  closed.addEventListener("abort", stop);
  says.textContent = stream
    ? gettext("Hold the code of a match before the camera.")
    : gettext("The camera may not be used here: the camera app of the phone opens the code, or choose a picture of it.");
  if (!stream) return;
  Object.assign(video, { srcObject: stream, hidden: false });
  await video.play();
  while (!closed.aborted) {
    const text = await read(pixels(video, video.videoWidth, video.videoHeight)).catch(() => "");  // The next one may do.
    if (text && !closed.aborted) return took(text);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** The camera behind the phone, where there is one; null where there is none, or it may not be used. */
async function cameraOf() {
  try {
    return await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment", width: { ideal: 1920 } } });
  } catch {
    return null;
  }
}

/** @param {Blob} file @param {Reader} read */
async function textIn(file, read) {
  const picture = await createImageBitmap(file);
  return read(pixels(picture, picture.width, picture.height));
}

/**
 * @param {CanvasImageSource} source
 * @param {number} width
 * @param {number} height
 */
function pixels(source, width, height) {
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
