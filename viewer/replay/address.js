// How the viewer's address names a moment: `?match=ID&at=VERSION`.

/** @type {Addresses} */
export const viewerAddress = {
  requestedVersion() {
    return new URL(location.href).searchParams.get("at");
  },
  addressAt(version) {
    const address = new URL(location.href);
    address.searchParams.set("at", String(version));
    return address;
  },
  // The reader may have gone to another page in the meantime.
  isAddressOf(match) {
    return new URL(location.href).searchParams.get("match") === match;
  },
};
