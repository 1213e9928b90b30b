/** Submission of an order's command to the exchange, and the answer once the placement is durable. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { nextAccount } from "../../../core/ledger/accounts.ts";
import { newAccount } from "../../../core/events/apply.ts";
import { canceledOrders } from "../../../core/orders/canceled-orders.ts";
import type { PlaceOrder } from "../../../core/events/command.ts";
import { DigestMap } from "../../../core/values/digest-map.ts";
import type { Event, Fill } from "../../../core/events/event.ts";
import { decide, getRejection } from "../../../core/exchange.ts";
import type { Decision } from "../../../core/exchange.ts";
import { sumFills } from "../../../core/orders/match.ts";
import { PLACEMENT_CHECKS } from "../../../core/orders/placement-checks.ts";
import type { PlacementCheck } from "../../../core/orders/placement-checks.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection, RejectionCode } from "../../../core/rejection.ts";
import { tokenNumber } from "../../../core/state.ts";
import type { Account, Exchange, Market, Order, Token } from "../../../core/state.ts";
import {
  NO_LOTS,
  baseUnits,
  collateralText,
  complement,
  cost,
  decimalText,
  priceText,
  sharesText,
} from "../../../core/units.ts";
import { failedCheck, passedCheck } from "../../../tools/doctor/check.ts";
import type { Check, Comparison, Finding } from "../../../tools/doctor/check.ts";
import type { MatchDelay, StoredDelayedOrder } from "../../../engine/sandbox/delayed-orders.ts";
import type { CommandOutcome, CommittedEvents } from "../../../engine/repeats/entry.ts";
import { describeReplaced } from "../../../engine/repeats/stored-entries.ts";
import { parseSignedOrder } from "../../../signing/orders/signed-order.ts";
import { tradeId } from "../../../store/reads/fills.ts";
import type { StoredPlacement } from "../../../store/reads/orders.ts";
import type { DelayedOrder } from "../../../store/sandbox/delayed-orders.ts";
import { isUnavailable } from "../../../store/sql/unavailable.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { FIRST_CREDIT, openSandboxAccount } from "../../values/wallets.ts";
import { getEventOfType } from "../pages.ts";
import { CanceledSize, describeSizes } from "./canceled-size.ts";
import { explainSignature } from "./explain-signature.ts";
import { findMagicOrder, placeMagicOrder } from "./magic-orders.ts";
import { DEFAULT_TYPE, withOrderId, readOrderPayload } from "./order-payload.ts";
import type { OrderCaller, OrderPayload } from "./order-payload.ts";

// Explains how far the validation of an order came: the checks of core/orders/placement-checks.ts up to the failed one.

/** Facts about an order that its explanation shows. */
export type OrderFacts = {
  readonly payload: OrderPayload;
  readonly token: Token | undefined;
  readonly account: Account | undefined;
  /** The order as a command, if the request could be parsed. */
  readonly command: PlaceOrder | undefined;
  /** Checks of the signature; empty if the order or its token could not be read. */
  readonly signed: readonly Check[];
};

/** Returns the order's value and the expected value of a check. */
type Compare = (facts: OrderFacts, rejection: Rejection | undefined) => Comparison;

const COMPARISONS: { readonly [check: string]: Compare } = {
  amounts: compareAmounts,
  token: ({ payload }) => ({ got: payload.order.tokenId }),
  price: comparePrice,
  money: compareMoney,
  size: compareSize,
  "market state": ({ token }) => ({ expected: "active", ...(token && { got: token.market.status }) }),
  "order type": ({ payload }) => ({ got: payload.orderType ?? DEFAULT_TYPE }),
  expiration: compareExpiration,
  minimum: compareMinimum,
  balance: compareBalance,
};

const [SIGNATURE] = PLACEMENT_CHECKS.signature;

/** Lists the checks of the request: all, or those up to the check that fails with the rejection's code. */
export const checkReading = (facts: OrderFacts, rejection: Rejection | undefined): Check[] =>
  explainChecks(
    [...PLACEMENT_CHECKS.request, ...PLACEMENT_CHECKS.signature, ...PLACEMENT_CHECKS.terms],
    facts,
    rejection,
  );

