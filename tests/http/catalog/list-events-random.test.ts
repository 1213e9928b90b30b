import assert from "node:assert/strict";
import type { DrawnEvent } from "./drawn-catalog.ts";
import { drawEventQuery } from "./drawn-queries.ts";
import { eventFigures, eventFlags, expectedEvents, marketInScope } from "./drawn-reads.ts";
import type { Scope } from "./drawn-reads.ts";
import { describeDrawnCatalog } from "./drawn-stages.ts";
import type { World } from "./drawn-stages.ts";

const SEED = 20_260_601;

const expectedFlags = (event: DrawnEvent) => ({ id: event.listed.id, ...eventFlags(event) });

/** With what Polymarket's rows have more. */
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

type Answered = ReturnType<typeof expectedFlags> &
  Omit<ReturnType<typeof expectedInFull>, "markets"> & { readonly markets: readonly { slug: string }[] };

const flagsOf = ({ id, active, closed, archived }: Answered) => ({ id, active, closed, archived });

const inFull = (event: Answered) => ({
  ...flagsOf(event),
  volume: event.volume,
  volume24hr: event.volume24hr,
  liquidity: event.liquidity,
  markets: event.markets.map(({ slug }) => slug),
});

async function check({ random, exchange, catalog }: World): Promise<number> {
  const { now } = exchange.clock;
  const query = drawEventQuery(random, catalog, now);
  const dialect = random.chance(30) ? "polymarket" : "spec";
  const path = `/events?${query.text}`;
  const reply = await exchange.get(path, dialect);
  const rows = expectedEvents(catalog, query, now);
  assert.equal(reply.status, 200, `${path}: ${reply.text}`);
  const answered: Answered[] = reply.body;
  if (dialect === "spec") {
    assert.deepEqual(answered.map(flagsOf), rows.map(expectedFlags), `seed ${SEED}: ${path}`);
  } else {
    const expected = rows.map((event) => expectedInFull(event, query.scope, now));
    assert.deepEqual(answered.map(inFull), expected, `seed ${SEED}: ${path}`);
  }
  return rows.length;
}

describeDrawnCatalog("GET /events", { seed: SEED, queries: 750, check });
