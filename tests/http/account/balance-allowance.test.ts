/**
 * GET /balance-allowance and its update: the balance of the right wallet for each way in which a client signs its
 * orders.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { lots as lotsOf, micros } from "../../../src/core/units.ts";
import type { Dialect } from "../../../src/http/dialects/dialect.ts";
import { getBalanceAllowance } from "../../../src/http/trading/ledger/balances.ts";
import { deriveDepositWallets, deriveWallets } from "../../../src/signing/orders/contract-wallet.ts";
import { answeredBy } from "../../support/documented-answers.ts";
import { tokenOf } from "../../support/exchange.ts";
import type { Reply, TestExchange } from "../../support/exchange.ts";
import { accountOf as keyOf, createTrader, DOMAINS, walletHeaders } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";
import { assertRefused, CONDITION, DIALECTS, NO, startWorld, YES } from "./world.ts";

let exchange: TestExchange;

before(async () => {
  exchange = await startWorld();
});
after(() => exchange.close());

const PATHS = ["/balance-allowance", "/balance-allowance/update"];
const UNLIMITED = "115792089237316195423570985008687907853269984665640564039457584007913129639935";
const FIRST_FUNDS = "10000000000";

type BalanceRequest = { readonly query: string; readonly dialect?: Dialect };

/** The answers of both operations, which are the same. */
async function ask(trader: Trader, { query, dialect = "spec" }: BalanceRequest): Promise<Reply["body"]> {
  const [read, update] = await Promise.all(
    PATHS.map(async (path) => {
      const reply = await trader.request("GET", `${path}?${query}`, { dialect });
      return answeredBy(getBalanceAllowance)(reply, path, dialect);
    }),
  );
  assert.deepEqual(read, update);
  return read;
}

const collateral = async (trader: Trader, type: number, dialect: Dialect) =>
  (await ask(trader, { query: `asset_type=COLLATERAL&signature_type=${type}`, dialect })).balance;
const shares = async (trader: Trader, token: string, type = 0) =>
  (await ask(trader, { query: `asset_type=CONDITIONAL&token_id=${token}&signature_type=${type}` })).balance;

const accountOf = (wallet: string) => exchange.context.engine.exchange.accountByAddress.get(wallet);
const depositWalletsOf = ({ address }: Trader, venue: string): string[] =>
  deriveDepositWallets(address)
    .filter((one) => one.venue === venue)
    .map(({ wallet }) => wallet);

for (const dialect of DIALECTS) {
  test(`${dialect}: a new key has its first funds, and every exchange contract may take all of it`, async () => {
    const ann = await createTrader(exchange, `ann ${dialect}`);
    const { balance, allowance, allowances } = await ask(ann, { query: "asset_type=COLLATERAL", dialect });
    assert.deepEqual([balance, allowance], [FIRST_FUNDS, UNLIMITED]);
    assert.deepEqual(
      Object.keys(allowances).sort(),
      [...new Set(DOMAINS.map(({ verifyingContract }) => verifyingContract))].sort(),
    );
    assert.deepEqual([...new Set(Object.values(allowances))], [UNLIMITED]);
  });

  test(`${dialect}: the wallet that a signature type derives is opened, and it is the dialect's`, async () => {
    const ann = await createTrader(exchange, `derived ${dialect}`);
    for (const type of [1, 2] as const) {
      const wallets = deriveWallets(type, ann.address);
      const [own = "", other = ""] =
        dialect === "kuest"
          ? wallets.map(({ wallet }) => wallet).toReversed()
          : wallets.map(({ wallet }) => wallet);
      assert.equal(await collateral(ann, type, dialect), FIRST_FUNDS);
      const { accountByAddress } = exchange.context.engine.exchange;
      assert.deepEqual([accountByAddress.has(own), accountByAddress.has(other)], [true, false]);
      await exchange.submit({ type: "credit", address: own, amount: micros(5) });
      assert.equal(await collateral(ann, type, dialect), "10000000005");
    }
    assert.equal(await collateral(ann, 0, dialect), FIRST_FUNDS);
  });

  test(`${dialect}: what is asked wrongly is refused`, async () => {
    const ann = await createTrader(exchange, `wrong ${dialect}`);
    for (const path of PATHS) {
      for (const query of ["asset_type=CONDITIONAL", "asset_type=CONDITIONAL&token_id="]) {
        const { status, body } = await ann.request("GET", `${path}?${query}`, { dialect });
        assert.deepEqual([status, body.code], [400, "invalid_payload"], query);
      }
      for (const token of ["1", "x"]) {
        const reply = await ann.request("GET", `${path}?asset_type=CONDITIONAL&token_id=${token}`, {
          dialect,
        });
        assertRefused(reply, { status: 404, code: "unknown_token", error: /registered|orderbook/ });
      }
    }
  });
}