/** Lists the checks of the exchange: all, or those up to the check that fails with the rejection's code. */
export const checkDecision = (facts: OrderFacts, rejection: Rejection | undefined): Check[] =>
  explainChecks(DECISION_CHECKS, facts, rejection);

/** The checks of the exchange, without repeated checks of the same thing. */
const DECISION_CHECKS = [
  ...PLACEMENT_CHECKS.engine,
  ...PLACEMENT_CHECKS.order,
  ...PLACEMENT_CHECKS.book,
  ...PLACEMENT_CHECKS.fills,
].filter(({ check }, index, all) => all.findIndex((other) => other.check === check) === index);

function explainChecks(
  steps: readonly PlacementCheck[],
  facts: OrderFacts,
  rejection: Rejection | undefined,
): Check[] {
  const stop = rejection && steps.findIndex(({ codes }) => codes.includes(rejection.code));
  if (stop === -1) throw new Error(`no check of an order stands for ${rejection?.code}`);
  return steps.slice(0, stop === undefined ? undefined : stop + 1).flatMap((step, index) => {
    const wrong = index === stop ? rejection : undefined;
    if (step === SIGNATURE) return explainSigning(facts, wrong);
    const comparison = COMPARISONS[step.check]?.(facts, wrong) ?? {};
    return wrong === undefined
      ? passedCheck(step.check, comparison)
      : failedCheck(step.check, explainRejection(facts, wrong), comparison);
  });
}

/** Returns the single checks of the signature if they are known, else one check for all of them. */
function explainSigning({ signed }: OrderFacts, rejection: Rejection | undefined): readonly Check[] {
  if (rejection === undefined || signed.some(({ ok }) => !ok)) return signed;
  return [failedCheck("signature", { mistake: rejection.code, hint: rejection.hint })];
}

function explainRejection({ payload, token }: OrderFacts, { code, hint, values }: Rejection): Finding {
  switch (code) {
    case "invalid_payload":
      return { mistake: payload.order.tokenId.startsWith("0x") ? "order_token" : "order_body", hint };
    case "unknown_token":
      return { mistake: "order_token", hint };
    case "condition_mismatch":
      return {
        mistake: "order_token",
        hint: `${hint}; the market of token ${payload.order.tokenId} is ${token?.market.conditionId}`,
      };
    case "insufficient_balance":
      return { mistake: isHeldByOrders(values ?? {}) ? "balance_held" : "balance_too_small", hint };
    default:
      return { mistake: code, hint };
  }
}

/** Returns true if the balance would suffice without the reservations of open orders. */
const isHeldByOrders = ({ balance = "0", needed = "0" }: Readonly<Record<string, string>>): boolean =>
  BigInt(balance) >= BigInt(needed);

function compareAmounts({ payload: { order } }: OrderFacts): Comparison {
  return {
    expected: "base units (0.000001), as decimal text",
    got: `makerAmount ${order.makerAmount}, takerAmount ${order.takerAmount}`,
  };
}

function comparePrice({ token, command }: OrderFacts, rejection: Rejection | undefined): Comparison {
  const got = command === undefined ? rejection?.values?.["price"] : priceText(command.limit);
  return { ...(token && { expected: formatPrices(token.market) }), ...(got !== undefined && { got }) };
}

const formatPrices = ({ tick }: Market): string =>
  `${priceText(tick)} to ${priceText(complement(tick))} in steps of ${priceText(tick)}`;

function compareSize({ payload: { order }, command }: OrderFacts): Comparison {
  const shares = order.side === "BUY" ? order.takerAmount : order.makerAmount;
  const got = command === undefined ? decimalText(BigInt(shares), 6) : sharesText(command.lots);
  return { expected: "shares in steps of 0.01", got };
}

function compareMoney({ payload: { order, orderType } }: OrderFacts): Comparison {
  const isMarketBuy = order.side === "BUY" && (orderType === "FOK" || orderType === "FAK");
  return isMarketBuy ? { got: decimalText(BigInt(order.makerAmount), 6) } : {};
}

