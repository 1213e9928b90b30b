/**
 * Public events: the journal in terms that other systems know, without internal numbers. docs/reference/events.md and
 * docs/events.schema.json are generated from these descriptions.
 */
import { Type } from "typebox";
import type { Static, TSchema, TUnsafe } from "typebox";
import { MODES } from "../../core/exchange-mode.ts";
import { amountText, mapTermsOn, standardOf } from "../../core/markets/market-terms.ts";
import type {
  FeeSchedule,
  MarketTerms,
  OnSurface,
  TermForms,
  TermRow,
} from "../../core/markets/market-terms.ts";
import { parseCount } from "../../core/units.ts";

// Fields shared by public events. Amounts are exact decimal text without trailing zeros; amounts taken are negative.

export const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

const DECIMAL = "^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$";
const decimal = (description: string) => Type.String({ pattern: DECIMAL, description });

export const Collateral = decimal("Collateral, to 0.000001");
export const Shares = decimal("Shares of an outcome, to 0.01");
export const Price = decimal("Price of a share in collateral, to 0.0001");
export const Midpoint = decimal(
  "Price that every interface shows: the middle between the best prices, the last trade when a side is empty or the spread is above 0.10, the payout; in collateral for a share, to 0.00005",
);
export const Payouts = Type.Tuple([decimal("Of the first outcome"), decimal("Of the second outcome")], {
  description: "Collateral that a share of each outcome pays: 1 and 0, 0 and 1, or 0.5 each",
});
export const Time = Type.String({ description: "ISO 8601 in UTC with milliseconds" });
export const Wallet = Type.String({
  pattern: "^0x[0-9a-f]{40}$",
  description: "Address of a wallet, lower case",
});
const digest = (description: string) => Type.String({ pattern: "^0x[0-9a-f]{64}$", description });
export const OrderId = digest("Id of an order: its EIP-712 digest");
export const ConditionId = digest("Condition id of a market");
export const TokenId = Type.String({ description: "Token of an outcome, decimal text" });
export const Outcome = Type.Integer({ minimum: 0, maximum: 1, description: "Place of the outcome" });
export const Side = Type.Enum(["BUY", "SELL"]);
const TradeNumber = Type.Integer({ description: "Number of the trade; numbers ascend" });

/** Market, as in every event about one. */
export const MARKET = {
  conditionId: ConditionId,
  slug: Type.String({ description: "Slug of the market as of the reading; an edit may change it" }),
};

/** Token, side and wallet of an order. */
export const ORDER = {
  order: OrderId,
  wallet: Wallet,
  ...MARKET,
  tokenId: TokenId,
  outcome: Outcome,
  side: Side,
};

export const Movement = Type.Object(
  {
    wallet: Wallet,
    collateral: Collateral,
    shares: Type.Array(Type.Object({ tokenId: TokenId, shares: Shares })),
  },
  { description: "Added to a wallet; negative where it was taken" },
);

const MOVEMENTS = {
  movements: Type.Array(Movement, {
    description:
      "All that the event moved. The movements of a wallet since the first batch sum to its balances",
  }),
};

// Public events of orders and trades.

const PARTY = { wallet: Wallet, tokenId: TokenId, outcome: Outcome, side: Side };
const Party = Type.Object({ ...PARTY, order: OrderId, price: Price, fee: Collateral });

const CANCEL_REASONS = [
  "by-owner",
  "by-operator",
  "no-heartbeat",
  "disconnected",
  "expired",
  "self-trade",
  "self-trade-both",
  "replaced",
  "group-limit",
  "group-removed",
  "match-limit",
  "not-filled",
  "market-resolved",
  "market-archived",
  "banned",
  "settlement-failed",
] as const;

