/** Settlements that fail after the match: everything goes back, once, or the match stands. */
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { AssetType, OrderType, Side } from "@polymarket/clob-client-v2";
import type { ClobClient } from "@polymarket/clob-client-v2";
import { lots } from "../../../src/core/units.ts";
import { findLedgerTop, listLedger } from "../../../src/store/reads/accounts/ledger.ts";
import type { FailingSettlement } from "../../../src/store/sandbox/failing-settlements.ts";
import { inSnapshot } from "../../../src/store/sql/table-stream.ts";
import { verifyExchange } from "../../../src/store/verify/verify-exchange.ts";
import { walletOf } from "../../support/exchange.ts";
import { readRows } from "../../support/exported-rows.ts";
import type { Row } from "../../support/exported-rows.ts";
import { connect } from "../../stream/live-client.ts";
import { settledShares, sharesOf } from "./careful-clients.ts";
import { ADMIN_TOKEN, CONDITION, startFaultySandbox, TOKEN } from "./faulty-sandbox.ts";
import type { FaultySandbox } from "./faulty-sandbox.ts";
import { refuseWrites } from "./refused-writes.ts";

const MAKER = walletOf("maker");
const BUY = { tokenID: TOKEN, price: 0.4, size: 10, side: Side.BUY } as const;
const FAIL = { kind: "fail-settlement", ms: 3_000 } as const;

let sandbox: FaultySandbox;
let client: ClobClient;
let clients = 0;

before(async () => {
  sandbox = await startFaultySandbox("sandbox", { PRESAGE_CLOCK: "virtual" });
  const split = { type: "split", address: MAKER, owner: MAKER, conditionId: CONDITION } as const;
  await sandbox.submit({ ...split, lots: lots(100_000) });
});
beforeEach(async () => {
  client = await sandbox.connect(`trader ${(clients += 1)}`);
  await sandbox.place({ account: MAKER, tokenId: TOKEN, side: "SELL", price: "0.4", size: "100" });
});
afterEach(async () => {
  await sandbox.operate("DELETE", "/sandbox/faults");
  await step();
  await client.cancelAll();
  await sandbox.submit({ type: "cancel-orders", owner: MAKER, reason: "by-owner" });
  await sandbox.context.sql();
  const { differences } = await inSnapshot(sandbox.databaseUrl, "settlement test", verifyExchange);
  assert.deepEqual(differences, []);
});
after(() => sandbox.close());

const step = async (seconds = 3): Promise<void> => {
  const { status, body } = await sandbox.operate("POST", "/sandbox/clock", { action: "step", seconds });
  assert.equal(status, 200, JSON.stringify(body));
};
const fail = async (fault: object = FAIL): Promise<void> => {
  const { status, body } = await sandbox.operate("POST", "/sandbox/faults", { faults: [fault] });
  assert.equal(status, 200, JSON.stringify(body));
};
const buy = async () => client.postOrder(await client.createOrder(BUY), OrderType.GTC);
const sell = async (price: number) =>
  client.postOrder(await client.createOrder({ ...BUY, price, side: Side.SELL }), OrderType.GTC);
const moneyOf = async (): Promise<number> =>
  Number((await client.getBalanceAllowance({ asset_type: AssetType.COLLATERAL })).balance) / 1e6;
const statuses = async (): Promise<string[]> => (await client.getTrades({})).map(({ status }) => status);
/** The latest match that a fault met. */
const latest = (): FailingSettlement => {
  const { settlements, engine } = sandbox.context;
  const found = settlements?.find(engine.exchange.nextTrade - 1);
  assert.ok(found !== undefined);
  return found;
};

describe("ghost-fills", () => {
  beforeEach(() => sandbox.use("ghost-fills"));

  test("a client that counts a match as its own has shares that it has not", async () => {
    const { status, takingAmount } = await buy();
    assert.deepEqual([status, takingAmount], ["matched", "10"]);
    await step();
    assert.equal(await sharesOf(client, TOKEN), 0);
  });

  test("a client that counts confirmed trades has what it counts", async () => {
    await buy();
    assert.equal(await settledShares(client, TOKEN), 0);
    await step();
    assert.deepEqual(await statuses(), ["FAILED"]);
    assert.equal(await settledShares(client, TOKEN), await sharesOf(client, TOKEN));
    await sandbox.operate("DELETE", "/sandbox/faults");
    await buy();
    assert.equal(await settledShares(client, TOKEN), await sharesOf(client, TOKEN));
    assert.deepEqual(await statuses(), ["CONFIRMED", "FAILED"]);
  });
});

