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
import { assetTypeOf, limitAmounts, marketAmounts, takenOf } from "./trader.ts";
import type { Placed, Trader } from "./trader.ts";
import type { Stage } from "./world.ts";

const LIBRARY_TERMS: Readonly<Record<Library["name"], Pick<Suite, "version" | "versions">>> = {
  "clob-client": { version: "5.8.1", versions: ["v1"] },
  "clob-client-v2": { version: "1.1.0", versions: ["v1", "v2"] },
};

export const clobJavaScript: readonly Suite[] = LIBRARIES.map((library) => ({
  name: `@polymarket/${library.name}`,
  ...LIBRARY_TERMS[library.name],
  language: "JavaScript",
  dialect: "polymarket",
  uncalled: {},
  install: async () => ({ path: "" }),
  open: async ({ stage }) => ({
    surfaces: [],
    createTrader: () => createJavaScriptTrader(library, stage),
    describe() {},
    close: async () => {},
  }),
}));

/** Makes a trader with a fresh wallet and its key, for the markets of a stage. */
export async function createJavaScriptTrader(library: Library, stage: Stage): Promise<Trader> {
  const { key, address } = newOwner();
  const account = privateKeyToAccount(key);
  const signer = createWalletClient({ account, chain: polygon, transport: http() });
  const connect = (options: object): Client =>
    library.create(stage.addresses.trading, { signer, ...options }) as Client;
  const creds = await connect({}).createOrDeriveApiKey();
  const client = connect({ creds, throwOnError: true });
  const { key: apiKey, secret, passphrase } = creds;
  return {
    account,
    wallet: address,
    credentials: { apiKey, secret, passphrase },
    ...actionsOf(client, stage),
  };
}

type Actions = Omit<Trader, "account" | "credentials" | "wallet">;

function actionsOf(client: Client, { version }: Stage): Actions {
  const balance = async (asked: object): Promise<number> =>
    Number((await client.getBalanceAllowance(asked)).balance) / 1e6;
  return {
    ...(version === "v1" ? ordersOf(client) : positionOrdersOf(client)),
    async cancelAll() {
      const { canceled, not_canceled: left } = await client.cancelAll();
      assert.deepEqual(left, {});
      return canceled;
    },
    collateral: () => balance({ asset_type: "COLLATERAL" }),
    shares: (token) => balance({ asset_type: assetTypeOf(version), token_id: token }),
    async order(id) {
      const { size_matched: filled, status } = await client.getOrder(id);
      assert.equal(status, "LIVE");
      return { filled: Number(filled) };
    },
    openOrders: async () => (await client.getOpenOrders()).map(({ id }: Answer) => id),
    taken: async () => takenOf(await client.getTrades()),
  };
}

type Orders = Pick<Trader, "limit" | "market">;

const ordersOf = (client: Client): Orders => ({
  async limit({ token, ...order }) {
    return placedOf(
      await client.createAndPostOrder!({ tokenID: token, ...order }, undefined, kindOf(order.expiration)),
    );
  },
  async market({ token, kind, ...order }) {
    const given = { tokenID: token, ...order, orderType: kind };
    return placedOf(await client.createAndPostMarketOrder!(given, undefined, kind));
  },
});

/** Orders of position ids. The client takes them by their amounts and leaves sizing to the caller. */
const positionOrdersOf = (client: Client): Orders => ({
  async limit({ token, side, expiration, ...order }) {
    const terms = { tokenID: token, side, ...(expiration !== undefined && { expiration }) };
    const given = { ...terms, ...limitAmounts({ side, ...order }) };
    const signed = await client.createExchangeV3OrderFromAmounts!(given);
    return placedOf(await client.postOrder!(signed, kindOf(expiration)));
  },
  async market({ token, side, amount, price, kind }) {
    const worst = price ?? (await client.calculateMarketPrice!(token, side, amount, kind));
    const given = { tokenID: token, side, ...marketAmounts({ side, amount, price: worst }) };
    return placedOf(await client.postOrder!(await client.createExchangeV3OrderFromAmounts!(given), kind));
  },
});

const kindOf = (expiration: number | undefined) => (expiration === undefined ? "GTC" : "GTD");

function placedOf({ orderID: id, status, success }: Answer): Placed {
  assert.equal(success, true);
  return { id, status };
}
