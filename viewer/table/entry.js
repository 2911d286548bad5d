// The table as a component of its own.

const tables = new WeakMap();

// Called by Streamlit when the component appears and again whenever its data or the theme changes.
export default function ({ parentElement, data, setStateValue, setTriggerValue }) {
  speak(data.spoken);
  const outbox = outboxOf(data.match);
  let table = tables.get(parentElement);
  if (table && table.outbox !== outbox) {
    table.leave();
    table.outbox.disconnect();
    table = null;
  }
  if (!table) {
    table = open(parentElement, outbox);
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