test("open orders take nothing from a balance, fills do, and shares count in millionths", async () => {
  const [ann, ben] = [await createTrader(exchange, "buyer"), await createTrader(exchange, "other")];
  await ann.place({ tokenId: YES, side: "BUY", price: "0.4", size: "12.5" });
  assert.equal(await collateral(ann, 0, "spec"), FIRST_FUNDS);
  assert.equal(await shares(ann, YES), "0");
  await ben.place({ tokenId: NO, side: "BUY", price: "0.6", size: "12.5" });
  assert.equal(await collateral(ann, 0, "spec"), "9995000000");
  assert.deepEqual([await shares(ann, YES), await shares(ann, NO)], ["12500000", "0"]);
  assert.deepEqual([await shares(ben, YES), await shares(ben, NO)], ["0", "12500000"]);
  assert.equal(await shares(ann, tokenOf("wind yes")), "0");
});

for (const dialect of DIALECTS) {
  test(`${dialect}: a deposit wallet has first funds before its first order, and trades with them`, async () => {
    const ann = await createTrader(exchange, `looks first ${dialect}`);
    const venue = dialect === "kuest" ? "kuest" : "polymarket";
    const [own = "", former = ""] = depositWalletsOf(ann, venue);
    for (let read = 0; read < 2; read += 1) assert.equal(await collateral(ann, 3, dialect), FIRST_FUNDS);
    assert.equal(accountOf(own)?.owner, ann.address);
    const terms = { tokenId: YES, side: "BUY", price: "0.01", signatureType: 3 } as const;
    const placed = await ann.place({ ...terms, maker: own }, { dialect });
    assert.equal(placed.status, 200, placed.text);
    await exchange.submit({ type: "credit", address: own, amount: micros(7) });
    assert.equal(await collateral(ann, 3, dialect), "10000000007");
    // A wallet of the former kind that trades as well comes later.
    assert.equal((await ann.place({ ...terms, maker: former }, { dialect })).status, 200);
    await exchange.submit({ type: "credit", address: former, amount: micros(9) });
    assert.equal(await collateral(ann, 3, dialect), "10000000009");
    assert.equal(await collateral(ann, 0, dialect), FIRST_FUNDS);
  });

  test(`${dialect}: a first key opens the deposit wallet of the dialect's service, a later one nothing`, async () => {
    const account = keyOf(`deposits ${dialect}`);
    const address = account.address.toLowerCase();
    const wallets = deriveDepositWallets(address);
    const opened = () => wallets.filter(({ wallet }) => accountOf(wallet) !== undefined);
    for (const nonce of ["0", "1"]) {
      const headers = await walletHeaders(account, exchange.clock.now, { nonce });
      const made = await exchange.send("/auth/api-key", { method: "POST", headers }, dialect);
      assert.equal(made.status, 200, made.text);
      const own = wallets.find(({ venue }) => venue === dialect);
      assert.deepEqual(opened(), own === undefined ? [] : [own]);
    }
    for (const { wallet } of opened()) {
      const { collateral: funds, owner } = accountOf(wallet)!;
      assert.deepEqual([String(funds), owner], [FIRST_FUNDS, address]);
      const given = await exchange.send(
        "/sandbox/faucet",
        { method: "POST", body: JSON.stringify({ address: wallet, amount: "5" }) },
        dialect,
      );
      assert.deepEqual([given.status, given.body.balance], [200, "10005"]);
    }
  });
}

