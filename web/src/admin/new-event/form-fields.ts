/**
 * Fields of a form in progress. Each part of the form subscribes to the fields that it shows, so that other parts are not
 * rendered again.
 */
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

/** Subscribes to all fields. */
export const useFormFields = (fields: FormFields): FieldReader =>
  useSyncExternalStore(fields.subscribe, fields.read);

/** Subscribes to a text derived from the fields, and renders again only if that text changes. */
export const useFieldText = (fields: FormFields, textOf: (readField: FieldReader) => string): string =>
  useSyncExternalStore(fields.subscribe, () => textOf(fields.read()));
