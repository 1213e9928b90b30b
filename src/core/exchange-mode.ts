/** Modes of the exchange, and the choice of the strictest of several. mode.ts has what each mode rejects. */
import { elementAt } from "./values/element-at.ts";

/** Modes from the mildest to the strictest. */
export const MODES = ["normal", "post-only", "cancel-only", "read-only", "halted"] as const;
export type ExchangeMode = (typeof MODES)[number];

export const strictest = (modes: Iterable<ExchangeMode>): ExchangeMode =>
  elementAt(MODES, Math.max(0, ...Array.from(modes, (mode) => MODES.indexOf(mode))));
