// A value that only messages change: a pure function says what follows from each, and what is to be done.

/**
 * @template State, Message, Effect
 * @param {State} first
 * @param {(state: State, message: Message) => [State, Effect[]]} next
 * @param {(effect: Effect) => void} perform does one after the other, and may send messages
 */
export function makeMachine(first, next, perform) {
  const machine = {
    state: first,
    /** @param {Message} message */
    send(message) {
      const [state, effects] = next(machine.state, message);
      machine.state = state;
      for (const effect of effects) perform(effect);
    },
  };
  return machine;
}
