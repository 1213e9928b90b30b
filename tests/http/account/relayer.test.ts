/** Reads of a relayer, with which clients of contract wallets begin. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { deriveDepositWallets, deriveWallets } from "../../../src/signing/orders/contract-wallet.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { accountOf, walletHeaders } from "../../support/trader.ts";
import { assertRefused, startWorld } from "./world.ts";

let exchange: TestExchange;
before(async () => {
  exchange = await startWorld();
});
after(() => exchange.close());

const owner = accountOf("fresh").address;
const [today, former] = deriveDepositWallets(owner)
  .filter(({ venue }) => venue === "polymarket")
  .map(({ wallet }) => wallet) as [string, string];

async function isDeployed(address: string, type: string): Promise<boolean> {
  const reply = await exchange.get(`/deployed?address=${address}${type}`, "polymarket");
  assert.equal(reply.status, 200, reply.text);
  return reply.body.deployed;
}

test("a deposit wallet is there when its owner's first key has opened it, and the former one is not", async () => {
  for (const wallet of [today, former]) assert.equal(await isDeployed(wallet, "&type=WALLET"), false);
  const headers = await walletHeaders(accountOf("fresh"), exchange.clock.now);
  assert.equal((await exchange.send("/auth/api-key", { method: "POST", headers }, "polymarket")).status, 200);
  assert.equal(await isDeployed(today, "&type=WALLET"), true);
  assert.equal(await isDeployed(today.toUpperCase().replace("X", "x"), "&type=WALLET"), true);
  assert.equal(await isDeployed(former, "&type=WALLET"), false);
});

test("a proxy and a Safe are always there: their first read opens them", async () => {
  for (const type of [1, 2] as const)
    for (const kind of ["", "&type=PROXY", "&type=SAFE"])
      assert.equal(await isDeployed(deriveWallets(type, owner)[0]!.wallet, kind), true);
});

test("nonces are zero, since nothing is relayed", async () => {
  const nonce = await exchange.get(`/nonce?address=${today}&type=SAFE`, "polymarket");
  assert.deepEqual([nonce.status, nonce.body], [200, { nonce: "0" }]);
  const path = `/v1/account/transactions/params?address=${today}&type=WALLET`;
  assert.deepEqual((await exchange.get(path, "polymarket")).body, { address: today, nonce: "0" });
});

test("transactions are refused with what there is instead", async () => {
  for (const body of [undefined, { type: "WALLET-CREATE" }]) {
    const reply = await exchange.send("/submit", { method: "POST", body }, "polymarket");
    assertRefused(reply, { status: 501, code: "not_supported", error: "not supported" });
    assert.match(reply.body.hint, /no chain .* POST \/positions\/split/);
  }
});

test("Kuest's clients ask the same of their deposit wallet", async () => {
  const account = accountOf("kuest");
  const { wallet } = deriveDepositWallets(account.address).find(({ venue }) => venue === "kuest")!;
  const headers = await walletHeaders(account, exchange.clock.now);
  assert.equal((await exchange.send("/auth/api-key", { method: "POST", headers }, "kuest")).status, 200);
  const deployed = await exchange.get(`/deployed?address=${wallet}&type=WALLET`, "kuest");
  assert.deepEqual([deployed.status, deployed.body], [200, { deployed: true }]);
  const nonce = await exchange.get(`/nonce?address=${wallet}&type=WALLET`, "kuest");
  assert.deepEqual([nonce.status, nonce.body], [200, { nonce: "0" }]);
});

test("the routes are those of the services' dialects, and of the sandbox", async () => {
  const routes = [`/deployed?address=${today}`, `/nonce?address=${today}`];
  for (const path of routes) assert.equal((await exchange.get(path, "spec")).status, 404);
  const production = await startWorld({ PRESAGE_MODE: "production" });
  try {
    for (const path of routes) assert.equal((await production.get(path, "polymarket")).status, 404);
  } finally {
    await production.close();
  }
});
