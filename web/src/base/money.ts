/**
 * Converts prices, shares and collateral between decimal text and the integers of core/units.ts. Amounts are integers
 * so that no rounding error occurs.
 */
import { cost, lots, micros, ticks } from "../../../src/core/units.ts";
import type { Lots, Micros, Ticks } from "../../../src/core/units.ts";

const DECIMAL = /^(\d{0,15})(?:\.(\d*))?$/;

/**
 * Reads decimal text in units of 10^-places. Returns `undefined` for invalid text and for too many decimal places.
 * text/typed-numbers.ts first converts typed text from its language.
 */
function readDecimal(text: string, places: number): number | undefined {
  const [, whole = "", fraction = ""] = DECIMAL.exec(text.trim()) ?? [];
  if (whole === "" && fraction === "") return undefined;
  const digits = fraction.replace(/0+$/, "");
  if (digits.length > places) return undefined;
  const value = Number((whole || "0") + digits.padEnd(places, "0"));
  return Number.isSafeInteger(value) ? value : undefined;
}

export type AmountFlaw = "unreadable" | "tooFine" | "tooLarge";

/** Finds the reason why decimal text is no amount in units of 10^-places; `undefined` if it is one. */
export function findAmountFlaw(text: string, places: number): AmountFlaw | undefined {
  if (readDecimal(text, places) !== undefined) return undefined;
  const [, whole = "", fraction = ""] = /^(\d*)(?:\.(\d*))?$/.exec(text.trim()) ?? [];
  if (whole === "" && fraction === "") return "unreadable";
  return fraction.replace(/0+$/, "").length > places ? "tooFine" : "tooLarge";
}

const readAs =
  <Unit>(places: number, unit: (value: number) => Unit) =>
  (text: string): Unit | undefined => {
    const value = readDecimal(text, places);
    return value === undefined ? undefined : unit(value);
  };

/** Reads a price of a share, such as "0.55". */
export const readTicks = readAs(4, ticks);
/** Reads a price in cents, such as "55.5". */
export const readCents = readAs(2, ticks);
export const readLots = readAs(2, lots);
export const readMicros = readAs(6, micros);

export const MICROS_PER_CENT = 10_000;

/** Rounds to the cents that the page shows. Sums of what is shown are sums of these, so that they agree to the cent. */
export const roundToCents = (amount: Micros): Micros =>
  micros(Math.round(amount / MICROS_PER_CENT) * MICROS_PER_CENT);

/** Converts a JSON number of an interface, rounded to the nearest unit. The next two do the same for other units. */
export const toTicks = (value: number): Ticks => ticks(Math.round(value * 10_000));
export const toLots = (value: number): Lots => lots(Math.round(value * 100));
export const toMicros = (value: number): Micros => micros(Math.round(value * 1_000_000));

/** Sums the cost of all fills, each at its own price. */
export const sumCost = (fills: readonly { readonly size: Lots; readonly price: Ticks }[]): Micros =>
  micros(fills.reduce((sum, { size, price }) => sum + cost(size, price), 0));

/** Writes a decimal without trailing zeros, for a text field. */
const formatDecimal = (value: number, places: number): string => {
  const digits = String(Math.abs(value)).padStart(places + 1, "0");
  const fraction = digits.slice(-places).replace(/0+$/, "");
  return (value < 0 ? "-" : "") + digits.slice(0, -places) + (fraction === "" ? "" : `.${fraction}`);
};

export const formatTicks = (price: Ticks): string => formatDecimal(price, 4);
export const formatCents = (price: Ticks): string => formatDecimal(price, 2);
export const formatLots = (size: Lots): string => formatDecimal(size, 2);
export const formatDecimalMicros = (amount: Micros): string => formatDecimal(amount, 6);
