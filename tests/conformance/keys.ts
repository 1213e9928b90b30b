/** API keys: a wallet's own, read-only ones, and builders' keys. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { UNAUTHORIZED } from "./dialect-texts.ts";
import { newWallet } from "./target.ts";
import type { Target } from "./target.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function testKeys(target: Target): void {
  describe("keys", () => {
    it("creates, derives and finds again one key for each nonce", async () => {
      const signer = newWallet();
      const client = target.connect({ signer });
      await assert.rejects(
        target.connect({ signer, throwOnError: true }).deriveApiKey(),
        /^ApiError: Could not derive api key!$/,
      );
      const created = await client.createApiKey();
      assert.match(created.key, UUID);
      assert.match(created.passphrase, /^[0-9a-f]{64}$/);
      assert.deepEqual(await client.createApiKey(), created);
      assert.deepEqual(await client.deriveApiKey(), created);
      assert.deepEqual(await client.createOrDeriveApiKey(), created);
      assert.notEqual((await client.createOrDeriveApiKey(1)).key, created.key);
    });

    it("lists and deletes keys, and a deleted one is refused", async () => {
      const { client, creds } = await target.createTrader();
      const listed = await client.getApiKeys();
      assert.deepEqual(listed, target.dialect === "polymarket" ? { apiKeys: [creds.key] } : [creds.key]);
      assert.equal((await client.getClosedOnlyMode()).closed_only, false);
      assert.deepEqual(
        await client.deleteApiKey(),
        target.dialect === "polymarket" ? "OK" : { revoked: true },
      );
      const refused = await client.getApiKeys();
      assert.deepEqual([refused.error, refused.status], [UNAUTHORIZED[target.dialect], 401]);
    });

    it("makes keys that only read", async () => {
      const { client, address } = await target.createTrader();
      const { apiKey } = await client.createReadonlyApiKey();
      assert.match(apiKey, UUID);
      const listOf = (keys: string[]) => (target.dialect === "spec" ? keys : { readonlyApiKeys: keys });
      assert.deepEqual(await client.getReadonlyApiKeys(), listOf([apiKey]));
      if (target.library.name === "clob-client")
        assert.deepEqual(await client.validateReadonlyApiKey(address, apiKey), { valid: true });
      const deleted = await client.deleteReadonlyApiKey(apiKey);
      assert.deepEqual(deleted, target.dialect === "polymarket" ? true : { deleted: true });
      assert.deepEqual(await client.getReadonlyApiKeys(), listOf([]));
    });
  });

  describe("builders", () => {
    it("attributes orders to the builder, and shows it their trades page by page", async () => {
      const { ordinary: market, maker } = target;
      const builder = await target.createTrader();
      const key = await builder.client.createBuilderApiKey();
      const code = `0x${builder.address.slice(2).toLowerCase().padStart(64, "0")}`;
      const { signer, creds } = builder;
      const buying = { ...builder, client: target.connect({ signer, creds, builder: { key, code } }) };
      await target.rest(maker, { tokenID: market.no, side: "BUY", price: 0.3, size: 5 });
      const { status, orderID } = await target.place(buying, {
        tokenID: market.yes,
        side: "BUY",
        price: 0.7,
        size: 5,
      });
      assert.equal(status, "matched");
      const { trades, next_cursor } = await buying.client.getBuilderTrades({ builder_code: code });
      assert.deepEqual([trades.length, next_cursor], [1, "LTE="]);
      const [{ builderCode, takerOrderHash, assetId, size, sizeUsdc, outcomeIndex }] = trades;
      assert.deepEqual([builderCode, takerOrderHash, assetId], [code, orderID, market.yes]);
      assert.deepEqual([size, sizeUsdc, outcomeIndex], ["5", "3.5", 0]);
    });

    it("lists and revokes a builder's keys", async () => {
      const { client, signer, creds } = await target.createTrader();
      const key = await client.createBuilderApiKey();
      assert.deepEqual(Object.keys(key).sort(), ["key", "passphrase", "secret"]);
      const listed = await client.getBuilderApiKeys();
      assert.deepEqual(
        listed.map(({ key: one }: { key: string }) => one),
        [key.key],
      );
      const building = target.connect({ signer, creds, builder: { key, code: "" } });
      assert.equal(await building.revokeBuilderApiKey(), "OK");
      assert.equal((await client.getBuilderApiKeys()).filter(isActive).length, 0);
    });
  });
}

const isActive = ({ revokedAt }: { revokedAt?: string | null }): boolean =>
  revokedAt === undefined || revokedAt === null || revokedAt === "";
