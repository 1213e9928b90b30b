/** @polymarket/client: Polymarket's unified JavaScript client, whose answers are parsed by its bindings. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { privateKeyToAccount } from "viem/accounts";
import type { Answer, CallRecord, Client } from "../conformance/call-record.ts";
import { installJavaScript } from "./install.ts";
import { newOwner } from "./owner.ts";
import { describeQuotes } from "./quotes.ts";
import type { Suite } from "./suite.ts";
import { takenOf } from "./trader.ts";
import { describeCatalog, describeData, describeRewards } from "./unified-client-reads.ts";
import { itemsOf, NAME, placedOf } from "./unified-client-trader.ts";
import type { UnifiedTrader } from "./unified-client-trader.ts";
import { describeBooks, describeOrders } from "./unified-client-trading.ts";
import type { Stage } from "./world.ts";

/** Modules of the package. */
type Modules = { readonly main: Answer; readonly viem: Answer; readonly actions: Answer };

const UNCALLED = {
  "the method needs a chain and a relayer": [
    "approveErc1155ForAll",
    "approveErc20",
    "executeCollateralReturnPlan",
    "mergePositions",
    "planCollateralReturn",
    "redeemPositions",
    "setupTradingApprovals",
    "splitPosition",
    "transferErc20",
  ],
  "the exchange has no combos and no requests for quotes": ["listComboMarkets", "openRfqSession"],
  "the exchange has no perpetuals": [
    "depositToPerps",
    "fetchPerpsBook",
    "fetchPerpsFees",
    "fetchPerpsInstruments",
    "fetchPerpsTicker",
    "fetchPerpsTickers",
    "listPerpsCandles",
    "listPerpsFundingHistory",
    "listPerpsTrades",
    "openPerpsSession",
    "revokePerpsCredentials",
    "withdrawFromPerps",
  ],
};

export const unifiedClient: Suite = {
  name: NAME,
  version: "0.2.0",
  language: "JavaScript",
  dialect: "polymarket",
  versions: ["v1"],
  uncalled: Object.fromEntries(
    Object.entries(UNCALLED).flatMap(([reason, methods]) => methods.map((method) => [method, reason])),
  ),
  install: () => installJavaScript("javascript"),
  async open({ stage, installed, record }) {
    const folder = join(createRequire(join(installed, "package.json")).resolve.paths("x")![0]!, NAME, "dist");
    const load = (path: string): Promise<Answer> => import(pathToFileURL(join(folder, path)).href);
    const modules: Modules = {
      main: await load("index.js"),
      viem: await load("viem.js"),
      actions: await load("actions/index.js"),
    };
    const create = () => createTrader(modules, stage, record);
    const { methods } = await create();
    return {
      surfaces: [{ name: NAME, methods }],
      createTrader: create,
      describe(given) {
        const traders = given as UnifiedTrader[];
        describeQuotes(stage, traders);
        describeBooks(stage, traders);
        describeOrders(stage, traders, create);
        describeData(stage, traders);
        describeRewards(traders);
        describeCatalog(stage, traders);
      },
      close: async () => {},
    };
  },
};

type Created = UnifiedTrader & { readonly methods: readonly string[] };

async function createTrader(
  { main, viem, actions }: Modules,
  { addresses }: Stage,
  record: CallRecord,
): Promise<Created> {
  const { key, address } = newOwner();
  const live = addresses.trading.replace(/^http/, "ws");
  const environment = main.forkEnvironmentConfig({
    name: "own",
    clob: { rest: addresses.trading, market: { ws: `${live}/ws/market` }, user: { ws: `${live}/ws/user` } },
    gamma: { rest: addresses.catalog },
    data: { rest: addresses.data },
    relayer: { rest: addresses.trading },
  });
  const signer = viem.privateKey(key);
  const raw = await main.createSecureClient({ environment, wallet: address, signer });
  const client = record.record(raw, NAME, NAME);
  const { key: apiKey, secret, passphrase } = raw.account?.credentials ?? raw.credentials;
  const balance = async (asked: object): Promise<number> =>
    Number((await actions.fetchBalanceAllowance(raw, asked)).balance) / 1e6;
  return {
    account: privateKeyToAccount(key),
    wallet: address,
    credentials: { apiKey, secret, passphrase },
    client,
    methods: [...Object.keys(raw).filter((name) => typeof raw[name] === "function"), "endAuthentication"],
    ...actionsOf(client),
    collateral: () => balance({ assetType: "COLLATERAL" }),
    shares: (token) => balance({ assetType: "CONDITIONAL", tokenId: token }),
  };
}

type Actions = Omit<UnifiedTrader, "account" | "wallet" | "credentials" | "client" | "collateral" | "shares">;

const actionsOf = (client: Client): Actions => ({
  leastExpiry: 200,
  limit: async ({ token, ...order }) => placedOf(await client.placeLimitOrder!({ tokenId: token, ...order })),
  market: async ({ token, side, amount, price, kind }) => {
    const worst = price === undefined ? {} : { maxPrice: price };
    const size = side === "BUY" ? { amount, ...worst } : { shares: amount };
    return placedOf(await client.placeMarketOrder!({ tokenId: token, side, orderType: kind, ...size }));
  },
  cancelAll: async () => (await client.cancelAll!()).canceled,
  order: async (id) => ({ filled: Number((await client.fetchOrder!({ orderId: id })).sizeMatched) }),
  openOrders: async () => (await itemsOf(client.listOpenOrders!())).map(({ id }) => id),
  taken: async () => {
    const trades = await itemsOf(client.listAccountTrades!());
    return takenOf(trades.map((row) => ({ ...row, trader_side: row.traderSide, asset_id: row.tokenId })));
  },
  async positions() {
    const open = await itemsOf(client.listPositions!({ sizeThreshold: 0 }));
    const closed = await itemsOf(client.listClosedPositions!());
    return [...open, ...closed].map((row) => ({
      token: row.tokenId ?? row.asset,
      size: Number(row.size ?? 0),
      average: Number(row.avgPrice),
      bought: Number(row.totalBought),
      realized: Number(row.realizedPnl),
    }));
  },
});
