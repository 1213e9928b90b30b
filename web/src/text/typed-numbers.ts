/** Reads typed numbers, and writes them into fields, with the separators of a language. */

export type TypedNumbers = {
  /**
   * Returns the decimal text of a typed number, such as 1250.5 for "1,250.5" in English. Text that is no number in the
   * language gives NO_NUMBER, even if it is one in another language.
   */
  typed(text: string): string;
  /** Writes decimal text for a field, without grouping. */
  written(decimal: string): string;
  /** A number with both separators, as the language writes it. */
  readonly exampleNumber: string;
  /** Currency sign, and whether the language writes it after the amount. */
  readonly moneySign: { readonly sign: string; readonly isBehind: boolean };
};

/** Text that no number parser accepts. */
const NO_NUMBER = "NaN";

/** Maximum digits: a longer number exceeds all amounts. */
const MAX_DIGITS = 15;

export function createTypedNumbers(locale: string): TypedNumbers {
  const grouped = new Intl.NumberFormat(locale, { useGrouping: "always", maximumFractionDigits: 0 });
  const both = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 });
  const group = partOf(grouped.formatToParts(1_000_000), "group");
  const decimal = partOf(both.formatToParts(1.5), "decimal");

  /** Reads the digits before the decimal separator, with the language's grouping or none. */
  function readWhole(text: string): string | undefined {
    if (/^\d*$/.test(text)) return text;
    const spaced = group.trim() === "" ? text.replace(/\s/g, group) : text;
    const digits = spaced.replaceAll(group, "");
    if (!/^\d+$/.test(digits) || digits.length > MAX_DIGITS) return undefined;
    return grouped.format(BigInt(digits)) === spaced ? digits : undefined;
  }

  return {
    typed: (text) => {
      const [before = "", fraction, ...more] = text.trim().split(decimal);
      const whole = readWhole(before);
      if (whole === undefined || more.length > 0 || !/^\d*$/.test(fraction ?? "")) return NO_NUMBER;
      return fraction === undefined ? whole : `${whole}.${fraction}`;
    },
    written: (text) => text.replace(".", decimal),
    exampleNumber: both.format(1_250.5),
    moneySign: findMoneySign(locale),
  };
}

const partOf = (parts: readonly Intl.NumberFormatPart[], wanted: Intl.NumberFormatPartTypes): string =>
  parts.find(({ type }) => type === wanted)?.value ?? "";

function findMoneySign(locale: string): TypedNumbers["moneySign"] {
  const dollars = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" } as const;
  const parts = new Intl.NumberFormat(locale, dollars).formatToParts(0);
  return { sign: partOf(parts, "currency"), isBehind: parts.at(-1)?.type === "currency" };
}
