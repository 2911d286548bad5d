// Light or dark as Streamlit's page is now.
export function applyTheme(root, host) {
  const ground = getComputedStyle(host.host ?? host).getPropertyValue("--st-background-color").trim();
  const dark = brightness(ground) < 128;
  root.classList.toggle("partie-dark", dark);
  root.classList.toggle("partie-light", !dark);
}

function brightness(color) {
  const pen = document.createElement("canvas").getContext("2d");
  pen.fillStyle = color || "#ffffff";
  const [red, green, blue] = pen.fillStyle.match(/\w\w/g).map((part) => parseInt(part, 16));
  return 0.3 * red + 0.59 * green + 0.11 * blue;
}
