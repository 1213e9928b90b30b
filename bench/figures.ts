/**
 * `GET /figures` and `GET /figures/markets` of an exchange whose sums by day are those of ten million trades in a year. One
 * connection to the real process sends its next request once it has the answer. The floor is a bare fastify route that
 * sends a constant of the same size.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ADMIN_TOKEN } from "../src/store/server/data-directory.ts";
import type { Sql } from "../src/store/sql/database.ts";
import { startProcess } from "./support/exchange-process.ts";
import { quantile } from "./support/order-client.ts";
import { sized } from "./support/sized.ts";
import { storeExchange } from "./support/stored-exchange.ts";
import { MIN_EVENTS } from "./support/stored-positions.ts";
import { printTable } from "./support/table.ts";
import { latencyTexts, timeFloor, timeRequests } from "./support/timed-requests.ts";

const DAYS = 365;
/** Wallets that trade on a day, of twice as many in all, and markets that each of them trades in. */
const WALLETS = sized(5_000, 20);
const MARKETS_OF_WALLET = 6;
const REQUESTS = sized(40, 3);
const FIRST = Date.UTC(2025, 0, 1);
const DAY_MS = 86_400_000;

/** Stores a year's sums, day by day: a statement has a time limit. */
async function storeFigures(sql: Sql): Promise<void> {
  await sql`truncate account_figures, market_figures, account_market_days`;
  const [{ markets }] = await sql<[{ markets: number }]>`select count(*)::int as markets from markets`;
  for (let day = FIRST / DAY_MS; day < FIRST / DAY_MS + DAYS; day += 1) {
    await sql`
      insert into account_figures (day, account, opened, trades, fills, volume, fees, deposits, withdrawals)
      select ${day}::int, no * 2 + ${day}::int % 2, 0, 5, 11, 1000000 + no, 1000, 0, 0
      from generate_series(1, ${WALLETS}::int) as no`;
    await sql`
      insert into account_market_days (day, account, market, volume, realized, taker_trades, taker_volume, fees)
      select ${day}::int, wallet * 2 + ${day}::int % 2, 1 + (wallet * 31 + nth * 7 + ${day}::int) % ${markets}::int,
        500000 + wallet, 0, 1, 300000 + wallet, 200
      from generate_series(1, ${WALLETS}::int) as wallet cross join generate_series(1, ${MARKETS_OF_WALLET}::int) as nth
      on conflict do nothing`;
    await sql`
      insert into market_figures (day, market, trades, volume, fees)
      select ${day}::int, no, 30, 5000000 + no, 5000 from generate_series(1, ${markets}::int) as no`;
  }
}

const PATHS: readonly (readonly [what: string, path: string])[] = [
  ["a month by day", "/figures?to=2026-01-01"],
  ["a year by day", "/figures?from=2025-01-01&to=2026-01-01"],
  ["a year by month", "/figures?from=2025-01-01&to=2026-01-01&per=month"],
  ["a year of one market, by day", "/figures?from=2025-01-01&to=2026-01-01&market=CONDITION"],
  ["markets of a month by volume", "/figures/markets?to=2026-01-01"],
  ["markets of a month by traders", "/figures/markets?to=2026-01-01&order=traders"],
  ["markets of a year by volume", "/figures/markets?from=2025-01-01&to=2026-01-01"],
  ["markets of a year by traders", "/figures/markets?from=2025-01-01&to=2026-01-01&order=traders"],
];

export async function bench(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "presage-bench-"));
  try {
    const stored = await storeExchange(directory, { wallets: 2, events: MIN_EVENTS }, storeFigures);
    const { admin, stop } = await startProcess(directory);
    const headers = { authorization: `Bearer ${readFileSync(join(directory, ADMIN_TOKEN), "utf8").trim()}` };
    const rows: string[][] = [];
    for (const [what, path] of PATHS) {
      const asked = path.replace("CONDITION", stored.conditionIds[0] ?? "");
      const paths = Array.from({ length: Math.ceil(REQUESTS * 1.1) }, () => asked);
      const { latencies, bytes } = await timeRequests(admin, paths, headers);
      const floor = await timeFloor(bytes, REQUESTS);
      const size = `${(bytes / 1024).toFixed(0)} KB`;
      rows.push([what, size, ...latencyTexts(latencies), quantile(floor.latencies, 0.5).toFixed(2)]);
    }
    console.log(
      `## ${WALLETS * DAYS} days of wallets, ${WALLETS * MARKETS_OF_WALLET * DAYS} of wallets in markets`,
    );
    printTable(["figures", "answer", "p50 ms", "p99 ms", "floor p50 ms"], rows);
    await stop();
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
