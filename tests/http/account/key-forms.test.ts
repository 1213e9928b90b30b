/** Keys by either form of their id: as clients name them to the exchange, and as it names them to Kuest's. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Dialect } from "../../../src/http/dialects/dialect.ts";
import { toUlid } from "../../../src/signing/credentials.ts";
import type { Reply, TestExchange } from "../../support/exchange.ts";
import { createTrader } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";
import { DIALECTS, NO, startWorld, YES } from "./world.ts";

let exchange: TestExchange;

before(async () => {
  exchange = await startWorld();
});
after(() => exchange.close());

const BUILDER_CODE = `0x${"b0".repeat(32)}` as const;

/** Forms of the key's id that must be taken. */
const formsOf = ({ credentials: { apiKey } }: Trader): readonly string[] => [
  apiKey.toUpperCase(),
  toUlid(apiKey),
  toUlid(apiKey).toLowerCase(),
];

const shownTo = (dialect: Dialect, { credentials: { apiKey } }: Trader): string =>
  dialect === "kuest" ? toUlid(apiKey) : apiKey;

for (const dialect of DIALECTS) {
  test(`${dialect}: a key signs, and owns its orders, by either form of its id`, async () => {
    const ann = await createTrader(exchange, `forms ${dialect}`);
    for (const form of formsOf(ann)) {
      const changeHeaders = (headers: Record<string, string>) => ({ ...headers, SVC_API_KEY: form });
      const terms = { tokenId: YES, side: "BUY", price: "0.1" } as const;
      const placed = await ann.place(terms, { dialect, owner: form, changeHeaders });
      assert.equal(placed.status, 200, placed.text);
      const canceled = await ann.cancel(placed.body.orderID, { dialect, changeHeaders });
      assert.deepEqual(canceled.body.canceled, [placed.body.orderID]);
    }
  });

  test(`${dialect}: another key's id owns no order in either form`, async () => {
    const [ann, ben] = [
      await createTrader(exchange, `own ${dialect}`),
      await createTrader(exchange, `not own ${dialect}`),
    ];
    for (const owner of formsOf(ben)) {
      const { status, body } = await ann.place(
        { tokenId: YES, side: "BUY", price: "0.1" },
        { dialect, owner },
      );
      assert.deepEqual([status, body.code], [400, "owner_mismatch"]);
    }
  });

  test(`${dialect}: a key is revoked, and a read-only one used, checked and deleted, by a ULID`, async () => {
    const ann = await createTrader(exchange, `revoked ${dialect}`);
    const { apiKey: reader } = (await ann.request("POST", "/auth/readonly-api-key", { dialect })).body;
    const ulid = toUlid(reader);
    const read = (): Promise<Reply> =>
      exchange.send(
        "/data/orders",
        { headers: { KUEST_READONLY_API_KEY: ulid, KUEST_ADDRESS: ann.address } },
        dialect,
      );
    assert.equal((await read()).status, 200);
    const query = `address=${ann.address}&key=${ulid}`;
    const checked = await exchange.get(`/auth/validate-readonly-api-key?${query}`, dialect);
    assert.deepEqual(checked.body, { valid: true });
    await ann.request("DELETE", "/auth/readonly-api-key", { dialect, body: { key: ulid } });
    assert.equal((await read()).status, 401);
    const revoked = await ann.request("DELETE", `/auth/api-key?apiKey=${toUlid(ann.credentials.apiKey)}`, {
      dialect,
    });
    assert.equal(revoked.status, 200, revoked.text);
    assert.equal((await ann.request("GET", "/auth/api-keys", { dialect })).status, 401);
  });

  test(`${dialect}: orders and trades name their keys in the form of the dialect, and none to others`, async () => {
    const [ann, ben] = [
      await createTrader(exchange, `maker ${dialect}`),
      await createTrader(exchange, `taker ${dialect}`),
    ];
    const { body: resting } = await ann.place({ tokenId: YES, side: "BUY", price: "0.4", size: "9" });
    const { body: taken } = await ben.place({
      tokenId: NO,
      side: "BUY",
      price: "0.6",
      size: "3",
      builder: BUILDER_CODE,
    });
    const own = shownTo(dialect, ann);
    const read = async (path: string) => (await ann.request("GET", path, { dialect })).body;
    const order = await read(`/data/order/${resting.orderID}`);
    const looked = await ann.request("POST", "/data/orders", {
      dialect,
      body: [{ orderId: resting.orderID }],
    });
    const [found] = looked.body;
    const [listed] = (await read(`/data/orders?id=${resting.orderID}`)).data;
    assert.deepEqual([order.owner, order.order.owner, listed.owner, found.order.owner], [own, own, own, own]);
    const trades = [
      ...(await read(`/data/trades?id=${taken.tradeIDs[0]}`)).data,
      ...(await read(`/builder/trades?id=${taken.tradeIDs[0]}&next_cursor=MA==`)).data,
    ];
    assert.equal(trades.length, 2);
    for (const trade of trades) {
      assert.deepEqual([trade.owner, trade.maker_orders[0].owner], [shownTo(dialect, ben), own]);
      assert.deepEqual([trade.trader_side, trade.type], ["MAKER", dialect === "spec" ? "MAKER" : undefined]);
    }
    // Typed clients of Polymarket read no owner but a UUID.
    const hidden = dialect === "polymarket" ? "00000000-0000-0000-0000-000000000000" : "";
    const open = (await exchange.get(`/data/trades?id=${taken.tradeIDs[0]}`, dialect)).body.data;
    assert.deepEqual([open[0].owner, open[0].maker_orders[0].owner], [hidden, hidden]);
    assert.equal((await exchange.get(`/data/order/${resting.orderID}`, dialect)).body.owner, hidden);
    const coded = `/builder/trades?builder_code=${BUILDER_CODE}&id=${taken.tradeIDs[0]}&next_cursor=MA==`;
    assert.equal((await exchange.get(coded, dialect)).body.data[0].owner, hidden);
    await ann.cancel(resting.orderID);
  });
}
