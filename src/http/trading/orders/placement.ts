/** Submission of an order's command to the exchange, and the answer once the placement is durable. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { newAccount } from "../../../core/account-register.ts";
import { nextAccount } from "../../../core/accounts.ts";
import { canceledOrders } from "../../../core/canceled-orders.ts";
import type { PlaceOrder } from "../../../core/command.ts";
import { DigestMap } from "../../../core/digest-map.ts";
import type { Event, Fill } from "../../../core/event.ts";
import { decide, refusalOf } from "../../../core/exchange.ts";
import type { Decision } from "../../../core/exchange.ts";
import { sumFills } from "../../../core/fill-totals.ts";
import { PLACEMENT_CHECKS } from "../../../core/placement-checks.ts";
import type { PlacementCheck } from "../../../core/placement-checks.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection, RejectionCode } from "../../../core/rejection.ts";
import type { Exchange, Order } from "../../../core/state.ts";
import { collateralText, sharesText } from "../../../core/units.ts";
import type { Check } from "../../../doctor/check.ts";
import type { KeptOrder } from "../../../engine/delayed-orders.ts";
import type { CommandOutcome, Committed } from "../../../engine/entry.ts";
import { parseSignedOrder } from "../../../signing/signed-order.ts";
import type { ActiveKey } from "../../../store/keys/api-keys.ts";
import { tradeId } from "../../../store/reads/fills.ts";
import type { DelayedOrder } from "../../../store/sandbox/delayed-orders.ts";
import { isUnavailable } from "../../../store/sql/unavailable.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { FIRST_CREDIT, openSandboxAccount } from "../../wallets.ts";
import { eventOf } from "../committed-event.ts";
import { explainSignature } from "./explain-signature.ts";
import { ofOrder, readOrderPayload } from "./order-payload.ts";
import type { OrderPayload } from "./order-payload.ts";
import { checkDecision, checkReading } from "./order-steps.ts";
import type { OrderFacts } from "./order-steps.ts";

// Trial of an order without placing it, decided by the same code as a placement. Lists the checks in the order of the
// exchange, up to the first that fails.

export type OrderTrial = {
  readonly checks: readonly Check[];
  /** Result that the order would have; `undefined` if it would be refused. */
  readonly placed: PlacedEvent | undefined;
  /** `undefined` if the order would be placed. */
  readonly rejection: Rejection | undefined;
  /** Orders of the same owner that would be cancelled. */
  readonly removed: readonly string[];
};

type PlacedEvent = Extract<Event, { type: "order-placed" }>;

export async function tryOrder(
  context: Context,
  payload: OrderPayload,
  caller: ActiveKey,
): Promise<OrderTrial> {
  const command = await readOrderPayload(context, payload, caller);
  const token = context.engine.exchange.tokens.get(payload.order.tokenId);
  const parsed = parseSignedOrder(payload.order);
  const signed =
    token === undefined || !parsed.ok
      ? []
      : await explainSignature(context, { order: parsed.order, caller, market: token.market });
  const facts = { payload, token, signed, account: undefined, command: undefined };
  if (isRejection(command)) return refusedTrial(checkReading(facts, command), command);
  const trial = await context.engine.examine((exchange, at, now) =>
    tryOn(exchange, { ...facts, command }, { at, now, funds: context.config.mode === "sandbox" }),
  );
  if (isRejection(trial)) return refuse({ ...facts, command }, trial);
  // Only now are all earlier submissions of the order committed.
  if (!(await isPlaced(context, command.id))) return trial;
  return refuse({ ...facts, command }, reject("duplicate_order", `order ${command.id} was placed before`));
}

const isPlaced = async ({ entries }: Context, id: string): Promise<boolean> =>
  entries.known.mayHaveOrder(id) && (await entries.findOrders([id])).has(id);

type ReadOrder = OrderFacts & { readonly command: PlaceOrder };

type Terms = {
  /** Engine time and the clock, ms. */
  readonly at: number;
  readonly now: number;
  /** True if a wallet's first order credits its first funds. */
  readonly funds: boolean;
};

function tryOn(exchange: Exchange, facts: ReadOrder, terms: Terms): OrderTrial {
  const { command } = facts;
  const account = exchange.accountByAddress.get(command.maker);
  const decided = decideTrial(exchange, command, terms);
  const refusal = refusalOf(decided);
  if (refusal !== undefined) return refuse({ ...facts, account }, refusal);
  const events = isRejection(decided) ? [] : decided;
  return {
    checks: checksOf({ ...facts, account }, undefined),
    rejection: undefined,
    placed: events.find((event) => event.type === "order-placed"),
    removed: events.flatMap((event) => canceledOrders(event).map(({ id }) => id)),
  };
}

/** Decides an order as its placement would. In the sandbox a wallet's first valid order opens its account. */
function decideTrial(exchange: Exchange, command: PlaceOrder, terms: Terms): Decision {
  const decision = decide(exchange, command, terms.at, terms.now);
  const opens =
    terms.funds &&
    !exchange.accountByAddress.has(command.maker) &&
    isRejection(decision) &&
    decision.code === "insufficient_balance";
  return opens ? decideFunded(exchange, command, terms) : decision;
}

