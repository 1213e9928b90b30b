/**
 * The catalog over HTTP, at 1,000 and at 100,000 events: single reads, lists and searches against the real process with
 * its PostgreSQL. One connection sends its next request once it has the answer. The floor is a bare fastify route that
 * sends a constant of the same size.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openExchange } from "../src/cli/open-exchange.ts";
import { readConfig } from "../src/settings/config.ts";
import type { Context } from "../src/context.ts";
import type { Listing } from "../src/core/markets/catalog.ts";
import type { Command } from "../src/core/events/command.ts";
import { lots, micros, ticks } from "../src/core/units.ts";
import { NOT_SIGNED } from "../tests/core/support/orders.ts";
import { caughtUp } from "./support/caught-up.ts";
import { startProcess } from "./support/exchange-process.ts";
import { generateListings, wordOf } from "./support/generated-catalog.ts";
import { quantile } from "./support/order-client.ts";
import { createRandom } from "./support/random.ts";
import type { Random } from "./support/random.ts";
import { sized } from "./support/sized.ts";
import { printTable } from "./support/table.ts";
import { latencyTexts, timeFloor, timeRequests } from "./support/timed-requests.ts";
import { vacuumTables } from "./support/vacuum-tables.ts";

const SIZES = [sized(1_000, 40), sized(100_000, 80)];
const REQUESTS = sized(1_000, 10);
/** Most listings that are underway at a time. */
const GROUP = 200;
const TRADED_EVENTS = 2_000;

/** Makes a path of one kind of request; `listings` is a sample of the catalog. */
type MakePath = (random: Random, listings: readonly Listing[], events: number) => string;
const pick = <T>(random: Random, items: readonly T[]): T => items[random.below(items.length)]!;

const KINDS: readonly (readonly [name: string, makePath: MakePath])[] = [
  ["event by id", (random, _, events) => `/events/${1 + random.below(events)}`],
  [
    "market by slug",
    (random, listings) => `/markets/slug/${pick(random, pick(random, listings).markets).slug}`,
  ],
  ["event by id, of ten", (random) => `/events/${1 + random.below(10)}`],
  [
    "market by slug, of ten",
    (random, listings) => `/markets/slug/${listings[random.below(10)]!.markets[0]!.slug}`,
  ],
  ["list: first page", () => "/events?limit=100"],
  ["list: open, by volume24hr", () => "/events?limit=100&closed=false&active=true&order=volume24hr"],
  ["list: by endDate", (random) => `/events?limit=100&order=endDate&closed=${random.below(2) === 0}`],
  [
    "list: a tag, anywhere",
    (random, listings, events) =>
      `/events?limit=100&tag_slug=${pick(random, pick(random, listings).event.tags).slug}&offset=${random.below(Math.ceil(events / 20))}`,
  ],
  ["list: offset anywhere", (random, _, events) => `/events?limit=100&offset=${random.below(events)}`],
  ["search: a common word", (random) => `/public-search?q=${pick(random, ["will", "the", "win", "price"])}`],
  ["search: a word", (random) => `/public-search?q=${wordOf(random.below(3_000))}`],
  ["search: two words", (random, listings) => `/public-search?q=${titleWords(random, listings, 2)}`],
  ["search: a whole title", (random, listings) => `/public-search?q=${titleWords(random, listings, 99)}`],
  ["search: a prefix", (random) => `/public-search?q=${wordOf(random.below(3_000)).slice(0, 4)}`],
  ["search: a misspelt word", (random) => `/public-search?q=x${wordOf(random.below(3_000))}q`],
];

/** Picks words of the title of an event that is not over, since searches find no others. */
function titleWords(random: Random, listings: readonly Listing[], count: number): string {
  const open = listings.filter(({ event }) => !event.closed);
  return encodeURIComponent(
    pick(random, open)
      .event.title.split(" ")
      .slice(1, 1 + count)
      .join(" "),
  );
}

