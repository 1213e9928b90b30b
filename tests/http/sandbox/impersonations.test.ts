/** Impersonated wallets: a key of a sandbox for any address, whose orders carry a placeholder as their signature. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { toAccount } from "viem/accounts";
import type { PrivateKeyAccount } from "viem/accounts";
import { inSnapshot } from "../../../src/store/sql/table-stream.ts";
import { createKeyRing } from "../../../src/store/keys/api-keys.ts";
import { verifyExchange } from "../../../src/store/verify/verify-exchange.ts";
import { deriveWallets } from "../../../src/signing/orders/contract-wallet.ts";
import { PLACEHOLDER_SIGNATURE } from "../../../src/signing/orders/placeholder-signature.ts";
import { tokenOf } from "../../support/exchange.ts";
import { createTrader, traderWith } from "../../support/trader.ts";
import type { PlacementOptions, Trader } from "../../support/trader.ts";
import { startTradedExchange } from "../admin/world.ts";
import type { OperatedExchange } from "../admin/world.ts";

const WHALE = "0x52908400098527886e0f7030069857d2e4169ee7";
const RAIN = tokenOf("rain yes");
const buy = (price: string) => ({ tokenId: RAIN, side: "BUY", price, size: "10" }) as const;

type Impersonated = {
  address: string;
  apiKey: string;
  secret: string;
  passphrase: string;
  signature: `0x${string}`;
};

/** Replaces the signature of an order. */
const withSignature =
  (signature: string): NonNullable<PlacementOptions["changeBody"]> =>
  (body) => ({ ...body, order: { ...(body["order"] as object), signature } });

