/** POST /withdrawals: collateral that no order holds can be taken out, to the last unit and no further. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { TestExchange } from "../../support/exchange.ts";
import { walletOf } from "../../support/exchange.ts";
import { createTrader } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";
import { assertLedgerSums } from "./ledger-walk.ts";
import { BALANCE } from "./refusal-rows.ts";
import { assertRefused, DIALECTS, startWorld, YES } from "./world.ts";

let exchange: TestExchange;
let ann: Trader;

before(async () => {
  exchange = await startWorld();
  ann = await createTrader(exchange, "ann");
});
after(() => exchange.close());

const withdraw = (body: unknown) => ann.request("POST", "/withdrawals", { body });

test("takes collateral out, and says where that stands in the journal", async () => {
  const reply = await withdraw({ amount: "0.000001" });
  const { seq, hash } = exchange.context.engine.head();
  assert.deepEqual(
    [reply.status, reply.body],
    [
      200,
      {
        address: ann.account.address,
        withdrawn: "0.000001",
        balance: "9999.999999",
        transaction_hash: `0x${hash.toString("hex")}`,
        sequence: seq,
      },
    ],
  );
  assert.equal((await withdraw({ amount: 999.999999, address: ann.address })).body.balance, "9000");
  await assertLedgerSums(ann);
});

for (const [index, dialect] of DIALECTS.entries()) {
  test(`${dialect}: what open orders hold stays`, async () => {
    const { body: order } = await ann.place({ tokenId: YES, side: "BUY", price: "0.5", size: "100" });
    const refused = await ann.request("POST", "/withdrawals", { dialect, body: { amount: "8950.000001" } });
    const error = BALANCE(9_000_000_000, 50_000_000, 8_950_000_001)[index]!;
    assertRefused(refused, { status: 400, code: "insufficient_balance", error });
    await ann.cancel(order.orderID);
  });
}

test("another's wallet and one that does not exist are refused", async () => {
  const ben = await createTrader(exchange, "ben");
  assertRefused(await withdraw({ amount: "1", address: ben.address }), {
    status: 400,
    code: "wallet_taken",
    error: "the wallet belongs to another signer",
  });
  assertRefused(await withdraw({ amount: "1", address: walletOf("nobody") }), {
    status: 404,
    code: "unknown_account",
    error: "account not found",
  });
});

test("what is no amount of collateral is refused with the nearest", async () => {
  const { body } = await withdraw({ amount: "1.0000015" });
  assert.match(body.hint, /got "1.0000015"; nearest: 1.000001 or 1.000002$/);
});

test("all of it, and nothing is left", async () => {
  assert.equal((await withdraw({ amount: "9000" })).body.balance, "0");
  assert.equal((await withdraw({ amount: "0.000001" })).body.code, "insufficient_balance");
  await assertLedgerSums(ann);
});
