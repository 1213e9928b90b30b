/** Snapshots of a sandbox: the whole exchange goes back, whatever happened since, and everything goes on from there. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { inSnapshot } from "../../../src/store/sql/table-stream.ts";
import { verifyExchange } from "../../../src/store/verify/verify-exchange.ts";
import { createUserChannel } from "../../../src/stream/user/user-channel.ts";
import { testListing, tokenOf } from "../../support/exchange.ts";
import { createTrader } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";
import { connect } from "../../stream/live-client.ts";
import { startStreamServer } from "../../stream/stream-server.ts";
import { startTradedExchange } from "../admin/world.ts";
import type { OperatedExchange } from "../admin/world.ts";

const VIRTUAL = { PRESAGE_CLOCK: "virtual", PRESAGE_CLOCK_START: "2030-01-01T00:00:00Z" };
const RAIN = tokenOf("rain yes");
const buy = (price: string) => ({ tokenId: RAIN, side: "BUY", price, size: "10" }) as const;

describe("a snapshot", () => {
  let exchange: OperatedExchange;
  let ann: Trader;
  let bob: Trader;
  before(async () => {
    exchange = await startTradedExchange(VIRTUAL);
    [ann, bob] = [await createTrader(exchange, "ann"), await createTrader(exchange, "bob")];
  });
  after(() => exchange.close());

  const head = (): string => {
    const { seq, hash } = exchange.context.engine.head();
    return `${seq} ${hash.toString("hex")}`;
  };
  const verified = async (): Promise<string> => {
    await exchange.context.sql();
    const found = await inSnapshot(exchange.databaseUrl, "snapshots test", verifyExchange);
    assert.deepEqual(found.differences, []);
    return `${found.batches} ${found.head}`;
  };
  const bids = async (): Promise<unknown> => (await exchange.get(`/book?token_id=${RAIN}`)).body.bids;
  const placed = async (trader: Trader, price: string): Promise<string> => {
    const reply = await trader.place(buy(price));
    assert.equal(reply.status, 200, reply.text);
    return reply.body.orderID;
  };
  const sandbox = (path: string, body: object) => exchange.done("POST", `/sandbox/${path}`, body);

  test("is where the exchange goes back to: journal, tables, memory, keys and time", async () => {
    const kept = await placed(ann, "0.4");
    const [calm, book] = [head(), await bids()];
    const taken = await sandbox("snapshot", { name: "calm" });
    assert.deepEqual([taken.name, taken.time], ["calm", "2030-01-01T00:00:00.000Z"]);
    await exchange.done("POST", "/sandbox/clock", { action: "step", seconds: 3_600 });
    await exchange.list(testListing([{ name: "storm" }]));
    const lost = await placed(bob, "0.45");
    await ann.request("DELETE", "/order", { body: { orderID: kept } });
    const cleo = await createTrader(exchange, "cleo");
    assert.notEqual(head(), calm);
    assert.equal((await sandbox("revert", { name: "calm" })).name, "calm");
    assert.equal(head(), calm);
    assert.equal(await verified(), calm);
    assert.deepEqual(await bids(), book);
    assert.equal((await exchange.done("GET", "/clock")).time, "2030-01-01T00:00:00.000Z");
    const { orders, tokens, accountByAddress } = exchange.context.engine.exchange;
    assert.deepEqual([orders.has(kept), orders.has(lost)], [true, false]);
    assert.equal(tokens.get(tokenOf("storm yes")), undefined);
    assert.equal(accountByAddress.get(cleo.address), undefined);
    assert.equal((await cleo.place(buy("0.3"))).status, 401);
  });

  test("lets the exchange go on: orders, cancels, trades, and the same bytes again", async () => {
    const { order } = await ann.sign(buy("0.41"));
    assert.equal((await ann.post(order)).status, 200);
    await sandbox("revert", { name: "calm" });
    const again = await ann.post(order);
    assert.equal(again.status, 200, again.text);
    assert.equal(
      (await ann.request("DELETE", "/order", { body: { orderID: again.body.orderID } })).status,
      200,
    );
    await exchange.list(testListing([{ name: "hail" }]));
    assert.ok(exchange.context.engine.exchange.tokens.get(tokenOf("hail yes")));
    await verified();
  });

  test("is the same moment each time: what is done after it gives the same journal", async () => {
    const { order } = await ann.sign(buy("0.21"));
    const hashes: string[] = [];
    for (const undone of ["0.31", "0.32"]) {
      await sandbox("revert", { name: "calm" });
      assert.equal((await ann.post(order)).status, 200);
      hashes.push(head());
      await placed(bob, undone);
    }
    assert.equal(hashes[0], hashes[1]);
  });

  test("of a later moment is there after the exchange went back before it", async () => {
    await sandbox("revert", { name: "calm" });
    const first = await placed(ann, "0.42");
    await sandbox("snapshot", { name: "later" });
    const later = head();
    await sandbox("revert", { name: "calm" });
    await placed(bob, "0.43");
    await placed(bob, "0.44");
    await sandbox("revert", { name: "later" });
    assert.equal(head(), later);
    assert.equal(await verified(), later);
    const { orders } = exchange.context.engine.exchange;
    assert.ok(orders.has(first));
  });

  test("is taken between commands, and what was asked for before it is part of it", async () => {
    await sandbox("revert", { name: "calm" });
    const orders = Array.from({ length: 20 }, (_, index) => placed(ann, `0.${index + 10}`));
    const [ids] = await Promise.all([Promise.all(orders), sandbox("snapshot", { name: "busy" })]);
    const more = Array.from({ length: 20 }, (_, index) => placed(bob, `0.${index + 10}`));
    await Promise.all([...more, sandbox("revert", { name: "busy" })]);
    await verified();
    const { body } = await ann.request("GET", "/data/orders", {});
    const open = new Set(body.data.map(({ id }: { id: string }) => id));
    const resting = ids.filter((id) => exchange.context.engine.exchange.orders.has(id));
    assert.deepEqual(
      resting.filter((id) => !open.has(id)),
      [],
    );
  });

  test("tells live channels to take books anew, on the connections that they have", async () => {
    await sandbox("revert", { name: "calm" });
    const server = await startStreamServer(exchange.context);
    const client = await connect(server.url);
    try {
      client.send({ type: "market", assets_ids: [RAIN] });
      const first = await client.event("book");
      await placed(bob, "0.47");
      const change = await client.event("price_change");
      assert.equal(change.sequence, first.sequence + 1);
      await sandbox("revert", { name: "calm" });
      const resync = await client.event("resync");
      assert.match(resync.hint, /went back to an earlier state/);
      assert.equal(resync.server_ts_ms, exchange.context.clock(), "it is of another clock");
      const anew = await client.event("book");
      assert.deepEqual(anew.bids, first.bids);
      assert.ok(anew.sequence > change.sequence, "its sequence went back");
      await placed(bob, "0.48");
      assert.equal((await client.event("price_change")).sequence, anew.sequence + 1);
    } finally {
      await client.end();
      await server.close();
    }
  });

  test("tells positions in the queue anew, and goes on with them", async () => {
    await sandbox("revert", { name: "calm" });
    const [ahead, own] = [await placed(bob, "0.2"), await placed(ann, "0.2")];
    await sandbox("snapshot", { name: "queue" });
    const channels = new Map([["/ws/user", createUserChannel(exchange.context)]]);
    const server = await startStreamServer(exchange.context, { channels });
    const client = await connect(server.url, "/ws/user");
    const cancelAhead = () => bob.request("DELETE", "/order", { body: { orderID: ahead } });
    const sharesAhead = async (): Promise<string> => {
      const told = await client.next(({ order_id: id }) => id === own);
      return told.shares_ahead;
    };
    try {
      const { apiKey, secret, passphrase } = ann.credentials;
      client.send({ type: "user", auth: { apiKey, secret, passphrase }, queue_positions: true });
      assert.equal(await sharesAhead(), "10");
      await cancelAhead();
      assert.equal(await sharesAhead(), "0");
      await sandbox("revert", { name: "queue" });
      await client.event("open_orders");
      assert.equal(await sharesAhead(), "10");
      await cancelAhead();
      assert.equal(await sharesAhead(), "0");
    } finally {
      await client.end();
      await server.close();
      await exchange.done("DELETE", "/sandbox/snapshots/queue");
    }
  });

  test("is listed, replaced by another of its name, and removed", async () => {
    const list = async () => (await exchange.done("GET", "/sandbox/snapshots")).snapshots;
    const names = async () => (await list()).map(({ name }: { name: string }) => name);
    assert.deepEqual(await names(), ["calm", "later", "busy"]);
    await placed(ann, "0.33");
    const { sequence } = await sandbox("snapshot", { name: "later" });
    assert.deepEqual(await names(), ["calm", "busy", "later"]);
    assert.equal((await list())[2].sequence, sequence);
    assert.equal((await exchange.done("DELETE", "/sandbox/snapshots/busy")).removed, 1);
    assert.equal((await exchange.done("DELETE", "/sandbox/snapshots/busy")).removed, 0);
    assert.deepEqual(await names(), ["calm", "later"]);
  });

  for (const [name, path, body, hint] of [
    ["a name that is none", "snapshot", { name: "../x" }, /name/],
    ["the name of the first start", "snapshot", { name: "start" }, /^name: expected another than "start"/],
    [
      "a snapshot that is not there",
      "revert",
      { name: "clam" },
      /there are calm, later, got "clam" \(did you mean calm\?\)$/,
    ],
    ["a first start that was not kept", "reset", {}, /^name: expected a snapshot/],
    ["a field that has no effect", "reset", { name: "calm" }, /^body: expected no field, got "name"$/],
  ] as const)
    test(`refuses ${name}`, async () => {
      const earlier = head();
      const refused = await exchange.call("admin", "POST", `/sandbox/${path}`, body);
      assert.equal(refused.status, 400, refused.text);
      assert.match(refused.body.hint, hint);
      assert.equal(head(), earlier);
    });

  test("of the first start is gone back to without a body, and is not removed", async () => {
    const { snapshots } = exchange.context;
    await snapshots.take("start");
    const first = head();
    const refused = await exchange.call("admin", "DELETE", "/sandbox/snapshots/start");
    assert.equal(refused.status, 400, refused.text);
    assert.match(refused.body.hint, /^name: expected another than "start", to which a reset goes back$/);
    await placed(ann, "0.31");
    assert.notEqual(head(), first);
    assert.equal((await exchange.done("POST", "/sandbox/reset")).name, "start");
    assert.equal(head(), first);
  });
});