/** Makes the catalog in a data directory, with some trading, and gives a sample of its listings. */
async function prepare(directory: string, events: number): Promise<Listing[]> {
  const config = readConfig({ PRESAGE_LOG_LEVEL: "error" }, ["--data-dir", directory]);
  const { context, close } = await openExchange(config, (error) => {
    throw error;
  });
  const sample: Listing[] = [];
  const group: Promise<unknown>[] = [];
  const started = performance.now();
  for (const listing of generateListings(events)) {
    if (Number(listing.event.id) % Math.ceil(events / 2_000) === 0) sample.push(listing);
    group.push(accept(context, { type: "list", listing }));
    if (group.length === GROUP) await Promise.all(group.splice(0));
  }
  await Promise.all(group);
  console.log(`## ${events} events, listed in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  await trade(context, sample);
  await vacuumTables(await caughtUp(context.readSql));
  await close();
  return sample;
}

/** Submits a command, again if the read tables cannot take more now. */
async function accept(context: Context, command: Command): Promise<void> {
  for (;;) {
    const outcome = await context.engine.submit(command);
    if (outcome.type === "committed") return;
    if (outcome.type !== "rejected" || outcome.rejection.code !== "not_accepting")
      throw new Error(JSON.stringify(outcome));
  }
}

/** Mints complete sets in open markets of the sample, and leaves some orders resting. */
async function trade(context: Context, sample: readonly Listing[]): Promise<void> {
  const random = createRandom(7);
  const address = `0x${"77".repeat(20)}`;
  await accept(context, { type: "open-account", address, owner: address, credit: micros(1e12) });
  const open = sample.filter(({ event }) => !event.closed && !event.archived).slice(0, TRADED_EVENTS);
  for (const { markets } of open) {
    const market = markets[0]!;
    const price = 1_000 + 100 * random.below(80);
    const place = (outcome: 0 | 1, limit: number, size: number): Promise<void> =>
      accept(context, order(random, { address, tokenId: market.tokenIds[outcome], limit, size }));
    await Promise.all([place(0, price, 5_000), place(1, 10_000 - price, 100 + random.below(4_000))]);
  }
}

type RestingOrderTerms = { address: string; tokenId: string; limit: number; size: number };

const order = (random: Random, { address, tokenId, limit, size }: RestingOrderTerms): Command => ({
  type: "place-order",
  id: `0x${random.hex(64)}`,
  maker: address,
  owner: address,
  tokenId,
  side: "BUY",
  kind: "GTC",
  postOnly: false,
  expiresAt: 0,
  limit: ticks(limit),
  lots: lots(size),
  budget: undefined,
  apiKey: "00000000-0000-4000-8000-000000000000",
  signed: NOT_SIGNED,
});

async function measure(events: number): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "presage-bench-"));
  const sample = await prepare(directory, events);
  const { addresses, stop } = await startProcess(directory);
  const rows: string[][] = [];
  const searches: number[] = [];
  for (const [name, makePath] of KINDS) {
    const random = createRandom(events);
    const paths = Array.from({ length: REQUESTS * 1.1 }, () => makePath(random, sample, events));
    const { latencies, bytes } = await timeRequests(addresses.catalog, paths);
    const floor = await timeFloor(bytes, REQUESTS);
    if (name.startsWith("search")) searches.push(...latencies);
    rows.push([
      name,
      `${(bytes / 1024).toFixed(0)} KB`,
      ...latencyTexts(latencies),
      quantile(floor.latencies, 0.5).toFixed(2),
    ]);
  }
  rows.push(["all searches", "", ...latencyTexts(Float64Array.from(searches)), ""]);
  printTable(["request", "answer", "p50 ms", "p99 ms", "floor p50 ms"], rows);
  await stop();
  rmSync(directory, { recursive: true, force: true });
}

export async function bench(): Promise<void> {
  for (const events of SIZES) await measure(events);
}
