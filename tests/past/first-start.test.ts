/** The first start of a sandbox, with a past and without. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { atDepth } from "../support/depth.ts";
import { startExchange } from "../../src/library.ts";
import { prepareDataDirectories, runPresage, startPresage, withoutSlowness } from "../support/presage.ts";
import type { DataDirectories } from "../support/presage.ts";
import { ask, startArgs, verify } from "./demo-starts.ts";

let directories: DataDirectories;

before(async () => {
  directories = await prepareDataDirectories();
});

after(() => directories.close());

type Addresses = Awaited<ReturnType<typeof startPresage>>["addresses"];

/** Asserts that each read of the past has something to show. */
async function assertShown({ spec: { trading, data, catalog } }: Addresses): Promise<void> {
  const trades = await ask(`${data}/trades?limit=20`);
  assert.equal(trades.length, 20);
  const [{ proxyWallet: user, conditionId }] = trades;
  assert.ok((await ask(`${data}/positions?user=${user}`)).length > 0);
  assert.ok((await ask(`${data}/activity?user=${user}&limit=100`)).length > 10);
  assert.ok((await ask(`${data}/v1/leaderboard?limit=10`)).length === 10);
  assert.ok((await ask(`${data}/holders?market=${conditionId}`))[0].holders.length > 0);
  const closed = await ask(`${catalog}/events?closed=true`);
  assert.ok(closed.length >= 3);
  const old = (await ask(`${catalog}/markets?closed=false&limit=100`)).filter(
    (market: { startDate: string; endDate: string }) =>
      Date.parse(market.startDate) < Date.now() - 8 * 86_400_000 && Date.parse(market.endDate) > Date.now(),
  );
  assert.ok(old.length >= 40);
  const points: Record<string, number> = { "6h": 2, "1d": 3, "1w": 4, max: 10 };
  for (const { clobTokenIds, slug } of old) {
    const [token] = JSON.parse(clobTokenIds);
    for (const [interval, least] of Object.entries(points)) {
      const { history } = await ask(`${trading}/prices-history?market=${token}&interval=${interval}`);
      assert.ok(history.length >= least, `${slug}, ${interval}: ${history.length} points`);
    }
    const { bids, asks } = await ask(`${trading}/book?token_id=${token}`);
    assert.ok(bids.length > 0 && asks.length > 0, `${slug} has both sides`);
  }
}

describe("a sandbox with a past", () => {
  it("has one from its first start that every read shows, agrees with its journal, and stays", async (test) => {
    const directory = directories.create();
    const first = await startPresage(test, directory, startArgs("full"));
    await assertShown(first.addresses);
    assert.equal(withoutSlowness((await first.stop("SIGTERM")).stderr), "");
    const verified = await verify(test, directory);
    assert.match(verified, /^All agrees: \d{4,} batches/);
    const second = await startPresage(test, directory, startArgs("full"));
    await second.stop("SIGTERM");
    assert.equal(await verify(test, directory), verified);
  });
});

describe("PRESAGE_DEMO", () => {
  it("catalog lists the markets without trades, empty lists none", async (test) => {
    for (const [demo, batches, markets] of [
      ["catalog", 1, true],
      ["empty", 0, false],
    ] as const) {
      const directory = directories.create();
      const { addresses, stop } = await startPresage(test, directory, startArgs(demo));
      assert.equal((await ask(`${addresses.spec.catalog}/markets`)).length > 0, markets);
      assert.deepEqual(await ask(`${addresses.spec.data}/trades`), []);
      await stop("SIGTERM");
      assert.match(await verify(test, directory), new RegExp(`^All agrees: ${batches} batch`));
    }
  });

  it("is refused in production, which begins empty", async (test) => {
    for (const demo of ["full", "catalog"]) {
      const args = ["start", "--mode", "production", "--demo", demo, "--data-dir", directories.create()];
      const { code, stderr } = await runPresage(test, args);
      assert.equal(code, 1);
      assert.match(stderr, new RegExp(`^presage: PRESAGE_DEMO: expected empty in production.* "${demo}"\n$`));
    }
  });

  it("is catalog in an exchange within a process, unless it asks for another", async () => {
    const unless = [{}, 0] as const;
    const asked = [{ PRESAGE_DEMO: "full" }, 1] as const;
    for (const [settings, trades] of atDepth({ quick: [unless], deep: [unless, asked] })) {
      const exchange = await startExchange({ dataDirectory: directories.create(), settings });
      assert.equal((await ask(`${exchange.addresses.spec.data}/trades?limit=1`)).length, trades);
      await exchange.close();
    }
  });
});
