/** API credentials: made by a wallet's signature, the same every time, and never kept where a reader could sign. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import type { Credentials } from "../../../src/signing/credentials.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { accountOf, createTrader, traderWith, walletHeaders } from "../../support/trader.ts";
import { assertRefused, startWorld, YES } from "./world.ts";

type Options = NonNullable<Parameters<typeof walletHeaders>[2]>;

let exchange: TestExchange;
const issued: Credentials[] = [];

before(async () => {
  exchange = await startWorld();
});
after(() => exchange.close());

async function ask(
  method: "GET" | "POST",
  name: string,
  options: Options = {},
  change: Record<string, string> = {},
) {
  const path = method === "POST" ? "/auth/api-key" : "/auth/derive-api-key";
  const headers = { ...(await walletHeaders(accountOf(name), exchange.clock.now, options)), ...change };
  const reply = await exchange.send(path, { method, headers });
  if (reply.status === 200) issued.push(reply.body);
  return reply;
}

test("created once, and the same again: created, derived, with each prefix and for both chains", async () => {
  const { status, body } = await ask("POST", "ann");
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body), ["apiKey", "secret", "passphrase"]);
  assert.match(body.apiKey, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.match(body.secret, /^[A-Za-z0-9_-]{43}=$/);
  assert.match(body.passphrase, /^[0-9a-f]{64}$/);
  for (const method of ["GET", "POST"] as const) {
    for (const prefix of ["SVC_", "POLY_", "KUEST_"]) {
      for (const chainId of [137, 80002])
        assert.deepEqual((await ask(method, "ann", { prefix, chainId })).body, body);
    }
  }
  const lower = { SVC_ADDRESS: accountOf("ann").address.toLowerCase() };
  assert.deepEqual((await ask("GET", "ann", {}, lower)).body, body);
  const { SVC_NONCE: _none, ...headers } = await walletHeaders(accountOf("ann"), exchange.clock.now);
  assert.deepEqual((await exchange.send("/auth/derive-api-key", { headers })).body, body);
});

test("another nonce or wallet is another key; what was never created cannot be derived", async () => {
  const seen = new Set<string>();
  for (const nonce of ["0", "1", "9007199254740993", String(2n ** 256n - 1n)]) {
    const before_ = await ask("GET", "ben", { nonce });
    assertRefused(before_, { status: 404, code: "key_not_found", error: "Could not derive api key!" });
    const { body } = await ask("POST", "ben", { nonce });
    assert.deepEqual((await ask("GET", "ben", { nonce })).body, body);
    for (const value of Object.values(body as Credentials)) seen.add(value);
  }
  assert.equal(seen.size, 12);
});

test("a nonce whose key was revoked needs another nonce, and says so", async () => {
  const [first, second] = ["4", "5"];
  const { body } = await ask("POST", "kim", { nonce: first });
  await exchange.context.keys.revoke(body.apiKey);
  const { body: gone } = await ask("GET", "kim", { nonce: first });
  assert.match(gone.hint, /^the key of nonce 4 of wallet 0x\w{40} was revoked; use another nonce$/);
  const { body: never } = await ask("GET", "kim", { nonce: second });
  assert.match(never.hint, /has no key of nonce 5; create it with POST \/auth\/api-key$/);
});

const collateral = (name: string, of = exchange) =>
  of.context.engine.exchange.accountByAddress.get(accountOf(name).address.toLowerCase())?.collateral;

test("the first key brings 10,000, once, also when many are asked for at once", async () => {
  await Promise.all(
    Array.from({ length: 10 }, (_, index) => ask("POST", "fay", { nonce: String(index % 3) })),
  );
  assert.equal(collateral("fay"), 10_000_000_000);
});

test("the faucet adds to an account, and opens none", async () => {
  await ask("POST", "gus");
  const { address } = accountOf("gus");
  for (const [amount, balance] of [
    ["0.000001", "10000.000001"],
    [25.5, "10025.500001"],
    ["4.5", "10030.000001"],
  ]) {
    const reply = await exchange.post("/sandbox/faucet", { address, amount });
    assert.deepEqual(
      [reply.status, reply.body.address, reply.body.balance],
      [200, address, balance],
      reply.text,
    );
  }
  const unknown = await exchange.post("/sandbox/faucet", {
    address: accountOf("nobody").address,
    amount: "1",
  });
  assertRefused(unknown, { status: 404, code: "unknown_account", error: "account not found" });
  const much = await exchange.post("/sandbox/faucet", { address, amount: "9007199254" });
  assertRefused(much, { status: 400, code: "amount_too_large", error: "amount too large" });
  assert.equal(collateral("gus"), 10_030_000_001);
});

test("the faucet opens an account for a wallet whose owner is named, once, and credits no other owner's", async () => {
  const { address: owner } = accountOf("hal");
  const { address } = accountOf("contract of hal");
  const headers = { "idempotency-key": randomUUID() };
  const fund = (body: object) => exchange.send("/sandbox/faucet", { method: "POST", headers, body });
  for (let sent = 0; sent < 2; sent += 1) {
    const reply = await fund({ address, owner, amount: "5" });
    assert.deepEqual(reply.body, { address, credited: "5", balance: "10005" }, reply.text);
  }
  const account = () => exchange.context.engine.exchange.accountByAddress.get(address.toLowerCase());
  assert.equal(account()?.owner, owner.toLowerCase());
  const again = await exchange.post("/sandbox/faucet", { address, owner: owner.toLowerCase(), amount: "1" });
  assert.equal(again.body.balance, "10006");
  const other = await exchange.post("/sandbox/faucet", { address, owner: address, amount: "1" });
  assertRefused(other, { status: 400, code: "wallet_taken", error: "the wallet belongs to another signer" });
  for (const wrong of ["", "0x1", "hal"]) {
    const reply = await exchange.post("/sandbox/faucet", { address, owner: wrong, amount: "1" });
    assertRefused(reply, { status: 400, code: "invalid_payload", error: "invalid payload" });
  }
  assert.equal(account()?.collateral, 10_006_000_000);
});

test("production gives nothing away: no credit, no faucet, and an order of a wallet without account is not covered", async () => {
  const production = await startWorld({ PRESAGE_MODE: "production" });
  try {
    const trader = await createTrader(production, "ann");
    assert.equal(collateral("ann", production), undefined);
    const faucet = await production.post("/sandbox/faucet", { address: trader.address, amount: "1" });
    assert.deepEqual([faucet.status, faucet.body.error], [404, "not found"]);
    const error = "not enough balance / allowance";
    assertRefused(
      await trader.place({ tokenId: YES, side: "BUY" }),
      { status: 400, code: "insufficient_balance", error },
      true,
    );
    assert.equal(collateral("ann", production), undefined);
  } finally {
    await production.close();
  }
});

test("no table holds a secret or a passphrase that was issued", async () => {
  const trader = traderWith(exchange, accountOf("ann"), (await ask("POST", "ann")).body);
  await trader.place({ tokenId: YES, side: "BUY" });
  const sql = await exchange.context.sql();
  const tables = await sql<
    { name: string }[]
  >`select table_name as name from information_schema.tables where table_schema = 'public'`;
  assert.ok(tables.length > 8);
  const texts: string[] = [];
  for (const { name } of tables)
    for (const row of await sql`select row_to_json(t)::text as text from ${sql(name)} t`)
      texts.push(row["text"]);
  const stored = texts.join("\n");
  assert.ok(stored.includes(trader.credentials.apiKey));
  for (const { secret, passphrase } of issued) {
    const bytes = Buffer.from(secret, "base64");
    for (const text of [
      secret.slice(0, 43),
      bytes.toString("base64").slice(0, 43),
      bytes.toString("hex"),
      passphrase,
    ])
      assert.equal(stored.includes(text), false);
  }
});
