// The live page: the live record or the screen of one match, without the rest of the viewer.

import { find, htmlElement } from "../lib/elements.js";
import { showHeldWrites } from "../held_writes/held_writes.js";
import { gettext, pageLanguage, setCatalog } from "../lib/language.js";
import { followLogOut } from "../lib/log_out.js";
import { resumeAll } from "../lib/outbox.js";
import { linkTo } from "./dialogs.js";
import { lastMatch, openLiveMatch } from "./live_match.js";
import { openLiveRecord } from "./live_record.js";
import { openScreen } from "./screen.js";
import { countSince } from "./since.js";

const site = document.baseURI;
const [, shownMatch = ""] = /\/live\/([\w-]+)/.exec(location.pathname) ?? [];
const isScreen = document.documentElement.classList.contains("screen");

/**
 * @param {HTMLElement} host
 * @param {Sender} sender
 * @returns {LiveView}
 */
function openTitled(host, sender) {
  const liveRecord = isScreen ? null : openLiveRecord(host, sender, true), view = liveRecord ?? openScreen(host);
  const about = document.querySelector("#about"), { show } = view;
  if (about) {
    const { head, faces } = JSON.parse(about.textContent);
    liveRecord?.frame(head, faces);
    if (liveRecord) countSince(liveRecord.root);
  }
  view.show = (data) => {
    document.title = `${data.names.join(" \u2013 ")}, ${data.title}`;
    find(document, "h1").textContent = document.title;
    show(data);
  };
  return view;
}

/** The page that the worker kept has no match in it. At the start of the app it goes on with the last one. */
function goOn() {
  const last = lastMatch();
  if (last) location.replace(new URL(`live/${last}`, site));
  else find(document, "#match").append(htmlElement("p", "away", gettext("The server cannot be reached.")));
}

function openMatch() {
  const liveMatch = openLiveMatch(find(document, "#match"), shownMatch, site, openTitled);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => liveMatch.show());
  linkTo(document, shownMatch);
}

/** Browsers have workers on secure addresses only: https, and this machine. */
async function keepPage() {
  try {
    await navigator.serviceWorker?.register(new URL(`live/worker.js?lang=${pageLanguage()}`, site));
  } catch {
    // Turned off: without the server the page cannot be loaded again.
  }
}

setCatalog(JSON.parse(find(document, "#catalog").textContent));
if (isScreen && new URLSearchParams(location.search).has("transparent")) document.documentElement.classList.add("transparent");
followLogOut();
resumeAll(site);
if (!document.querySelector("#match")) showHeldWrites(find(document, ".held-writes"));
else if (shownMatch) openMatch();
else goOn();
if (document.readyState === "complete") void keepPage();
else addEventListener("load", () => void keepPage());
