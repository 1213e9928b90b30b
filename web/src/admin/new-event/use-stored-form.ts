/** Stores the form of a new event while it has typed content, and asks before the tab closes. */
import { useEffect, useRef } from "react";
import type { FormFields } from "./form-fields.ts";
import { dropDraft } from "./drop-draft.ts";
import { readDraft, isDraftStored, storeDraft } from "./stored-draft.ts";

export type InitialForm = {
  readonly repeated: string;
  /** True if the form was restored from storage. */
  readonly isKept: boolean;
};

export function useStoredForm(fields: FormFields, count: number, { repeated, isKept }: InitialForm): void {
  const untouchedText = useRef<string>(undefined);
  useEffect(() => {
    const keep = (): void => {
      const draft = readDraft(fields.read(), count);
      const text = JSON.stringify(draft);
      untouchedText.current ??= isKept ? "" : text;
      if (text === untouchedText.current) dropDraft();
      else storeDraft({ repeated, draft });
    };
    keep();
    return fields.subscribe(keep);
  }, [fields, count, repeated, isKept]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (isDraftStored()) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, []);
}
