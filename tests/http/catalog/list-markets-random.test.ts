import assert from "node:assert/strict";
import { atDepth } from "../../support/depth.ts";
import type { DrawnMarket } from "./drawn-catalog.ts";
import { drawMarketQuery } from "./drawn-queries.ts";
import { expectedMarkets, marketFigures } from "./drawn-reads.ts";
import { describeDrawnCatalog } from "./drawn-stages.ts";
import type { World } from "./drawn-stages.ts";
import { walk } from "./keyset-walk.ts";

const SEED = 20_260_602;
/** Number of queries after each of the stages. */
const QUERIES = atDepth({ quick: 12, deep: 40, long: 250 });

const expectedFlags = ({ listed, flags, event }: DrawnMarket) => ({
  id: listed.id,
  question: listed.question,
  ...flags,
  events: [event.listed.id],
});

/** Builds the expected market with the further fields of Polymarket's rows. */
function expectedInFull(market: DrawnMarket, now: number) {
  const { volume, volume24hr, liquidity } = marketFigures(market, now);
  return {
    ...expectedFlags(market),
    volumeNum: volume / 1e6,
    volume24hr: volume24hr / 1e6,
    liquidityNum: liquidity / 1e6,
  };
}

type ListedRow = Omit<ReturnType<typeof expectedInFull>, "events"> & {
  readonly events: readonly { readonly id: string }[];
};

const flagsOf = ({ id, question, active, closed, archived, events }: ListedRow) => ({
  id,
  question,
  active,
  closed,
  archived,
  events: events.map((event) => event.id),
});

const inFull = (market: ListedRow) => ({
  ...flagsOf(market),
  volumeNum: market.volumeNum,
  volume24hr: market.volume24hr,
  liquidityNum: market.liquidityNum,
});

async function checkList({ random, exchange, catalog }: World): Promise<number> {
  const { now } = exchange.clock;
  const query = drawMarketQuery(random, catalog, now);
  const dialect = random.chance(30) ? "polymarket" : "spec";
  const path = `/markets?${query.text}`;
  const reply = await exchange.get(path, dialect);
  const rows = expectedMarkets(catalog, query, now);
  assert.equal(reply.status, 200, `${path}: ${reply.text}`);
  const answered: ListedRow[] = reply.body;
  if (dialect === "spec") {
    assert.deepEqual(answered.map(flagsOf), rows.map(expectedFlags), `seed ${SEED}: ${path}`);
  } else {
    const expected = rows.map((market) => expectedInFull(market, now));
    assert.deepEqual(answered.map(inFull), expected, `seed ${SEED}: ${path}`);
  }
  return rows.length;
}

/** All that match, in pages of any size. */
async function checkWalk({ random, exchange, catalog }: World): Promise<number> {
  const { now } = exchange.clock;
  const query = drawMarketQuery(random, catalog, now);
  const path = `/markets/keyset?limit=${random.pick([20, 100, 500])}&${query.unpaged}`;
  const dialect = random.chance(30) ? "polymarket" : "spec";
  const rows = expectedMarkets(catalog, { ...query, offset: 0, limit: Infinity }, now);
  const found: ListedRow[] = await walk(exchange, path, dialect);
  assert.deepEqual(found.map(flagsOf), rows.map(expectedFlags), `seed ${SEED}: ${path}`);
  return rows.length;
}

const check = (world: World): Promise<number> =>
  world.random.pick([checkList, checkList, checkList, checkWalk])(world);

describeDrawnCatalog("GET /markets", { seed: SEED, queries: QUERIES, check });
