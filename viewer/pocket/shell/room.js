// How well this browser keeps a store: asked before the first entry, and when the first play is saved.

import { gettext } from "../../components/lib/language.js";

/** A store of some thousand plays, and the snapshot. */
const NEEDED_BYTES = 150e6;

/** The sentence for an error of opening the store. @param {string} [name] */
export function troubleOf(name) {
  if (name === "SecurityError" || name === "TypeError") return gettext("This window keeps nothing: private windows forget their files. Open Partie in an ordinary window.");
  if (name === "QuotaExceededError") return gettext("This device has no room left for Partie. Nothing was lost; make room and load the page again.");
  return gettext("The plays on this device could not be opened. Load the page again; nothing was changed.");
}

/** The sentence above a page where little room is left; empty where there is enough. */
export async function warningOfRoom() {
  const { quota = Infinity, usage = 0 } = await navigator.storage.estimate();
  return quota - usage < NEEDED_BYTES ? gettext("This browser has little room for Partie, or this is a private window, which forgets everything when it is closed.") : "";
}

/** What the page Keeping says of this browser. */
export async function roomNow() {
  const { quota, usage = 0 } = await navigator.storage.estimate();
  return { quota, usage, persisted: await navigator.storage.persisted() };
}

/** Asks the browser to keep the store when the first play is saved: by then its answer is more often yes. */
export function keepWhenSaved() {
  const channel = new BroadcastChannel("partie-pocket");
  channel.addEventListener("message", async ({ data }) => {
    if (!data.recorded || (await navigator.storage.persisted())) return;
    document.documentElement.dataset.kept = String(await navigator.storage.persist());
  });
}
