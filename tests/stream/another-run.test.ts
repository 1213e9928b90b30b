/** Streams of a gateway when another engine leads, whose sequences are those of another run. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { createFollowers } from "../../src/base/followers.ts";
import { createExchange, execute } from "../../src/core/exchange.ts";
import { STANDARD_LIMITS } from "../../src/core/limits.ts";
import { createBookSequences } from "../../src/engine/book-changes.ts";
import { createCommittedReads } from "../../src/engine/committed-reads.ts";
import { streamId } from "../../src/http/trading/books/books.ts";
import type { Connection } from "../../src/stream/channel.ts";
import { createMarketStreams } from "../../src/stream/market/market-streams.ts";
import { marketListing } from "../core/support/listing.ts";

it("streams that are open have the id of the run that the engine has now", () => {
  const exchange = createExchange({ selfTrade: "allow", autoRedeem: false, limits: STANDARD_LIMITS });
  execute(exchange, { type: "list", listing: marketListing({ name: "m", minimumLots: 1 }) }, 0);
  const market = exchange.markets.find((listed) => listed !== undefined)!;
  const { follow: followReplacements, notify } = createFollowers<void>();
  const engine = { run: "one", reads: createCommittedReads(createBookSequences()), followReplacements };
  const streams = createMarketStreams(engine);
  // Nothing is sent here.
  const subscriber = { connection: {} as Connection, books: "after-changes", custom: false } as const;
  const { stream } = streams.follow(market, subscriber);
  assert.equal(stream.id, streamId("one", market));
  engine.run = "two";
  notify();
  assert.equal(stream.id, streamId("two", market));
  assert.equal(streams.find(market), stream);
});
