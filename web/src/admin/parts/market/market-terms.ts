/** The terms of a market in the console's forms, made from the rows of `MARKET_TERMS`. */
import {
  amountText,
  isAmount,
  listTermsOn,
  standardOf,
} from "../../../../../src/core/markets/market-terms.ts";
import type { AmountTerm, MARKET_TERMS, TermsWith } from "../../../../../src/core/markets/market-terms.ts";
import type { Market, Operations } from "../../../api/generated/operator.ts";
import { toDecimalPoint } from "../read-form.ts";
import type { FieldReader } from "../read-form.ts";

/** Fields of the terms of a kind, by their names in requests. */
type FieldOf<Kind> = GivenName<TermsWith<{ readonly kind: Kind; readonly given: string }>>;
type GivenName<Term extends TermsWith<{ readonly given: string }>> = (typeof MARKET_TERMS)[Term]["given"];

export type AmountField = FieldOf<AmountTerm["kind"]>;
export type ChoiceField = FieldOf<"choice">;

/**
 * Texts of the terms. The hint of an amount may name the amount's limits. A choice has names for its values and for its
 * absence.
 */
export type TermTexts = {
  readonly [Name in AmountField]: {
    readonly label: string;
    readonly hint: (least: string, most: string) => string;
  };
} & {
  readonly [Name in ChoiceField]: {
    readonly label: string;
    readonly hint: string;
    readonly values: { readonly absent: string; readonly true: string; readonly false: string };
  };
};

const GIVEN = listTermsOn("given");

export const AMOUNTS = GIVEN.flatMap(({ name, row }) =>
  isAmount(row) ? [{ name: name as AmountField, row }] : [],
);
export const CHOICES = GIVEN.flatMap(({ name, row }) =>
  row.kind === "choice" ? [{ name: name as ChoiceField, row }] : [],
);

/** Amounts as typed in a form; "" for empty fields. */
export type AmountTexts = { readonly [Name in AmountField]: string };

const amountTexts = (textOf: (name: AmountField, row: AmountTerm) => string): AmountTexts =>
  Object.fromEntries(AMOUNTS.map(({ name, row }) => [name, textOf(name, row)])) as AmountTexts;

export const STANDARD_AMOUNTS = amountTexts((_, row) => {
  const standard = standardOf(row);
  return standard === undefined ? "" : amountText(row, Number(standard));
});

export const readAmounts = (readField: FieldReader): AmountTexts => amountTexts(readField);
export const pickAmounts = (market: Market): AmountTexts => amountTexts((name) => market[name] ?? "");

type TermsRequest = Pick<
  NonNullable<Operations["POST /markets"]["body"]>,
  AmountField | ChoiceField | "fees"
>;

/** Builds the part of a request that states the terms. */
export function buildTerms(readField: FieldReader): TermsRequest {
  const filled = [...AMOUNTS, ...CHOICES].filter(({ name }) => readField(name) !== "");
  const values = filled.map(({ name, row }) => [
    name,
    row.kind === "choice" ? readField(name) === "true" : toDecimalPoint(readField(name)),
  ]);
  return { ...(Object.fromEntries(values) as TermsRequest), ...buildFees(readField) };
}

/** Builds the fee fields. A market without a fee rate is free. */
export function buildFees(readField: FieldReader): Pick<TermsRequest, "fees"> {
  const rate = toDecimalPoint(readField("rate"));
  if (/^[0.]*$/.test(rate)) return {};
  const exponent = Number(readField("exponent") || "1");
  return { fees: { rate, exponent, takerOnly: readField("makersPay") === "" } };
}
