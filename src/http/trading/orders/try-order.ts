/**
 * Tries an order without placing it. It lists the checks, in the order in which the exchange makes them, up to the first
 * that fails. It is decided by the same code as a placement.
 */
import type { Context } from "../../../context.ts";
import { newAccount } from "../../../core/account-register.ts";
import { nextAccount } from "../../../core/accounts.ts";
import { canceledOrders } from "../../../core/canceled-orders.ts";
import type { PlaceOrder } from "../../../core/command.ts";
import { DigestMap } from "../../../core/digest-map.ts";
import type { Event } from "../../../core/event.ts";
import { decide, refusalOf } from "../../../core/exchange.ts";
import type { Decision } from "../../../core/exchange.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import type { Exchange } from "../../../core/state.ts";
import type { Check } from "../../../doctor/check.ts";
import { parseSignedOrder } from "../../../signing/signed-order.ts";
import type { ActiveKey } from "../../../store/keys/api-keys.ts";
import { FIRST_CREDIT } from "../../sandbox-account.ts";
import { explainSignature } from "./explain-signature.ts";
import { ofOrder, readOrderPayload } from "./order-payload.ts";
import type { OrderPayload } from "./order-payload.ts";
import { checkDecision, checkReading } from "./order-steps.ts";
import type { OrderFacts } from "./order-steps.ts";

export type OrderTrial = {
  readonly checks: readonly Check[];
  /** Result that the order would have; `undefined` when it would be refused. */
  readonly placed: PlacedEvent | undefined;
  /** `undefined` when it would be placed. */
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
  // Only now is every order committed that could have come before.
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
  /** True if a wallet's first order brings its first funds. */
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

/** Decides an order as its placement would be: in the sandbox a wallet's first good order brings its account. */
export function decideTrial(exchange: Exchange, command: PlaceOrder, terms: Terms): Decision {
  const decision = decide(exchange, command, terms.at, terms.now);
  const opens =
    terms.funds &&
    !exchange.accountByAddress.has(command.maker) &&
    isRejection(decision) &&
    decision.code === "insufficient_balance";
  return opens ? decideFunded(exchange, command, terms) : decision;
}

/**
 * State as if the wallet's account were open: an exchange without any other account, which an order's decision does not
 * look at.
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
