import assert from "node:assert/strict";
import { atDepth } from "../../support/depth.ts";
import type { DrawnEvent } from "./drawn-catalog.ts";
import { drawEventQuery } from "./drawn-queries.ts";
import { eventFigures, eventFlags, expectedEvents, marketInScope } from "./drawn-reads.ts";
import type { Scope } from "./drawn-reads.ts";
import { describeDrawnCatalog } from "./drawn-stages.ts";
import type { World } from "./drawn-stages.ts";
import { walk } from "./keyset-walk.ts";

const SEED = 20_260_601;
/** Number of queries after each of the stages. */
const QUERIES = atDepth({ quick: 12, deep: 50, long: 350 });

const expectedFlags = (event: DrawnEvent) => ({ id: event.listed.id, ...eventFlags(event) });

/** Builds the expected event with the further fields of Polymarket's rows. */
function expectedInFull(event: DrawnEvent, scope: Scope, now: number) {
  const { volume, volume24hr, liquidity } = eventFigures(event, now);
  const markets = event.markets
    .filter((market) => marketInScope(market, scope))
    .sort((left, right) => Number(left.listed.id) - Number(right.listed.id) || left.rank - right.rank);
  return {
    ...expectedFlags(event),
    volume: volume / 1e6,
    volume24hr: volume24hr / 1e6,
    liquidity: liquidity / 1e6,
    markets: markets.map(({ listed }) => listed.slug),
  };
}

type ListedRow = ReturnType<typeof expectedFlags> &
  Omit<ReturnType<typeof expectedInFull>, "markets"> & { readonly markets: readonly { slug: string }[] };

const flagsOf = ({ id, active, closed, archived }: ListedRow) => ({ id, active, closed, archived });

const inFull = (event: ListedRow) => ({
  ...flagsOf(event),
  volume: event.volume,
  volume24hr: event.volume24hr,
  liquidity: event.liquidity,
  markets: event.markets.map(({ slug }) => slug),
});

async function checkList({ random, exchange, catalog }: World): Promise<number> {
  const { now } = exchange.clock;
  const query = drawEventQuery(random, catalog, now);
  const dialect = random.chance(30) ? "polymarket" : "spec";
  const path = `/events?${query.text}`;
  const reply = await exchange.get(path, dialect);
  const rows = expectedEvents(catalog, query, now);
  assert.equal(reply.status, 200, `${path}: ${reply.text}`);
  const answered: ListedRow[] = reply.body;
  if (dialect === "spec") {
    assert.deepEqual(answered.map(flagsOf), rows.map(expectedFlags), `seed ${SEED}: ${path}`);
  } else {
    const expected = rows.map((event) => expectedInFull(event, query.scope, now));
    assert.deepEqual(answered.map(inFull), expected, `seed ${SEED}: ${path}`);
  }
  return rows.length;
}

/** All that match, in pages of any size. */
async function checkWalk({ random, exchange, catalog }: World): Promise<number> {
  const { now } = exchange.clock;
  const query = drawEventQuery(random, catalog, now);
  const path = `/events/keyset?limit=${random.pick([7, 60, 300])}&${query.unpaged}`;
  const dialect = random.chance(30) ? "polymarket" : "spec";
  const rows = expectedEvents(catalog, { ...query, offset: 0, limit: Infinity }, now);
  const found: ListedRow[] = await walk(exchange, path, dialect);
  assert.deepEqual(found.map(flagsOf), rows.map(expectedFlags), `seed ${SEED}: ${path}`);
  return rows.length;
}

async function checkPagination({ random, exchange, catalog }: World): Promise<number> {
  const { now } = exchange.clock;
  const query = drawEventQuery(random, catalog, now);
  const path = `/events/pagination?${query.text}`;
  const { body, text } = await exchange.get(path, "spec");
  const rows = expectedEvents(catalog, query, now);
  const total = expectedEvents(catalog, { ...query, offset: 0, limit: Infinity }, now).length;
  assert.deepEqual(
    { data: body.data?.map(flagsOf), pagination: body.pagination },
    {
      data: rows.map(expectedFlags),
      pagination: { hasMore: query.offset + query.limit < total, totalResults: total },
    },
    `seed ${SEED}: ${path}: ${text.slice(0, 200)}`,
  );
  return rows.length;
}

const check = (world: World): Promise<number> =>
  world.random.pick([checkList, checkList, checkList, checkPagination, checkWalk])(world);

describeDrawnCatalog("GET /events", { seed: SEED, queries: QUERIES, check });
