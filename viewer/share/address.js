// How the address of a page that stands alone names a moment: `#at=VERSION`; else the page itself may name one.

/** @type {Addresses} */
export const fileAddress = {
  requestedVersion() {
    return new URLSearchParams(location.hash.slice(1)).get("at") ?? document.getElementById("match")?.dataset.at ?? null;
  },
  addressAt(version) {
    const address = new URL(location.href);
    address.hash = `at=${version}`;
    return address;
  },
  isAddressOf() {
    return true;
  },
};
