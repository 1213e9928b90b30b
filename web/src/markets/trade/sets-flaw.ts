/** Reasons why sets cannot be split or merged, found before anything is sent. */
import type { Lots } from "../../../../src/core/units.ts";

export type SetsAction = "split" | "merge";

/** The maximum number of sets that the trader can split or merge. */
export type SetsLimits = { readonly [Kind in SetsAction]: Lots };

export type SetsFlaw =
  | { readonly kind: "amount"; readonly typed: string }
  | { readonly kind: SetsAction; readonly most: Lots };

type TypedAmount = {
  readonly text: string;
  /** Typed amount; `undefined` if the text is no amount. */
  readonly amount: Lots | undefined;
};

/** Finds the fault of the typed amount; `limits` is `undefined` until the balances are loaded. */
export function findSetsFlaw(
  { text, amount }: TypedAmount,
  kind: SetsAction,
  limits: SetsLimits | undefined,
): SetsFlaw | undefined {
  if (amount === undefined || amount === 0) return { kind: "amount", typed: text.trim() };
  return limits !== undefined && amount > limits[kind] ? { kind, most: limits[kind] } : undefined;
}
