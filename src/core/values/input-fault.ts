/**
 * Invalid input, for parsers whose caller turns the fault into an error text, a rejection or an exception. A parser returns
 * its value or a fault.
 */

export type InputFault = {
  /** Reason in words or the name of the invalid field, as each parser documents. */
  readonly fault: string;
};

export const isFault = (result: unknown): result is InputFault =>
  typeof result === "object" && result !== null && "fault" in result;
