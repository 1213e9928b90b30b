/** Formats of numbers and times, by language. */
import type { Lots, Micros, Ticks } from "../../../src/core/units.ts";
import { MICROS_PER_CENT } from "../base/money.ts";
import type { Text } from "./en.ts";

// Reads typed numbers and writes numbers into fields, with the separators of a language.

type TypedNumbers = {
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

function createTypedNumbers(locale: string): TypedNumbers {
  const grouped = new Intl.NumberFormat(locale, { useGrouping: "always", maximumFractionDigits: 0 });
  const both = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 });
  const group = findPart(grouped.formatToParts(1_000_000), "group");
  const decimal = findPart(both.formatToParts(1.5), "decimal");

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

const findPart = (parts: readonly Intl.NumberFormatPart[], wanted: Intl.NumberFormatPartTypes): string =>
  parts.find(({ type }) => type === wanted)?.value ?? "";

function findMoneySign(locale: string): TypedNumbers["moneySign"] {
  const dollars = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" } as const;
  const parts = new Intl.NumberFormat(locale, dollars).formatToParts(0);
  return { sign: findPart(parts, "currency"), isBehind: parts.at(-1)?.type === "currency" };
}

type NumberFormats = {
  /** Formats a price as a probability, such as 55%. */
  chance(price: Ticks): string;
  /** Formats a change of a probability, in ticks, as points with a plus or minus sign, such as +3.5. */
  points(change: number): string;
  /** Formats the price of a share in cents, such as 55.5¢. */
  cents(price: Ticks): string;
  shares(size: Lots): string;
  /** Formats shares with a plus or minus sign, except zero. */
  sharesChange(size: Lots): string;
  /** Formats collateral with two decimals, such as $1,234.50. */
  money(amount: Micros): string;
  /** Formats collateral that is needed, rounded up to a cent. */
  moneyUp(amount: Micros): string;
  /** Formats collateral without rounding, with two to six decimals, such as $1,234.500001. */
  exactMoney(amount: Micros): string;
  /** Formats collateral with a plus or minus sign, except zero. */
  change(amount: Micros): string;
  /** Formats collateral in short, such as $1.2K or $966. */
  shortMoney(amount: Micros): string;
  /** Formats a round amount without needless decimals, such as $1,200 or $0.05. */
  roundMoney(amount: Micros): string;
  /** Formats a fraction of one, such as 12.5%. */
  percent(part: number): string;
  count(value: number): string;
  /** Formats `value` * 10 ** -`places` without grouping, such as 0.01. */
  decimal(value: number, places: number): string;
};

/** Times are unix milliseconds. */
type TimeFormats = {
  /** Formats a date. */
  date(at: number): string;
  /** Formats a date without its year, such as 3 Nov. */
  day(at: number): string;
  /** Formats a time of a day without its year, such as 3 Nov, 14:00. */
  dayTime(at: number): string;
  /** Formats a month with its year, such as Nov 2026. */
  month(at: number): string;
  /** Formats a time of the day, such as 14:30. */
  clock(at: number): string;
  dateTime(at: number): string;
  /** Formats a date and time with the time zone, such as 3 Nov 2026, 14:00 CET. */
  zonedTime(at: number): string;
  /** Formats the distance to `now`, such as "in 3 days". */
  relative(at: number, now: number): string;
  /** Formats the distance to `now` in few letters, such as "in 3d". */
  shortRelative(at: number, now: number): string;
};

export type Formats = NumberFormats &
  TypedNumbers &
  TimeFormats & {
    /** Language tag such as "en-GB". */
    readonly locale: string;
  };

const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

export const createFormats = (locale: string): Formats => ({
  locale,
  ...createNumberFormats(locale),
  ...createTypedNumbers(locale),
  ...createTimeFormats(locale),
});

