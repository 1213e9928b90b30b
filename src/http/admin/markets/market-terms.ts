/**
 * The terms of a market over the wire of the operator API, made from the rows of `MARKET_TERMS`: fields of requests, of
 * answers and of listings. Requests and answers write amounts as decimals, listings in the units of the core.
 */
import { Type } from "typebox";
import type { TOptional, TSchema, TUnsafe } from "typebox";
import {
  amountText,
  FEE_LIMITS,
  listTermsOn,
  mapTermsOn,
  MARKET_TERMS,
  parseAmount,
  standardOf,
  TICK_LIMITS,
} from "../../../core/markets/market-terms.ts";
import type {
  AmountTerm,
  FeeSchedule,
  MarketTerms,
  NumberLimits,
  OnSurface,
  TermForms,
  TermRow,
} from "../../../core/markets/market-terms.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { decimalText, ONE, parseDecimal, priceText, ticks } from "../../../core/units.ts";
import type { Ticks } from "../../../core/units.ts";
import { parseIntendedDecimal, nearestHint } from "../../values/intended-amount.ts";
import { OrNull } from "../../values/resolution-answer.ts";
import { AmountSchema } from "../../values/amount.ts";
import type { AmountInput } from "../../values/amount.ts";
import { strictObject } from "../../operation/strict-object.ts";

// The fees of a market in operators' requests.

const { rate: RATE, exponent: EXPONENT } = FEE_LIMITS;

export const GivenFees = strictObject(
  {
    rate: AmountSchema(`From ${RATE.range}`),
    exponent: Type.Optional(Type.Integer({ minimum: EXPONENT.least, maximum: EXPONENT.most, default: 1 })),
    takerOnly: Type.Optional(
      Type.Boolean({ default: true, description: "Whether resting orders pay nothing" }),
    ),
  },
  { description: "What a fill costs: rate x shares x (price x (1 - price)) ^ exponent. Without it nothing" },
);
type GivenFees = Type.Static<typeof GivenFees>;

export function readFees({
  rate: given,
  exponent = 1,
  takerOnly = true,
}: GivenFees): FeeSchedule | Rejection {
  const rate = parseDecimal(String(given), RATE.places) ?? 0;
  if (rate >= RATE.least && rate <= RATE.most) return { rate, exponent, takerOnly };
  return reject(
    "invalid_payload",
    `fees.rate: expected a decimal from ${RATE.range} with up to ${RATE.places} decimals, got ${given}` +
      nearestHint(given, RATE),
  );
}

const FeesAnswer = Type.Object(
  { rate: Type.String(), exponent: Type.Integer(), takerOnly: Type.Boolean() },
  { description: "Null where trading is free" },
);
type FeesAnswer = Type.Static<typeof FeesAnswer>;

const describeFees = ({ rate, ...others }: FeeSchedule): FeesAnswer => ({
  rate: decimalText(rate, RATE.places),
  ...others,
});

// Words about amounts in documents and hints, by the amount's kind.

const AMOUNTS = {
  step: {
    given: `, one of ${TICK_LIMITS.list}`,
    expected: `one of ${TICK_LIMITS.list}`,
    listed: ", in 0.0001",
    answered: {},
  },
  shares: {
    given: " in shares",
    expected: "shares",
    listed: ", in 0.01 shares",
    answered: { description: "Shares" },
  },
  money: {
    given: " in collateral",
    expected: "collateral",
    listed: ", in 0.000001 of collateral",
    answered: { description: "Collateral" },
  },
} as const satisfies { readonly [Kind in AmountTerm["kind"]]: object };

// Requests.

type GivenTerms = OnSurface<"given", TermForms<AmountInput, GivenFees>, never>;

/** Fields of a request that set the terms of a market. */
export const MarketTermFields = mapTermsOn<{
  readonly [Name in keyof GivenTerms]: TOptional<TUnsafe<GivenTerms[Name]>>;
}>("given", ({ row }) => Type.Optional(givenSchema(row)));

function givenSchema(row: TermRow): TSchema {
  if (row.kind === "fees") return GivenFees;
  if (row.kind === "choice") return Type.Boolean({ description: `${row.means}; ${row.absent} unless given` });
  const standard = row.standard === undefined ? row.absent : amountText(row, row.standard);
  return AmountSchema(`${row.means}${AMOUNTS[row.kind].given}; ${standard} unless given`);
}

type TermsRequest = { readonly [Name in keyof GivenTerms]?: unknown };