function compareMinimum({ token, command }: OrderFacts): Comparison {
  if (token === undefined || command === undefined) return {};
  return {
    expected: `at least ${sharesText(token.market.minimumLots)} shares`,
    got: sharesText(command.lots),
  };
}

function compareExpiration({ payload: { order, orderType }, command }: OrderFacts): Comparison {
  const { leastAheadMs = 0 } = command?.expiry ?? {};
  const time =
    leastAheadMs === 0 ? "unix seconds in the future" : `unix seconds, ${leastAheadMs / 1000} or more ahead`;
  const expected = orderType === "GTD" ? time : `none, or ${time}`;
  return { expected, got: order.expiration ?? "none" };
}

function compareBalance({ token, account, command }: OrderFacts): Comparison {
  if (token === undefined || command === undefined) return {};
  if (command.side === "BUY") {
    const needed = command.budget ?? cost(command.lots, command.limit);
    const has =
      account && `balance ${collateralText(account.collateral)}, held ${collateralText(account.held)}`;
    return { expected: `${collateralText(needed)} of collateral`, got: has ?? "no account yet" };
  }
  const { lots, held } = account?.positions.get(tokenNumber(token.market, token.outcome)) ?? NO_HOLDINGS;
  return {
    expected: `${sharesText(command.lots)} shares of the token (${baseUnits(command.lots)} base units)`,
    got: `balance ${sharesText(lots)}, held ${sharesText(held)}`,
  };
}

const NO_HOLDINGS = { lots: NO_LOTS, held: NO_LOTS };

// Trial of an order without placing it, decided by the same code as a placement. Lists the checks in the order of the
// exchange, up to the first that fails.

export type OrderTrial = {
  readonly checks: readonly Check[];
  /** Result that the order would have; `undefined` if it would be refused. */
  readonly placed: PlacedEvent | undefined;
  /** Reason of the refusal; `undefined` if the order would be placed. */
  readonly rejection: Rejection | undefined;
  /** Orders of the same owner that would be cancelled. */
  readonly removed: readonly string[];
  readonly replaced: StoredPlacement["replaced"];
};

type PlacedEvent = Extract<Event, { type: "order-placed" }>;

export async function tryOrder(
  context: Context,
  payload: OrderPayload,
  by: OrderCaller,
): Promise<OrderTrial> {
  const { caller } = by;
  const command = await readOrderPayload(context, payload, by);
  const token = context.engine.exchange.tokens.get(payload.order.tokenId);
  const parsed = parseSignedOrder(payload.order);
  const signed =
    token === undefined || !parsed.ok
      ? []
      : await explainSignature(context, { order: parsed.order, caller, market: token.market });
  const facts = { payload, token, signed, account: undefined, command: undefined };
  if (isRejection(command)) return buildRejectedTrial(checkReading(facts, command), command);
  const trial = await context.engine.examine((exchange, at, now) =>
    tryPlacement(exchange, { ...facts, command }, { at, now, funds: context.config.mode === "sandbox" }),
  );
  if (isRejection(trial)) return rejectTrial({ ...facts, command }, trial);
  // Only now are all earlier submissions of the order committed.
  if (!(await isPlaced(context, command.id))) return trial;
  return rejectTrial(
    { ...facts, command },
    reject("duplicate_order", `order ${command.id} was placed before`),
  );
}

const isPlaced = async ({ entries }: Context, id: string): Promise<boolean> =>
  entries.known.mayHaveOrder(id) && (await entries.findOrders([id])).has(id);

type ReadOrder = OrderFacts & { readonly command: PlaceOrder };

type TrialContext = {
  /** Engine time and the clock, ms. */
  readonly at: number;
  readonly now: number;
  /** True if a wallet's first order credits its first funds. */
  readonly funds: boolean;
};

function tryPlacement(exchange: Exchange, facts: ReadOrder, terms: TrialContext): OrderTrial {
  const { command } = facts;
  const account = exchange.accountByAddress.get(command.maker);
  const decision = decideTrial(exchange, command, terms);
  const refusal = getRejection(decision);
  if (refusal !== undefined) return rejectTrial({ ...facts, account }, refusal);
  const events = isRejection(decision) ? [] : decision;
  const placed = events.find((event) => event.type === "order-placed");
  return {
    checks: listTrialChecks({ ...facts, account }, undefined),
    rejection: undefined,
    placed,
    replaced: placed && describeReplaced(events, placed),
    removed: events
      .flatMap(canceledOrders)
      .flatMap(({ id, account: { owner } }) => (owner === command.owner ? id : [])),
  };
}

