/** Describes the result of an accepted order. */
import { lots, micros, subtractLots } from "../../../src/core/units.ts";
import { readLots, readMicros } from "../money.ts";
import type { Text } from "../text/en.ts";
import type { Formats } from "../text/formats.ts";
import { averageOf } from "./estimate-order.ts";
import type { SentOrder } from "./use-send-order.ts";

type Words = { readonly text: Text; readonly formats: Formats };

/** Returns one sentence for each part of the order: traded, resting or dropped. */
export function reportOrder({ plan, placed }: SentOrder, { text, formats }: Words): readonly string[] {
  const { trade } = text;
  const buy = plan.form.side === "BUY";
  const [got, given] = [placed.takingAmount, placed.makingAmount];
  const shares = readLots(buy ? got : given) ?? lots(0);
  const money = readMicros(buy ? given : got) ?? micros(0);
  const remaining = subtractLots(plan.size, shares);
  const average = formats.cents(averageOf(money, shares));
  return [
    ...(shares > 0
      ? [(buy ? trade.bought : trade.sold)(formats.shares(shares), average, formats.money(money))]
      : []),
    ...(plan.form.kind === "limit" && remaining > 0
      ? [trade.resting(formats.shares(remaining), formats.cents(plan.limit))]
      : []),
    ...(plan.form.kind === "market" && plan.remaining > 0 ? [trade.dropped] : []),
  ];
}
