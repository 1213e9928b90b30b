/** Books that clients keep by the channel's messages agree with GET /book, whatever messages are lost. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { BookRecord } from "../../src/http/trading/books/books.ts";
import { startTestExchange, testListing, tokenOf, walletOf } from "../support/exchange.ts";
import type { TestExchange } from "../support/exchange.ts";
import { atDepth } from "../support/depth.ts";
import { createRandom } from "../support/random.ts";
import type { Random } from "../support/random.ts";
import { until } from "../support/until.ts";
import { connect } from "./live-client.ts";
import type { LiveClient, Message } from "./live-client.ts";
import { drawnLocal, drawnRecord } from "./drawn-book.ts";
import { createLocalBooks } from "./local-book.ts";
import type { LocalBook, LocalBooks } from "./local-book.ts";
import { startStreamServer } from "./stream-server.ts";
import type { StreamServer } from "./stream-server.ts";

const CHANGES = atDepth({ quick: 3_000, deep: 6_000 });
/** Number of concurrent orders and cancels. */
const ABREAST = 24;
const NARROW = 16 * 1024;
const SEED = 20260601;
const TOKENS = [tokenOf("rain yes"), tokenOf("rain no")] as const;
const TRADERS = ["one", "two", "three"].map(walletOf);

let exchange: TestExchange;
let server: StreamServer;
/** A server with a small limit of waiting bytes, so that large commits make it drop messages. */
let narrow: StreamServer;
/** A server whose subscriptions begin with arrays of books. */
let polymarket: StreamServer;
let kuest: StreamServer;

before(async () => {
  exchange = await startTestExchange({ endpoints: [] });
  server = await startStreamServer(exchange.context, { limits: { heartbeatMs: 50, checkMs: 10 } });
  narrow = await startStreamServer(exchange.context, { limits: { lagBytes: NARROW, maxSendBytes: NARROW } });
  polymarket = await startStreamServer(exchange.context, { dialect: "polymarket" });
  kuest = await startStreamServer(exchange.context, { dialect: "kuest" });
  await exchange.list(testListing([{ name: "rain" }]));
  for (const trader of TRADERS) await exchange.open(trader, "10000000");
});

after(async () => {
  await server.close();
  await narrow.close();
  await polymarket.close();
  await kuest.close();
  await exchange.close();
});

/** Reads a book by GET /book. */
async function readBook(assetId: string) {
  const reply = await fetch(`${server.url}/book?token_id=${assetId}`);
  return {
    assetId,
    sequence: Number(reply.headers.get("x-sequence")),
    book: drawnRecord((await reply.json()) as BookRecord),
  };
}

/** A client that keeps the books of both tokens, and remembers them at every sequence. */
type BookKeeper = {
  readonly books: LocalBooks;
  readonly seen: Map<string, string>;
  readonly client: () => LiveClient;
};

type ClientHabits = {
  /** Percentage of received messages that it loses. */
  readonly loses?: number;
  /** Number of messages after which it connects again. */
  readonly reconnectsAfter?: number;
  /** Type of messages that it never applies. */
  readonly ignores?: string;
  readonly url?: string;
};

async function startKeeper(random: Random, habits: ClientHabits): Promise<BookKeeper> {
  const { loses = 0, reconnectsAfter, ignores, url = server.url } = habits;
  const seen = new Map<string, string>();
  const books = createLocalBooks({
    askFor: (assets_ids) => client.send({ operation: "snapshot", assets_ids }),
    onChange: (assetId, book) => {
      assertNotCrossed(book);
      seen.set(`${assetId} ${book.sequence}`, drawnLocal(book));
    },
  });
  let client = await connect(url);
  let left = reconnectsAfter ?? Infinity;

  function subscribe(): void {
    const subscribed = client;
    books.expect(TOKENS);
    subscribed.socket.on("message", (data) => {
      if (subscribed === client) take(JSON.parse(String(data)));
    });
    subscribed.send({ type: "market", assets_ids: TOKENS });
  }

  function take(message: Message): void {
    if (loses === 0 || !random.chance(loses))
      for (const one of [message].flat()) if (one.event_type !== ignores) books.apply(one);
    left -= 1;
    if (left > 0) return;
    left = random.between(1, 2 * (reconnectsAfter ?? 1));
    client.socket.terminate();
    void reconnect();
  }

  async function reconnect(): Promise<void> {
    client = await connect(url);
    subscribe();
  }

  subscribe();
  return { books, seen, client: () => client };
}