/** Decides an order as its placement would. In the sandbox a wallet's first valid order opens its account. */
function decideTrial(exchange: Exchange, command: PlaceOrder, terms: TrialContext): Decision {
  const decision = decide(exchange, command, terms.at, terms.now);
  const opensAccount =
    terms.funds &&
    !exchange.accountByAddress.has(command.maker) &&
    isRejection(decision) &&
    decision.code === "insufficient_balance";
  return opensAccount ? decideWithNewAccount(exchange, command, terms) : decision;
}

/**
 * Decides an order as if the wallet's account were open. Uses a state without any other account, since the decision reads
 * none.
 */
function decideWithNewAccount(exchange: Exchange, command: PlaceOrder, { at, now }: TrialContext): Decision {
  const { maker: address, owner } = command;
  const opening = decide(exchange, { type: "open-account", address, owner, credit: FIRST_CREDIT }, at);
  if (isRejection(opening)) return opening;
  const accountByAddress: Exchange["accountByAddress"] = new DigestMap();
  accountByAddress.set(
    address,
    newAccount({ no: nextAccount(exchange), address, owner, collateral: FIRST_CREDIT }),
  );
  return decide({ ...exchange, accountByAddress }, command, at, now);
}

const listTrialChecks = (facts: ReadOrder, rejection: Rejection | undefined): Check[] => [
  ...checkReading(facts, undefined),
  ...checkDecision(facts, rejection),
];

function rejectTrial(facts: ReadOrder, rejection: Rejection): OrderTrial {
  const named = withOrderId(rejection, facts.command.id);
  return buildRejectedTrial(listTrialChecks(facts, named), named);
}

const buildRejectedTrial = (checks: readonly Check[], rejection: Rejection): OrderTrial => ({
  checks,
  rejection,
  placed: undefined,
  replaced: undefined,
  removed: [],
});

export const ReplacedOrder = Type.Object(
  {
    ...CanceledSize.properties,
    place: Type.Enum(["kept", "new"], {
      description:
        "`kept`: the new order has the place in the queue that the other had; `new`: it is the last of its price",
    }),
  },
  { description: "Order that was cancelled for this one in the same step" },
);

export const Placement = Type.Object({
  success: Type.Boolean(),
  errorMsg: Type.String(),
  orderID: Type.String({ description: "EIP-712 digest of the order" }),
  orderHash: Type.String(),
  takingAmount: Type.String({ description: "What the order received so far, in shares or collateral" }),
  makingAmount: Type.String({
    description: "What the order gave so far, in USDC of a buy and in shares of a sale",
  }),
  status: Type.Enum(["live", "matched", "unmatched", "delayed"], {
    description: "`delayed`, and `unmatched` after it, only where a fault of the sandbox delays the match",
  }),
  tradeIDs: Type.Array(Type.String()),
  transactionsHashes: Type.Array(Type.String()),
  replaced: Type.Optional(ReplacedOrder),
  order_group: Type.Optional(Type.String({ description: "Name of the order's group, if it has one" })),
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
      return withOrderId(explainReplaced(context, command, outcome.rejection), command.id);
    case "committed":
      return buildCommittedPlacement(dialect, command.id, outcome.committed);
    case "duplicate":
      return answerRepeatedOrder(context, dialect, command.id);
  }
}

/** Explains that the order to replace is not open yet, which the exchange itself does not know. */
function explainReplaced(context: Context, { replaces, owner }: PlaceOrder, rejection: Rejection): Rejection {
  if (rejection.code !== "replaced_not_open" || replaces === undefined) return rejection;
  if (!isDelayed(context, replaces, owner)) return rejection;
  const hint = `replaces: expected an open order of ${owner}, got ${replaces}, which is delayed: it is not open before it is matched`;
  return reject(rejection.code, hint);
}

