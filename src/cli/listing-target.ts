/**
 * The exchange that an import writes to. One that runs on the data directory is asked through its operator API;
 * otherwise one is opened for the import.
 */
import { importListings, LISTED_AGAIN } from "../catalog/import-listings.ts";
import type { ListingResult } from "../catalog/import-listings.ts";
import type { Config } from "../config.ts";
import type { Listing } from "../core/catalog.ts";
import { closeOnInterrupt, exitOnDatabaseFailure } from "./interrupt.ts";
import { openExchange } from "./open-exchange.ts";
import { callOperator, findOperator } from "./operator-api.ts";
import type { OperatorApi } from "./operator-api.ts";

export type ListingStore = {
  /** Lists these together; throws an Error of one line if the exchange cannot go on. */
  list(listings: readonly Listing[]): Promise<readonly ListingResult[]>;
  close(): Promise<void>;
};

/** Opens the exchange; `reason` is for the audit log of a running one. */
export async function openListingTarget(config: Config, reason: string | undefined): Promise<ListingStore> {
  const operator = findOperator(config);
  if (operator === undefined) return openLocalTarget(config, reason);
  return {
    list: async (listings) => refuseStopping(await send(operator, listings, reason)),
    close: () => Promise.resolve(),
  };
}

/** Operator of an import while no exchange runs. */
const NOBODY_SIGNED_IN = "import";

async function openLocalTarget(config: Config, reason = LISTED_AGAIN): Promise<ListingStore> {
  const { context, close } = await openExchange(config, exitOnDatabaseFailure);
  closeOnInterrupt(close);
  const { engine, readSql: sql } = context;
  const target = { engine, sql, operator: NOBODY_SIGNED_IN, reason };
  return { list: async (listings) => refuseStopping(await importListings(target, listings)), close };
}

function refuseStopping(results: readonly ListingResult[]): readonly ListingResult[] {
  const stopped = results.find(({ code }) => code === "not_accepting");
  if (stopped === undefined) return results;
  throw new Error("The exchange stopped taking listings. What it took is kept; import again for the rest.");
}

async function send(
  operator: OperatorApi,
  listings: readonly Listing[],
  reason: string | undefined,
): Promise<ListingResult[]> {
  const query = reason === undefined ? "" : `?${new URLSearchParams({ reason }).toString()}`;
  const request = { method: "POST", path: `/listings${query}`, body: listings } as const;
  return JSON.parse(await callOperator(operator, request));
}
