import { negate } from "../../../../src/core/units.ts";
import type { Micros } from "../../../../src/core/units.ts";
import type { Text } from "../../text/en.ts";
import type { Formats } from "../../text/formats.ts";

/** Describes the trader's own profit or loss in a resolved market. */
export function describeProfit(profit: Micros, { mine }: Text, formats: Formats): string {
  if (profit === 0) return mine.even;
  return profit > 0 ? mine.gained(formats.money(profit)) : mine.lostMoney(formats.money(negate(profit)));
}
