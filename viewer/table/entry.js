// The table as a component of its own.

const tables = new WeakMap();

// Called by Streamlit when the component appears and again whenever its data or the theme changes.
export default function ({ parentElement, data, setStateValue, setTriggerValue }) {
  speak(data.spoken);
  let table = tables.get(parentElement);
  if (!table) {
    table = open(parentElement);
    tables.set(parentElement, table);
  }
  table.send = (order) => setTriggerValue("order", JSON.stringify(order));
  table.ask = (asked) => setStateValue("asked", asked);
  table.show(data);
  return () => {
    table.leave();
    tables.delete(parentElement);
  };
}
