/**
 * Where a catalog is imported into: the exchange that runs on the data directory, through its operator API; or, when
 * none runs, one that is opened for the import.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { importListings } from "../catalog/import-listings.ts";
import type { ListingResult } from "../catalog/import-listings.ts";
import type { Config } from "../config.ts";
import type { Listing } from "../core/catalog.ts";
import { ADMIN_TOKEN, readInstance } from "../store/data-directory.ts";
import { closeOnInterrupt, dieOfDatabase } from "./interrupt.ts";
import { openExchange } from "./open-exchange.ts";

export type Lister = {
  /** Lists these together; throws one clear line when the exchange cannot go on. */
  list(listings: readonly Listing[]): Promise<readonly ListingResult[]>;
  close(): Promise<void>;
};

export async function openLister(config: Config): Promise<Lister> {
  const instance = readInstance(config.dataDirectory);
  if (instance === undefined) return openOwn(config);
  const { pid, adminAddress } = instance;
  if (adminAddress === undefined)
    throw new Error(
      `The data directory ${config.dataDirectory} is in use by process ${pid}, which is starting or is no exchange. Try again.`,
    );
  const token = config.adminToken ?? readToken(config.dataDirectory);
  return {
    list: async (listings) => refuseStopping(await send({ adminAddress, token }, listings)),
    close: () => Promise.resolve(),
  };
}

async function openOwn(config: Config): Promise<Lister> {
  const { context, close } = await openExchange(config, dieOfDatabase);
  closeOnInterrupt(close);
  return { list: async (listings) => refuseStopping(await importListings(context, listings)), close };
}

function refuseStopping(results: readonly ListingResult[]): readonly ListingResult[] {
  const stopped = results.find(({ code }) => code === "not_accepting");
  if (stopped === undefined) return results;
  throw new Error("The exchange stopped taking listings. What it took is kept; import again for the rest.");
}

function readToken(directory: string): string {
  const path = join(directory, ADMIN_TOKEN);
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    throw new Error(
      `The operator's token cannot be read from ${path}: set PRESAGE_ADMIN_TOKEN to the one that the running exchange uses`,
      { cause: error },
    );
  }
}

type Operator = { readonly adminAddress: string; readonly token: string };

async function send(
  { adminAddress, token }: Operator,
  listings: readonly Listing[],
): Promise<ListingResult[]> {
  const response = await post(`${adminAddress}/listings`, token, JSON.stringify(listings));
  const text = await response.text();
  if (response.status === 401)
    throw new Error(
      `The exchange at ${adminAddress} does not know the operator's token: set PRESAGE_ADMIN_TOKEN to its own`,
    );
  if (!response.ok)
    throw new Error(`The exchange at ${adminAddress} answered ${response.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text);
}

async function post(url: string, token: string, body: string): Promise<Response> {
  try {
    return await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body,
    });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new Error(`The exchange at ${url} does not answer: ${String(cause)}`, { cause: error });
  }
}
