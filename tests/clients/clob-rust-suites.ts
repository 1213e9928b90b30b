/** The Rust clients: Kuest's, and both generations of Polymarket's. */
import assert from "node:assert/strict";
import { it } from "node:test";
import type { Answer } from "../conformance/call-record.ts";
import { deriveDepositWallets } from "../../src/signing/orders/contract-wallet.ts";
import { rustSuite } from "./clob-rust.ts";
import type { RustContext, RustTrader } from "./clob-rust-trader.ts";
import { describeKeysOfVersion2 } from "./clob-rust-version-2.ts";

const MAIN = 137;
const AMOY = 80_002;

export const kuestClientSdk = rustSuite(
  {
    name: "kuest-client-sdk",
    version: "4.0.0",
    dialect: "kuest",
    orders: 2,
    versions: ["v1"],
    chains: [MAIN],
    leastExpiry: 200,
    uncalled: {
      "the builder's code in orders replaces the method": ["promote_to_builder"],
    },
    walletOf: (owner) =>
      deriveDepositWallets(owner.toLowerCase()).find(({ venue }) => venue === "kuest")!.wallet,
  },
  describeKeysOfVersion2,
);

/** Signs for the contracts of both chains: one wallet trades on each. */
export const polymarketClientSdk = rustSuite(
  {
    name: "polymarket-client-sdk",
    version: "0.4.4",
    dialect: "polymarket",
    orders: 1,
    versions: ["v1"],
    chains: [AMOY, MAIN],
    uncalled: {},
  },
  describeVersion1,
);

export const polymarketClientSdkV2 = rustSuite(
  {
    name: "polymarket_client_sdk_v2",
    version: "0.9.0",
    dialect: "polymarket",
    orders: 2,
    versions: ["v1", "v2"],
    chains: [MAIN],
    uncalled: {},
  },
  describeKeysOfVersion2,
);

function describeVersion1({
  stage: { quoted },
  visitor,
  createTrader,
  recorded,
  traders,
}: RustContext): void {
  it("is refused the prices of all tokens at once", async () => {
    await assert.rejects(visitor.all_prices!(), /400/);
  });

  it("attributes trades to a builder, whose keys it makes, lists and revokes", async () => {
    const [maker] = traders as [RustTrader];
    const { client } = await createTrader();
    const key = await client.create_builder_api_key!();
    await maker.limit({ token: quoted.no, side: "BUY", price: 0.3, size: 5 });
    const building = recorded(await client.promote_to_builder!(key));
    const listed = await building.builder_api_keys!();
    assert.deepEqual(
      listed.map((found: Answer) => found.key),
      [key.key],
    );
    assert.deepEqual((await building.builder_trades!()).data, []);
    await building.revoke_builder_api_key!();
    await maker.cancelAll();
  });
}
