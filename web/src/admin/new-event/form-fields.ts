/** The fields of a form in progress. Parts of it follow the fields that they show, without drawing the rest of the form again. */
import { useSyncExternalStore } from "react";
import { readEmptyField } from "../parts/read-form.ts";
import type { FieldReader } from "../parts/read-form.ts";

export type FormFields = {
  read(): FieldReader;
  set(readField: FieldReader): void;
  subscribe(listener: () => void): () => void;
};

export function createFormFields(): FormFields {
  let current = readEmptyField;
  const listeners = new Set<() => void>();
  return {
    read: () => current,
    set: (readField) => {
      current = readField;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Follows all fields. */
export const useFormFields = (fields: FormFields): FieldReader =>
  useSyncExternalStore(fields.subscribe, fields.read);

/** Follows a text of the fields, and draws again only when that changes. */
export const useFieldText = (fields: FormFields, textOf: (readField: FieldReader) => string): string =>
  useSyncExternalStore(fields.subscribe, () => textOf(fields.read()));
