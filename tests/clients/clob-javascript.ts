/**
 * Polymarket's JavaScript clients of the trading interface, as the conformance tests have them: the story of trading,
 * told by them. Those tests call all of their methods.
 */
import assert from "node:assert/strict";
import { createWalletClient, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { polygon } from "viem/chains";
import type { Answer, Client } from "../conformance/call-record.ts";
import { LIBRARIES } from "../conformance/libraries.ts";
import type { Library } from "../conformance/libraries.ts";
import { newOwner } from "./owner.ts";
import type { Suite } from "./suite.ts";
import { takenOf } from "./trader.ts";
import type { Placed, Trader } from "./trader.ts";

const VERSIONS: Readonly<Record<Library["name"], string>> = {
  "clob-client": "5.8.1",
  "clob-client-v2": "1.1.0",
};

export const clobJavaScript: readonly Suite[] = LIBRARIES.map((library) => ({
  name: `@polymarket/${library.name}`,
  version: VERSIONS[library.name],
  language: "JavaScript",
  dialect: "polymarket",
  uncalled: {},
  install: async () => ({ path: "" }),
  open: async ({ stage }) => ({
    surfaces: [],
    createTrader: () => createJavaScriptTrader(library, stage.addresses.trading),
    describe() {},
    close: async () => {},
  }),
}));

/** Makes a trader with a fresh wallet and its key. */
export async function createJavaScriptTrader(library: Library, host: string): Promise<Trader> {
  const { key, address } = newOwner();
  const account = privateKeyToAccount(key);
  const signer = createWalletClient({ account, chain: polygon, transport: http() });
  const connect = (options: object): Client => library.create(host, { signer, ...options }) as Client;
  const creds = await connect({}).createOrDeriveApiKey();
  const client = connect({ creds, throwOnError: true });
  const { key: apiKey, secret, passphrase } = creds;
  return { account, wallet: address, credentials: { apiKey, secret, passphrase }, ...actionsOf(client) };
}

type Actions = Omit<Trader, "account" | "credentials" | "wallet">;

function actionsOf(client: Client): Actions {
  const balance = async (asked: object): Promise<number> =>
    Number((await client.getBalanceAllowance(asked)).balance) / 1e6;
  return {
    async limit({ token, ...order }) {
      const kind = order.expiration === undefined ? "GTC" : "GTD";
      return placedOf(await client.createAndPostOrder({ tokenID: token, ...order }, undefined, kind));
    },
    async market({ token, kind, ...order }) {
      const given = { tokenID: token, ...order, orderType: kind };
      return placedOf(await client.createAndPostMarketOrder(given, undefined, kind));
    },
    async cancelAll() {
      const { canceled, not_canceled: left } = await client.cancelAll();
      assert.deepEqual(left, {});
      return canceled;
    },
    collateral: () => balance({ asset_type: "COLLATERAL" }),
    shares: (token) => balance({ asset_type: "CONDITIONAL", token_id: token }),
    async order(id) {
      const { size_matched: filled, status } = await client.getOrder(id);
      assert.equal(status, "LIVE");
      return { filled: Number(filled) };
    },
    openOrders: async () => (await client.getOpenOrders()).map(({ id }: Answer) => id),
    taken: async () => takenOf(await client.getTrades()),
  };
}

function placedOf({ orderID: id, status, success }: Answer): Placed {
  assert.equal(success, true);
  return { id, status };
}