/** Reads the given trading rules; `negativeRisk` is not read, since it depends on the market's event. */
export function readMarketTerms(given: TermsRequest): Omit<MarketTerms, "negativeRisk"> | Rejection {
  const named = new Map<string, unknown>(Object.entries(given));
  const terms: [string, unknown][] = [];
  for (const { term, name, row } of listTermsOn("given")) {
    const value = readTerm(name, row, named.get(name));
    if (isRejection(value)) return value;
    terms.push([term, value]);
  }
  return Object.fromEntries(terms) as Omit<MarketTerms, "negativeRisk">;
}

/** Reads a value that has the form of `givenSchema`. */
function readTerm(name: string, row: TermRow, value: unknown): unknown {
  if (value === undefined) return standardOf(row);
  if (row.kind === "fees") return readFees(value as GivenFees);
  return row.kind === "choice" ? value : readAmount(name, row, value as AmountInput);
}

function readAmount(name: string, row: AmountTerm, given: AmountInput): number | Rejection {
  const amount = parseAmount(row, String(given));
  if (amount !== undefined) return amount;
  const { expected } = AMOUNTS[row.kind];
  if (row.kind === "step") return rejectTerm(name, expected, given, nearestStep(given));
  const { range, places } = row.limits;
  return rejectTerm(
    name,
    `${expected} from ${range} with up to ${places} decimals`,
    given,
    nearestHint(given, row.limits),
  );
}

/** Reads a price step. */
export const readTick = (given: AmountInput): Ticks | Rejection => {
  const tick = readAmount("tick", MARKET_TERMS.tick, given);
  return isRejection(tick) ? tick : ticks(tick);
};

/** Finds the price step nearest to the given one. */
function nearestStep(given: AmountInput): string {
  const meant = parseIntendedDecimal(given);
  if (meant === undefined) return "";
  const distance = (size: number): number => Math.abs(size / ONE - Number(meant));
  const [nearest] = TICK_LIMITS.sizes.toSorted((one, other) => distance(one) - distance(other));
  return nearest === undefined ? "" : `; nearest: ${priceText(nearest)}`;
}

const rejectTerm = (name: string, expected: string, got: AmountInput, nearest: string): Rejection =>
  reject("invalid_payload", `${name}: expected ${expected}, got ${JSON.stringify(got)}${nearest}`);

// Answers.

/** Terms of a market in an answer; null for a term that the market lacks. */
type DescribedTerms = OnSurface<"given", TermForms<string, FeesAnswer>>;

export const TermAnswers = mapTermsOn<{
  readonly [Name in keyof DescribedTerms]: TUnsafe<DescribedTerms[Name]>;
}>("given", ({ row }) => answerSchema(row));

function answerSchema(row: TermRow): TSchema {
  if (row.kind === "fees") return OrNull(FeesAnswer);
  const schema = row.kind === "choice" ? Type.Boolean() : Type.String(AMOUNTS[row.kind].answered);
  if (row.standard !== undefined) return schema;
  const unit = row.kind === "choice" ? "" : AMOUNTS[row.kind].given;
  const plain = row.kind === "choice" ? schema : Type.String();
  return Type.Union([plain, Type.Null()], { description: `${row.means}${unit}; null is ${row.absent}` });
}

export const describeTerms = (terms: MarketTerms): DescribedTerms =>
  mapTermsOn("given", ({ term, row }) => describeTerm(row, terms[term]));

function describeTerm(row: TermRow, value: MarketTerms[keyof MarketTerms]): unknown {
  if (value === undefined) return null;
  if (row.kind === "fees") return describeFees(value as FeeSchedule);
  return row.kind === "choice" ? value : amountText(row, value as number);
}

// Listings.

const integerSchema = ({ least, most }: NumberLimits, description?: string) =>
  Type.Integer({ minimum: least, maximum: most, ...(description !== undefined && { description }) });

/** Schemas of a listing's fields, by the terms of the core. */
export const ListedTerms = Object.fromEntries(
  Object.entries(MARKET_TERMS).map(([term, row]) => {
    const schema = listedSchema(row);
    return [term, standardOf(row) === undefined ? Type.Optional(schema) : schema];
  }),
) as { readonly [Term in keyof MarketTerms]: TSchema };

function listedSchema(row: TermRow): TSchema {
  if (row.kind === "choice") return Type.Boolean();
  if (row.kind === "fees")
    return strictObject({
      rate: integerSchema(RATE, "In 0.0001"),
      exponent: integerSchema(EXPONENT),
      takerOnly: Type.Boolean(),
    });
  const description = `${row.means}${AMOUNTS[row.kind].listed}`;
  if (row.kind !== "step") return integerSchema(row.limits, description);
  return Type.Union(
    TICK_LIMITS.sizes.map((size) => Type.Literal(size)),
    { description },
  );
}
