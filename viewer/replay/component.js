// The replay as a component of the viewer.

import { openTable } from "../live/live_record.js";
import { viewerAddress } from "./address.js";
import { showReplay } from "./replay.js";

const site = { address: viewerAddress, openTable };

/** @param {Component<ReplayData>} component */
export default function (component) {
  return showReplay(component, site);
}
