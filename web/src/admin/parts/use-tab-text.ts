/** A text in progress that the tab keeps by its name, over other views and a reload. */
import { useState } from "react";

export type TabText = {
  readonly text: string;
  set(text: string): void;
  /** Keeps it no longer, and leaves it where it is shown. */
  forget(): void;
};

export function useTabText(name: string): TabText {
  const [text, setText] = useState(() => sessionStorage.getItem(name) ?? "");
  const forget = (): void => sessionStorage.removeItem(name);
  const set = (changed: string): void => {
    setText(changed);
    try {
      sessionStorage.setItem(name, changed);
    } catch {
      // Too long for the storage of the browser: it stands in its field alone.
      forget();
    }
  };
  return { text, set, forget };
}