export const ORDER_EVENTS = {
  "order.placed": Type.Object(
    {
      ...ORDER,
      kind: Type.Enum(["GTC", "GTD", "FOK", "FAK"]),
      postOnly: Type.Boolean(),
      price: Price,
      shares: Shares,
      expiresAt: orNull(Time),
      builder: orNull(Type.String({ description: "Builder's code, hex" })),
    },
    {
      description:
        "An order was taken. Its trades follow in the same batch, and its end where it does not rest",
    },
  ),
  "order.filled": Type.Object(
    { ...ORDER, shares: Shares },
    { description: "Trades have filled all of an order. It follows the last of them" },
  ),
  "order.canceled": Type.Object(
    {
      ...ORDER,
      price: Price,
      shares: Shares,
      filled: Shares,
      reason: Type.Enum([...CANCEL_REASONS]),
    },
    { description: "An order ended before all of it was filled" },
  ),
  "trade.matched": Type.Object(
    { number: TradeNumber, ...MARKET, shares: Shares, taker: Party, maker: Party, ...MOVEMENTS },
    {
      description:
        "An incoming order, the taker's, met a resting one. Each price is of the party's own token; fees go to a wallet of the exchange",
    },
  ),
  "trade.failed": Type.Object(
    {
      ...MARKET,
      taker: Type.Object(PARTY),
      trades: Type.Array(
        Type.Object({ number: TradeNumber, maker: Type.Object(PARTY), shares: Shares, price: Price }),
        { description: "Trades that are undone; each price is of the taker's token" },
      ),
      ...MOVEMENTS,
    },
    {
      description:
        "The settlement of a match failed, which only a sandbox lets happen: each party gave back what it got",
    },
  ),
};

// Public events of accounts and balances, except trades.

const amount = (description: string) =>
  Type.Object({ wallet: Wallet, amount: Collateral, ...MOVEMENTS }, { description });

export const BALANCE_EVENTS = {
  "account.opened": Type.Object(
    {
      wallet: Wallet,
      owner: Type.String({ pattern: "^0x[0-9a-f]{40}$", description: "Signs for the wallet" }),
    },
    { description: "A wallet has an account. A first deposit follows as an event of its own" },
  ),
  "account.banned": Type.Object(
    { wallet: Wallet },
    { description: "Orders of an owner are refused from now on" },
  ),
  "account.unbanned": Type.Object({ wallet: Wallet }, { description: "A ban was lifted" }),
  "balance.deposited": amount("Collateral came in, also by an operator's credit or an invite"),
  "balance.withdrawn": amount("Collateral went out at its owner's wish"),
  "balance.debited": amount("An operator took collateral out"),
  "balance.split": Type.Object(
    { wallet: Wallet, ...MARKET, shares: Shares, ...MOVEMENTS },
    { description: "Collateral became complete sets: so many shares of each outcome" },
  ),
  "balance.merged": Type.Object(
    { wallet: Wallet, ...MARKET, shares: Shares, ...MOVEMENTS },
    { description: "Complete sets became collateral" },
  ),
  "balance.converted": Type.Object(
    {
      wallet: Wallet,
      given: Type.Array(ConditionId, { description: "Markets whose NO shares were given" }),
      got: Type.Array(ConditionId, { description: "Markets whose YES shares were got" }),
      shares: Shares,
      ...MOVEMENTS,
    },
    {
      description:
        "NO shares of markets of a negative-risk event became YES shares of the others, and collateral",
    },
  ),
  "balance.redeemed": Type.Object(
    { wallet: Wallet, ...MARKET, paid: Collateral, ...MOVEMENTS },
    { description: "Shares of a resolved market were paid out" },
  ),
};

// Public events of the life of markets.

// The terms of a market, made from the rows of `MARKET_TERMS`; null for those that it lacks.

type PublishedTerms = OnSurface<"published", TermForms<string, FeeSchedule>>;

const KINDS = {
  step: Price,
  shares: Shares,
  money: Collateral,
  choice: Type.Boolean(),
  fees: Type.Object({
    rate: Type.Integer({ description: "In 0.0001" }),
    exponent: Type.Integer(),
    takerOnly: Type.Boolean(),
  }),
} as const satisfies { readonly [Kind in TermRow["kind"]]: TSchema };

