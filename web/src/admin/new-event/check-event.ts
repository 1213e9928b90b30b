/** Checks the form of a new event before it is sent: option names, and start prices, which are fixed later. */
import { normalizeForComparison } from "../../../../src/core/values/comparable-text.ts";
import { ONE, parseDecimal } from "../../../../src/core/units.ts";
import type { FieldReader } from "../parts/read-form.ts";
import { buildOptionField, readQuestion, readStartPrice } from "./read-event.ts";

const PRICE_DECIMALS = 4;

/** A fault with its field; options are numbered from 0. */
export type EventFault =
  | { readonly kind: "noName" | "price" | "role" | "noLoss" | "noReason"; readonly field: string }
  | { readonly kind: "name" | "question"; readonly field: string; readonly like: number };

export type CheckOptions = {
  readonly count: number;
  /** True if the operator may start house market makers. */
  readonly mayStart: boolean;
};

/** Finds the first fault of the form; `undefined` if it can be sent. */
export const findEventFault = (readField: FieldReader, terms: CheckOptions): EventFault | undefined =>
  (readField("exclusive") === "" ? undefined : findNameFault(readField, terms.count)) ??
  findPriceFault(readField, terms);

function findNameFault(readField: FieldReader, count: number): EventFault | undefined {
  const labels: string[] = [];
  const questions: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const field = buildOptionField(index, "label");
    const label = normalizeForComparison(readField(field));
    const question = normalizeForComparison(readQuestion(readField, index));
    if (label === "" && count > 1) return { kind: "noName", field };
    const named = labels.indexOf(label);
    if (named !== -1) return { kind: "name", field, like: named };
    const asked = questions.indexOf(question);
    if (asked !== -1) return { kind: "question", field: buildOptionField(index, "question"), like: asked };
    labels.push(label);
    questions.push(question);
  }
  return undefined;
}

function findPriceFault(readField: FieldReader, { count, mayStart }: CheckOptions): EventFault | undefined {
  const tick = parseDecimal(readField("tick"), PRICE_DECIMALS) ?? 1;
  for (let index = 0; index < count; index += 1) {
    const text = readStartPrice(readField, index);
    if (text === "") continue;
    const field = buildOptionField(index, "price");
    if (!mayStart) return { kind: "role", field };
    const price = parseDecimal(text, PRICE_DECIMALS);
    if (price === undefined || price < tick || price > ONE - tick || price % tick !== 0)
      return { kind: "price", field };
    if (readField("maximumLoss") === "") return { kind: "noLoss", field: "maximumLoss" };
    if (readField("reason") === "") return { kind: "noReason", field: "reason" };
  }
  return undefined;
}

/**
 * Finds an impossible sum of start prices of mutually exclusive options, in ten-thousandths. `undefined` if the sum is
 * possible: at most 1, and exactly 1 if every option has a price.
 */
export function findWrongSum(readField: FieldReader, count: number): number | undefined {
  if (readField("exclusive") === "") return undefined;
  const prices = Array.from({ length: count }, (_, index) =>
    parseDecimal(readStartPrice(readField, index), PRICE_DECIMALS),
  ).filter((price) => price !== undefined);
  const sum = prices.reduce((total, price) => total + price, 0);
  return sum > ONE || (prices.length === count && count > 0 && sum !== ONE) ? sum : undefined;
}
