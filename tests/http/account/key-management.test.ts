/** API keys and read-only keys of an owner: listed, revoked, and used to read. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import type { Dialect } from "../../../src/http/dialects/dialect.ts";
import {
  getClosedOnly,
  listApiKeys,
  listReadonlyKeys,
  validateReadonlyKey,
} from "../../../src/http/trading/account/keys.ts";
import { readKeyId } from "../../../src/signing/credentials.ts";
import { answeredBy } from "../../support/documented-answers.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { accountOf, createTrader, traderWith, walletHeaders } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";
import { assertRefused, DIALECTS, startWorld, YES } from "./world.ts";

let exchange: TestExchange;
let ben: Trader;

before(async () => {
  exchange = await startWorld({ PRESAGE_PUBLIC_RECORDS: "false" });
  ben = await createTrader(exchange, "ben");
});
after(() => exchange.close());

const answered = answeredBy([listApiKeys, getClosedOnly, listReadonlyKeys, validateReadonlyKey]);

/** A trader with the key of another nonce of the same wallet. */
async function withNonce(name: string, nonce: string): Promise<Trader> {
  const headers = await walletHeaders(accountOf(name), exchange.clock.now, { nonce });
  const { status, body } = await exchange.send("/auth/api-key", { method: "POST", headers });
  assert.equal(status, 200);
  return traderWith(exchange, accountOf(name), body);
}

const unauthorized = (dialect: Dialect) =>
  ({
    status: 401,
    code: "unauthorized",
    error: dialect === "polymarket" ? "Unauthorized/Invalid api key" : "invalid_l2",
  }) as const;

