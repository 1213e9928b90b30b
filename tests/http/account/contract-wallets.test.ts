/** Wallets that are contracts: derived from their owner (types 1 and 2), or bound at their first order (type 3). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { deriveWallets } from "../../../src/signing/orders/contract-wallet.ts";
import { micros } from "../../../src/core/units.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { tokenOf } from "../../support/exchange.ts";
import { accountOf, createTrader, DOMAINS } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";
import { assertRefused, DIALECTS, NO, startWorld, YES, startTraders } from "./world.ts";

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

    test(`type ${type} of ${venue}: not for a wallet of another`, async () => {
      const maker = deriveWallets(type, ben.address)[index]!.wallet;
      for (const dialect of DIALECTS) {
        const reply = await ann.place({ ...buy, signatureType: type, maker }, { dialect });
        assert.deepEqual([reply.status, reply.body.code], [400, "maker_not_allowed"]);
        assert.match(reply.body.hint, /maker must be 0x.*\(polymarket\) or 0x.*\(kuest\)/);
      }
      assert.equal(ledgerOf(maker), undefined);
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

test("type 3: not for the signer's own address, nor with a maker that is not the signer", async () => {
  const own = await ann.place({ ...buy, signatureType: 3, maker: ann.account.address });
  assert.equal(own.body.code, "maker_not_allowed");
  const other = await ann.place({ ...buy, signatureType: 3, maker: wallet, signer: ann.account.address });
  assert.equal(other.body.code, "maker_not_allowed");
});

for (const { id: domain, negRisk } of DOMAINS.filter(({ struct }) => struct === "v2")) {
  test(`type 3 for ${domain}`, async () => {
    const tokenId = negRisk ? tokenOf("neg yes") : YES;
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

test("type 3: the wrapper is checked to the last byte", async () => {
  const { order } = await ann.sign({ ...buy, signatureType: 3, maker: wallet });
  const signature = String(order["signature"]);
  const flip = (at: number) =>
    signature.slice(0, at) + (signature[at] === "0" ? "1" : "0") + signature.slice(at + 1);
  const wrong = [
    signature.slice(0, -2),
    `${signature}00`,
    signature.slice(0, 132),
    ...[140, 210, 300, signature.length - 1].map(flip),
  ];
  for (const changed of wrong) {
    const { status, body } = await ann.post({ ...order, signature: changed });
    assert.ok(
      status === 400 && ["invalid_signature", "unsupported_contract"].includes(body.code),
      JSON.stringify(body),
    );
  }
});

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
