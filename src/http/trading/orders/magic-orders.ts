/** Orders of a sandbox whose size is a magic value: refused, delayed or settled as the value says. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "../../../context.ts";
import type { PlaceOrder } from "../../../core/events/command.ts";
import { reject } from "../../../core/rejection.ts";
import type { Rejection, RejectionValues } from "../../../core/rejection.ts";
import { baseUnits, collateralText, cost, priceText, sharesText } from "../../../core/units.ts";
import type { MatchDelay } from "../../../engine/sandbox/delayed-orders.ts";
import { findMagicValue } from "../../sandbox/magic-values.ts";
import type { MagicValue } from "../../sandbox/magic-values.ts";

/** Finds the magic value of a verified order; there are none outside of a sandbox. */
export function findMagicOrder(
  { config }: Pick<Context, "config">,
  command: PlaceOrder,
): MagicValue | undefined {
  if (config.mode !== "sandbox") return undefined;
  const { side, kind: orderType, signed } = command;
  const [makerAmount, takerAmount] = [Number(signed.makerAmount), Number(signed.takerAmount)];
  return findMagicValue({ side, orderType, makerAmount, takerAmount });
}

/**
 * Runs the placement of an order with a magic value. `place` places the order, with a delay of its match if there is one,
 * and without one is not called for a refused order.
 */
export async function placeMagicOrder<Placed>(
  context: Context,
  command: PlaceOrder,
  { value, place }: { readonly value: MagicValue; readonly place: (delay?: MatchDelay) => Promise<Placed> },
): Promise<Placed | Rejection> {
  const { effect } = value;
  switch (effect.kind) {
    case "refuse":
      return rejectMagic(context, command, value);
    case "late-arrival":
      await sleep(effect.ms);
      return place();
    case "late-answer":
      return place().finally(() => sleep(effect.ms));
    case "failed-settlement":
      context.settlements?.expectFailure(command.id, effect.ms);
      return place();
    case "delayed-match":
      return place(effect);
    case "lost-answer":
      return place();
  }
}

/** Rejects the order with the values that texts of the dialects quote. */
function rejectMagic(
  { engine: { exchange } }: Context,
  command: PlaceOrder,
  { size, effect, meaning }: MagicValue,
): Rejection {
  const code = effect.kind === "refuse" ? effect.code : "not_accepting";
  const market = exchange.tokens.get(command.tokenId)?.market;
  const values: RejectionValues = {
    id: command.id,
    price: priceText(command.limit),
    size: sharesText(command.lots),
    address: command.maker,
    best: priceText(command.limit),
    balance: "0",
    held: "0",
    needed: String(command.side === "BUY" ? cost(command.lots, command.limit) : baseUnits(command.lots)),
    signed: String(command.highestFeeRate ?? 0),
    rate: "0",
    amount: collateralText(cost(command.lots, command.limit)),
    least: "1",
    ...(market !== undefined && {
      tick: priceText(market.tick),
      minimum: sharesText(market.minimumLots),
      rate: String(market.fees?.rate ?? 0),
    }),
  };
  const hint = `${size} is a magic value of this sandbox (docs/start/sandbox-magic-values.md), which refuses it as ${code}: ${meaning}; nothing was done`;
  return reject(code, hint, values);
}