const MarketTermFields = mapTermsOn<{
  readonly [Name in keyof PublishedTerms]: TUnsafe<PublishedTerms[Name]>;
}>("published", ({ row }) => {
  const schema: TSchema = KINDS[row.kind];
  return standardOf(row) === undefined ? orNull(schema) : schema;
});

export const publishTerms = (terms: MarketTerms): PublishedTerms =>
  mapTermsOn("published", ({ term, row }) => publishTerm(row, terms[term]));

function publishTerm(row: TermRow, value: MarketTerms[keyof MarketTerms]): unknown {
  if (value === undefined) return null;
  return row.kind === "choice" || row.kind === "fees" ? value : amountText(row, value as number);
}

const LISTED = {
  ...MARKET,
  eventId: Type.String({ description: "Id of its event in the catalog" }),
  eventSlug: Type.String(),
  question: Type.String(),
  outcomes: Type.Tuple([Type.String(), Type.String()]),
  tokenIds: Type.Tuple([TokenId, TokenId]),
  status: Type.Enum(["draft", "active", "paused", "resolved", "archived"]),
  payouts: orNull(Payouts),
  ...MarketTermFields,
  endDate: orNull(Type.String({ description: "As it was listed" })),
};

const describeMarket = (description: string) => Type.Object(MARKET, { description });

export const MARKET_EVENTS = {
  "event.listed": Type.Object(
    {
      eventId: Type.String({ description: "Id of the event in the catalog" }),
      eventSlug: Type.String(),
      title: Type.String(),
      negativeRisk: Type.Boolean(),
    },
    { description: "An event of the catalog was listed, or listed again. Its markets follow" },
  ),
  "market.created": Type.Object(LISTED, {
    description: "A market was listed for the first time. Drafts are not open to traders yet",
  }),
  "market.changed": Type.Object(LISTED, {
    description: "A market was listed again, with all texts and terms as they are from now on",
  }),
  "market.opened": describeMarket("A market takes orders: a draft was opened, or a pause is over"),
  "market.paused": describeMarket("A market takes no new orders; those that rest stay"),
  "market.archived": describeMarket("A market is hidden and over"),
  "market.proposed": Type.Object(
    { ...MARKET, payouts: Payouts, evidence: Type.String(), link: Type.String() },
    { description: "A resolution was proposed" },
  ),
  "market.disputed": describeMarket("The proposed resolution was disputed"),
  "market.resolved": Type.Object({ ...MARKET, payouts: Payouts }, { description: "A market was resolved" }),
  "market.unresolved": describeMarket("A resolution was undone: the market is paused"),
  "market.refined": Type.Object(
    { ...MARKET, tickSize: Price },
    { description: "The price of a market came near 0 or 1, and its price step is a finer one from now on" },
  ),
  "market.priced": Type.Object(
    { ...MARKET, tokenId: TokenId, midpoint: Midpoint, minute: Time },
    { description: "The price history has another price, of the first token, at the end of a minute" },
  ),
};

// Public events of the exchange as a whole.

export const EXCHANGE_EVENTS = {
  "exchange.mode": Type.Object(
    { mode: Type.Enum([...MODES]) },
    { description: "An operator set the mode of the exchange" },
  ),
  "operator.acted": Type.Object(
    {
      operator: Type.String({ description: "Name of the operator" }),
      action: Type.String(),
      subject: orNull(Type.String({ description: "Null where it is a name or word that is forbidden" })),
      reason: orNull(Type.String({ description: "Null where the subject is" })),
      details: orNull(
        Type.Record(Type.String(), Type.Unknown(), {
          description: "Of edits, clarifications and announcements, which traders see; null of all others",
        }),
      ),
    },
    { description: "An entry of the audit log" },
  ),
  "request.done": Type.Object(
    {
      caller: Type.String({ description: "A wallet, `operator NAME`, `anyone`, or `exchange`" }),
      content: Type.String({ description: "SHA-256 of the request's operation, path, query and body" }),
    },
    { description: "A request with a name was carried out, and will be done once" },
  ),
};

// Cursors in the stream of public events.

