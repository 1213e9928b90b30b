/**
 * The terms by which a market trades: one row a term, with its kind, its limits, its standard value and its name on
 * each surface. The types here, requests and answers of operators, listings, imports, columns, public events, flags
 * and forms are made from the rows. A kind says how each of these surfaces writes a value.
 */
import { decimalText, lots, parseDecimal, priceText, TICK_SIZES, ticks } from "../units.ts";
import type { Lots, Micros, Ticks } from "../units.ts";

/**
 * Fees of a fill: rate x shares x (p (1 - p)) ^ exponent, p being the price. The incoming order pays them, and the
 * resting one as well unless `takerOnly`.
 */
export type FeeSchedule = {
  /** Rate in 0.0001. */
  readonly rate: number;
  readonly exponent: number;
  readonly takerOnly: boolean;
};

/** Limits of a number, in its unit, with the decimals that texts may give it. */
export type NumberLimits = {
  readonly least: number;
  readonly most: number;
  readonly places: number;
  /** Both limits, as "0.01 to 1000000". */
  readonly range: string;
};

const limited = (least: number, most: number, places: number): NumberLimits => ({
  least,
  most,
  places,
  range: `${decimalText(least, places)} to ${decimalText(most, places)}`,
});

/** Limits of the parts of a fee schedule; the rate is in 0.0001. */
export const FEE_LIMITS = { rate: limited(1, 2500, 4), exponent: limited(1, 4, 0) } as const;

/** Price steps that a market may have, in ticks. */
export const TICK_LIMITS = {
  sizes: TICK_SIZES,
  places: 4,
  list: TICK_SIZES.map(priceText).join(", "),
} as const;

/** Values of terms by their kind. */
export type TermValues = {
  readonly step: Ticks;
  readonly shares: Lots;
  readonly money: Micros;
  readonly choice: boolean;
  readonly fees: FeeSchedule;
};

export type TermKind = keyof TermValues;

/** Names of a term on the surfaces that have it; without a name a surface lacks the term. */
type TermNames = {
  /** First words of the term's description in the interface documents. */
  readonly means: string;
  /** Meaning of an absent value, for a term without a standard value. */
  readonly absent?: string;
  /** Column of the read tables; fees have one for each of their parts. */
  readonly column?: string;
  /** Field of operators' requests and answers, and of the console's forms. */
  readonly given?: string;
  /** Flag of `presage market create`, with its value as the help shows it. */
  readonly flag?: string;
  /** Words of `presage market show`. */
  readonly shown?: string;
  /** Name in imported documents. */
  readonly imported?: string;
  /** Field of public events. */
  readonly published?: string;
};

/** A row. A market always has a term with a standard value; another may be `undefined`. */
export type TermRow = TermNames &
  (
    | { readonly kind: "step"; readonly standard?: Ticks }
    | AmountRow<"shares", Lots>
    | AmountRow<"money", Micros>
    | { readonly kind: "choice"; readonly standard?: boolean }
    | { readonly kind: "fees" }
  );

type AmountRow<Kind, Amount> = {
  readonly kind: Kind;
  readonly limits: NumberLimits;
  readonly standard?: Amount;
  /** Value for imported documents that state none; if absent, the standard value. */
  readonly importedStandard?: Amount;
};

export const MARKET_TERMS = {
  tick: {
    kind: "step",
    standard: ticks(100),
    means: "Price step",
    column: "tick",
    given: "tick",
    flag: "--tick 0.01",
    shown: "price step",
    imported: "orderPriceMinTickSize",
    published: "tickSize",
  },
  /** Smallest order that may rest. */
  minimumLots: {
    kind: "shares",
    limits: limited(1, 100_000_000, 2),
    standard: lots(100),
    importedStandard: lots(500),
    means: "Smallest order",
    column: "minimum_lots",
    given: "minimumSize",
    flag: "--minimum SHARES (1)",
    shown: "smallest size",
    imported: "orderMinSize",
    published: "minimumShares",
  },
  /** True if at most one market of the event wins, so that its NO shares can be converted. The event states it. */
  negativeRisk: {
    kind: "choice",
    standard: false,
    means: "Whether exactly one of its markets resolves to yes",
    column: "negative_risk",
    published: "negativeRisk",
  },
  /** Fees of fills; trading is free without them. */
  fees: { kind: "fees", means: "Fees of fills", given: "fees", published: "fees" },
  autoRedeem: {
    kind: "choice",
    means: "Whether its resolution pays everyone at once",
    absent: "the exchange's setting",
    column: "auto_redeem",
    given: "autoRedeem",
    flag: "--auto-redeem true|false",
  },
} as const satisfies { readonly [term: string]: TermRow };

type Rows = typeof MARKET_TERMS;
export type TermName = keyof Rows;

