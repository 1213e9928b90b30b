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
  MARKET_TERMS,
  parseAmount,
  standardOf,
  TICK_LIMITS,
} from "../../core/market-terms.ts";
import type {
  AmountTerm,
  FeeSchedule,
  MarketTerms,
  NumberLimits,
  OnSurface,
  TermRow,
} from "../../core/market-terms.ts";
import { isRejection, reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { decimalText, ONE, parseDecimal, priceText } from "../../core/units.ts";
import { meantDecimal, nearestHint } from "../meant-amount.ts";
import { OrNull } from "../resolution-answer.ts";
import { AmountOf } from "../trading/amount.ts";
import type { AmountInput } from "../trading/amount.ts";

// The fees of a market as operators write them.

const { rate: RATE, exponent: EXPONENT } = FEE_LIMITS;

export const GivenFees = Type.Object(
  {
    rate: AmountOf(`From ${RATE.range}`),
    exponent: Type.Optional(Type.Integer({ minimum: EXPONENT.least, maximum: EXPONENT.most, default: 1 })),
    takerOnly: Type.Optional(
      Type.Boolean({ default: true, description: "Whether resting orders pay nothing" }),
    ),
  },
  {
    additionalProperties: false,
    description: "What a fill costs: rate x shares x (price x (1 - price)) ^ exponent. Without it nothing",
  },
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

// Words about amounts in the documents, by their kind.

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

type Given = {
  readonly step: AmountInput;
  readonly shares: AmountInput;
  readonly money: AmountInput;
  readonly choice: boolean;
  readonly fees: GivenFees;
};

type TermFields = {
  readonly [Name in keyof OnSurface<"given", Given>]: TOptional<
    TUnsafe<Exclude<OnSurface<"given", Given>[Name], null>>
  >;
};

/** Fields of a request that set the terms of a market. */
export const TermFields = Object.fromEntries(
  listTermsOn("given").map(({ name, row }) => [name, Type.Optional(givenSchema(row))]),
) as TermFields;

function standardText(row: AmountTerm): string | undefined {
  return row.standard === undefined ? row.absent : amountText(row, row.standard);
}

function givenSchema(row: TermRow): TSchema {
  switch (row.kind) {
    case "step":
    case "shares":
    case "money":
      return AmountOf(`${row.means}${AMOUNTS[row.kind].given}; ${standardText(row)} unless given`);
    case "choice":
      return Type.Boolean({ description: `${row.means}; ${row.absent} unless given` });
    case "fees":
      return GivenFees;
  }
}

type TermsRequest = { readonly [Name in keyof OnSurface<"given", Given>]?: unknown };

/** Reads the terms that an operator gives; its event says whether the market is of negative risk. */
export function readTerms(given: TermsRequest): Omit<MarketTerms, "negativeRisk"> | Rejection {
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
  switch (row.kind) {
    case "step":
    case "shares":
    case "money":
      return readAmount(name, row, value as AmountInput);
    case "choice":
      return value;
    case "fees":
      return readFees(value as GivenFees);
  }
}

function readAmount(name: string, row: AmountTerm, given: AmountInput): number | Rejection {
  const amount = parseAmount(row, String(given));
  if (amount !== undefined) return amount;
  const { expected } = AMOUNTS[row.kind];
  if (row.kind === "step") return bad(name, expected, given, nearestStep(given));
  const { range, places } = row.limits;
  return bad(
    name,
    `${expected} from ${range} with up to ${places} decimals`,
    given,
    nearestHint(given, row.limits),
  );
}

/** The step nearest to what was meant. */
function nearestStep(given: AmountInput): string {
  const meant = meantDecimal(given);
  if (meant === undefined) return "";
  const distance = (size: number): number => Math.abs(size / ONE - Number(meant));
  const [nearest] = TICK_LIMITS.sizes.toSorted((one, other) => distance(one) - distance(other));
  return nearest === undefined ? "" : `; nearest: ${priceText(nearest)}`;
}

const bad = (name: string, expected: string, got: AmountInput, nearest: string): Rejection =>
  reject("invalid_payload", `${name}: expected ${expected}, got ${JSON.stringify(got)}${nearest}`);

// Answers.

type Answered = {
  readonly step: string;
  readonly shares: string;
  readonly money: string;
  readonly choice: boolean;
  readonly fees: FeesAnswer;
};

/** The terms of a market in an answer; null for those that it lacks. */
type DescribedTerms = OnSurface<"given", Answered>;

export const TermAnswers = Object.fromEntries(
  listTermsOn("given").map(({ name, row }) => [name, answerSchema(row)]),
) as { readonly [Name in keyof DescribedTerms]: TUnsafe<DescribedTerms[Name]> };

function answerSchema(row: TermRow): TSchema {
  const isAlways = standardOf(row) !== undefined;
  switch (row.kind) {
    case "step":
    case "shares":
    case "money":
      return isAlways
        ? Type.String(AMOUNTS[row.kind].answered)
        : Type.Union([Type.String(), Type.Null()], {
            description: `${row.means}${AMOUNTS[row.kind].given}; null is ${row.absent}`,
          });
    case "choice":
      return isAlways
        ? Type.Boolean()
        : Type.Union([Type.Boolean(), Type.Null()], { description: `${row.means}; null is ${row.absent}` });
    case "fees":
      return OrNull(FeesAnswer);
  }
}

export const describeTerms = (terms: MarketTerms): DescribedTerms =>
  Object.fromEntries(
    listTermsOn("given").map(({ term, name, row }) => [name, describeTerm(row, terms[term])]),
  ) as DescribedTerms;

function describeTerm(row: TermRow, value: MarketTerms[keyof MarketTerms]): unknown {
  if (value === undefined) return null;
  switch (row.kind) {
    case "step":
    case "shares":
    case "money":
      return amountText(row, value as number);
    case "choice":
      return value;
    case "fees":
      return describeFees(value as FeeSchedule);
  }
}

// Listings.

const whole = ({ least, most }: NumberLimits, description?: string) =>
  Type.Integer({ minimum: least, maximum: most, ...(description !== undefined && { description }) });

/** Fields of a listing by the terms of the core. */
export const ListedTerms = Object.fromEntries(
  Object.entries(MARKET_TERMS).map(([term, row]) => {
    const schema = listedSchema(row);
    return [term, standardOf(row) === undefined ? Type.Optional(schema) : schema];
  }),
) as { readonly [Term in keyof MarketTerms]: TSchema };

function listedSchema(row: TermRow): TSchema {
  switch (row.kind) {
    case "step":
      return Type.Union(
        TICK_LIMITS.sizes.map((size) => Type.Literal(size)),
        { description: `${row.means}${AMOUNTS.step.listed}` },
      );
    case "shares":
    case "money":
      return whole(row.limits, `${row.means}${AMOUNTS[row.kind].listed}`);
    case "choice":
      return Type.Boolean();
    case "fees":
      return Type.Object(
        { rate: whole(RATE, "In 0.0001"), exponent: whole(EXPONENT), takerOnly: Type.Boolean() },
        { additionalProperties: false },
      );
  }
}
