/** polymarket-apis: a Python library of all of Polymarket's interfaces, each with types that answers must have. */
import assert from "node:assert/strict";
import { privateKeyToAccount } from "viem/accounts";
import type { Client } from "../conformance/call-record.ts";
import { newOwner } from "./owner.ts";
import { installPython } from "./install.ts";
import { describeCatalog, describeData } from "./polymarket-apis-reads.ts";
import { actionsOf, TYPES } from "./polymarket-apis-trader.ts";
import type { ApisTrader, Readers } from "./polymarket-apis-trader.ts";
import { describeBooks, describeOrders } from "./polymarket-apis-trading.ts";
import { make, startPython } from "./python.ts";
import { describeQuotes } from "./quotes.ts";
import type { Suite } from "./suite.ts";

const NAME = "polymarket-apis";
const CLIENTS = {
  clob: "polymarket_apis:PolymarketClobClient",
  data: "polymarket_apis:PolymarketDataClient",
  gamma: "polymarket_apis:PolymarketGammaClient",
} as const;

const UNCALLED = {
  "the method contacts another host": [
    "clob.detect_wallet_signature_type",
    "clob.get_crypto_outcomes",
    "clob.get_reward_markets",
    "clob.get_total_rewards",
    "data.get_all_positions_gql",
    "data.get_leaderboard_top_users",
    "data.get_leaderboard_user_rank",
    "data.get_pnl",
    "data.get_user_metric",
    "gamma.grok_election_market_explanation",
    "gamma.grok_event_summary",
  ],
  "the client accepts base fees of 0 and 1000 only": ["clob.get_all_markets", "clob.get_markets"],
  "the client expects `mid` instead of `spread` in the response": ["clob.get_spread"],
};

export const polymarketApis: Suite = {
  name: NAME,
  version: "2.3.0",
  language: "Python",
  dialect: "polymarket",
  versions: ["v1"],
  uncalled: Object.fromEntries(
    Object.entries(UNCALLED).flatMap(([reason, methods]) => methods.map((method) => [method, reason])),
  ),
  install: () => installPython(NAME, "3.12"),
  async open({ stage, installed, record }) {
    const python = startPython(installed);
    const { trading, data, catalog } = stage.addresses;
    const recorded = (object: object, part: string): Client =>
      record.record(python.methodsOf(object), `${NAME} ${part}`, NAME);
    const readers: Readers = {
      data: recorded(await python.call(CLIENTS.data, { base_url: data }), "data"),
      gamma: recorded(await python.call(CLIENTS.gamma, { base_url: catalog }), "gamma"),
    };
    const markets = [stage.ordinary, stage.quoted, ...stage.exclusive];
    const createTrader = async (): Promise<ApisTrader> => {
      const { key, address } = newOwner();
      // Its address is an attribute, and it asks for keys at once unless it is given some.
      const creds = make(`${TYPES}:ApiCreds`, { key: "none", secret: "none", passphrase: "none" });
      const given = { private_key: key, address, creds, signature_type: 0 };
      const object = await python.call(CLIENTS.clob, given);
      await python.call("builtins:setattr", {}, object, "base_url", trading);
      const client = recorded(object, "clob");
      const own = await client.create_or_derive_api_creds();
      assert.deepEqual(await client.derive_api_key(), own);
      await client.set_api_creds(own);
      const { key: apiKey, secret, passphrase } = own;
      const account = privateKeyToAccount(key);
      const credentials = { apiKey, secret, passphrase };
      return {
        account,
        wallet: address,
        credentials,
        client,
        ...actionsOf(client, readers, { wallet: address, markets }),
      };
    };
    const surfaces = await Promise.all(
      Object.entries(CLIENTS).map(async ([part, path]) => ({
        name: `${NAME} ${part}`,
        methods: await python.listOf(path),
      })),
    );
    return {
      surfaces,
      createTrader,
      describe(given) {
        const traders = given as ApisTrader[];
        describeQuotes(stage, traders);
        describeBooks(stage, traders);
        describeOrders(stage, traders, createTrader);
        describeData(stage, traders, readers);
        describeCatalog(stage, traders, readers);
      },
      close: () => python.close(),
    };
  },
};