export type ChangePosition = {
  /** Batch of the next event to read, and the lowest index that it can have. */
  readonly seq: number;
  readonly index: number;
  /**
   * Hash of the last batch that was read, hex, or a prefix of it: batch `seq` if `index` is above 0, else the one
   * before. It lets a reader notice that a sandbox went back to a snapshot.
   */
  readonly hash?: string | undefined;
};

/** Returns the cursor of the first event of a batch. */
export const batchStart = (seq: number): ChangePosition => ({ seq, index: 0 });

/**
 * Digits of a batch's hash in an event id: if the exchange is put back to an earlier state, batch numbers repeat but
 * hashes do not.
 */
const ID_HASH_DIGITS = 12;

/** Builds the id of an event from its batch and index; `hash` is that of the batch, hex. */
export const formatEventId = (seq: number, index: number, hash: string): string =>
  `${seq}-${index}-${hash.slice(0, ID_HASH_DIGITS)}`;

const ID = new RegExp(`^(\\d+)-(\\d+)(?:-([0-9a-f]{${ID_HASH_DIGITS}}))?$`);

/** Parses an event id, with or without hash, to the cursor after that event; `undefined` if it is no id. */
export function positionAfter(id: string): ChangePosition | undefined {
  const [, batch = "", place = "", hash] = ID.exec(id) ?? [];
  const [seq, index] = [parseCount(batch), parseCount(place)];
  if (seq === undefined || seq === 0 || index === undefined) return undefined;
  return { seq, index: index + 1, hash };
}

/** Version of the schema. Within a version, types and fields are only added. */
export const EVENTS_VERSION = 1;

/** Descriptions of `data` by type. */
export const EVENT_DATA = { ...ORDER_EVENTS, ...BALANCE_EVENTS, ...MARKET_EVENTS, ...EXCHANGE_EVENTS };

type EventType = keyof typeof EVENT_DATA;
type EventData<T extends EventType> = Static<(typeof EVENT_DATA)[T]>;

const isType = (name: string): name is EventType => Object.hasOwn(EVENT_DATA, name);
export const EVENT_TYPES: readonly EventType[] = Object.keys(EVENT_DATA).filter(isType);

export const ENVELOPE = {
  version: Type.Literal(EVENTS_VERSION, { description: "Version of this schema" }),
  id: Type.String({
    pattern: `^[1-9][0-9]*-[0-9]+-[0-9a-f]{${ID_HASH_DIGITS}}$`,
    description:
      "`seq`-`index`-beginning of the batch's hash: the same for ever and of no other event, so that one that comes twice is known",
  }),
  seq: Type.Integer({ minimum: 1, description: "Number of the batch of the journal" }),
  index: Type.Integer({ minimum: 0, description: "Place in the batch: ascends, not always by one" }),
  time: Time,
};

export const CONCERNED = {
  wallets: Type.Array(Wallet, { description: "Wallets that it concerns, each once" }),
  markets: Type.Array(ConditionId, { description: "Markets that it concerns, by condition id, each once" }),
};

type Envelope = Static<ReturnType<typeof envelopeSchema>>;
const envelopeSchema = () => Type.Object({ ...ENVELOPE, ...CONCERNED });

type EventOfType<T extends EventType> = Envelope & { readonly type: T; readonly data: EventData<T> };

export type PublicEvent = { [T in EventType]: EventOfType<T> }[EventType];

// Public events before they have a position in the journal.

/** Wallets and markets that an event concerns, and its data. */
export type DraftOfType<T extends EventType> = {
  readonly type: T;
  readonly wallets: string[];
  readonly markets: string[];
  readonly data: EventData<T>;
};

export type EventDraft = { [T in EventType]: DraftOfType<T> }[EventType];

/** Drafts of a stored event by their offset from its first one; a slot may be empty. */
export type Drafts = readonly (EventDraft | undefined)[];

/** Removes duplicate values. */
export const listDistinct = (values: readonly string[]): string[] => [...new Set(values)];

export const timeText = (at: number): string => new Date(at).toISOString();
