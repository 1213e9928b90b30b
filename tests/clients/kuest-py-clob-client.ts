/** kuest-py-clob-client: Kuest's Python client, whose orders are those of deposit wallets. */
import assert from "node:assert/strict";
import { it } from "node:test";
import type { Answer } from "../conformance/call-record.ts";
import { createFamilySuite } from "./clob-python-suite.ts";
import { describeVersion1 } from "./clob-python-v1.ts";
import type { Family, FamilyContext } from "./clob-python.ts";
import { kuestWalletOf, newOwner } from "./owner.ts";
import type { Python } from "./python.ts";

const FAMILY: Family = {
  name: "kuest-py-clob-client",
  version: "2.0.15",
  dialect: "kuest",
  versions: ["v1"],
  client: "py_clob_client.client",
  types: "py_clob_client.clob_types",
  createKeys: "create_or_derive_api_creds",
  openOrders: "get_orders",
  batchOrder: "PostOrdersArgs",
  leastExpiry: 200,
  options: (owner) => ({ funder: kuestWalletOf(owner) }),
  walletOf: kuestWalletOf,
};

/** Sets its site's configuration, which is a file beside the package, to orders of a builder. */
async function configure(python: Python, code: string): Promise<void> {
  await python.call("py_clob_client.site_config:SITE_CONFIG.update", {
    builder_mode: true,
    builder_code: code,
  });
}

/** Addresses of the contracts that its orders are signed for. */
const CONTRACTS = {
  collateral: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359",
  conditional: "0x4682048725865bf17067bd85fF518527A262A9C7",
  exchange: "0xaa1b8dE834E16eC69C044F5300041673C968c9eF",
} as const;

export const kuestPyClobClient = createFamilySuite(FAMILY, (context) => {
  describeOwn(context);
  describeVersion1({ ...context, configure, contracts: CONTRACTS });
});

function describeOwn({ stage: { quoted }, opened: { visitor } }: FamilyContext): void {
  it("reads the compact record of a market", async () => {
    const info = await visitor.get_clob_market_info(quoted.conditionId);
    const tokens = info.t.map(({ t }: Answer) => t);
    assert.deepEqual([info.mts, info.nr, tokens], [0.01, false, [quoted.yes, quoted.no]]);
    assert.equal((await visitor.get_market_by_token(quoted.yes)).condition_id, quoted.conditionId);
    assert.equal(await visitor.get_version(), 2);
    // The exchange says 0 of both; the client reads a share of 0 as its default.
    const fees = await visitor.get_builder_fee_rate(newOwner().address);
    assert.deepEqual(fees, { maker_flat: 0, taker_share: 3000 });
  });
}
