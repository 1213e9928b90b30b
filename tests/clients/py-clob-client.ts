/** py-clob-client: Polymarket's first Python client, whose orders are of version 1. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { describeVersion1 } from "./clob-python-v1.ts";
import { describeFamily, openFamily } from "./clob-python.ts";
import type { Family } from "./clob-python.ts";
import { installPython } from "./install.ts";
import type { Suite } from "./suite.ts";

const FAMILY: Family = {
  name: "py-clob-client",
  client: "py_clob_client.client",
  types: "py_clob_client.clob_types",
  createKeys: "create_or_derive_api_creds",
  openOrders: "get_orders",
  batchOrder: "PostOrdersArgs",
  options: () => ({}),
  walletOf: (owner) => owner,
};

export const pyClobClient: Suite = {
  name: FAMILY.name,
  version: "0.34.6",
  language: "Python",
  dialect: "polymarket",
  uncalled: {},
  install: () => installPython(FAMILY.name, "3.9"),
  async open(opening) {
    const opened = await openFamily(FAMILY, opening);
    const { stage } = opening;
    return {
      ...opened,
      describe(traders) {
        describeFamily({ stage, family: FAMILY, opened, traders });
        describeVersion1({ stage, family: FAMILY, opened, traders, contracts: CONTRACTS });
        it("reads fee rates", async () => {
          assert.equal(await opened.visitor.get_fee_rate_bps(stage.quoted.yes), 0);
          assert.equal(await opened.visitor.get_fee_rate_bps(stage.ordinary.yes), 200);
        });
      },
      close: () => opened.python.close(),
    };
  },
};

/** Addresses of the contracts that its orders are signed for. */
const CONTRACTS = {
  collateral: "0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174",
  conditional: "0x4D97DCd97eC945f40cF65F87097ACe5EA0476045",
  exchange: "0x4bFb41d5B3570DeFd03C39a9A4D8dE6Bd8B8982E",
} as const;
