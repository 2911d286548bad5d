// Unpacks the match that the page carries and shows it, light or dark as the system is.

import { find } from "../lib/elements.js";
import { setCatalog } from "../lib/language.js";
import { openReplay } from "../replay/replay.js";
import { fileAddress } from "./address.js";
import { unpacked } from "./packed.js";

const data = await unpacked(find(document, "#match").textContent);
setCatalog(data.catalog);
const { review } = data;
const reviewer = review ? { review: async () => new Response(JSON.stringify(review)) } : null;
const site = { address: fileAddress, openLiveRecord: null, server: null, reviewer };
const replay = openReplay(find(document, "#replay"), data, site, { settle() {}, mode() {} });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", replay.applyTheme);
