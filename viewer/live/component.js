// The table as a component of its own.

import { setCatalog } from "../language.js";
import { outboxFor } from "../outbox.js";
import { openTable } from "./live_record.js";

/** @type {WeakMap<Component<TableData>["parentElement"], Table>} */
const tables = new WeakMap();

/**
 * Called when the component appears and again whenever its data or the theme changes.
 * @param {Component<TableData> & { setTriggerValue: (name: string, value: unknown) => void }} component
 */
export default function ({ parentElement, data, setStateValue, setTriggerValue }) {
  setCatalog(data.spoken);
  const outbox = outboxFor(data.match);
  let table = tables.get(parentElement) ?? null;
  if (table && table.outbox !== outbox) {
    table.leave();
    table.outbox.disconnect();
    table = null;
  }
  if (!table) {
    table = openTable(parentElement, outbox);
    tables.set(parentElement, table);
  }
  table.ask = (asked) => setStateValue("asked", asked);
  outbox.connect((orders) => setTriggerValue("orders", JSON.stringify(orders)));
  table.show(data);
  table.answered(outbox.answered(data.answers));
  return () => {
    table.leave();
    outbox.disconnect();
    tables.delete(parentElement);
  };
}
