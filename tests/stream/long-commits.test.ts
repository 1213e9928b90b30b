/** Books of the market channel while a commit takes so long that reads which wait for it are refused. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { createCommittedReads } from "../../src/engine/committed-reads.ts";
import { StoreUnavailable } from "../../src/store/sql/unavailable.ts";
import type { Connection } from "../../src/stream/channel.ts";
import { createBookFrames } from "../../src/stream/market/book-frames.ts";
import { createMarketStreams } from "../../src/stream/market/market-streams.ts";
import { startTestExchange, testListing } from "../support/exchange.ts";
import type { TestExchange } from "../support/exchange.ts";
import { openRecorded } from "./recorded-connection.ts";

let exchange: TestExchange;

before(async () => {
  exchange = await startTestExchange({ endpoints: [] });
  await exchange.list(testListing([{ name: "rain" }, { name: "snow" }]));
});
after(() => exchange.close());

/** A connection whose session does nothing. */
function connect(): Connection {
  const opened: Connection[] = [];
  const nothing = (): void => {};
  const session = { receive: nothing, heartbeat: nothing, resync: nothing, close: nothing };
  openRecorded({
    open: (connection) => {
      opened.push(connection);
      return session;
    },
  });
  return opened[0]!;
}

/** Followers of one market that a commit changes, and of one that stands still. */
function follow() {
  const { engine, clock } = exchange.context;
  const [changing, still] = engine.exchange.markets.slice(1);
  const reads = createCommittedReads({ of: () => 7 });
  const streams = createMarketStreams({ ...engine, reads });
  const books = createBookFrames({ engine: { ...engine, reads }, clock });
  const subscriber = { connection: connect(), custom: false, books: "after-trades" as const };
  const sent: string[][] = [];
  const withBooks = (markets: readonly (typeof still)[]) =>
    books.withBooks(
      markets.map((market) => ({ market: market!, outcome: 0 })),
      (some) => void sent.push(some.map(({ token }) => token.market.conditionId)),
    );
  return { changing: changing!, still: still!, reads, streams, subscriber, sent, withBooks };
}

test("a follower gets the book when the commit is done, and its quote", async () => {
  const { changing, reads, streams, subscriber, sent, withBooks } = follow();
  reads.begin(new Set([changing]));
  const { stream } = streams.follow(changing, subscriber);
  const done = withBooks([changing]);
  for (let times = 0; times < 3; times += 1) {
    reads.failWaiting(new StoreUnavailable());
    await turn();
  }
  assert.deepEqual([sent, stream.quote], [[], undefined]);
  reads.end(new Set([changing]));
  await done;
  assert.deepEqual(sent, [[changing.conditionId]]);
});

test("books that stand still are sent, and the others wait on", async () => {
  const { changing, still, reads, sent, withBooks } = follow();
  reads.begin(new Set([changing]));
  const done = withBooks([changing, still]);
  reads.failWaiting(new StoreUnavailable());
  await done;
  assert.deepEqual(sent, [[still.conditionId]]);
  const later = withBooks([changing]);
  reads.failWaiting(new StoreUnavailable());
  await turn();
  reads.end(new Set([changing]));
  await later;
  assert.deepEqual(sent, [[still.conditionId], [changing.conditionId]]);
});
