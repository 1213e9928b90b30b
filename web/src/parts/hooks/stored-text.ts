/** A text that this browser stores under a name, for all of its tabs. */

export type StoredText = {
  /** Returns the text, or an empty one if none is stored. */
  read(): string;
  write(text: string): void;
  /** Calls back after each change, in this tab or another; returns a function that stops it. */
  subscribe(listener: () => void): () => void;
};

export function createStoredText(name: string): StoredText {
  const listeners = new Set<() => void>();
  return {
    read: () => localStorage.getItem(name) ?? "",
    write: (text) => {
      localStorage.setItem(name, text);
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      const hear = ({ key }: StorageEvent): void => {
        if (key === name || key === null) listener();
      };
      listeners.add(listener);
      addEventListener("storage", hear);
      return () => {
        listeners.delete(listener);
        removeEventListener("storage", hear);
      };
    },
  };
}
