/** Texts in progress that the tab keeps by their names, over other views and a reload. */
import { useState } from "react";

export const TAB_TEXTS = { fundings: "presage.fundings" } as const;

type TabTextName = (typeof TAB_TEXTS)[keyof typeof TAB_TEXTS];

/** Drops all of them: they are not for who signs in next. */
export const dropTabTexts = (): void => {
  for (const name of Object.values(TAB_TEXTS)) sessionStorage.removeItem(name);
};

export type TabText = {
  readonly text: string;
  set(text: string): void;
  /** Keeps it no longer, and leaves it where it is shown. */
  forget(): void;
};

export function useTabText(name: TabTextName): TabText {
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
