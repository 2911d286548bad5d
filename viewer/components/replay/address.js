// How the viewer's address names a moment: `?match=ID&at=VERSION`, and `&mode=` where it is not the usual one.

import { WATCH } from "./modes.js";

/** @type {Addresses} */
export const viewerAddress = {
  requestedVersion() {
    return new URL(location.href).searchParams.get("at");
  },
  requestedMode() {
    return new URL(location.href).searchParams.get("mode");
  },
  addressAt(version, mode) {
    const address = new URL(location.href);
    address.searchParams.set("at", String(version));
    if (mode === WATCH) address.searchParams.delete("mode");
    else address.searchParams.set("mode", mode);
    return address;
  },
  // The reader may have gone to another page in the meantime, as to the report of the same match.
  isAddressOf(match) {
    const { pathname, searchParams } = new URL(location.href);
    return pathname.endsWith("/replay") && searchParams.get("match") === match;
  },
};
