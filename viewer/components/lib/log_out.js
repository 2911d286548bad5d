// What a log out leaves behind in the browser: nothing. `Clear-Site-Data` of the server does the same on secure addresses.

/** Set before the storage is cleared, as other pages of the browser only learn of a change. */
const MARK = "partie-log-out";

/** Removes all that the browser has kept for this address, the writes that wait included. */
export async function forgetAll() {
  try {
    localStorage.setItem(MARK, "");
    localStorage.clear();
    sessionStorage.clear();
    const workers = await navigator.serviceWorker?.getRegistrations() ?? [];
    const names = await globalThis.caches?.keys() ?? [];
    await Promise.allSettled([...workers.map((worker) => worker.unregister()), ...names.map((name) => caches.delete(name))]);
  } catch {
    // Storage is disabled: there is nothing.
  }
}

/** Clears this page when another one logs out, and loads it as it is then. */
export function followLogOut() {
  addEventListener("storage", ({ key }) => {
    if (key !== null) return;
    sessionStorage.clear();
    document.documentElement.hidden = true;
    setTimeout(() => location.reload(), 1000);  // The log out is on its way to the server.
  }, { once: true });
}
