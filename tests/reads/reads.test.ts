/**
 * What the exchange answers about a random history, against plain filters over its journal: every listing with its
 * filters, orders and pages, and whole walks while it trades on.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { atDepth } from "../support/depth.ts";
import { openWorld } from "./read-world.ts";
import type { ReadWorld } from "./read-world.ts";
import { runQueries } from "./run-queries.ts";
import { walkWhileTrading } from "./walks.ts";

const SEEDS = Array.from({ length: atDepth({ quick: 1, deep: 8 }) }, (_, index) => 20_261_121 + index);
const COMMANDS = 1_200;
const QUERIES = 2_000;

for (const seed of SEEDS)
  void describe(`reads of a random history, seed ${seed}`, () => {
    let world: ReadWorld;
    before(async () => {
      world = await openWorld(seed, COMMANDS);
    });
    after(() => world?.close());

    void it(`answers ${QUERIES} random queries as plain filters over the journal do`, async () => {
      const answers = await runQueries(world, QUERIES);
      for (const [name, { asked, found }] of answers)
        assert.ok(found > 0 && asked >= 10, `${name}: ${asked} asked, ${found} found something`);
    });

    void it("inc-36: misses no row of a listing that is walked while orders are placed, filled and cancelled", async () => {
      const met = await walkWhileTrading(world);
      assert.ok(met > 1_000, `${met} rows`);
    });

    void it("answers as before, after all of that", async () => {
      await world.wait(0);
      await runQueries(world, 200);
    });
  });
