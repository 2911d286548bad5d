// The replay as a component of the viewer.

import { openLiveRecord } from "../live/live_record.js";
import { viewerAddress } from "./address.js";
import { showReplay } from "./replay.js";

const site = { address: viewerAddress, openLiveRecord };

/** @param {Component<ReplayData>} component */
export default function (component) {
  return showReplay(component, site);
}
