/** A text that this browser stores under a name, for all of its tabs. */

export type StoredText = {
  /** Returns the text, or an empty one if none is stored. */
  read(): string;
  write(text: string): void;
  /** Calls `listener` after each change, in this tab or another. Returns a function that ends these calls. */
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
