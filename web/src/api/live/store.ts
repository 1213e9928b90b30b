/** A value to which components subscribe. Every change replaces the value. */
export type Store<Value> = {
  read(): Value;
  subscribe(listener: () => void): () => void;
};

export type WritableStore<Value> = Store<Value> & {
  set(value: Value): void;
};

type Options = {
  /** Called when the first subscriber arrives. */
  readonly onUsed?: () => void;
  readonly onUnused?: () => void;
};

export function createStore<Value>(first: Value, { onUsed, onUnused }: Options = {}): WritableStore<Value> {
  const listeners = new Set<() => void>();
  let value = first;
  return {
    read: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      if (listeners.size === 1) onUsed?.();
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) onUnused?.();
      };
    },
  };
}
