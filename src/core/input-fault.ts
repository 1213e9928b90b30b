/**
 * Refused input, for readers whose caller decides what the refusal becomes: a text of its interface, a rejection or an
 * error. A reader returns its value or a fault.
 */

export type InputFault = {
  /** Reason in words, or the name of the field at fault, as the reader states. */
  readonly fault: string;
};

export const isFault = (result: unknown): result is InputFault =>
  typeof result === "object" && result !== null && "fault" in result;
