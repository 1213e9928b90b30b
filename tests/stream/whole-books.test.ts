/** Whole books on the market channel between changes: to whom, when, and how many. */
import assert from "node:assert/strict";
import { after, before, describe, it, mock } from "node:test";
import type { TestContext } from "node:test";
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import type { Connection } from "../../src/stream/channel.ts";
import { createBookFrames, createWholeBooks } from "../../src/stream/market/book-frames.ts";
import { createMarketChannel } from "../../src/stream/market/market-channel.ts";
import { BOTH_TOKENS, createMarketStreams } from "../../src/stream/market/market-streams.ts";
import { startTestExchange, testListing, tokenOf, walletOf } from "../support/exchange.ts";
import type { TestExchange } from "../support/exchange.ts";
import { openRecorded } from "./recorded-connection.ts";
import type { Message, RecordedConnection } from "./recorded-connection.ts";

const MAKER = walletOf("maker");
const TAKER = walletOf("taker");
const [YES, NO] = [tokenOf("rain yes"), tokenOf("rain no")];

let exchange: TestExchange;

before(async () => {
  exchange = await startTestExchange({ endpoints: [] });
  await exchange.list(testListing([{ name: "rain" }]));
  for (const wallet of [MAKER, TAKER]) await exchange.open(wallet, "1000000");
});
after(() => exchange.close());

const place = (tokenId: string, price: string, account = MAKER) =>
  exchange.place({ account, tokenId, side: "BUY", price, size: "10" });

function follow(test: TestContext, dialect: Dialect): RecordedConnection {
  const connection = openRecorded(createMarketChannel(exchange.context), dialect);
  test.after(() => connection.session.close());
  connection.session.receive({ type: "market", assets_ids: [YES, NO], initial_dump: false });
  return connection;
}

const typesOf = (messages: readonly Message[]): string[] => messages.map(({ event_type }) => event_type);

void describe("a change without a trade", () => {
  void it("is followed by the whole books of both tokens in the Kuest dialect", async (test) => {
    const site = follow(test, "kuest");
    const order = await place(YES, "0.2");
    const [change, ...books] = await site.take(3);
    assert.deepEqual(typesOf([change, ...books]), ["price_change", "book", "book"]);
    assert.deepEqual(
      books.map(({ asset_id, bids, asks }) => [asset_id, bids, asks]),
      [
        [YES, [{ price: "0.2", size: "10" }], []],
        [NO, [], [{ price: "0.8", size: "10" }]],
      ],
    );
    for (const { sequence, stream_id } of books)
      assert.deepEqual([sequence, stream_id], [change.sequence, change.stream_id]);
    await exchange.submit({ type: "cancel-orders", owner: MAKER, reason: "by-owner" });
    const [gone, ...empty] = await site.take(3);
    assert.deepEqual(
      [gone.event_type, ...empty.map(({ bids, asks }) => [...bids, ...asks])],
      ["price_change", [], []],
      JSON.stringify(order),
    );
  });

  for (const dialect of DIALECTS.filter((each) => each !== "kuest"))
    void it(`is all that is sent in the ${dialect} dialect, where clients apply it`, async (test) => {
      const [client, site] = [follow(test, dialect), follow(test, "kuest")];
      await place(YES, "0.2");
      await exchange.submit({ type: "cancel-orders", owner: MAKER, reason: "by-owner" });
      const seen = await site.take(4);
      assert.ok(typesOf(seen).includes("book"));
      await place(YES, "0.4");
      await place(NO, "0.6", TAKER);
      assert.deepEqual(typesOf(await client.take(7)), [
        "price_change",
        "price_change",
        "price_change",
        "last_trade_price",
        "last_trade_price",
        "price_change",
        "book",
      ]);
    });
});

void describe("whole books", () => {
  /** A follower of both tokens, with its stream. */
  function opened() {
    const { engine, clock, log } = exchange.context;
    let opening: Connection | undefined;
    const open = (made: Connection) => {
      opening = made;
      return NOTHING;
    };
    const connection = openRecorded({ open }, "kuest");
    const streams = createMarketStreams(engine);
    const sendWholeBooks = createWholeBooks(createBookFrames({ engine, clock }), log);
    const market = engine.exchange.tokens.get(YES)!.market;
    const follower = streams.follow(market, { connection: opening!, custom: false, books: "after-changes" });
    follower.live = BOTH_TOKENS;
    return { connection, follower, change: () => sendWholeBooks(follower.stream, "after-changes") };
  }

  const NOTHING = { receive: () => {}, heartbeat: () => {}, resync: () => {}, close: () => {} };

  /** Runs with timers that stand still until they are told to go on. */
  async function inStillTime(run: (pass: (ms: number) => void) => Promise<void>): Promise<void> {
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      await run((ms) => mock.timers.tick(ms));
    } finally {
      mock.timers.reset();
    }
  }

  void it("come once for the changes of an interval, and again for those of the next", async () => {
    const { connection, change } = opened();
    await inStillTime(async (pass) => {
      for (let changes = 0; changes < 5; changes += 1) change();
      pass(1);
      change();
      await connection.take(2);
      for (let changes = 0; changes < 5; changes += 1) change();
      pass(100);
      await connection.take(2);
    });
    assert.deepEqual(
      connection.messages.map(({ asset_id }) => asset_id),
      [YES, NO, YES, NO],
    );
  });

  void it("wait for a slow reader until it has room, and are then as they are", async () => {
    const { connection, change } = opened();
    connection.room.close();
    await inStillTime(async (pass) => {
      change();
      pass(1);
      await connection.room.asked();
    });
    await place(YES, "0.11");
    assert.deepEqual(connection.messages, []);
    connection.room.open();
    const [book] = await connection.take(1);
    assert.ok(book.bids.some(({ price }: Message) => price === "0.11"));
  });

  void it("are not sent of a token that is left meanwhile", async () => {
    const { connection, follower, change } = opened();
    await inStillTime(async (pass) => {
      change();
      follower.live = 2;
      pass(1);
      assert.deepEqual((await connection.take(1))[0].asset_id, NO);
    });
    assert.equal(connection.messages.length, 1);
  });
});
