/** A text that this browser keeps by its name, for all of its tabs. */

export type KeptText = {
  /** The text, or an empty one where none is kept. */
  read(): string;
  write(text: string): void;
  /** Calls back after each change, in this tab or another; gives the end of that. */
  subscribe(listener: () => void): () => void;
};

export function createKeptText(name: string): KeptText {
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
