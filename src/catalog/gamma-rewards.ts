/** Reader of the liquidity rewards of a Gamma market: amount a day, token, and limits on the orders that earn them. */
import type { Rewards } from "../core/catalog.ts";
import { addInner, fieldsOf, isJson, listOf, numberOf } from "./gamma-fields.ts";
import type { Fields } from "./gamma-fields.ts";

const MAX_AMOUNT = 1_000_000_000;

export function rewardsOf(fields: Fields): Rewards {
  return {
    rates: (listOf(fields, "clobRewards") ?? []).map((rate, index) => rateOf(fields, rate, index)),
    minSize: amountOf(fields, "rewardsMinSize", fields.source["rewardsMinSize"]),
    maxSpread: amountOf(fields, "rewardsMaxSpread", fields.source["rewardsMaxSpread"]),
  };
}

function rateOf(fields: Fields, rate: unknown, index: number): Rewards["rates"][number] {
  const inner = fieldsOf(isJson(rate) ? rate : {});
  const { assetAddress, rewardsDailyRate } = inner.source;
  addInner(fields, "clobRewards", inner);
  const name = `clobRewards[${index}]`;
  const address = typeof assetAddress === "string" ? assetAddress : "";
  if (!/^0x[0-9a-f]{40}$/i.test(address)) fields.problems.push(`${name} has no asset address`);
  return { assetAddress: address, dailyRate: amountOf(fields, name, rewardsDailyRate) };
}

/** Reads a number from 0 to MAX_AMOUNT; 0 when absent. */
function amountOf(fields: Fields, name: string, value: unknown): number {
  const amount = numberOf(value) ?? 0;
  if (amount >= 0 && amount <= MAX_AMOUNT) return amount;
  fields.problems.push(`${name} is not a number from 0 to ${MAX_AMOUNT}`);
  return 0;
}
