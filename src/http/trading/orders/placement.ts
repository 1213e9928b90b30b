/** The way of an order's command through the exchange, and the answer that its placement gets when it is durable. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import type { PlaceOrder } from "../../../core/command.ts";
import type { Fill } from "../../../core/event.ts";
import { sumFills } from "../../../core/fill-totals.ts";
import { reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import type { Order } from "../../../core/state.ts";
import { collateralText, sharesText } from "../../../core/units.ts";
import type { Committed, CommandOutcome } from "../../../engine/entry.ts";
import { tradeId } from "../../../store/reads/trade-id.ts";
import { isUnavailable } from "../../../store/sql/unavailable.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { openSandboxAccount } from "../../sandbox-account.ts";
import { eventOf } from "../committed-event.ts";
import { ofOrder } from "./order-payload.ts";

export const Placement = Type.Object({
  success: Type.Boolean(),
  errorMsg: Type.String(),
  orderID: Type.String({ description: "EIP-712 digest of the order" }),
  orderHash: Type.String(),
  takingAmount: Type.String({ description: "What the order received so far, in shares or collateral" }),
  makingAmount: Type.String({ description: "What the order gave so far" }),
  status: Type.Enum(["live", "matched", "unmatched", "delayed"], {
    description: "`delayed`, and `unmatched` after it, only where a fault of the sandbox delays the match",
  }),
  tradeIDs: Type.Array(Type.String()),
  transactionsHashes: Type.Array(Type.String()),
});
export type Placement = Type.Static<typeof Placement>;

/** Places a verified order: it has reached the engine when this returns, and is durable when the promise is kept. */
export async function place(
  context: Context,
  dialect: Dialect,
  command: PlaceOrder,
): Promise<Placement | Rejection> {
  const outcome = await submit(context, command);
  switch (outcome.type) {
    case "rejected":
      return ofOrder(outcome.rejection, command.id);
    case "committed":
      return committedPlacement(dialect, command.id, outcome.committed);
    case "duplicate":
      return repeated(context, dialect, command.id);
  }
}

/**
 * Places an order. In the sandbox a wallet's first good order opens its account, bound to its signer, with first funds;
 * a refused order leaves nothing behind.
 */
async function submit(context: Context, command: PlaceOrder): Promise<CommandOutcome> {
  const { engine, config } = context;
  const known = engine.exchange.accountByAddress.has(command.maker);
  const outcome = await engine.submit(command);
  if (known || config.mode !== "sandbox") return outcome;
  if (outcome.type !== "rejected" || outcome.rejection.code !== "insufficient_balance") return outcome;
  const refused = await openSandboxAccount(context, { address: command.maker, owner: command.owner });
  return refused === undefined ? engine.submit(command) : { type: "rejected", rejection: refused };
}

/**
 * The same signed order again: the original result, but the services' dialects refuse it as they do. So does the other
 * when the result cannot be read: that the order was placed is known.
 */
async function repeated(context: Context, dialect: Dialect, id: string): Promise<Placement | Rejection> {
  if (DIFFERENCES.repeatedOrder.does[dialect] === "refused")
    return ofOrder(reject("duplicate_order", `order ${id} was placed before`), id);
  const placement = await context.entries.findPlacement(id).catch(noneWhileAway);
  if (placement === "away") {
    const hint = `order ${id} was placed before; its result cannot be read now`;
    return ofOrder(reject("duplicate_order", hint), id);
  }
  if (placement === undefined) throw new Error(`order ${id} was accepted but is not stored`);
  if (placement.killed !== undefined) return ofOrder(reject(placement.killed, KILLED_BEFORE), id);
  return placementOf(dialect, id, placement, placement);
}

const KILLED_BEFORE = "the order was killed when it came first; it is not tried again";

function noneWhileAway(error: unknown): "away" {
  if (isUnavailable(error)) return "away";
  throw error;
}

type FillOf = Pick<Fill, "no" | "lots" | "price">;
/** Result of the placement itself, before later changes of the resting order. */
type PlacedOrder = { readonly fills: readonly FillOf[]; readonly hash: Buffer | null };

function committedPlacement(dialect: Dialect, id: string, committed: Committed): Placement | Rejection {
  const { order, fills, refusal } = eventOf(committed, "order-placed");
  if (refusal !== undefined) return ofOrder(refusal, id);
  return placementOf(dialect, id, order, { fills, hash: committed.hash });
}

type PlacedAtOnce = Placement & { readonly status: "live" | "matched" };

export function placementOf(
  dialect: Dialect,
  id: string,
  order: Pick<Order, "side" | "outcome">,
  { fills, hash }: PlacedOrder,
): PlacedAtOnce {
  const matched = fills.length > 0;
  const trades = DIFFERENCES.tradeUnits.does[dialect] === "fill" ? fills : fills.slice(0, 1);
  const { lots, micros } = sumFills(order, fills);
  const [shares, collateral] = matched ? [sharesText(lots), collateralText(micros)] : ["", ""];
  return {
    success: true,
    errorMsg: "",
    orderID: id,
    orderHash: id,
    takingAmount: order.side === "BUY" ? shares : collateral,
    makingAmount: order.side === "BUY" ? collateral : shares,
    status: matched ? "matched" : "live",
    tradeIDs: trades.map(({ no }) => tradeId(no)),
    transactionsHashes: matched && hash !== null ? [`0x${hash.toString("hex")}`] : [],
  };
}
