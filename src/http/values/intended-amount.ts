/**
 * Finds the number that a caller meant, in whatever form it was sent, and the nearest valid amounts, for hints of refusals.
 */
import { decimalText } from "../../core/units.ts";

/** A number as programs write it. An unencoded plus sign arrives as a blank. */
const NUMBER = /^(?:([-])|[+ ])?(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/;

/** Converts a number to a plain decimal without leading zeros, as in "-0.5"; `undefined` if the text is no number. */
export function plainDecimal(text: string): string | undefined {
  const [found, sign = "", whole = "", fraction = "", exponent = "0"] = NUMBER.exec(text) ?? [];
  if (found === undefined || whole + fraction === "") return undefined;
  const shift = Number(exponent);
  const left = Math.max(0, -shift - whole.length);
  const digits = "0".repeat(left) + whole + fraction.padEnd(shift, "0");
  const point = left + whole.length + shift;
  const units = digits.slice(0, point).replace(/^0+(?=.)/, "") || "0";
  const decimals = digits.slice(point).replace(/0+$/, "");
  return `${sign}${units}${decimals === "" ? "" : `.${decimals}`}`;
}

/** Maximum length of a text that is read as a number. */
const MAX_TEXT = 400;
const HEX = /^([+-]?)(0x[0-9a-f]+)$/i;
/** A number with grouped thousands, as in 1,000.5 or 1_000. */
const GROUPED = /^[+-]?\d{1,3}(?:([,_ '])\d{3})(?:\1\d{3})*(?:\.\d*)?$/;

/** Converts a number, or a text with one, to a plain decimal, as in "-0.5"; `undefined` if the meaning is not certain. */
export function parseIntendedDecimal(given: unknown): string | undefined {
  if (typeof given === "number") return plainDecimal(String(given));
  if (typeof given !== "string" || given.length > MAX_TEXT) return undefined;
  const bare = given.trim();
  const [, sign, hex] = HEX.exec(bare) ?? [];
  if (hex !== undefined) return `${sign === "-" ? "-" : ""}${BigInt(hex)}`;
  return plainDecimal(GROUPED.test(bare) ? bare.replaceAll(/[,_ ']/g, "") : bare);
}

/** Bounds of an amount in units of 10^-`places`. */
export type AmountBounds = {
  readonly places: number;
  readonly least: number;
  readonly most: number | bigint;
};

/** Lists the one or two amounts within the bounds that are nearest to the meant number; empty if no number was meant. */
export function nearestAmounts(given: unknown, { places, least, most }: AmountBounds): readonly string[] {
  const text = parseIntendedDecimal(given);
  if (text === undefined) return [];
  const [whole = "", fraction = ""] = text.replace("-", "").split(".");
  const cut = BigInt(whole + fraction.slice(0, places).padEnd(places, "0"));
  const below = text.startsWith("-") ? -cut : cut;
  const step = text.startsWith("-") ? -1n : 1n;
  const around = fraction.length > places ? [below, below + step] : [below];
  const inside = around.map((units) =>
    units < BigInt(least) ? BigInt(least) : units > BigInt(most) ? BigInt(most) : units,
  );
  return [...new Set(inside)].map((units) => decimalText(units, places));
}

/** Writes these amounts as the end of a hint; "" if no number was meant. */
export function nearestHint(given: unknown, bounds: AmountBounds): string {
  const amounts = nearestAmounts(given, bounds);
  return amounts.length === 0 ? "" : `; nearest: ${amounts.join(" or ")}`;
}

/** End of the year 9999, so that milliseconds stay safe integers. */
export const MAX_SECONDS = 253_402_300_799;

/** Finds the unix seconds that were meant, also if the number is in milliseconds. */
export function nearestSeconds(given: unknown): string | undefined {
  const meant = Number(parseIntendedDecimal(given) ?? Number.NaN);
  if (meant > MAX_SECONDS && meant / 1000 <= MAX_SECONDS)
    return `${Math.floor(meant / 1000)}, if it is in milliseconds`;
  const seconds = nearestAmounts(given, { places: 0, least: 0, most: MAX_SECONDS });
  return seconds.length === 0 ? undefined : seconds.join(" or ");
}
