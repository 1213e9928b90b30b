/**
 * Formats amounts and times that the operator API writes as text. Other text, such as an operator's input, is shown
 * unchanged.
 */
import type { AmountTerm } from "../../../../src/core/markets/market-terms.ts";
import { readLots, readMicros, toTicks } from "../../base/money.ts";
import { readSignedLots, readSignedMicros } from "../../account/portfolio/signed-amount.ts";
import type { Formats } from "../../text/formats.ts";

const removeSign = (text: string): string => text.replace(/^-/, "");

const formatMicros =
  (name: "money" | "exactMoney" | "change") =>
  (text: string, formats: Formats): string =>
    readMicros(removeSign(text)) === undefined ? text : formats[name](readSignedMicros(text));

/** Formats collateral in a table, rounded to a cent, so that all rows have one format. */
export const formatMoney = formatMicros("money");

/** Formats collateral that is about to move, or that sums depend on, with all its digits. */
export const formatExactMoney = formatMicros("exactMoney");

/** Formats a change of collateral with its sign. */
export const formatChange = formatMicros("change");

export const formatShares = (text: string, formats: Formats): string =>
  readLots(removeSign(text)) === undefined ? text : formats.shares(readSignedLots(text));

const DECIMAL = /^\d+(\.\d+)?$/;

/** Formats the price of a share in cents, as the page does, also an average of more decimals than a price has. */
export const formatPrice = (text: string, formats: Formats): string =>
  DECIMAL.test(text) ? formats.cents(toTicks(Number(text))) : text;

const FORMATS = { step: formatPrice, shares: formatShares, money: formatMoney } as const;

/** Formats a term of a market. */
export const formatTerm = ({ kind }: AmountTerm, text: string, formats: Formats): string =>
  FORMATS[kind](text, formats);

export const formatTime = (instant: string, formats: Formats): string =>
  formats.zonedTime(Date.parse(instant));
