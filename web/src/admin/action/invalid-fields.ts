/** Fields of a form that the browser holds back, with all their faults at once and in words of the console. */
import type { ConsoleText } from "../console-text.ts";
import type { FieldFault } from "./field-fault.tsx";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Lists the invalid fields of a form that show their faults. Boxes to check leave theirs to the browser. */
export const listInvalidFields = (form: HTMLFormElement): readonly Field[] =>
  [...form.elements].filter(isShown).filter((field) => field.willValidate && !field.validity.valid);

const isShown = (element: Element): element is Field =>
  (element instanceof HTMLInputElement && element.type !== "checkbox" && element.type !== "radio") ||
  element instanceof HTMLSelectElement ||
  element instanceof HTMLTextAreaElement;

/** Describes the fault of an invalid field: the expected form and the given text. */
export function describeInvalid(field: Field, { wrongForm }: ConsoleText["action"]): FieldFault {
  const expected = field.title === "" ? field.validationMessage : field.title;
  const words = field.validity.patternMismatch ? wrongForm(field.value, expected) : field.validationMessage;
  return { name: field.name, words };
}

/** The words that the operator sees before a field that shows its fault; `undefined` where the form has none. */
export function labelOf(form: HTMLFormElement, name: string): string | undefined {
  const field = form.elements.namedItem(name);
  const showsFault = field instanceof Element && field.closest(".field, .check") !== null;
  if (!showsFault) return undefined;
  return form.querySelector(`label[for="${CSS.escape(field.id)}"]`)?.textContent ?? undefined;
}
