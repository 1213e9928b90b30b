/** @polymarket/client: Polymarket's unified JavaScript client, whose answers are parsed by its bindings. */
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { privateKeyToAccount } from "viem/accounts";
import type { Answer } from "../conformance/call-record.ts";
import { newOwner } from "./owner.ts";
import { installJavaScript } from "./install.ts";
import type { Suite } from "./suite.ts";
import type { Placed, Trader } from "./trader.ts";
import type { Stage } from "./world.ts";

const NAME = "@polymarket/client";

/** The modules of the package that the story needs. */
type Modules = { readonly main: Answer; readonly viem: Answer; readonly actions: Answer };

export const unifiedClient: Suite = {
  name: NAME,
  version: "0.2.0",
  language: "JavaScript",
  dialect: "polymarket",
  uncalled: {},
  install: () => installJavaScript("javascript"),
  async open({ stage, installed }) {
    const folder = join(createRequire(join(installed, "package.json")).resolve.paths("x")![0]!, NAME, "dist");
    const load = (path: string): Promise<Answer> => import(pathToFileURL(join(folder, path)).href);
    const modules: Modules = {
      main: await load("index.js"),
      viem: await load("viem.js"),
      actions: await load("actions/index.js"),
    };
    return {
      surfaces: [],
      createTrader: () => createTrader(modules, stage),
      describe() {},
      close: async () => {},
    };
  },
};

async function createTrader({ main, viem, actions }: Modules, { addresses }: Stage): Promise<Trader> {
  const { key, address } = newOwner();
  const environment = main.forkEnvironmentConfig({
    name: "own",
    clob: { rest: addresses.trading },
    gamma: { rest: addresses.catalog },
    data: { rest: addresses.data },
    relayer: { rest: addresses.trading },
  });
  const client = await main.createSecureClient({
    environment,
    wallet: address,
    signer: viem.privateKey(key),
  });
  const { key: apiKey, secret, passphrase } = client.account?.credentials ?? client.credentials;
  const account = privateKeyToAccount(key);
  const balance = async (asked: object): Promise<number> =>
    Number((await actions.fetchBalanceAllowance(client, asked)).balance) / 1e6;
  return {
    account,
    wallet: address,
    credentials: { apiKey, secret, passphrase },
    leastExpiry: 200,
    limit: async ({ token, ...order }) =>
      placedOf(await client.placeLimitOrder({ tokenId: token, ...order })),
    market: async ({ token, side, amount, price, kind }) => {
      const worst = price === undefined ? {} : { maxPrice: price };
      const size = side === "BUY" ? { amount, ...worst } : { shares: amount };
      return placedOf(await client.placeMarketOrder({ tokenId: token, side, orderType: kind, ...size }));
    },
    async cancelAll() {
      const { canceled } = await client.cancelAll();
      return canceled;
    },
    collateral: () => balance({ assetType: "COLLATERAL" }),
    shares: (token) => balance({ assetType: "CONDITIONAL", tokenId: token }),
    order: async (id) => ({ filled: Number((await client.fetchOrder({ orderId: id })).sizeMatched) }),
    openOrders: async () => (await itemsOf(client.listOpenOrders())).map(({ id }) => id),
    taken: async () =>
      (await itemsOf(client.listAccountTrades()))
        .filter(({ traderSide }) => traderSide === "TAKER")
        .map(({ tokenId: token, side, size, price }) => {
          return { token, side, size: Number(size), price: Number(price) };
        }),
  };
}

async function itemsOf(pages: AsyncIterable<Answer>): Promise<Answer[]> {
  const items: Answer[] = [];
  for await (const page of pages) items.push(...page.items);
  return items;
}

function placedOf({ ok, orderId: id, status, code, message }: Answer): Placed {
  assert.equal(ok, true, `${code}: ${message}`);
  return { id, status };
}
