/** Parses the request of an export, from the command's flags as from HTTP parameters. */
import { isFault } from "../../core/values/input-fault.ts";
import { didYouMean } from "../../base/nearest-name.ts";
import { EXPORTED_NAMES, isState } from "./data-dictionary.ts";
import type { ExportedName } from "./data-dictionary.ts";
import type { ExportSpan } from "./exported-tables.ts";

export const EXPORT_FORMATS = ["csv", "ndjson", "parquet"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const PERIODS = ["1m", "5m", "15m", "1h", "4h", "1d"] as const;
export type Period = (typeof PERIODS)[number];

/** Length of each period, ms. */
export const PERIOD_MS: Readonly<Record<Period, number>> = {
  "1m": 60_000,
  "5m": 300_000,
  "15m": 900_000,
  "1h": 3_600_000,
  "4h": 14_400_000,
  "1d": 86_400_000,
};

/** Maximum levels of one side of a book. */
export const MAX_LEVELS = 10_000;

export type ExportRequest = ExportSpan & {
  readonly what: ExportedName;
  readonly format: ExportFormat;
  /** The only market whose books are exported, by any of its ids; all unless given. */
  readonly market?: string | undefined;
  /** Number of exported levels on each side, the best first; all unless given. */
  readonly levels?: number | undefined;
};

/** Values of a request by parameter, as received. */
export type ExportTexts = { readonly [Name in ExportParameter]?: string | undefined };

const EXPORT_PARAMETERS = ["format", "from", "to", "every", "market", "levels"] as const;
export type ExportParameter = (typeof EXPORT_PARAMETERS)[number];

/** The invalid parameter, with the reason. */
export type ExportFault = { readonly parameter: ExportParameter; readonly fault: string };

/** Tables with a time. */
const TIMED = EXPORTED_NAMES.filter((name) => !isState(name));

/** Tables that use each parameter; other parameters apply to all tables. */
const TABLES_BY_PARAMETER: { readonly [Name in ExportParameter]?: readonly ExportedName[] } = {
  every: ["candles", "books"],
  market: ["books"],
  levels: ["books"],
  from: TIMED,
  to: TIMED,
};

export function readExportRequest(what: ExportedName, texts: ExportTexts): ExportRequest | ExportFault {
  const misplaced = findMisplaced(what, texts);
  if (misplaced !== undefined) return misplaced;
  const format = readName("format", texts.format ?? "csv", EXPORT_FORMATS);
  if (isFault(format)) return format;
  const every = readName("every", texts.every ?? "1m", PERIODS);
  if (isFault(every)) return every;
  const from = readTime("from", texts.from);
  if (isFault(from)) return from;
  const until = readTime("to", texts.to);
  if (isFault(until)) return until;
  if (from !== undefined && until !== undefined && until <= from)
    return parameterFault("to", `a time after ${texts.from}`, texts.to);
  const levels = readLevels(texts.levels);
  if (isFault(levels)) return levels;
  return { what, format, from, until, every: PERIOD_MS[every], market: texts.market, levels };
}

function findMisplaced(what: ExportedName, texts: ExportTexts): ExportFault | undefined {
  const parameter = EXPORT_PARAMETERS.find(
    (name) => texts[name] !== undefined && TABLES_BY_PARAMETER[name]?.includes(what) === false,
  );
  if (parameter === undefined) return undefined;
  const names = EXPORTED_NAMES.filter((name) => TABLES_BY_PARAMETER[parameter]?.includes(name));
  const tables = [names.slice(0, -1).join(", "), ...names.slice(-1)]
    .filter((part) => part !== "")
    .join(" and ");
  return { parameter, fault: `expected with ${tables} only, got ${texts[parameter]} with ${what}` };
}

const parameterFault = (parameter: ExportParameter, expected: string, got = ""): ExportFault => ({
  parameter,
  fault: `expected ${expected}, got "${got}"`,
});

function readName<Name extends string>(
  parameter: ExportParameter,
  text: string,
  names: readonly Name[],
): Name | ExportFault {
  const found = names.find((name) => name === text);
  if (found !== undefined) return found;
  const { fault } = parameterFault(parameter, `one of ${names.join(", ")}`, text);
  return { parameter, fault: `${fault}${didYouMean(text, names)}` };
}

/** A day or an instant in UTC. */
const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z)?$/;

export const TIME_EXAMPLE = "a day or a time in UTC as 2026-05-01T12:00:00Z";

/** Parses a time to milliseconds. */
function readTime(parameter: "from" | "to", text: string | undefined): number | ExportFault | undefined {
  if (text === undefined) return undefined;
  const time = TIME.test(text) && isDay(text.slice(0, DAY_LENGTH)) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? parameterFault(parameter, TIME_EXAMPLE, text) : time;
}

const DAY_LENGTH = "2026-05-01".length;

/** Tells whether a day exists in the calendar: `Date.parse` reads 30 February as 2 March. */
function isDay(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function readLevels(text: string | undefined): number | ExportFault | undefined {
  if (text === undefined) return undefined;
  const levels = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (levels >= 1 && levels <= MAX_LEVELS) return levels;
  return parameterFault("levels", `a whole number from 1 to ${MAX_LEVELS}`, text);
}
