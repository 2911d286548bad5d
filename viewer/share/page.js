// Unpacks the match that the page carries and shows it, light or dark as the system is.

import { find } from "../elements.js";
import { showReplay } from "../replay/replay.js";
import { fileAddress } from "./address.js";

const packed = find(document, "#match").textContent;
const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
const parentElement = find(document, "#replay");
const data = await new Response(unpacked).json();
const site = { address: fileAddress, openLiveRecord: null };
const showAgain = () => showReplay({ parentElement, data, setStateValue: () => {} }, site);
showAgain();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", showAgain);
addEventListener("hashchange", () => location.reload());