for (const dialect of DIALECTS) {
  const bare = (reply: unknown): unknown =>
    dialect === "polymarket" ? (reply as { apiKeys: unknown }).apiKeys : reply;

  test(`${dialect}: keys are listed with and without their state, and revoked one by one`, async () => {
    const name = `owner ${dialect}`;
    const first = await createTrader(exchange, name);
    const second = await withNonce(name, "18446744073709551616");
    const list = async (caller: Trader, query: string) => {
      const reply = await caller.request("GET", `/auth/api-keys${query}`, { dialect });
      return bare(answered(reply, "/auth/api-keys", dialect)) as unknown[];
    };
    const keys = [second.credentials.apiKey, first.credentials.apiKey];
    assert.deepEqual(await list(first, ""), keys);
    assert.deepEqual(await list(first, "?metadata=false&includeRevoked=&colour=red"), keys);

    const revoked = await second.request("DELETE", `/auth/api-key?apiKey=${keys[1]!.toUpperCase()}`, {
      dialect,
    });
    assert.deepEqual(revoked.body, dialect === "polymarket" ? "OK" : { revoked: true });
    assertRefused(await first.request("GET", "/auth/api-keys", { dialect }), unauthorized(dialect));
    assert.deepEqual(await list(second, ""), [keys[0]]);
    assert.deepEqual(await list(second, "?includeRevoked=True"), keys);
    const states = (await list(second, "?metadata=true&includeRevoked=true")) as Record<string, unknown>[];
    assert.deepEqual(
      states.map(({ apiKey, nonce, status, revokedAt }) => [apiKey, nonce, status, revokedAt === null]),
      [
        [keys[0], "18446744073709551616", "active", true],
        [keys[1], "0", "revoked", false],
      ],
    );
    const again = await second.request("DELETE", `/auth/api-key?apiKey=${keys[1]}`, { dialect });
    assert.equal(again.status, 200);

    assert.equal((await second.request("DELETE", "/auth/api-key", { dialect })).status, 200);
    assertRefused(await second.request("GET", "/auth/api-keys", { dialect }), unauthorized(dialect));
  });

  test(`${dialect}: nobody revokes a key that is another wallet's, or none`, async () => {
    const ann = await createTrader(exchange, `ann ${dialect}`);
    for (const key of [ben.credentials.apiKey, randomUUID(), "x", "'; drop table api_keys", "%F0%9F%98%80"]) {
      const reply = await ann.request("DELETE", `/auth/api-key?apiKey=${key}`, { dialect });
      assertRefused(reply, { status: 404, code: "key_not_found", error: "Could not derive api key!" });
    }
    for (const path of ["/auth/api-key?apiKey=%00", "/auth/api-key?apiKey=a&apiKey=b"]) {
      const reply = await ann.request("DELETE", path, { dialect });
      assert.deepEqual([reply.status, reply.body.code], [400, "invalid_payload"]);
    }
    assert.equal((await ben.request("GET", "/auth/api-keys", { dialect })).status, 200);
    assert.equal((await ann.request("GET", "/auth/api-keys", { dialect })).status, 200);
    const bad = await ann.request("GET", "/auth/api-keys?metadata=yes", { dialect });
    assert.deepEqual([bad.status, bad.body.code], [400, "invalid_payload"]);
  });

  test(`${dialect}: a banned owner is told that it may not open positions`, async () => {
    const ann = await createTrader(exchange, `banned ${dialect}`);
    const read = async () =>
      answered(
        await ann.request("GET", "/auth/ban-status/closed-only", { dialect }),
        "/auth/ban-status/closed-only",
        dialect,
      );
    assert.deepEqual(await read(), { closedOnly: false, closed_only: false });
    await exchange.submit({ type: "ban", address: ann.address });
    assert.deepEqual(await read(), { closedOnly: true, closed_only: true });
    await exchange.submit({ type: "unban", address: ann.address });
    assert.deepEqual(await read(), { closedOnly: false, closed_only: false });
  });

  test(`${dialect}: a read-only key reads its wallet's orders and trades, nothing else, until it is deleted`, async () => {
    const ann = await createTrader(exchange, `reader ${dialect}`);
    const { body: placed } = await ann.place({ tokenId: YES, side: "BUY", price: "0.2", size: "5" });
    const id: string = placed.orderID;
    const created = await ann.request("POST", "/auth/readonly-api-key", { dialect });
    assert.equal(created.status, 200);
    assert.deepEqual(Object.keys(created.body), ["apiKey"]);
    const key: string = created.body.apiKey;
    const listed = await ann.request("GET", "/auth/readonly-api-keys", { dialect });
    const listOf = (keys: readonly string[]) => (dialect === "spec" ? keys : { readonlyApiKeys: keys });
    assert.deepEqual(answered(listed, "/auth/readonly-api-keys", dialect), listOf([key]));

    const headers = { KUEST_READONLY_API_KEY: key.toUpperCase(), KUEST_ADDRESS: ann.address };
    const read = (path: string, changed: Record<string, string> = headers) =>
      exchange.send(path, { headers: changed }, dialect);
    const orders = await read(`/data/orders?maker_address=${ann.address}`);
    assert.deepEqual(
      orders.body.data.map((order: { id: string }) => order.id),
      [id],
    );
    const owner = (await read(`/data/order/${id}`)).body.owner;
    assert.equal(readKeyId(owner), ann.credentials.apiKey);
    assert.deepEqual((await read("/data/trades")).body.data, []);
    const { orderID: foreign } = (await ben.place({ tokenId: YES, side: "BUY", price: "0.1", size: "5" }))
      .body;
    assert.equal((await read(`/data/order/${foreign}`)).status, 404);

    const refused = [
      await read("/balances"),
      await read("/auth/api-keys"),
      await read("/builder/trades"),
      await exchange.send("/cancel-all", { method: "DELETE", headers }, dialect),
      await read("/data/orders", { ...headers, KUEST_ADDRESS: ben.address }),
      await read("/data/orders", { ...headers, KUEST_READONLY_API_KEY: ann.credentials.apiKey }),
      await read("/data/orders", { ...headers, KUEST_READONLY_API_KEY: "x" }),
      await read("/data/trades", { KUEST_READONLY_API_KEY: key }),
      await read("/data/trades", { POLY_READONLY_API_KEY: key, KUEST_ADDRESS: ann.address }),
      await read("/data/trades", {}),
    ];
    for (const reply of refused) assertRefused(reply, unauthorized(dialect));

    const validate = async (query: string) => {
      const reply = await exchange.get(`/auth/validate-readonly-api-key?${query}`, dialect);
      return answered(reply, "/auth/validate-readonly-api-key", dialect).valid;
    };
    assert.equal(await validate(`address=${ann.account.address}&key=${key}`), true);
    assert.equal(await validate(`address=${ben.address}&key=${key}`), false);
    assert.equal(await validate(`address=${ann.address}&key=${ann.credentials.apiKey}`), false);
    assert.equal(await validate(`address=${ann.address}&key=x`), false);

    const remove = async (caller: Trader, given: unknown) =>
      (await caller.request("DELETE", "/auth/readonly-api-key", { dialect, body: { key: given } })).body;
    const [yes, no] = dialect === "polymarket" ? [true, false] : [{ deleted: true }, { deleted: false }];
    assert.deepEqual(await remove(ben, key), no);
    assert.deepEqual(await remove(ann, "x"), no);
    assert.equal((await remove(ann, 1)).code, "invalid_payload");
    assert.deepEqual(await remove(ann, key), yes);
    assert.deepEqual(await remove(ann, key), no);
    assertRefused(await read("/data/trades"), unauthorized(dialect));
    assert.equal(await validate(`address=${ann.address}&key=${key}`), false);
    const left = await ann.request("GET", "/auth/readonly-api-keys", { dialect });
    assert.deepEqual(left.body, listOf([]));
  });
}

test("a wallet has at most 20 read-only and 20 builder's keys at a time", async () => {
  for (const kind of ["readonly", "builder"]) {
    const ann = await createTrader(exchange, `many ${kind}`);
    const path = `/auth/${kind}-api-key`;
    const asked = await Promise.all(Array.from({ length: 40 }, () => ann.request("POST", path)));
    assert.equal(asked.filter(({ status }) => status === 200).length, 20);
    const full = await ann.request("POST", path);
    assertRefused(full, { status: 400, code: "too_many_keys", error: "too many keys" });
    assert.equal((await ben.request("POST", path)).status, 200);
  }
});

test("a read-only key beside the headers of a signature changes nothing about it", async () => {
  const { body } = await ben.request("POST", "/auth/readonly-api-key");
  const changeHeaders = (headers: Record<string, string>) => ({
    ...headers,
    SVC_READONLY_API_KEY: body.apiKey as string,
  });
  assert.equal((await ben.request("GET", "/balances", { changeHeaders })).status, 200);
});
