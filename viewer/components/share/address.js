// How the address of a page that stands alone names a moment: `#at=VERSION&mode=MODE`; else the page itself may name one.

import { WATCH } from "../replay/modes.js";

/** @type {Addresses} */
export const fileAddress = {
  requestedVersion() {
    return new URLSearchParams(location.hash.slice(1)).get("at") ?? document.getElementById("match")?.dataset.at ?? null;
  },
  requestedMode() {
    return new URLSearchParams(location.hash.slice(1)).get("mode");
  },
  addressAt(version, mode) {
    const address = new URL(location.href);
    address.hash = mode === WATCH ? `at=${version}` : `at=${version}&mode=${mode}`;
    return address;
  },
  isAddressOf() {
    return true;
  },
};
