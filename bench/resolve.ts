/**
 * The wait of others' orders while an event of 1,000 markets resolves in one batch, with 100 orders and 100 holdings in each
 * market. Its floor is the same load of orders right before.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Command } from "../src/core/events/command.ts";
import { ADMIN_TOKEN } from "../src/store/server/data-directory.ts";
import { eventListing } from "../tests/core/support/listing.ts";
import { eventMarkets, holdAndOrder, holdingsOf, WINNER } from "./support/event-resolving.ts";
import { startProcess } from "./support/exchange-process.ts";
import { quantile } from "./support/order-client.ts";
import type { LoadResult } from "./support/order-client.ts";
import { drawOthers, OTHER_WALLETS, OTHERS_SECONDS, sendOthers } from "./support/others-orders.ts";
import { createTraders } from "./support/own-exchange.ts";
import { sized } from "./support/sized.ts";
import { marketTerms, STORED_EVENT, storeBook, tokenOf } from "./support/stored-book.ts";
import { printTable } from "./support/table.ts";

const MARKETS = sized(1_000, 10);
const SETTINGS = [`--order-limits=${Array.from({ length: 4 }, () => 10 * holdingsOf(MARKETS)).join()}`];
/** The market of the other orders, in an event of its own. */
const OTHER = 1;

function* commands(): Generator<Command> {
  const { event, markets } = eventListing("900002", [marketTerms(OTHER, 100)]);
  yield { type: "list", listing: { event: { ...event, slug: "others" }, markets } };
  yield* holdAndOrder(MARKETS);
}

/** Resolves the event, and gives how long it took, ms. A slow disk can outlast the patience of a request, which then asks again. */
async function resolve(admin: string, token: string): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const response = await fetch(`${admin}/events/${STORED_EVENT}/resolve`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${token}`,
        "idempotency-key": "resolve",
      },
      body: JSON.stringify({ winner: WINNER, reason: "measured" }),
    });
    const answer = await response.text();
    if (response.ok) return performance.now() - begun;
    if (response.status !== 503) throw new Error(answer);
  }
}

const ms = (value: number): string => value.toFixed(value < 10 ? 2 : 0);

const row = (name: string, { latencies, statuses }: LoadResult): (string | number)[] => [
  name,
  ...[0.5, 0.99, 1].map((q) => ms(quantile(latencies, q))),
  latencies.length - (statuses.get(200) ?? 0),
];

export async function bench(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "presage-bench-"));
  await storeBook({ directory, settings: SETTINGS, markets: eventMarkets(MARKETS), commands: commands() });
  const exchange = await startProcess(directory, { settings: SETTINGS });
  const token = readFileSync(join(directory, ADMIN_TOKEN), "utf8").trim();
  const url = exchange.addresses.trading;
  const port = Number(new URL(url).port);
  const others = await createTraders(url, OTHER_WALLETS);
  const load = (): Promise<LoadResult> => sendOthers(port, drawOthers(others, tokenOf(2 * OTHER)));
  await load();
  const before = await load();
  const underway = load();
  await delay((OTHERS_SECONDS * 1_000) / 3);
  const tookMs = await resolve(exchange.admin, token);
  const during = await underway;
  console.log(
    `an event of ${MARKETS} markets with ${holdingsOf(MARKETS)} orders and as many holdings resolved in ${ms(tookMs)} ms; to reach: others' orders wait at most 50 ms`,
  );
  printTable(
    ["others' orders", "p50 ms", "p99", "most", "refused"],
    [row("before", before), row("while it resolves", during)],
  );
  await exchange.stop();
  rmSync(directory, { recursive: true, force: true });
}
