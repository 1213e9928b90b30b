/**
 * Each preset of faults, met by unmodified clients: one that trusts the wire and is harmed as the public reports say, and
 * one that survives it as the preset says. A wait passes by ending the fault, so that no test waits for a clock.
 */
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { OrderType, Side } from "@polymarket/clob-client-v2";
import type { ClobClient } from "@polymarket/clob-client-v2";
import { lots } from "../../../src/core/units.ts";
import { PRESETS } from "../../../src/http/sandbox/faults/fault.ts";
import { walletOf } from "../../support/exchange.ts";
import { until } from "../../support/until.ts";
import {
  followBook,
  listTrades,
  placeSurely,
  sendPatiently,
  sharesOf,
  subscribe,
  watchBestBid,
} from "./careful-clients.ts";
import { CONDITION, startFaultySandbox, TOKEN } from "./faulty-sandbox.ts";
import type { FaultySandbox } from "./faulty-sandbox.ts";

const MAKER = walletOf("maker");
const BUY = { tokenID: TOKEN, price: 0.4, size: 10, side: Side.BUY } as const;

let sandbox: FaultySandbox;
let client: ClobClient;
let clients = 0;

before(async () => {
  sandbox = await startFaultySandbox();
  const split = { type: "split", address: MAKER, owner: MAKER, conditionId: CONDITION } as const;
  await sandbox.submit({ ...split, lots: lots(100_000) });
});
beforeEach(async () => {
  client = await connectNext();
});
afterEach(async () => {
  await endFaults();
  await client.cancelAll();
  await sandbox.submit({ type: "cancel-orders", owner: MAKER, reason: "by-owner" });
});
after(() => sandbox.close());

const connectNext = (): Promise<ClobClient> => sandbox.connect(`bot ${(clients += 1)}`);
/** Makes another client of the same wallet, to which a refusal is an answer like others. */
const connectTrusting = (): Promise<ClobClient> => sandbox.connect(`bot ${clients}`, false);
const endFaults = () => sandbox.operate("DELETE", "/sandbox/faults");
/** Counts how often the faults in force were met. */
async function countMet(): Promise<number> {
  const { body } = await sandbox.operate("GET", "/sandbox/faults");
  return body.faults.reduce((sum: number, { met }: { met: number }) => sum + met, 0);
}
/** Lets the maker buy or sell. */
const quote = (side: "BUY" | "SELL", price: string, size = "10"): Promise<string> =>
  sandbox.place({ account: MAKER, tokenId: TOKEN, side, price, size });
const countOpen = async (bot = client): Promise<number> =>
  (await bot.getOpenOrders({ asset_id: TOKEN })).length;
const place = async (bot = client) => bot.postOrder(await bot.createOrder(BUY), OrderType.GTC);
describe("timeout-that-filled", () => {
  beforeEach(async () => {
    await quote("SELL", "0.4", "100");
    await sandbox.use("timeout-that-filled");
  });

  test("a client that makes a new order when its answer is lost buys twice", async () => {
    await assert.rejects(place());
    await place();
    assert.equal(await sharesOf(client, TOKEN), 20);
  });

  test("a client that sends the same order again buys once", async () => {
    await placeSurely(client, await client.createOrder(BUY));
    assert.deepEqual((await sandbox.operate("GET", "/sandbox/faults")).body.faults, [], "none was met");
    assert.equal(await sharesOf(client, TOKEN), 10);
  });
});

