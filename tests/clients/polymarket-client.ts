/** polymarket-client: Polymarket's unified Python client. */
import { CHAIN_METHODS, COMBO_METHODS, createUnifiedSuite, UNCALLED } from "./unified-python-suite.ts";

export const polymarketClient = createUnifiedSuite({
  name: "polymarket-client",
  version: "0.14.0",
  dialect: "polymarket",
  versions: ["v1", "v2"],
  module: "polymarket",
  uncalled: {
    [UNCALLED.chain]: CHAIN_METHODS,
    [UNCALLED.combos]: COMBO_METHODS,
  },
  walletOf: (owner) => owner,
});
