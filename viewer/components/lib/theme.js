// The light and the dark colors of a component.

/**
 * Sets the classes of the colors, light or dark as the background of Streamlit's page is now.
 * @param {Element} root
 * @param {HTMLElement | ShadowRoot} host
 */
export function applyTheme(root, host) {
  const ground = getComputedStyle(host instanceof ShadowRoot ? host.host : host).getPropertyValue("--st-background-color").trim();
  const dark = brightness(ground) < 128;
  root.classList.toggle("partie-dark", dark);
  root.classList.toggle("partie-light", !dark);
}

/** @type {Map<string, number>} */
const known = new Map();

/** Brightness of a CSS color from 0 to 255. @param {string} color */
function brightness(color) {
  const before = known.get(color);
  if (before !== undefined) return before;
  const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d", { willReadFrequently: true }));
  pen.fillStyle = color || "#ffffff";
  const [red, green, blue] = (String(pen.fillStyle).match(/\w\w/g) ?? []).map((part) => parseInt(part, 16));
  const found = 0.3 * red + 0.59 * green + 0.11 * blue;
  known.set(color, found);
  return found;
}
