/** Faults of form fields, found by the exchange, the console or the browser, and shown beside each field. */
import { createContext, use } from "react";
import { RejectedError } from "../../api/client.ts";
import type { ConsoleText } from "../parts/console-text.ts";
import { explainMistake } from "./explain-refusal.ts";

export type FieldFault = {
  /** Name of the field. */
  readonly name: string;
  readonly words: string;
};

/** A fault that the console finds in a field before anything is sent. */
export class FormFault extends Error {
  readonly field: string;

  constructor(field: string, words: string) {
    super(words);
    this.field = field;
  }
}

export const FieldFaultContext = createContext<readonly FieldFault[]>([]);

/** Returns the text of a field's fault; `undefined` if the field has none. */
export function useFieldFault(name: string | undefined): string | undefined {
  return use(FieldFaultContext).find((fault) => fault.name === name)?.words;
}

/** Field path at the start of a hint, as in "markets.1.slug: expected one that no market has". */
const FAULT_PATH = /^([A-Za-z][\w.]*): (.+)$/s;

/** Finds the rejected field of the form: the one with its path, or the one whose value every item gets. */
export function findFault(
  form: HTMLFormElement,
  error: unknown,
  action: ConsoleText["action"],
): FieldFault | undefined {
  if (error instanceof FormFault) return { name: error.field, words: error.message };
  if (!(error instanceof RejectedError)) return undefined;
  const [, place = "", words = ""] = FAULT_PATH.exec(error.hint) ?? [];
  const parts = place.split(".");
  const names = parts.map((_, index) => parts.slice(index).join("."));
  const name = names.find((one) => one !== "" && form.elements.namedItem(one) !== null);
  return name === undefined ? undefined : { name, words: explainMistake(words, action) };
}
