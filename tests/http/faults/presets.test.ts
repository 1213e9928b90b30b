/**
 * Each preset of faults, met by unmodified clients: one that trusts the wire and is harmed as the public reports say, and
 * one that survives it as the preset says.
 */
import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import { AssetType, OrderType, Side } from "@polymarket/clob-client-v2";
import type { ClobClient } from "@polymarket/clob-client-v2";
import { lots } from "../../../src/core/units.ts";
import { PRESETS } from "../../../src/http/faults/presets.ts";
import { walletOf } from "../../support/exchange.ts";
import { connect } from "../../stream/live-client.ts";
import { CONDITION, startFaultySandbox, TOKEN } from "./faulty-sandbox.ts";
import type { FaultySandbox } from "./faulty-sandbox.ts";

let sandbox: FaultySandbox;
let client: ClobClient;

const BUY = { tokenID: TOKEN, price: 0.4, size: 10, side: Side.BUY } as const;

before(async () => {
  sandbox = await startFaultySandbox();
  client = await sandbox.connect("a bot");
});
afterEach(async () => {
  await sandbox.operate("DELETE", "/sandbox/faults");
  await client.cancelAll();
});
after(() => sandbox.close());

const openOrders = async (): Promise<number> => (await client.getOpenOrders({ asset_id: TOKEN })).length;
const place = async () => client.postOrder(await client.createOrder(BUY), OrderType.GTC);

describe("timeout-that-filled", () => {
  test("a client that makes a new order when its answer is lost has two", async () => {
    await sandbox.use("timeout-that-filled");
    await assert.rejects(place());
    await place();
    assert.equal(await openOrders(), 2);
  });

  test("a client that sends the same order again has one, and is told so", async () => {
    await sandbox.use("timeout-that-filled");
    const order = await client.createOrder(BUY);
    await assert.rejects(client.postOrder(order, OrderType.GTC));
    await assert.rejects(client.postOrder(order, OrderType.GTC), /Duplicated/);
    assert.equal(await openOrders(), 1);
  });
});

describe("silent-stream", () => {
  const restAt = (price: string): Promise<string> =>
    sandbox.place({ account: walletOf("maker"), tokenId: TOKEN, side: "BUY", price, size: "5" });
  const follow = async () => {
    const live = await connect(sandbox.addresses.spec.trading);
    live.send({ type: "market", assets_ids: [TOKEN] });
    await live.event("book");
    return live;
  };

  test("a client that trusts an open socket hears nothing more, though pings are answered", async () => {
    const live = await follow();
    await sandbox.use("silent-stream");
    const heard = live.messages.length;
    await restAt("0.21");
    live.send("PING");
    await live.settle();
    assert.equal(live.messages.length, heard);
    assert.equal(live.texts.at(-1), "PONG");
    await live.end();
  });

  test("a client that connects again has the book and its changes", async () => {
    const silent = await follow();
    await sandbox.use("silent-stream");
    const again = await follow();
    await restAt("0.22");
    await again.event("price_change");
    await Promise.all([silent.end(), again.end()]);
  });
});

describe("restart-425", () => {
  test("a client that sends once is refused, in the words of the service, and nothing is done", async () => {
    await sandbox.use("restart-425");
    await assert.rejects(place(), /service not ready/);
    await sandbox.operate("DELETE", "/sandbox/faults");
    assert.equal(await openOrders(), 0);
  });

  test("a client that waits as it is told and sends the same order again has it", async () => {
    const live = await connect(sandbox.addresses.spec.trading);
    live.send({ type: "market", assets_ids: [TOKEN] });
    await live.event("book");
    await sandbox.use("restart-425");
    const order = await client.createOrder(BUY);
    while (await wasRefused(client.postOrder(order, OrderType.GTC))) await waitSeconds(1);
    assert.equal(await openOrders(), 1);
    assert.equal((await live.closed).code, 1006);
  });
});

/** True if the exchange was not ready. */
async function wasRefused(placed: Promise<unknown>): Promise<boolean> {
  try {
    await placed;
    return false;
  } catch (error) {
    assert.match(String(error), /service not ready/);
    return true;
  }
}

const waitSeconds = (seconds: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, seconds * 1_000));

test("late-cancel: the order is gone when the cancel is still unanswered, and its status says so", async () => {
  const { orderID } = await place();
  await sandbox.use("late-cancel");
  let answered = false;
  const cancelled = client.cancelOrder({ orderID }).then((answer) => {
    answered = true;
    return answer;
  });
  while ((await client.getOrder(orderID)).status !== "CANCELED") await waitSeconds(0.01);
  assert.equal(answered, false);
  assert.deepEqual((await cancelled).canceled, [orderID]);
});

test("stale-balance: a client that asks at once sees the old balance, one that asks until it changes the new one", async () => {
  const asked = { asset_type: AssetType.CONDITIONAL, token_id: TOKEN };
  const shares = async (): Promise<string> => (await client.getBalanceAllowance(asked)).balance;
  await sandbox.use("stale-balance");
  const first = await shares();
  const offer = { account: walletOf("maker"), tokenId: TOKEN, price: "0.3", size: "10" } as const;
  await sandbox.submit({
    type: "split",
    address: walletOf("maker"),
    owner: walletOf("maker"),
    conditionId: CONDITION,
    lots: lots(1_000),
  });
  await sandbox.place({ ...offer, side: "SELL" });
  assert.equal((await place()).status, "matched");
  assert.equal(await shares(), first);
  while ((await shares()) === first) await waitSeconds(0.1);
  assert.equal(Number(await shares()) - Number(first), 10_000_000);
});

describe("cursor-loop", () => {
  /** Reads pages of markets; gives how many, at most ten. */
  async function walk(goesOn: (cursor: string, walked: readonly string[]) => boolean): Promise<number> {
    const cursors = ["MA=="];
    for (let pages = 1; pages < 10; pages += 1) {
      const { next_cursor: next } = await client.getMarkets(cursors.at(-1));
      if (next === "LTE=" || !goesOn(next, cursors)) return pages;
      cursors.push(next);
    }
    return 10;
  }

  test("a client that follows any cursor never ends", async () => {
    await sandbox.use("cursor-loop");
    assert.equal(await walk(() => true), 10);
  });

  test("a client that ends when a cursor comes again reads each page once", async () => {
    await sandbox.use("cursor-loop");
    assert.equal(await walk((next, walked) => !walked.includes(next)), 1);
  });
});

test("each preset is described, and its faults can be put in force", async () => {
  for (const { name, meaning, survivedBy } of PRESETS) {
    assert(meaning.length > 0 && survivedBy.length > 0);
    await sandbox.use(name);
  }
});
