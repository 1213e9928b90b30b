/** Public events of the life of markets. */
import { Type } from "typebox";
import type { TSchema, TUnsafe } from "typebox";
import { amountText, mapTermsOn, standardOf } from "../../core/market-terms.ts";
import type { FeeSchedule, MarketTerms, OnSurface, TermForms, TermRow } from "../../core/market-terms.ts";
import {
  Collateral,
  Midpoint,
  MARKET,
  orNull,
  Payouts,
  Price,
  Shares,
  Time,
  TokenId,
} from "./event-fields.ts";

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

const TermFields = mapTermsOn<{
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
  ...TermFields,
  endDate: orNull(Type.String({ description: "As it was listed" })),
};

const of = (description: string) => Type.Object(MARKET, { description });

export const MARKET_EVENTS = {
  "event.listed": Type.Object(
    {
      eventId: Type.String({ description: "Id of the event in the catalog" }),
      eventSlug: Type.String(),
      title: Type.String(),
      negativeRisk: Type.Boolean(),
    },
    { description: "An event of the catalog was listed, or listed anew. Its markets follow" },
  ),
  "market.created": Type.Object(LISTED, {
    description: "A market was listed for the first time. Drafts are not open to traders yet",
  }),
  "market.changed": Type.Object(LISTED, {
    description: "A market was listed anew, with all texts and terms as they are from now on",
  }),
  "market.opened": of("A market takes orders: a draft was opened, or a pause is over"),
  "market.paused": of("A market takes no new orders; those that rest stay"),
  "market.archived": of("A market is hidden and over"),
  "market.proposed": Type.Object(
    { ...MARKET, payouts: Payouts, evidence: Type.String(), link: Type.String() },
    { description: "A resolution was proposed" },
  ),
  "market.disputed": of("The proposed resolution was disputed"),
  "market.resolved": Type.Object({ ...MARKET, payouts: Payouts }, { description: "A market was resolved" }),
  "market.unresolved": of("A resolution was undone: the market is paused"),
  "market.priced": Type.Object(
    { ...MARKET, tokenId: TokenId, midpoint: Midpoint, minute: Time },
    { description: "The price history has another price, of the first token, at the end of a minute" },
  ),
};