/** Terms whose rows have these properties, as `{ kind: "choice" }`. */
export type TermsWith<Properties> = {
  [Term in TermName]: Rows[Term] extends Properties ? Term : never;
}[TermName];

type OptionalTermName = Exclude<TermName, TermsWith<{ readonly standard: unknown }>>;

export type MarketTerms = {
  readonly [Term in TermName]:
    | TermValues[Rows[Term]["kind"]]
    | (Term extends OptionalTermName ? undefined : never);
};

/** The terms as a listing states them, without those that are `undefined`. */
export type StatedTerms = Omit<MarketTerms, OptionalTermName> & {
  readonly [Term in OptionalTermName]?: Exclude<MarketTerms[Term], undefined>;
};

type Untyped<Value> = { readonly [Term in TermName]?: Value };

const NAMES = Object.keys(MARKET_TERMS) as readonly TermName[];

/** Picks the terms out of a market, a listing or an event. */
export function pickTerms(source: MarketTerms | StatedTerms): MarketTerms;
export function pickTerms(source: Untyped<unknown>): Untyped<unknown> {
  const picked: { -readonly [Term in TermName]?: unknown } = {};
  for (const term of NAMES) picked[term] = source[term];
  return picked;
}

/** Takes the terms that a listing states, and the known ones that it leaves out. */
export function mergeTerms(stated: MarketTerms, known: MarketTerms): MarketTerms;
export function mergeTerms(stated: Untyped<unknown>, known: Untyped<unknown>): Untyped<unknown> {
  return Object.fromEntries(NAMES.map((term) => [term, stated[term] ?? known[term]]));
}

/** Picks the terms that a listing states: all that are not `undefined`. */
export function pickStatedTerms(terms: MarketTerms): StatedTerms;
export function pickStatedTerms(terms: Untyped<unknown>): Untyped<unknown> {
  return Object.fromEntries(
    NAMES.filter((term) => terms[term] !== undefined).map((term) => [term, terms[term]]),
  );
}

/** Returns the value for markets whose operator states none; `undefined` for a term that a market may lack. */
export const standardOf = (row: TermRow): Ticks | Lots | Micros | boolean | undefined =>
  row.kind === "fees" ? undefined : row.standard;

/** The standard value of each term. */
export const STANDARD_TERMS: MarketTerms = pickTerms(
  Object.fromEntries(NAMES.map((term) => [term, standardOf(MARKET_TERMS[term])])) as MarketTerms,
);

// Terms on a surface, by their names there.

export type NamedTerm = { readonly term: TermName; readonly name: string; readonly row: TermRow };

type Surface = keyof TermNames;

/** Lists the terms that have a name on the surface, in the order of the rows. */
export const listTermsOn = (surface: Surface): readonly NamedTerm[] =>
  NAMES.flatMap((term) => {
    const row: TermRow = MARKET_TERMS[term];
    const { [surface]: name } = row;
    return name === undefined ? [] : [{ term, name, row }];
  });

/** Forms of the values on a surface. */
export type TermForms<Amount, Fees> = { readonly [Kind in AmountTerm["kind"]]: Amount } & {
  readonly choice: boolean;
  readonly fees: Fees;
};

/** Values by the names of a surface; null or what `Lacking` says for a term that a market may lack. */
export type OnSurface<
  On extends Surface,
  Forms extends { readonly [Kind in TermKind]: unknown },
  Lacking = null,
> = {
  readonly [
    Term in TermsWith<{ readonly [Name in On]: string }> as Extract<Rows[Term][On & keyof Rows[Term]], string>
  ]: Forms[Rows[Term]["kind"]] | (Term extends OptionalTermName ? Lacking : never);
};

/** Makes an object with a value for each term on the surface, by the term's name there; the caller knows the type. */
export const mapTermsOn = <Made>(surface: Surface, make: (term: NamedTerm) => unknown): Made =>
  Object.fromEntries(listTermsOn(surface).map((term) => [term.name, make(term)])) as Made;

// Amounts: terms that are written as one decimal.

export type AmountTerm = Extract<TermRow, { readonly kind: "step" | "shares" | "money" }>;

export const isAmount = (row: TermRow): row is AmountTerm => row.kind !== "choice" && row.kind !== "fees";

const getDecimalPlaces = (row: AmountTerm): number => (row.kind === "step" ? TICK_LIMITS : row.limits).places;

export const amountText = (row: AmountTerm, amount: number): string =>
  decimalText(amount, getDecimalPlaces(row));

/** Parses an amount's decimal text into its unit; `undefined` if the term cannot have this value. */
export function parseAmount(row: AmountTerm, text: string): number | undefined {
  const amount = parseDecimal(text, getDecimalPlaces(row));
  if (row.kind === "step") return TICK_LIMITS.sizes.find((size) => size === amount);
  const { least, most } = row.limits;
  return amount !== undefined && amount >= least && amount <= most ? amount : undefined;
}