/**
 * Decides an order as if the wallet's account were open. Uses a state without any other account, since the decision reads
 * none.
 */
function decideFunded(exchange: Exchange, command: PlaceOrder, { at, now }: Terms): Decision {
  const { maker: address, owner } = command;
  const opened = decide(exchange, { type: "open-account", address, owner, credit: FIRST_CREDIT }, at);
  if (isRejection(opened)) return opened;
  const accountByAddress: Exchange["accountByAddress"] = new DigestMap();
  accountByAddress.set(
    address,
    newAccount({ no: nextAccount(exchange), address, owner, collateral: FIRST_CREDIT }),
  );
  return decide({ ...exchange, accountByAddress }, command, at, now);
}

const checksOf = (facts: ReadOrder, rejection: Rejection | undefined): Check[] => [
  ...checkReading(facts, undefined),
  ...checkDecision(facts, rejection),
];

function refuse(facts: ReadOrder, rejection: Rejection): OrderTrial {
  const named = ofOrder(rejection, facts.command.id);
  return refusedTrial(checksOf(facts, named), named);
}

const refusedTrial = (checks: readonly Check[], rejection: Rejection): OrderTrial => ({
  checks,
  rejection,
  placed: undefined,
  removed: [],
});

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

/**
 * Places a verified order. The command has reached the engine when this returns; the order is durable when the promise
 * resolves.
 */
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
 * Submits an order. In the sandbox a wallet's first valid order opens its account, bound to its signer, with first funds. A
 * refused order opens none.
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
 * Answers a repeated order. The specification's dialect returns the original result; the services' dialects refuse a
 * duplicate. If the original result cannot be read now, all dialects refuse it: the placement itself is known.
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
/** Result of the placement, before later changes of the resting order. */
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

// Rejection codes of a placement: those of its checks, and that of an unsupported dry run.

const CHECKS: readonly PlacementCheck[] = Object.values<readonly PlacementCheck[]>(PLACEMENT_CHECKS).flat();

export const PLACEMENT_REFUSALS: readonly RejectionCode[] = [
  "dry_run_refused",
  ...CHECKS.flatMap(({ codes }) => codes),
];

// Placements that a sandbox fault may delay. An order that would match now is acknowledged as delayed once it is durable,
// and matched later. All other orders, and all orders without a fault in force, are placed at once.

/** An order and the route of its request, such as `POST /order`. */
type PlacedBy = { readonly command: PlaceOrder; readonly route: string };

/** Places a verified order, or keeps it for later. An order without a delay has reached the engine when this returns. */
export async function placeOrDelay(
  context: Context,
  dialect: Dialect,
  placed: PlacedBy,
): Promise<Placement | Rejection> {
  const { delayedOrders } = context;
  const { command } = placed;
  const before = delayedOrders?.find(command.id);
  if (before !== undefined) return repeatedDelay(dialect, before);
  const isUnclear = delayedOrders?.findUnclear(command.id) !== undefined;
  const mayDelay = isUnclear || delayedOrders?.delays().isEmpty() === false;
  const kept = mayDelay ? await keepDelayed(context, placed) : undefined;
  if (kept === undefined) return place(context, dialect, command);
  return kept.repeated ? repeatedDelay(dialect, kept.order) : delayedPlacement(kept.order);
}

/** Keeps the order for later if it is new, would match now, and draws a delay. */
async function keepDelayed(context: Context, { command, route }: PlacedBy): Promise<KeptOrder | undefined> {
  const { delayedOrders, engine, entries } = context;
  const unclear = delayedOrders?.findUnclear(command.id);
  if (unclear !== undefined) return delayedOrders?.keepAgain(unclear);
  const trial = await engine.examine((exchange, at, now) =>
    decideTrial(exchange, command, { at, now, funds: true }),
  );
  const matches =
    !isRejection(trial) && trial.some((event) => event.type === "order-placed" && event.fills.length > 0);
  if (!matches || (await entries.findOrders([command.id])).size > 0) return undefined;
  const { apiKey, maker, owner } = command;
  const delay = delayedOrders?.delays().draw({ route, names: [apiKey, maker, owner] });
  if (delay === undefined) return undefined;
  const known = engine.exchange.accountByAddress.has(command.maker);
  const refused = known
    ? undefined
    : await openSandboxAccount(context, { address: command.maker, owner: command.owner });
  return refused === undefined ? delayedOrders?.keep(command, delay) : undefined;
}

/** Answers a repeated delayed order: with its first or its final result, or a duplicate error. */
const repeatedDelay = (dialect: Dialect, order: DelayedOrder): Placement | Rejection =>
  DIFFERENCES.repeatedOrder.does[dialect] === "refused"
    ? ofOrder(reject("duplicate_order", `order ${order.command.id} was placed before`), order.command.id)
    : delayedPlacement(order);

const delayedPlacement = ({ command: { id }, ended }: DelayedOrder): Placement => ({
  success: true,
  errorMsg: "",
  orderID: id,
  orderHash: id,
  takingAmount: "",
  makingAmount: "",
  status: ended === undefined ? "delayed" : "unmatched",
  tradeIDs: [],
  transactionsHashes: [],
});
