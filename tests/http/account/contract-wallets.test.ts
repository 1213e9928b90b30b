/** Wallets that are contracts: derived from their owner (types 1 and 2), or bound at their first order (type 3). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { deriveWallets } from "../../../src/signing/orders/contract-wallet.ts";
import { micros } from "../../../src/core/units.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { accountOf, createTrader, DOMAINS } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";
import { assertRefused, DIALECTS, NO, startWorld, TOKEN_BY_KIND, YES, startTraders } from "./world.ts";

let exchange: TestExchange;
let ann: Trader;
let ben: Trader;

before(async () => {
  ({ exchange, ann, ben } = await startTraders());
});
after(() => exchange.close());

const ledgerOf = (wallet: string) =>
  exchange.context.engine.exchange.accountByAddress.get(wallet.toLowerCase());
const wallet = accountOf("deposit wallet").address;
const buy = { tokenId: YES, side: "BUY", price: "0.5" } as const;

for (const type of [1, 2] as const) {
  for (const [index, venue] of (["polymarket", "kuest"] as const).entries()) {
    test(`type ${type} of ${venue}: the maker is derived from the signer, and has its own ledger`, async () => {
      const maker = deriveWallets(type, ann.address)[index]!.wallet;
      const own = ledgerOf(ann.address)!.collateral;
      const { order, id } = await ann.sign({ ...buy, signatureType: type, maker });
      const reply = await ann.post(order);
      assert.deepEqual([reply.status, reply.body.orderID], [200, id], reply.text);
      const { collateral, held, owner } = ledgerOf(maker)!;
      assert.deepEqual([collateral, held, owner], [10_000_000_000, 5_000_000, ann.address]);
      assert.equal(ledgerOf(ann.address)!.collateral, own);
      const filled = await ben.place({ tokenId: NO, side: "BUY", price: "0.5", size: "4" });
      const { data } = (await ann.request("GET", `/data/trades?id=${filled.body.tradeIDs[0]}`)).body;
      assert.deepEqual([data[0].type, data[0].maker_orders[0].maker_address.toLowerCase()], ["MAKER", maker]);
      assert.equal((await ann.request("GET", `/data/order/${id}`)).body.maker_address.toLowerCase(), maker);
      assert.deepEqual((await ann.cancel(id)).body.canceled, [id]);
    });
  }
}

test("type 3: a wallet is its first user's, with first funds, and no other's", async () => {
  const { order, id } = await ann.sign({ ...buy, signatureType: 3, maker: wallet });
  const first = await ann.post(order);
  assert.deepEqual([first.status, first.body.orderID], [200, id], first.text);
  assert.deepEqual([ledgerOf(wallet)!.owner, ledgerOf(wallet)!.collateral], [ann.address, 10_000_000_000]);
  const errors = {
    spec: "the wallet belongs to another signer",
    polymarket: "the wallet belongs to another signer",
    kuest: "invalid order signature",
  };
  for (const dialect of DIALECTS) {
    const reply = await ben.place({ ...buy, signatureType: 3, maker: wallet }, { dialect });
    assertRefused(reply, { status: 400, code: "wallet_taken", error: errors[dialect] }, true);
  }
  assert.equal(ledgerOf(wallet)!.collateral, 10_000_000_000);
  assert.equal((await ben.cancel(id)).body.canceled.length, 0);
  assert.deepEqual((await ann.cancel(id)).body.canceled, [id]);
});

test("type 3: two who come first at once, and one gets the wallet", async () => {
  const maker = accountOf("contested wallet").address;
  const replies = await Promise.all(
    [ann, ben].map((trader) => trader.place({ ...buy, price: "0.1", signatureType: 3, maker })),
  );
  assert.deepEqual(replies.map(({ body }) => body.code ?? body.status).sort(), ["live", "wallet_taken"]);
  assert.equal(ledgerOf(maker)!.collateral, 10_000_000_000);
});

for (const { id: domain, kind } of DOMAINS.filter(({ struct }) => struct === "v2")) {
  test(`type 3 for ${domain}`, async () => {
    const tokenId = TOKEN_BY_KIND[kind];
    const { order, id } = await ann.sign({
      ...buy,
      tokenId,
      price: "0.01",
      signatureType: 3,
      maker: wallet,
      domain,
    });
    const reply = await ann.post(order);
    assert.deepEqual([reply.status, reply.body.orderID], [200, id], reply.text);
    const changed = await ann.post({ ...order, makerAmount: "200000" });
    assert.equal(changed.body.code, "invalid_signature");
  });
}

test("production trusts no first use", async () => {
  const production = await startWorld({ PRESAGE_MODE: "production" });
  try {
    const cleo = await createTrader(production, "cleo");
    const reply = await cleo.place({ ...buy, signatureType: 3, maker: wallet });
    assertRefused(
      reply,
      { status: 400, code: "maker_not_allowed", error: "maker address not allowed" },
      true,
    );
    // A wallet that the operator opened for its owner is known.
    await production.submit({
      type: "open-account",
      address: wallet.toLowerCase(),
      owner: cleo.address,
      credit: micros(10_000_000),
    });
    assert.equal((await cleo.place({ ...buy, signatureType: 3, maker: wallet })).status, 200);
  } finally {
    await production.close();
  }
});
