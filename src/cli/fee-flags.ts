/** The flags of a market's fees. */
import { textOf } from "./command-line.ts";
import type { CommandLine, FlagKinds } from "./command-line.ts";

export const FEE_FLAGS = {
  "--fee-rate": "text",
  "--fee-exponent": "text",
  "--fee-of-makers": "switch",
} as const satisfies FlagKinds;

/** Reads the fees of a request; `undefined` if no fee flag is given. */
export function readFees(line: CommandLine): object | undefined {
  const rate = textOf(line, "--fee-rate");
  const exponent = textOf(line, "--fee-exponent");
  const ofMakers = line.flags.has("--fee-of-makers");
  if (rate === undefined) {
    if (exponent === undefined && !ofMakers) return undefined;
    throw new Error("--fee-exponent and --fee-of-makers need --fee-rate beside them");
  }
  return { rate, ...(exponent !== undefined && { exponent: readExponent(exponent) }), takerOnly: !ofMakers };
}

function readExponent(text: string): number {
  if (/^[1-4]$/.test(text)) return Number(text);
  throw new Error(`--fee-exponent: expected a whole number from 1 to 4, got "${text}"`);
}