describe("restart-425", () => {
  test("a client that takes any answer to a cancel for one is filled by an order that it takes for gone", async () => {
    const { orderID } = await place();
    const trusting = await connectTrusting();
    await sandbox.use("restart-425");
    const { error, status } = Object(await trusting.cancelOrder({ orderID }));
    assert.deepEqual([status, error], [425, "service not ready"]);
    await quote("SELL", "0.4");
    assert.equal(await sharesOf(client, TOKEN), 10);
  });

  test("a client that waits, sends again and connects again has cancelled, and follows the book", async () => {
    const { orderID } = await place();
    const watched = await watchBestBid(sandbox.addresses.spec.trading, TOKEN);
    await sandbox.use("restart-425");
    await sendPatiently(() => client.cancelOrder({ orderID }), endFaults);
    await quote("SELL", "0.4");
    assert.equal(await sharesOf(client, TOKEN), 0);
    assert.equal((await watched.live().closed).code, 1006);
    await watched.check();
    assert.equal(watched.best(), 0);
    await watched.end();
  });
});

describe("late-cancel", () => {
  test("a client that cancels again is told that it was matched; one that asks the order knows better", async () => {
    const { orderID } = await place();
    await sandbox.use("late-cancel");
    const first = client.cancelOrder({ orderID });
    await until("the order is gone", async () => (await client.getOrder(orderID)).status === "CANCELED");
    const second = client.cancelOrder({ orderID });
    const [acknowledged, again] = await Promise.all([first, second]);
    assert.match(again.not_canceled[orderID], /matched/);
    assert.deepEqual(acknowledged.canceled, [orderID]);
    const { status, size_matched: filled } = await client.getOrder(orderID);
    assert.deepEqual([status, filled, await sharesOf(client, TOKEN)], ["CANCELED", "0", 0]);
  });
});

describe("stale-balance", () => {
  beforeEach(async () => {
    await quote("SELL", "0.4", "100");
    await sandbox.use("stale-balance");
  });

  test("a client that buys until its balance has ten shares has twenty", async () => {
    for (let orders = 0; orders < 2 && (await sharesOf(client, TOKEN)) < 10; orders += 1) await place();
    assert.equal(await sharesOf(client, TOKEN), 0);
    await endFaults();
    assert.equal(await sharesOf(client, TOKEN), 20);
  });

  test("a client that counts its own fills has ten", async () => {
    let filled = await sharesOf(client, TOKEN);
    while (filled < 10) filled += Number((await place()).takingAmount);
    await endFaults();
    assert.equal(await sharesOf(client, TOKEN), 10);
  });
});

describe("cursor-loop", () => {
  beforeEach(async () => {
    await quote("SELL", "0.4");
    await place();
    await sandbox.use("cursor-loop");
  });

  test("the client's own list of trades has one again and again, and ends only with the fault", async () => {
    const listed = client.getTrades();
    await until("the same page came many times", async () => (await countMet()) > 5);
    await endFaults();
    const trades = await listed;
    assert(trades.length > 5, `${trades.length} trades`);
    assert.equal(new Set(trades.map(({ id }) => id)).size, 1);
  });

  test("a client that ends its walk with an error takes no part for the whole", async () => {
    await assert.rejects(listTrades(client), /the cursor MA== came again/);
    await endFaults();
    assert.equal((await listTrades(client)).length, 1);
  });
});

describe("busy-service", () => {
  const ORDERS = 20;

  test("a client that sends each order once lacks some", async () => {
    const trusting = await connectTrusting();
    for (const order of await signed()) await trusting.postOrder(order, OrderType.GTC);
    await endFaults();
    assert((await countOpen()) < ORDERS);
  });

  test("a client that waits and sends the same order again has each once", async () => {
    let waits = 0;
    for (const order of await signed())
      await sendPatiently(
        () => client.postOrder(order, OrderType.GTC),
        async () => (waits += 1),
      );
    assert(waits > 0);
    await endFaults();
    assert.equal(await countOpen(), ORDERS);
  });

  /** Signs orders before the service is busy. */
  async function signed() {
    const orders = [];
    for (let made = 0; made < ORDERS; made += 1) orders.push(await client.createOrder(BUY));
    await sandbox.use("busy-service");
    return orders;
  }
});

