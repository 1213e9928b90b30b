/** Runs random queries over a drawn catalog: before its first trade, after days of trading, and after some more of it. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { TestExchange } from "../../support/exchange.ts";
import { createRandom } from "../../support/random.ts";
import type { Random } from "../../support/random.ts";
import { startCatalog } from "./world.ts";
import { describeAnew, listDrawnCatalog } from "./drawn-catalog.ts";
import type { DrawnCatalog } from "./drawn-catalog.ts";
import { trade } from "./drawn-trading.ts";

export type World = {
  readonly random: Random;
  readonly exchange: TestExchange;
  readonly catalog: DrawnCatalog;
};

type Run = {
  readonly seed: number;
  /** Queries of each stage. */
  readonly queries: number;
  /** Draws a query, compares its answer and gives its number of rows. All draws come before the first wait. */
  readonly check: (world: World) => Promise<number>;
};

const EVENTS = 300;
const AT_ONCE = 6;

const STAGES: readonly [name: string, prepare: (world: World) => Promise<void>][] = [
  ["before the first trade", async () => {}],
  [
    "after days of trading",
    ({ random, exchange, catalog }) => trade(random, exchange, catalog, [30, 20, 11, 6, 5, 3, 1, 1]),
  ],
  [
    "after more hours of it, and with new descriptions",
    async ({ random, exchange, catalog }) => {
      await trade(random, exchange, catalog, [9, 8, 2]);
      await describeAnew(random, exchange, catalog);
    },
  ],
];

export function describeDrawnCatalog(path: string, { seed, queries, check }: Run): void {
  void describe(`${path} of a drawn catalog, seed ${seed}`, () => {
    let world: World;
    before(async () => {
      const [random, exchange] = [createRandom(seed), await startCatalog()];
      world = { random, exchange, catalog: await listDrawnCatalog(random, exchange, EVENTS) };
    });
    after(() => world?.exchange.close());

    for (const [name, prepare] of STAGES) {
      void it(`answers ${queries} queries as plain filters do, ${name}`, async () => {
        await prepare(world);
        let found = 0;
        for (let done = 0; done < queries; done += AT_ONCE) {
          const checks = Array.from({ length: AT_ONCE }, () => check(world));
          found += (await Promise.all(checks)).filter((rows) => rows > 0).length;
        }
        assert.ok(found > queries / 4, `only ${found} queries found anything`);
      });
    }
  });
}