function createNumberFormats(locale: string): NumberFormats {
  // Replaces the hyphen that most languages use by a minus sign, which is as wide as a plus.
  const number = (options: Intl.NumberFormatOptions) => {
    const written = new Intl.NumberFormat(locale, options);
    return { format: (value: number): string => written.format(value).replace("-", "−") };
  };
  const dollars = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" } as const;
  const chance = number({ style: "percent", maximumFractionDigits: 0 });
  const fineChance = number({ style: "percent", maximumFractionDigits: 1 });
  const percent = number({ style: "percent", maximumFractionDigits: 1 });
  const points = number({ maximumFractionDigits: 1, signDisplay: "exceptZero" });
  const cents = number({ maximumFractionDigits: 2 });
  const hundredths = {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    trailingZeroDisplay: "stripIfInteger",
  } as const;
  const shares = number(hundredths);
  const sharesChange = number({ ...hundredths, signDisplay: "exceptZero" });
  const money = number(dollars);
  const exactMoney = number({ ...dollars, maximumFractionDigits: 6 });
  const change = number({ ...dollars, signDisplay: "exceptZero" });
  const short = number({ ...dollars, notation: "compact", maximumFractionDigits: 1 });
  const whole = number({ ...dollars, maximumFractionDigits: 0 });
  const round = number({ ...dollars, trailingZeroDisplay: "stripIfInteger" });
  const formatShort = (amountOf: number): string =>
    // An amount that rounds to a thousand is shortened, like larger ones.
    Math.round(amountOf) >= 1_000
      ? short.format(Math.max(amountOf, 1_000))
      : (amountOf < 10 ? round : whole).format(amountOf);
  const count = number({});
  const decimal = number({ useGrouping: false, maximumFractionDigits: 6 });
  return {
    chance: (price) =>
      (price > 0 && price < 100) || (price > 9_900 && price < 10_000)
        ? fineChance.format(price / 10_000)
        : chance.format(price / 10_000),
    points: (moved) => points.format(moved / 100),
    cents: (price) => `${cents.format(price / 100)}¢`,
    shares: (size) => shares.format(size / 100),
    sharesChange: (size) => sharesChange.format(size / 100),
    money: (amount) => money.format(amount / 1_000_000),
    moneyUp: (amount) => money.format(Math.ceil(amount / MICROS_PER_CENT) / 100),
    exactMoney: (amount) => exactMoney.format(amount / 1_000_000),
    change: (amount) => change.format(amount / 1_000_000),
    shortMoney: (amount) => formatShort(amount / 1_000_000),
    roundMoney: (amount) => round.format(amount / 1_000_000),
    percent: (part) => percent.format(part),
    count: (value) => count.format(value),
    decimal: (value, places) => decimal.format(value / 10 ** places),
  };
}

function createTimeFormats(locale: string): TimeFormats {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });
  const day = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" });
  const dayTime = new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit",
  });
  const month = new Intl.DateTimeFormat(locale, { month: "short", year: "numeric" });
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  const zonedTime = new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  });
  const clock = new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit" });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const shortRelative = new Intl.RelativeTimeFormat(locale, { style: "narrow" });
  const distance = (format: Intl.RelativeTimeFormat, at: number, now: number): string => {
    const seconds = Math.round((at - now) / 1000);
    const [unit, size] = UNITS.find(([, most]) => Math.abs(seconds) >= most) ?? ["second", 1];
    return format.format(Math.trunc(seconds / size), unit);
  };
  return {
    date: (at) => date.format(at),
    day: (at) => day.format(at),
    dayTime: (at) => dayTime.format(at),
    month: (at) => month.format(at),
    clock: (at) => clock.format(at),
    dateTime: (at) => dateTime.format(at),
    zonedTime: (at) => zonedTime.format(at),
    relative: (at, now) => distance(relative, at, now),
    shortRelative: (at, now) => distance(shortRelative, at, now),
  };
}

// Names of outcomes in the language of the page.

/** Translates the names Yes and No. All other names are the operator's, and stay unchanged. */
export function translateOutcome(name: string, { common }: Pick<Text, "common">): string {
  if (name === "Yes") return common.yes;
  return name === "No" ? common.no : name;
}