test("each service's deposit wallet is read in its own dialect, and the last of both in the specification's", async () => {
  const ann = await createTrader(exchange, "both services");
  for (const dialect of ["polymarket", "kuest"] as const) {
    assert.equal(await collateral(ann, 3, dialect), FIRST_FUNDS);
    const [wallet = ""] = depositWalletsOf(ann, dialect);
    await exchange.submit({ type: "credit", address: wallet, amount: micros(dialect.length) });
    assert.equal(await collateral(ann, 3, "spec"), String(10_000_000_000 + dialect.length));
  }
  assert.equal(await collateral(ann, 3, "polymarket"), "10000000010");
});

test("a first key is made although another signer has its deposit wallet", async () => {
  const account = keyOf("squatted");
  const [{ wallet } = { wallet: "" }] = deriveDepositWallets(account.address.toLowerCase());
  const ben = await createTrader(exchange, "squatter");
  await exchange.submit({ type: "open-account", address: wallet, owner: ben.address, credit: micros(7) });
  const headers = await walletHeaders(account, exchange.clock.now);
  const made = await exchange.send("/auth/api-key", { method: "POST", headers }, "polymarket");
  assert.equal(made.status, 200, made.text);
  assert.deepEqual([accountOf(wallet)!.owner, accountOf(wallet)!.collateral], [ben.address, 7]);
});

test("of two deposit wallets of another kind, it is the one that came last", async () => {
  const ann = await createTrader(exchange, "depositor");
  assert.equal(await collateral(ann, 3, "spec"), FIRST_FUNDS);
  assert.equal(await shares(ann, YES, 3), "0");
  for (const [wallet, size] of [
    [`0x${"d1".repeat(20)}`, "10"],
    [`0x${"d2".repeat(20)}`, "20"],
  ] as const) {
    const terms = { tokenId: YES, side: "BUY", price: "0.01", size } as const;
    const placed = await ann.place({ ...terms, signatureType: 3, maker: wallet });
    assert.equal(placed.status, 200, placed.text);
    const lots = Number(size) * 100;
    await exchange.submit({
      type: "split",
      address: wallet,
      owner: ann.address,
      conditionId: CONDITION,
      lots: lotsOf(lots),
    });
    assert.equal(await collateral(ann, 3, "spec"), String(10_000_000_000 - lots * 10_000));
    assert.equal(await shares(ann, NO, 3), String(lots * 10_000));
  }
  assert.equal(await collateral(ann, 0, "spec"), FIRST_FUNDS);
  assert.equal(await collateral(ann, 1, "spec"), FIRST_FUNDS);
});

test("a wallet that another signer opened is not the caller's", async () => {
  const ann = await createTrader(exchange, "late");
  const [{ wallet } = { wallet: "" }] = deriveWallets(2, ann.address);
  await exchange.submit({
    type: "open-account",
    address: wallet,
    owner: ann.address.replace(/.$/, "0"),
    credit: micros(7),
  });
  const reply = await ann.request("GET", "/balance-allowance?asset_type=COLLATERAL&signature_type=2");
  assert.deepEqual([reply.status, reply.body.code], [400, "wallet_taken"]);
});

test("outside the sandbox nothing is opened by asking", async (context) => {
  const production = await startWorld({ PRESAGE_MODE: "production" });
  context.after(() => production.close());
  const ann = await createTrader(production, "ann");
  for (const type of [0, 1, 2, 3]) assert.equal(await collateral(ann, type, "spec"), "0");
  assert.equal(await shares(ann, YES, 2), "0");
  const sql = await production.context.sql();
  assert.deepEqual([...(await sql`select no from accounts`)], []);
});