describe("a settlement that fails", () => {
  test("is told on the user channel, and gives back collateral and shares", async () => {
    await fail();
    const money = await moneyOf();
    const live = await connect(sandbox.addresses.polymarket!.trading, "/ws/user");
    const { key: apiKey, secret, passphrase } = client.creds!;
    live.send({ type: "user", auth: { apiKey, secret, passphrase } });
    await live.settle();
    await buy();
    assert.equal(await moneyOf(), money - 4);
    await live.settle();
    const steps = (): string[] =>
      live.messages.filter(({ event_type: type }) => type === "trade").map(({ status }) => status);
    assert.deepEqual(steps(), ["MATCHED"]);
    await step(2.999);
    assert.deepEqual(await statuses(), ["MATCHED"]);
    await step(0.001);
    assert.deepEqual(await statuses(), ["FAILED"]);
    await live.next(({ status }) => status === "FAILED");
    assert.deepEqual(steps(), ["MATCHED", "FAILED"]);
    assert.deepEqual([await moneyOf(), await sharesOf(client, TOKEN)], [money, 0]);
    await live.end();
  });

  test("takes out the orders that rest on what goes back, the latest first", async () => {
    await fail();
    await buy();
    const { orderID: first } = await sell(0.8);
    assert.equal((await client.getOrder(first)).status, "LIVE");
    await step();
    assert.equal((await client.getOrder(first)).status, "CANCELED");
    assert.deepEqual(await statuses(), ["FAILED"]);
  });

  test("is confirmed where a party has sold on what it got", async () => {
    await fail({ ...FAIL, uses: 1 });
    await buy();
    await sandbox.place({ account: MAKER, tokenId: TOKEN, side: "BUY", price: "0.3", size: "10" });
    await sell(0.3);
    await step();
    assert.deepEqual(await statuses(), ["CONFIRMED", "CONFIRMED"]);
    assert.equal(await sharesOf(client, TOKEN), 0);
  });

  test("is met by the resting side, too, and only by the key that is named", async () => {
    await fail({ ...FAIL, key: walletOf("nobody") });
    await buy();
    assert.deepEqual(await statuses(), ["CONFIRMED"]);
    await sandbox.operate("DELETE", "/sandbox/faults");
    await fail({ ...FAIL, key: client.creds!.key });
    await client.postOrder(await client.createOrder({ ...BUY, price: 0.3 }), OrderType.GTC);
    await sandbox.place({ account: MAKER, tokenId: TOKEN, side: "SELL", price: "0.3", size: "10" });
    assert.deepEqual(await statuses(), ["MATCHED", "CONFIRMED"]);
    await step();
    assert.deepEqual(await statuses(), ["FAILED", "CONFIRMED"]);
    assert.equal(await sharesOf(client, TOKEN), 10);
  });

  test("is done once after a stop between its commit and its note", async () => {
    await fail();
    await buy();
    const open = latest();
    await step();
    assert.equal(latest().ended?.outcome, "failed");
    const seq = sandbox.context.engine.head().seq;
    await sandbox.context.ownSql`
      update failing_settlements set ended_at = null, outcome = null where first = ${open.first}`;
    await sandbox.context.settlements?.reload();
    assert.equal(latest().ended, undefined);
    await sandbox.context.settlements?.check();
    assert.equal(latest().ended?.outcome, "failed");
    assert.equal(sandbox.context.engine.head().seq, seq);
    assert.equal(await sharesOf(client, TOKEN), 0);
  });

  test("ends as it was decided first, where its end could not be written at once", async () => {
    await fail({ ...FAIL, uses: 1 });
    await buy();
    const open = latest();
    await sandbox.place({ account: MAKER, tokenId: TOKEN, side: "BUY", price: "0.3", size: "10" });
    await sell(0.3);
    const allowWrites = await refuseWrites(sandbox.context.ownSql, "failing_settlements", "update");
    await step();
    assert.equal(sandbox.context.settlements?.find(open.first)?.ended, undefined);
    await buy();
    await allowWrites();
    await sandbox.context.settlements?.check();
    assert.equal(sandbox.context.settlements?.find(open.first)?.ended?.outcome, "confirmed");
    assert.equal(await sharesOf(client, TOKEN), 10);
  });

  test("is carried out once its plan is written", async () => {
    await fail();
    const allowWrites = await refuseWrites(sandbox.context.ownSql, "failing_settlements", "insert");
    await buy();
    await step();
    assert.equal(latest().ended, undefined);
    assert.equal(await sharesOf(client, TOKEN), 10);
    await allowWrites();
    await sandbox.context.settlements?.check();
    assert.equal(latest().ended?.outcome, "failed");
    assert.equal(await sharesOf(client, TOKEN), 0);
  });

  test("goes back with the exchange to a snapshot, and fails after it", async () => {
    await fail();
    await buy();
    assert.equal((await sandbox.operate("POST", "/sandbox/snapshot", { name: "matched" })).status, 200);
    await step();
    assert.deepEqual(await statuses(), ["FAILED"]);
    assert.equal((await sandbox.operate("POST", "/sandbox/revert", { name: "matched" })).status, 200);
    assert.deepEqual(await statuses(), ["MATCHED"]);
    assert.equal(await sharesOf(client, TOKEN), 10);
    await step();
    assert.deepEqual(await statuses(), ["FAILED"]);
    assert.equal(await sharesOf(client, TOKEN), 0);
  });

  test("is not carried out in an earlier state, in which its match is not", async () => {
    await buy();
    assert.equal((await sandbox.operate("POST", "/sandbox/snapshot", { name: "bought" })).status, 200);
    await fail();
    await buy();
    const { clocks, snapshots, settlements } = sandbox.context;
    const { time, rate } = clocks.virtual!.read();
    clocks.virtual!.set({ time: time + FAIL.ms, rate });
    await Promise.all([snapshots.revert("bought"), settlements?.check()]);
    assert.equal(await sharesOf(client, TOKEN), 10);
    const rows = await sandbox.context.ownSql`
      select first from failing_settlements where first >= ${sandbox.context.engine.exchange.nextTrade}`;
    assert.deepEqual([...rows], []);
  });

  test("is in the ledger, and not among the trades of the data interface", async () => {
    await fail();
    await buy();
    const wallet = await walletOfClient();
    const listed = async (): Promise<unknown[]> => {
      const response = await fetch(`${sandbox.addresses.polymarket!.data}/trades?user=${wallet}`);
      return (await response.json()) as unknown[];
    };
    assert.equal((await listed()).length, 1);
    await step();
    assert.deepEqual(await listed(), []);
    const sql = await sandbox.context.sql();
    const below = await findLedgerTop(sql);
    const entries = await listLedger(sql, { owner: wallet, address: undefined, below, limit: 10 });
    const kinds = entries.map((entry) => (entry.role === "operation" ? entry.kind : entry.role));
    assert.deepEqual(kinds.slice(0, 2), ["failed-settlement", "taker"]);
    const [failed] = entries;
    assert.ok(failed?.role === "operation");
    assert.deepEqual([failed.collateral, failed.legs[0]?.lots], [4_000_000, [-1_000, 0]]);
  });

  test("is marked in the export of trades, and counted by candles", async () => {
    await fail();
    const { orderID } = await buy();
    const status = async (): Promise<unknown> =>
      (await exportedRows("trades")).find((row) => row["taker_order"] === orderID)?.["status"];
    assert.equal(await status(), "MATCHED");
    await step();
    assert.equal(await status(), "FAILED");
    await sandbox.operate("DELETE", "/sandbox/faults");
    await buy();
    const trades = await exportedRows("trades");
    assert.equal(trades.at(-1)?.["status"], "CONFIRMED");
    // A trade stands in a candle of each of its market's two outcomes.
    const counts = (await exportedRows("candles")).map((row) => Number(row["trades"]));
    assert.equal(
      counts.reduce((all, one) => all + one, 0),
      2 * trades.length,
    );
  });

  test("is asked for of matches alone", async () => {
    for (const field of [{ routes: ["POST /order"] }, { channels: ["/ws/user"] }]) {
      const refused = await sandbox.operate("POST", "/sandbox/faults", { faults: [{ ...FAIL, ...field }] });
      assert.equal(refused.status, 400);
      assert.match(JSON.stringify(refused.body), /expected none for faults of the kind fail-settlement/);
    }
  });
});

const walletOfClient = async (): Promise<string> => {
  const [{ maker_address: wallet } = { maker_address: "" }] = await client.getTrades({});
  return wallet.toLowerCase();
};

async function exportedRows(what: "trades" | "candles"): Promise<readonly Row[]> {
  const response = await fetch(`${sandbox.addresses.admin}/export/${what}?format=ndjson`, {
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
  });
  return readRows(Buffer.from(await response.arrayBuffer()), "ndjson");
}