function assertNotCrossed({ bids, asks, sequence }: LocalBook): void {
  const [bid, ask] = [Math.max(...[...bids.keys()].map(Number)), Math.min(...[...asks.keys()].map(Number))];
  assert.ok(bid < ask, `at ${sequence} the best bid is ${bid} and the best ask ${ask}`);
}

/** Places and cancels orders as fast as they are answered. Some fill, so that some cancels are refused. */
async function trade(random: Random, changes: number): Promise<void> {
  const placed: { readonly id: string; readonly owner: string }[] = [];
  async function change(): Promise<void> {
    const old =
      placed.length > 50 && random.chance(45) ? placed.splice(random.below(placed.length), 1)[0] : undefined;
    if (old !== undefined) {
      await exchange.context.engine.submit({ type: "cancel-order", ...old });
      return;
    }
    const account = random.pick(TRADERS);
    const price = `0.${random.between(35, 65)}`;
    const size = `${random.between(1, 40)}.${random.between(1, 9)}`;
    const id = await exchange.place({ account, tokenId: random.pick(TOKENS), side: "BUY", price, size });
    placed.push({ id, owner: account });
  }
  async function changeOn(): Promise<void> {
    for (let done = 0; done < changes / ABREAST; done += 1) await change();
  }
  await Promise.all(Array.from({ length: ABREAST }, () => changeOn()));
}

/** Reads books by GET /book at random moments until `stop` is called. */
function startSampling(random: Random) {
  const samples: Awaited<ReturnType<typeof readBook>>[] = [];
  const state = { going: true };
  const done = (async () => {
    while (state.going) samples.push(await readBook(random.pick(TOKENS)));
  })();
  const stop = async () => {
    state.going = false;
    await done;
    return samples;
  };
  return { stop };
}

void describe("local books", () => {
  void it(`inc-35: agree with GET /book through ${CHANGES} changes (seed ${SEED})`, async (test) => {
    const random = createRandom(SEED);
    const steady = await startKeeper(random, {});
    const lossy = await startKeeper(random, { loses: 10 });
    const restless = await startKeeper(random, { reconnectsAfter: 150 });
    const choked = await startKeeper(random, { url: narrow.url });
    const inArrays = await startKeeper(random, { reconnectsAfter: 150, url: polymarket.url });
    const refreshed = await startKeeper(random, { url: kuest.url });
    const site = await startKeeper(random, { url: kuest.url, ignores: "price_change" });
    const keepers = [steady, lossy, restless, choked, inArrays, refreshed, site];
    test.after(() => keepers.forEach(({ client }) => client().socket.terminate()));
    await until("all have both books", () =>
      keepers.every(({ books }) => TOKENS.every((token) => books.find(token) !== undefined)),
    );
    const sampling = startSampling(random);
    const startedAt = performance.now();
    await trade(random, CHANGES);
    const perSecond = (CHANGES / (performance.now() - startedAt)) * 1000;
    const samples = await sampling.stop();

    for (const assetId of TOKENS) {
      const last = await readBook(assetId);
      for (const { books } of keepers)
        await until(`the book is at ${last.sequence}`, () => books.find(assetId)?.sequence === last.sequence);
      for (const { books } of keepers) assert.equal(drawnLocal(books.find(assetId)!), last.book);
    }
    const matches = keepers.map(({ seen }) => {
      const known = samples.filter(({ assetId, sequence }) => seen.has(`${assetId} ${sequence}`));
      for (const { assetId, sequence, book } of known) assert.equal(seen.get(`${assetId} ${sequence}`), book);
      return known.length;
    });
    test.diagnostic(
      `${perSecond.toFixed(0)} changes a second; ${samples.length} samples, of which the clients had ${matches.join(", ")}; ` +
        `losses ${keepers.map(({ books }) => books.losses()).join(", ")}`,
    );
    assert.equal(matches[0], samples.length);
    // The last one has a few books of all only.
    assert.ok(matches.slice(0, -1).every((count) => count > 0));
    for (const { books } of [steady, inArrays, refreshed]) assert.equal(books.losses(), 0);
    for (const { books } of [lossy, choked]) assert.ok(books.losses() > 0);
  });
});
