/**
 * Answers about a random history, against plain filters over its journal: every listing with its filters, orders and
 * pages, and whole walks while it trades on.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { atDepth } from "../support/depth.ts";
import { activitiesOf } from "./activities.ts";
import { listLeaderboard } from "./figure-queries.ts";
import { getProfit } from "./profit-queries.ts";
import { answerTo, compare, DATA, openWorld } from "./read-world.ts";
import type { ReadWorld } from "./read-world.ts";
import { runQueries } from "./run-queries.ts";
import { trade } from "./trading-stage.ts";
import { walkWhileTrading } from "./walks.ts";

const FIRST_SEED = 20_261_122;
const SEEDS = Array.from(
  { length: atDepth({ quick: 1, deep: 1, long: 5 }) },
  (_, index) => FIRST_SEED + index,
);
const COMMANDS = 1_200;
const QUERIES = atDepth({ quick: 1_500, deep: 3_000, long: 4_500 });
const DAY_MS = 86_400_000;
/** Days that pass between stages of trading: a week and a month end at one stage each, and begin after one. */
const PAUSES = [0, 1, 5, 1, 23, 1, 40];
const PROFITS_OF_A_STAGE = atDepth({ quick: 10, deep: 30 });
const RANKINGS_OF_A_STAGE = atDepth({ quick: 60, deep: 130 });

for (const seed of SEEDS)
  void describe(`reads of a random history, seed ${seed}`, () => {
    let world: ReadWorld;
    before(async () => {
      world = await openWorld(seed, COMMANDS);
    });
    after(() => world?.close());

    // Of other seeds some have less.
    if (seed === FIRST_SEED)
      void it("are of all that wallets do, and of every way in which orders meet", () => {
        const activities = activitiesOf(world.history);
        const kinds = new Set(activities.map(({ type, side, taker }) => `${type} ${side} ${taker}`));
        assert.equal(kinds.size, 8, [...kinds].join());
        const batches = Map.groupBy(activities, ({ hash }) => hash);
        assert.ok([...batches.values()].some((some) => some.length > 4));
        assert.ok(activities.some(({ type, cash }) => type === "REDEEM" && cash === 0));
        assert.ok(activities.some(({ fee, taker }) => fee > 0 && !taker));
        const converted = [...world.history.fold.markets.values()].filter(({ burned }) => burned > 0);
        assert.ok(converted.some(({ payout }) => payout === undefined));
        assert.ok(converted.some(({ payout }) => payout?.[0] === 0));
      });

    void it(`answers ${QUERIES} random queries as plain filters over the journal do`, async () => {
      const answers = await runQueries(world, QUERIES);
      for (const [name, { asked, found }] of answers)
        assert.ok(found > 0 && asked >= 10, `${name}: ${asked} asked, ${found} found something`);
    });

    void it("inc-36: misses no row of a listing that is walked while orders are placed, filled and cancelled", async () => {
      const met = await walkWhileTrading(world);
      assert.ok(met > 1_000, `${met} rows`);
    });

    void it("ranks wallets by the days of a period, in days, weeks and months of trading", async () => {
      for (const days of PAUSES) {
        await world.wait(days * DAY_MS);
        await trade(world, 60);
        await world.wait(0);
        for (let no = 0; no < RANKINGS_OF_A_STAGE; no += 1) await listLeaderboard(world);
        for (let no = 0; no < PROFITS_OF_A_STAGE; no += 1) await getProfit(world);
      }
      await world.wait(2 * DAY_MS);
      const path = `${DATA}/v1/leaderboard`;
      await compare(world, { dialect: "spec", path }, []);
      const ofAllTime = await answerTo(world, { dialect: "spec", path: `${path}?timePeriod=ALL` });
      assert.ok(ofAllTime.length > 0);
    });

    void it("answers as before, after all of that", async () => {
      await world.wait(0);
      await runQueries(world, 200);
    });
  });
