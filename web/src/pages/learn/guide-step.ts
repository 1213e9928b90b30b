import { useSyncExternalStore } from "react";
import { createStoredText } from "../../parts/hooks/stored-text.ts";

/** Steps of a newcomer to a first trade. */
export const STEPS = ["wallet", "funds", "trade"] as const;
export type Step = (typeof STEPS)[number];

/** Progress marks in the browser: the guide was shown, its last step began, or it is permanently over. */
export const MARKS = ["shown", "trading", "over"] as const;
type Mark = (typeof MARKS)[number];

export type Progress = {
  /** Latest mark; `undefined` before the guide was ever shown in this browser. */
  readonly mark: Mark | undefined;
  readonly hasWallet: boolean;
  /** True if the wallet holds shares; `undefined` until the balances are loaded. */
  readonly hasShares: boolean | undefined;
};

/** Tells whether the visitor got shares without the last step. Then the guide is over, even after the shares are gone. */
export const hasTraded = ({ mark, hasWallet, hasShares }: Progress): boolean =>
  mark === "shown" && hasWallet && hasShares === true;

/**
 * Finds the step to show; none for visitors who arrived with a wallet or traded before. After the loss of an unremembered
 * wallet, the first step is shown again.
 */
export function findStep({ mark, hasWallet, hasShares }: Progress): Step | "done" | undefined {
  if (mark === "over") return undefined;
  if (!hasWallet) return "wallet";
  if (mark === undefined) return undefined;
  if (mark === "trading") return hasShares === true ? "done" : "trade";
  return hasShares === true ? undefined : "funds";
}

// The visitor's progress in the guide for newcomers, stored in this browser for all of its tabs.

const markStore = createStoredText("presage.guide");

const readMark = (): Mark | undefined => MARKS.find((mark) => mark === markStore.read());

export const useGuideMark = (): Mark | undefined => useSyncExternalStore(markStore.subscribe, readMark);

export const setGuideMark = (mark: Mark): void => markStore.write(mark);