describe("an impersonated wallet", () => {
  let exchange: OperatedExchange;
  let whale: Trader;
  let made: Impersonated;
  before(async () => {
    exchange = await startTradedExchange();
    made = (await exchange.done("POST", "/sandbox/impersonations", { address: WHALE })) as Impersonated;
    whale = traderOf(made);
  });
  after(() => exchange.close());

  /** Makes a trader whose wallet signs nothing. */
  function traderOf({ address, signature, ...credentials }: Impersonated): Trader {
    const signNothing = async (): Promise<`0x${string}`> => signature;
    const account = toAccount({
      address: address as `0x${string}`,
      signMessage: signNothing,
      signTransaction: signNothing,
      signTypedData: signNothing,
    });
    return traderWith(exchange, account as unknown as PrivateKeyAccount, credentials);
  }

  it("has first funds and trades without its key; the record shows the placeholder", async () => {
    const ann = await createTrader(exchange, "ann");
    assert.equal((await ann.place(buy("0.4"))).body.status, "live");
    const sold = await whale.place({ tokenId: tokenOf("rain no"), side: "BUY", price: "0.6", size: "10" });
    assert.deepEqual([sold.status, sold.body.status], [200, "matched"]);
    const balance = await whale.request("GET", "/balance-allowance?asset_type=COLLATERAL&signature_type=0");
    assert.equal(balance.body.balance, "9994000000");
    await exchange.context.sql();
    await inSnapshot(exchange.databaseUrl, "impersonation test", async (sql) => {
      const { differences } = await verifyExchange(sql);
      assert.deepEqual(differences, []);
      const rows = await sql<{ events: string }[]>`select events from journal order by seq`;
      const placed = rows.filter(({ events }) => events.includes(`"signature":"${PLACEHOLDER_SIGNATURE}"`));
      assert.equal(placed.length, 1);
      assert.ok(placed[0]!.events.includes(sold.body.orderID));
      assert.ok(rows.every(({ events }) => !events.includes(made.secret)));
    });
    const cancelled = await whale.place(buy("0.1"));
    assert.deepEqual((await whale.cancel(cancelled.body.orderID)).body.canceled, [cancelled.body.orderID]);
  });

  it("is listed, noted in the audit log and shown among the keys of the wallet", async () => {
    const { impersonations } = await exchange.done("GET", "/sandbox/impersonations");
    assert.deepEqual(
      impersonations.map(({ address, apiKey, revokedAt }: Record<string, unknown>) => [
        address,
        apiKey,
        revokedAt,
      ]),
      [[WHALE, made.apiKey, null]],
    );
    const { data } = await exchange.done("GET", `/audit?subject=${WHALE}`);
    assert.deepEqual(
      data.map(({ action, reason }: Record<string, string>) => [action, reason]),
      [["impersonate", "a wallet to trade with, without its key"]],
    );
    const keys = await exchange.done("GET", `/keys?address=${WHALE}`);
    assert.deepEqual(
      keys.map(({ apiKey, nonce }: Record<string, string>) => [apiKey, nonce]),
      [[made.apiKey, "-1"]],
    );
  });

  it("has the same key each time, and another once that was revoked", async () => {
    const body = { address: WHALE.toUpperCase().replace("0X", "0x"), reason: "again" };
    assert.deepEqual(await exchange.done("POST", "/sandbox/impersonations", body), made);
    const other = `0x${"1".repeat(40)}`;
    const first = await exchange.done("POST", "/sandbox/impersonations", { address: other });
    await exchange.done("POST", `/keys/${first.apiKey}/revoke`, { reason: "a test" });
    const revoked = await traderOf(first).place(buy("0.1"));
    assert.deepEqual([revoked.status, revoked.body.code], [401, "unauthorized"]);
    const second = (await exchange.done("POST", "/sandbox/impersonations", {
      address: other,
    })) as Impersonated;
    assert.notEqual(second.apiKey, first.apiKey);
    assert.equal((await traderOf(second).place(buy("0.1"))).status, 200);
  });

  it("trades by the wallets that belong to it, too", async () => {
    const proxies = ([1, 2] as const).map((type) => [type, deriveWallets(type, WHALE)[0]!.wallet] as const);
    for (const [signatureType, maker] of [...proxies, [3, `0x${"3".repeat(40)}`] as const]) {
      const signer = signatureType === 3 ? maker : WHALE;
      const terms = { ...buy("0.1"), maker, signer, signatureType };
      const placed = await whale.place(terms, { changeBody: withSignature(made.signature) });
      assert.deepEqual([placed.status, placed.body.errorMsg], [200, ""], placed.text);
    }
  });

  it("is refused what a signed order would be refused", async () => {
    const ann = await createTrader(exchange, "ann");
    const change = { changeBody: withSignature(PLACEHOLDER_SIGNATURE) };
    for (const [reply, code, hint] of [
      [
        await whale.place({ ...buy("0.1"), maker: ann.address, signer: ann.address }),
        "signer_mismatch",
        /order\.signer is 0x\w+, expected the API key's address 0x5290/,
      ],
      [
        await whale.place({ ...buy("0.1"), maker: ann.address }),
        "maker_not_allowed",
        /maker must be the signer/,
      ],
      [
        await whale.place({ ...buy("0.1"), maker: ann.address, signer: WHALE, signatureType: 2 }, change),
        "maker_not_allowed",
        /signature type 2: maker must be/,
      ],
      [
        await whale.place(buy("0.1"), { changeBody: withSignature(`0x${"00".repeat(64)}1b`) }),
        "invalid_signature",
        /signature/,
      ],
      [await whale.place(buy("0.1"), { changeBody: withSignature("0x") }), "invalid_signature", /signature/],
      [
        await ann.place(buy("0.1"), change),
        "invalid_signature",
        /^signature: expected one of wallet 0x\w+, got the placeholder of impersonated wallets, 65 zero bytes, and the API key \S+ is not of one; POST \/sandbox\/impersonations/,
      ],
      [await whale.place(buy("0.405")), "price_off_tick", /./],
    ] as const) {
      assert.equal(reply.body.code, code, reply.text);
      assert.match(reply.body.hint, hint);
    }
  });

  it("has its dry runs explained", async () => {
    const { order } = await whale.sign(buy("0.1"));
    const body = { order, owner: whale.credentials.apiKey, orderType: "GTC" };
    const { body: trial } = await whale.request("POST", "/order?dry_run=true", { body });
    const signature = trial.checks.find(({ check }: { check: string }) => check === "signature");
    assert.deepEqual(
      [trial.accepted ?? trial.ok, signature.ok, signature.got],
      [true, true, "the placeholder of impersonated wallets, 65 zero bytes"],
    );
  });

  it("is refused for what is no wallet", async () => {
    for (const [body, hint] of [
      [{ address: "0x12" }, /^address: expected .*got "0x12"/],
      [{ address: `0x${"0".repeat(40)}` }, /^address: .* zero address/],
      [{ address: WHALE.replace("e0f7", "E0f7") }, /^address: the checksum .* expected 0x5290/],
      [{ address: "0x52908400098527886E0F7030069857D2E4169Ee8" }, /^address: the checksum/],
      [{}, /^address: expected .*got nothing/],
      [{ address: WHALE, reason: "" }, /^reason: expected/],
      [{ address: WHALE, owner: WHALE }, /^body: expected no field but address, reason, got "owner"/],
    ] as const) {
      const refused = await exchange.call("admin", "POST", "/sandbox/impersonations", body);
      assert.deepEqual([refused.status, refused.body.code], [400, "invalid_payload"], refused.text);
      assert.match(refused.body.hint, hint);
    }
  });

  it("is unknown to an exchange in production, which has none of the operations", async () => {
    const masterKey = exchange.context.masterKey;
    const ring = await createKeyRing(exchange.context.ownSql, masterKey, { impersonation: false });
    assert.equal(await ring.find(made.apiKey), undefined);
    const known = await createKeyRing(exchange.context.ownSql, masterKey, { impersonation: true });
    assert.equal((await known.find(made.apiKey))?.impersonated, true);
    const production = await startTradedExchange({ PRESAGE_MODE: "production" });
    assert.equal(await production.context.keys.find(made.apiKey), undefined);
    await production.close();
  });
});