/**
 * Submits an order. In the sandbox a wallet's first valid order opens its account, bound to its signer, with first funds. A
 * refused order opens none.
 */
async function submit(context: Context, command: PlaceOrder): Promise<CommandOutcome> {
  const { engine, config } = context;
  const hasAccount = engine.exchange.accountByAddress.has(command.maker);
  const outcome = await engine.submit(command);
  if (hasAccount || config.mode !== "sandbox") return outcome;
  if (outcome.type !== "rejected" || outcome.rejection.code !== "insufficient_balance") return outcome;
  const rejection = await openSandboxAccount(context, { address: command.maker, owner: command.owner });
  return rejection === undefined ? engine.submit(command) : { type: "rejected", rejection };
}

/**
 * Answers a repeated order. The specification's dialect returns the original result; the dialects of Polymarket and Kuest
 * refuse a duplicate. If the original result cannot be read now, all dialects refuse the order, whose placement is known.
 */
async function answerRepeatedOrder(
  context: Context,
  dialect: Dialect,
  id: string,
): Promise<Placement | Rejection> {
  if (DIFFERENCES.repeatedOrder.does[dialect] === "refused")
    return withOrderId(reject("duplicate_order", `order ${id} was placed before`), id);
  const placement = await context.entries.findPlacement(id).catch(ignoreUnavailable);
  if (placement === "away") {
    const hint = `order ${id} was placed before; its result cannot be read now`;
    return withOrderId(reject("duplicate_order", hint), id);
  }
  if (placement === undefined) throw new Error(`order ${id} was accepted but is not stored`);
  if (placement.killed !== undefined) return withOrderId(reject(placement.killed, KILLED_BEFORE), id);
  return buildPlacement(dialect, id, placement, placement);
}

const KILLED_BEFORE = "the order was killed when it came first; it is not tried again";

function ignoreUnavailable(error: unknown): "away" {
  if (isUnavailable(error)) return "away";
  throw error;
}

type PlacedFill = Pick<Fill, "no" | "lots" | "price">;
/** Result of the placement, before later changes of the resting order. */
type PlacedOrder = {
  readonly fills: readonly PlacedFill[];
  readonly hash: Buffer | null;
  readonly replaced: StoredPlacement["replaced"];
  readonly group: StoredPlacement["group"];
};

function buildCommittedPlacement(
  dialect: Dialect,
  id: string,
  committed: CommittedEvents,
): Placement | Rejection {
  const placed = getEventOfType(committed, "order-placed");
  const { order, fills, refusal } = placed;
  if (refusal !== undefined) return withOrderId(refusal, id);
  const replaced = describeReplaced(committed.events, placed);
  return buildPlacement(dialect, id, order, {
    fills,
    hash: committed.hash,
    replaced,
    group: order.group?.name,
  });
}

type ImmediatePlacement = Placement & { readonly status: "live" | "matched" };

export function buildPlacement(
  dialect: Dialect,
  id: string,
  order: Pick<Order, "side" | "outcome">,
  { fills, hash, replaced, group }: PlacedOrder,
): ImmediatePlacement {
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
    ...(replaced !== undefined && {
      replaced: { ...describeSizes(replaced.id, replaced), place: replaced.isPlaceTaken ? "kept" : "new" },
    }),
    ...(group !== undefined && { order_group: group }),
  };
}

// Rejection codes of a placement: the codes of its checks, and the code of an unsupported dry run.

const CHECKS: readonly PlacementCheck[] = Object.values<readonly PlacementCheck[]>(PLACEMENT_CHECKS).flat();

export const PLACEMENT_REJECTION_CODES: readonly RejectionCode[] = [
  "dry_run_refused",
  ...CHECKS.flatMap(({ codes }) => codes),
];

// Placements that a sandbox fault may delay. An order that would match now is acknowledged as delayed once it is durable,
// and matched later. All other orders, and all orders without a fault in force, are placed at once.

/** An order and the route of its request, such as `POST /order`. */
type RoutedOrder = {
  readonly command: PlaceOrder;
  readonly route: string;
  /** Delay of a match that the order itself asks for, in place of one of the faults in force. */
  readonly delay?: MatchDelay | undefined;
};