for (const network of ["near-network", "far-network", "bad-network"])
  test(`${network}: an order without an expiration rests when the market has moved on, one with it does not`, async () => {
    const careful = await connectNext();
    const expiration = sandbox.clock.now / 1_000 + 2;
    const plain = await client.createOrder(BUY);
    const limited = await careful.createOrder({ ...BUY, expiration });
    await sandbox.use(network);
    const sent = Promise.allSettled([
      client.postOrder(plain, OrderType.GTC),
      careful.postOrder(limited, OrderType.GTD),
    ]);
    await until("both are on their way", async () => (await countMet()) >= 4);
    await sandbox.wait(3_000);
    await sent;
    await sandbox.wait(0);
    await endFaults();
    assert.deepEqual([await countOpen(client), await countOpen(careful)], [1, 0]);
  });

describe("live channels", () => {
  const base = (): string => sandbox.addresses.spec.trading;

  test("silent-stream: a client that trusts an open socket keeps a stale price, one that expects messages does not", async () => {
    await quote("BUY", "0.2");
    const [trustful, careful] = [await watchBestBid(base(), TOKEN), await watchBestBid(base(), TOKEN)];
    await sandbox.use("silent-stream");
    await quote("BUY", "0.21");
    await trustful.live().settle();
    assert.equal(trustful.live().texts.at(-1), "PONG");
    await careful.check();
    assert.deepEqual([trustful.best(), careful.best()], [0.2, 0.21]);
    await quote("BUY", "0.22");
    await careful.live().settle();
    assert.deepEqual([trustful.best(), careful.best()], [0.2, 0.22]);
    await Promise.all([trustful.end(), careful.end()]);
  });

  test("late-messages: a client that applies what comes has a wrong book, one that follows the sequence the right one", async () => {
    const live = await subscribe(base(), TOKEN);
    const books = followBook(live, TOKEN);
    await sandbox.use("late-messages");
    for (let cents = 1; cents <= 39; cents += 1) await quote("BUY", (cents / 100).toFixed(2));
    await live.settle();
    await endFaults();
    await quote("BUY", "0.40");
    const prices = (levels: readonly { readonly price: string }[]): number[] =>
      levels.map(({ price }) => Number(price)).sort((a, b) => a - b);
    const right = prices((await client.getOrderBook(TOKEN)).bids);
    assert.equal(right.length, 40);
    const told = live.messages.flatMap(({ price_changes: changes = [] }) => changes);
    const applied = new Set(told.filter((change) => change.asset_id === TOKEN).map(({ price }) => price));
    assert(applied.size < 40, "no message was lost");
    const followed = (): number[] => {
      const levels = books.find(TOKEN)?.bids.keys() ?? [];
      return prices([...levels].map((price) => ({ price })));
    };
    await until("the followed book is whole", () => followed().length === 40);
    assert.deepEqual(followed(), right);
    await live.end();
  });

  test("wrong-side: a client that buys at the ask as told rests at the bid, one that asks for the book buys", async () => {
    const live = await subscribe(base(), TOKEN);
    await quote("SELL", "0.6");
    await live.event("best_bid_ask");
    await sandbox.use("wrong-side");
    await quote("BUY", "0.3");
    const { best_bid: bid, best_ask: ask } = await live.event("best_bid_ask");
    assert.deepEqual([Number(bid), Number(ask)], [0.6, 0.3]);
    const buyAt = async (price: number) =>
      client.postOrder(await client.createOrder({ ...BUY, price }), OrderType.GTC);
    assert.equal((await buyAt(Number(ask))).status, "live");
    assert(Number(bid) >= Number(ask), "the careful client takes it for no quote");
    const { asks } = await client.getOrderBook(TOKEN);
    assert.equal((await buyAt(Math.min(...asks.map(({ price }) => Number(price))))).status, "matched");
    await live.end();
  });
});

test("each preset is described, and its faults can be put in force", async () => {
  for (const { name, meaning, survivedBy } of PRESETS) {
    assert(meaning.length > 0 && survivedBy.length > 0);
    await sandbox.use(name);
  }
});
