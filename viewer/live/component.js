// The live record as a component of its own.

import { setCatalog } from "../language.js";
import { outboxFor } from "../outbox.js";
import { openLiveRecord } from "./live_record.js";

/** @type {WeakMap<Component<LiveRecordData>["parentElement"], LiveRecord>} */
const liveRecords = new WeakMap();

/**
 * Called when the component appears and again whenever its data or the theme changes.
 * @param {Component<LiveRecordData> & { setTriggerValue: (name: string, value: unknown) => void }} component
 */
export default function ({ parentElement, data, setStateValue, setTriggerValue }) {
  setCatalog(data.catalog);
  const outbox = outboxFor(data.match);
  let liveRecord = liveRecords.get(parentElement) ?? null;
  if (liveRecord && liveRecord.outbox !== outbox) {
    liveRecord.leave();
    liveRecord.outbox.disconnect();
    liveRecord = null;
  }
  if (!liveRecord) {
    liveRecord = openLiveRecord(parentElement, outbox);
    liveRecords.set(parentElement, liveRecord);
  }
  liveRecord.query = (query) => setStateValue("query", query);
  outbox.connect((requests) => setTriggerValue("requests", JSON.stringify(requests)));
  liveRecord.show(data);
  liveRecord.receive(outbox.receive(data.responses));
  return () => {
    liveRecord.leave();
    outbox.disconnect();
    liveRecords.delete(parentElement);
  };
}