/** Places a verified order, or keeps it for later. An order without a delay has reached the engine when this returns. */
export async function placeOrDelay(
  context: Context,
  dialect: Dialect,
  placed: RoutedOrder,
): Promise<Placement | Rejection> {
  const value = findMagicOrder(context, placed.command);
  if (value === undefined) return placeUnlessDelayed(context, dialect, placed);
  return placeMagicOrder(context, placed.command, {
    value,
    place: (delay) => placeUnlessDelayed(context, dialect, { ...placed, delay }),
  });
}

async function placeUnlessDelayed(
  context: Context,
  dialect: Dialect,
  placed: RoutedOrder,
): Promise<Placement | Rejection> {
  const { delayedOrders } = context;
  const { command } = placed;
  const before = delayedOrders?.find(command.id);
  if (before !== undefined) return answerRepeatedDelay(dialect, before);
  const isUnclear = delayedOrders?.findUnclear(command.id) !== undefined;
  const mayDelay = isUnclear || placed.delay !== undefined || delayedOrders?.delays().isEmpty() === false;
  const kept = mayDelay ? await storeDelayedOrder(context, placed) : undefined;
  if (kept === undefined) return place(context, dialect, command);
  return kept.repeated ? answerRepeatedDelay(dialect, kept.order) : buildDelayedPlacement(kept.order);
}

/** Keeps the order for later if it is new, would match now, and draws a delay. */
async function storeDelayedOrder(
  context: Context,
  { command, route, delay: ownDelay }: RoutedOrder,
): Promise<StoredDelayedOrder | undefined> {
  const { delayedOrders, engine, entries } = context;
  const unclearOrder = delayedOrders?.findUnclear(command.id);
  if (unclearOrder !== undefined) return delayedOrders?.keepAgain(unclearOrder);
  const trial = await engine.examine((exchange, at, now) =>
    decideTrial(exchange, command, { at, now, funds: true }),
  );
  const matches =
    !isRejection(trial) && trial.some((event) => event.type === "order-placed" && event.fills.length > 0);
  if (!matches || (await entries.findOrders([command.id])).size > 0) return undefined;
  const { apiKey, maker, owner } = command;
  const delay = ownDelay ?? delayedOrders?.delays().draw({ route, names: [apiKey, maker, owner] });
  if (delay === undefined) return undefined;
  const hasAccount = engine.exchange.accountByAddress.has(command.maker);
  const rejection = hasAccount
    ? undefined
    : await openSandboxAccount(context, { address: command.maker, owner: command.owner });
  return rejection === undefined ? delayedOrders?.keep(passedOnArrival(command), delay) : undefined;
}

/** Returns the command of an order that had its expiration far enough ahead on arrival, and need only still have a while. */
const passedOnArrival = ({ expiry, ...command }: PlaceOrder): PlaceOrder =>
  expiry === undefined
    ? command
    : { ...command, expiry: { ...expiry, leastAheadMs: expiry.leavesEarlyMs + 1_000 } };

/** Returns true if the caller's order is delayed or about to be: such an order cannot be cancelled. */
export function isDelayed({ delayedOrders }: Context, id: string, owner: string): boolean {
  const delayed = delayedOrders?.find(id) ?? delayedOrders?.findUnclear(id);
  return delayed !== undefined && delayed.ended === undefined && delayed.command.owner === owner;
}

/** Answers a repeated delayed order: with its first or its final result, or a duplicate error. */
const answerRepeatedDelay = (dialect: Dialect, order: DelayedOrder): Placement | Rejection =>
  DIFFERENCES.repeatedOrder.does[dialect] === "refused"
    ? withOrderId(reject("duplicate_order", `order ${order.command.id} was placed before`), order.command.id)
    : buildDelayedPlacement(order);

const buildDelayedPlacement = ({ command: { id, group }, ended }: DelayedOrder): Placement => ({
  success: true,
  errorMsg: "",
  orderID: id,
  orderHash: id,
  takingAmount: "",
  makingAmount: "",
  status: ended === undefined ? "delayed" : "unmatched",
  tradeIDs: [],
  transactionsHashes: [],
  ...(group !== undefined && ended === undefined && { order_group: group }),
});
