// How the viewer's address names a moment: `?match=ID&at=VERSION`.

function versionAsked() {
  return new URL(location.href).searchParams.get("at");
}

function addressAt(version) {
  const address = new URL(location.href);
  address.searchParams.set("at", version);
  return address;
}

// The reader may have left for another page by now.
function isAddressOf(match) {
  return new URL(location.href).searchParams.get("match") === match;
}
