/** kuest-sdk: Kuest's unified Python client, whose orders are those of deposit wallets. */
import { kuestWalletOf } from "./owner.ts";
import { CHAIN_METHODS, COMBO_METHODS, createUnifiedSuite, UNCALLED } from "./unified-python-suite.ts";

export const kuestSdk = createUnifiedSuite({
  name: "kuest-sdk",
  version: "0.14.1",
  dialect: "kuest",
  versions: ["v1"],
  module: "market_sdk",
  uncalled: {
    [UNCALLED.chain]: CHAIN_METHODS,
    [UNCALLED.combos]: COMBO_METHODS,
    "the method needs a relayer": ["create_builder_api_key", "revoke_builder_api_key"],
    "the client itself refuses the call": ["list_builder_trades"],
    "the dialect has no such route": [
      "download_accounting_snapshot",
      "get_comment_thread",
      "get_public_profile",
      "get_related_tag_resources",
      "get_related_tags",
      "get_sports",
      "get_sports_market_types",
      "list_comments",
      "list_comments_by_user_address",
      "list_teams",
    ],
  },
  walletOf: kuestWalletOf,
});
