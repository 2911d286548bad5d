// The pages of a pocket in one document.

import { own, prepareStart } from "./owner.js";

const version = document.documentElement.dataset.version ?? "";
const IDLE_MS = 3000;

/** @param {import("./owner.js").Owned} state */
function opened(state) {
  Object.assign(document.documentElement.dataset, { store: state.ready ? "open" : state.why, by: state.by });
  if (!state.ready) return;
  navigator.serviceWorker.controller?.postMessage({ opened: true });
  if (state.by === "plain") setTimeout(async () => {
    const made = await prepareStart(version);
    document.documentElement.dataset.snapshot = JSON.stringify(made);
  }, IDLE_MS);
}

await navigator.serviceWorker.register("service_worker.js");
await navigator.serviceWorker.ready;
if (!navigator.serviceWorker.controller) {
  await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
}
own(version, opened);
