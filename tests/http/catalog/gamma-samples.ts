/**
 * Answers of the service that the Polymarket dialect follows, as they were captured. They lie beside the project, not
 * in it: tests that read them are skipped where they are absent.
 */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readGammaFile } from "../../../src/listings/gamma-file.ts";
import type { Skipped } from "../../../src/listings/gamma-event.ts";
import { importListings } from "../../../src/listings/import-listings.ts";
import type { TestExchange } from "../../support/exchange.ts";

const DIRECTORY = fileURLToPath(new URL("../../../../shared/samples/gamma/", import.meta.url));

export const EVENT_DUMPS = [
  "events_100_grewalsk_2025-06.json",
  "events_3_with_series_setricwoo_2026-04.json",
  "events_2_bobaoxu_2026-08.json",
] as const;
export type EventDump = (typeof EVENT_DUMPS)[number];

/** Reason to skip a test, for its options, or false. */
export const noSamples = existsSync(DIRECTORY) ? false : "the captured samples are not here";

/** An object of a captured answer. */
export type Captured = Readonly<Record<string, unknown>>;

export const capturedList = (value: unknown): readonly Captured[] => (Array.isArray(value) ? value : []);

export const readDump = (name: EventDump): readonly Captured[] =>
  capturedList(JSON.parse(readFileSync(DIRECTORY + name, "utf8")));

/** Lists a dump as `presage import` does; gives what it had to leave out. */
export async function importDump({ context }: TestExchange, name: EventDump): Promise<readonly Skipped[]> {
  const skipped: Skipped[] = [];
  const listings = [];
  for await (const parsed of readGammaFile(DIRECTORY + name)) {
    skipped.push(...parsed.skipped);
    if (parsed.listing !== undefined) listings.push(parsed.listing);
  }
  const { engine, readSql: sql } = context;
  const target = { engine, sql, operator: "import", reason: "a dump" };
  const results = await importListings(target, listings);
  const refused = results.filter(({ result, markets }) => result !== "listed" || markets.skipped.length > 0);
  if (refused.length > 0) throw new Error(`not listed: ${JSON.stringify(refused)}`);
  return skipped;
}
