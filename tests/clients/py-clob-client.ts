/** py-clob-client: Polymarket's first Python client, whose orders are of version 1. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { createFamilySuite } from "./clob-python-suite.ts";
import { describeVersion1 } from "./clob-python-v1.ts";
import type { Family } from "./clob-python.ts";

const FAMILY: Family = {
  name: "py-clob-client",
  version: "0.34.6",
  dialect: "polymarket",
  versions: ["v1"],
  client: "py_clob_client.client",
  types: "py_clob_client.clob_types",
  createKeys: "create_or_derive_api_creds",
  openOrders: "get_orders",
  batchOrder: "PostOrdersArgs",
  options: () => ({}),
  walletOf: (owner) => owner,
};

/** Addresses of the contracts that its orders are signed for. */
const CONTRACTS = {
  collateral: "0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174",
  conditional: "0x4D97DCd97eC945f40cF65F87097ACe5EA0476045",
  exchange: "0x4bFb41d5B3570DeFd03C39a9A4D8dE6Bd8B8982E",
} as const;

export const pyClobClient = createFamilySuite(FAMILY, (context) => {
  const { stage, opened } = context;
  describeVersion1({ ...context, contracts: CONTRACTS });
  it("reads fee rates", async () => {
    assert.equal(await opened.visitor.get_fee_rate_bps(stage.quoted.yes), 0);
    assert.equal(await opened.visitor.get_fee_rate_bps(stage.ordinary.yes), 200);
  });
});
