/** Cancellations of open orders by operators: rehearsed, noted in the audit log, and carried out once. */
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { inSnapshot } from "../../../src/store/sql/table-stream.ts";
import { verifyExchange } from "../../../src/store/verify/verify-exchange.ts";
import { hashOf, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import { startOperatedExchange, TOKENS } from "./world.ts";
import type { OperatedExchange } from "./world.ts";

const reason = "a program ran wild";
const [ANN, SAFE, BOB] = [walletOf("ann"), walletOf("ann's safe"), walletOf("bob")];
const RAIN = hashOf("rain");

let exchange: OperatedExchange;

before(async () => {
  exchange = await startOperatedExchange();
  await exchange.list(testListing([{ name: "rain" }, { name: "snow" }]));
  for (const wallet of [ANN, BOB]) await exchange.open(wallet, "1000");
  await exchange.done("POST", "/accounts", { address: SAFE, owner: ANN, reason });
  await exchange.done("POST", "/credits", { address: SAFE, amount: "1000", reason });
});
after(async () => {
  const { differences } = await inSnapshot(exchange.databaseUrl, "cancellations test", verifyExchange);
  assert.deepEqual(differences, []);
  await exchange.close();
});

/** Has ann rest three orders, her contract wallet one, and bob two. */
beforeEach(async () => {
  for (const address of [ANN, BOB])
    await exchange.call("admin", "POST", "/orders/cancel", { address, reason: "before a test" });
  const rest = (account: string, tokenId: string, owner = account) =>
    exchange.place({ account, owner, tokenId, side: "BUY", price: "0.2", size: "5" });
  await rest(ANN, tokenOf("rain yes"));
  await rest(ANN, tokenOf("rain no"));
  await rest(ANN, tokenOf("snow yes"));
  await rest(SAFE, tokenOf("rain yes"), ANN);
  await rest(BOB, tokenOf("rain no"));
  await rest(BOB, tokenOf("snow no"));
});

type Named = { readonly [field: string]: string };

const cancel = (named: Named) => exchange.done("POST", "/orders/cancel", { ...named, reason });
const rehearse = (named: Named) => exchange.done("GET", `/orders/rehearsal?${new URLSearchParams(named)}`);
const isOpen = (): number => exchange.context.engine.exchange.orders.size;

const ROWS: readonly {
  readonly name: string;
  readonly named: Named;
  readonly orders: number;
  readonly wallets: readonly string[];
  readonly subject: string;
  readonly details?: object;
}[] = [
  {
    name: "a wallet and those it signs for",
    named: { address: ANN },
    orders: 4,
    wallets: [ANN, SAFE],
    subject: ANN,
  },
  { name: "a contract wallet alone", named: { address: SAFE }, orders: 1, wallets: [SAFE], subject: SAFE },
  { name: "a market", named: { market: RAIN }, orders: 4, wallets: [ANN, SAFE, BOB], subject: RAIN },
  {
    name: "an outcome",
    named: { market: RAIN, outcome: "no" },
    orders: 2,
    wallets: [ANN, BOB],
    subject: RAIN,
    details: { outcome: "no" },
  },
  {
    name: "a wallet in a market",
    named: { address: ANN, market: RAIN, outcome: "yes" },
    orders: 2,
    wallets: [ANN, SAFE],
    subject: ANN,
    details: { market: RAIN, outcome: "yes" },
  },
];

for (const { name, named, orders, wallets, subject, details = {} } of ROWS) {
  test(`the orders of ${name} are rehearsed, and then cancelled with an entry`, async () => {
    const rehearsed = await rehearse(named);
    assert.deepEqual([rehearsed.orders, rehearsed.wallets], [orders, wallets.length]);
    const told = rehearsed.accounts.map(({ address }: { address: string }) => address);
    assert.deepEqual(told.toSorted(), wallets.toSorted());
    assert.equal(isOpen(), 6, "a rehearsal cancels nothing");
    assert.deepEqual(await cancel(named), { canceledOrders: orders, wallets: wallets.length });
    assert.equal(isOpen(), 6 - orders);
    assert.deepEqual(await cancel(named), { canceledOrders: 0, wallets: 0 });
    const { data } = await exchange.done("GET", "/audit?limit=1");
    const [{ action, subject: of, reason: why, details: noted }] = data;
    assert.deepEqual([action, of, why, noted], ["cancel-orders", subject, reason, details]);
  });
}

test("the wallet with the most orders is told first, and a page is cut from the list", async () => {
  const { accounts } = await rehearse({ market: RAIN });
  assert.deepEqual(accounts[0], { address: ANN, orders: 2 });
  const page = await rehearse({ market: RAIN, limit: "1", offset: "1" });
  assert.deepEqual([page.accounts.length, page.wallets, page.orders, page.markets], [1, 3, 4, 1]);
});

test("a cancellation that is sent again cancels nothing that came later", async () => {
  const send = () =>
    exchange.send("/orders/cancel", {
      method: "POST",
      headers: { authorization: `Bearer ${TOKENS.desk}`, "idempotency-key": "wild-program-7" },
      body: { address: BOB, reason },
    });
  const first = await send();
  assert.deepEqual(first.body, { canceledOrders: 2, wallets: 1 });
  await exchange.place({ account: BOB, tokenId: tokenOf("rain yes"), side: "BUY", price: "0.1", size: "5" });
  const again = await send();
  assert.deepEqual([again.status, again.body], [200, first.body]);
  assert.equal(again.headers.get("idempotency-replayed"), "true");
  assert.deepEqual((await rehearse({ address: BOB })).orders, 1);
});

const REFUSED: readonly (readonly [named: Named, status: number, code: string, hint: RegExp])[] = [
  [{}, 400, "invalid_payload", /expected at least one of the two/],
  [{ outcome: "yes" }, 400, "invalid_payload", /expected its market/],
  [{ address: ANN, outcome: "yes" }, 400, "invalid_payload", /expected its market/],
  [{ market: RAIN, outcome: "maybe" }, 400, "invalid_payload", /outcome/],
  [{ market: "no such market" }, 404, "unknown_market", /no market has/],
  [{ market: hashOf("no such market") }, 404, "unknown_market", /no market/],
  [{ address: walletOf("nobody") }, 404, "unknown_account", /no account has address/],
  [{ market: "" }, 400, "invalid_payload", /market: expected/],
  [{ address: "" }, 400, "invalid_payload", /address: expected/],
  [{ address: ANN, market: "" }, 400, "invalid_payload", /market: expected/],
  [{ address: "", market: RAIN }, 400, "invalid_payload", /address: expected/],
  [{ market: RAIN, outcome: "" }, 400, "invalid_payload", /outcome: expected/],
  [{ address: "0x12" }, 400, "invalid_payload", /address/],
];

for (const [named, status, code, hint] of REFUSED) {
  test(`refused, and so is its rehearsal: ${JSON.stringify(named)}`, async () => {
    const replies = [
      await exchange.call("admin", "POST", "/orders/cancel", { ...named, reason }),
      await exchange.call("admin", "GET", `/orders/rehearsal?${new URLSearchParams(named)}`),
    ];
    for (const reply of replies) {
      assert.deepEqual([reply.status, reply.body.code], [status, code], reply.text);
      assert.match(reply.body.hint, hint);
    }
    assert.equal(isOpen(), 6);
  });
}
