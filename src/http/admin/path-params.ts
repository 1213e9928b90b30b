/** Path parameters of the operator API: an event, a market, a wallet, an order, a payout. */
import { Type } from "typebox";
import { MAX_COMPARED_LENGTH, didYouMean } from "../../base/nearest-name.ts";
import { joinShort } from "../../base/short-list.ts";
import type { Context } from "../../context.ts";
import type { Payout } from "../../core/markets/catalog.ts";
import type { OrdersInQuestion } from "../../core/events/command.ts";
import { isRejection, reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import type { Market } from "../../core/state.ts";
import { findNamedEvent } from "../../store/reads/audit.ts";
import type { NamedEvent } from "../../store/reads/audit.ts";
import { listConditionsNamed } from "../../store/reads/markets.ts";
import { listSlugsNear } from "../../store/reads/slugs-near.ts";
import { readFirst } from "../../store/sql/unavailable.ts";
import { parseCondition } from "../../core/markets/market-version.ts";
import { readWallet } from "../values/wallets.ts";

// Events in paths: by id, or by slug.

export const EventParams = Type.Object({
  event: Type.String({ description: "The id or the slug of an event" }),
});

export const GivenWinner = Type.String({
  description:
    "The market that wins: a condition id, token id or number, or a slug; all others resolve to their second outcome",
});

export async function readEventParam(context: Context, term: string): Promise<NamedEvent | Rejection> {
  const found = await readFirst(async () => findNamedEvent(await context.sql(), term));
  if (found !== undefined) return found;
  return reject(
    "unknown_event",
    `no event has the id or the slug "${term}"${await suggestSlug(context, "events", term)}`,
  );
}

/** Names the nearest slug, if one is near. */
async function suggestSlug(context: Context, kind: "events" | "markets", text: string): Promise<string> {
  if (text.length > MAX_COMPARED_LENGTH) return "";
  const asked = { text, scope: { creators: undefined, drafts: true } };
  return didYouMean(text, await readFirst(async () => listSlugsNear(await context.sql(), kind, asked)));
}

// Markets in paths: by condition id, token id or number, or by a slug that only one market has.

export const MarketParams = Type.Object({
  market: Type.String({ description: "A condition id, token id or number, or the slug of one market" }),
});

/** Finds the market's condition id. A given condition id is not checked for existence. */
export async function readMarketParam(context: Context, term: string): Promise<string | Rejection> {
  const conditionId = parseCondition(term);
  if (conditionId !== undefined) return conditionId;
  const token = context.engine.exchange.tokens.get(term);
  if (token !== undefined) return token.market.conditionId;
  const named = await readFirst(async () => listConditionsNamed(await context.sql(), [term]));
  const [found, ...others] = named.get(term) ?? [];
  if (found === undefined) return unknownMarket(term, await suggestSlug(context, "markets", term));
  if (others.length === 0) return found;
  const all = joinShort([found, ...others]);
  return reject("invalid_payload", `market: expected a condition id, since several are named so: ${all}`);
}

/** Finds the market of a path parameter, or rejects it. */
export async function readListedMarket(context: Context, term: string): Promise<Market | Rejection> {
  const conditionId = await readMarketParam(context, term);
  if (isRejection(conditionId)) return conditionId;
  return context.engine.exchange.marketByCondition.get(conditionId) ?? unknownMarket(term);
}

/** Rejects a market that there is not; `meant` names another one that may be meant. */
export const unknownMarket = (term: string, meant = ""): Rejection =>
  reject("unknown_market", `no market has the condition id, token id, number or slug "${term}"${meant}`);

// Wallets in the requests of operators.

export const GivenWallet = Type.String({
  maxLength: 100,
  description: "A wallet address; mixed case must be the right checksum",
});

export const AccountParams = Type.Object({ address: GivenWallet });

// Payouts in operators' requests.

/** Payouts by word; `no` means the second outcome, whatever the outcomes are called. */
const PAYOUTS = { yes: [1, 0], no: [0, 1], half: [1, 1] } as const satisfies { [word: string]: Payout };
type PayoutName = keyof typeof PAYOUTS;

const pair = ([first, second]: Payout) => Type.Tuple([Type.Literal(first), Type.Literal(second)]);

export const GivenPayout = Type.Unsafe<PayoutName | Payout>(
  Type.Union([Type.Enum(Object.keys(PAYOUTS)), ...Object.values(PAYOUTS).map(pair)], {
    description: "yes pays the first outcome, no the second, half both; or these as [1, 0], [0, 1], [1, 1]",
  }),
);

export const PayoutWord = Type.Enum(["yes", "no", "half"] as const satisfies readonly PayoutName[], {
  description: "yes pays the first outcome, no the second, half both",
});

export const readPayout = (given: PayoutName | Payout): Payout =>
  typeof given === "string" ? PAYOUTS[given] : given;

// Selection of open orders: of a wallet, of a market or one of its outcomes, or of a wallet in a market.

export const OUTCOMES = ["yes", "no"] as const;

/** Schema keywords that reject an empty name: treated as absent, an empty name would widen the selection. */
const NOT_EMPTY = { minLength: 1 };

/** Fields that select the orders. */
export const OrderSelectionFields = {
  address: Type.Optional(Type.Unsafe<string>({ ...GivenWallet, ...NOT_EMPTY })),
  market: Type.Optional(
    Type.String({
      ...NOT_EMPTY,
      description: "A condition id, token id or number, or the slug of one market",
    }),
  ),
  outcome: Type.Optional(
    Type.Enum([...OUTCOMES], {
      type: "string",
      ...NOT_EMPTY,
      description: "yes is the first outcome of the market, no the second, whatever they are called",
    }),
  ),
};

type GivenOrders = {
  readonly address?: string | undefined;
  readonly market?: string | undefined;
  readonly outcome?: (typeof OUTCOMES)[number] | undefined;
};

/** Reads the selection. Rejects one of everybody's orders in all markets. */
export async function readOrdersParams(
  context: Context,
  given: GivenOrders,
): Promise<OrdersInQuestion | Rejection> {
  const address = given.address === undefined ? undefined : readWallet(given.address);
  if (isRejection(address)) return address;
  if (given.market === undefined) {
    if (given.outcome !== undefined)
      return reject("invalid_payload", "outcome: expected its market beside it, got none");
    return address === undefined
      ? reject("invalid_payload", "address, market: expected at least one of the two, got none")
      : { address };
  }
  const conditionId = await readMarketParam(context, given.market);
  if (isRejection(conditionId)) return conditionId;
  const outcome = given.outcome && (given.outcome === "yes" ? 0 : 1);
  return { address, conditionId, outcome };
}
