/** An exchange started as by its users, with its demo catalog and enough further markets for a second page. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Addresses } from "../../src/http/mounts/interfaces.ts";
import { testListing } from "../support/exchange.ts";
import {
  ANY_PORTS,
  launchPresage,
  prepareDataDirectories,
  whenStarted,
  withoutSlowness,
} from "../support/presage.ts";

/** Number of further markets; with the demo catalog more than the 500 of a page. */
const FURTHER_MARKETS = 480;

export type RunningExchange = { readonly addresses: Addresses; close(): Promise<void> };

/** Settings without limits of a signer: a history longer than a page takes more orders than it may send at once. */
const SETTINGS = { PRESAGE_STRICTNESS: "live,-signer-limits" };

export async function startExchange(): Promise<RunningExchange> {
  const directories = await prepareDataDirectories();
  const directory = directories.create();
  const started = await whenStarted(
    launchPresage(["start", "--data-dir", directory, "--json", ...ANY_PORTS], { settings: SETTINGS }),
  );
  const close = async (): Promise<void> => {
    const { code, stderr } = await started.stop("SIGTERM");
    directories.close();
    assert.deepEqual({ code, stderr: withoutSlowness(stderr) }, { code: 0, stderr: "" });
  };
  const exchange = { addresses: started.addresses, close };
  await closeOnFailure(exchange, () => listFurtherMarkets(started.addresses.admin, directory));
  return exchange;
}

/** Runs a preparation of the tests, and closes the exchange when it fails, since then no test would. */
export async function closeOnFailure<T>(exchange: RunningExchange, begin: () => Promise<T>): Promise<T> {
  try {
    return await begin();
  } catch (error) {
    await exchange.close();
    throw error;
  }
}

async function listFurtherMarkets(admin: string, directory: string): Promise<void> {
  const token = readFileSync(join(directory, "admin-token"), "utf8").trim();
  const names = Array.from({ length: FURTHER_MARKETS }, (_, index) => ({ name: `further market ${index}` }));
  const response = await fetch(`${admin}/listings`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify([testListing(names)]),
  });
  assert.equal(response.status, 200, await response.text());
}
