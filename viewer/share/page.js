// Unpacks the match that the page carries and shows it, light or dark as the system is.

import { find } from "../elements.js";
import { setCatalog } from "../language.js";
import { openReplay } from "../replay/replay.js";
import { fileAddress } from "./address.js";
import { unpacked } from "./packed.js";

const data = await unpacked(find(document, "#match").textContent);
setCatalog(data.catalog);
const site = { address: fileAddress, openLiveRecord: null, server: null };
const replay = openReplay(find(document, "#replay"), data, site, { settle() {}, mode() {} });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", replay.applyTheme);
addEventListener("hashchange", () => location.reload());
