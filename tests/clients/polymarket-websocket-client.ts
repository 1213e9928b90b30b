/** polymarket-websocket-client: the channels of a market and of a wallet, and live data, each with a client of its own. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { it } from "node:test";
import { pathToFileURL } from "node:url";
import type { Answer } from "../conformance/call-record.ts";
import { LIBRARIES } from "../conformance/libraries.ts";
import { until } from "../support/until.ts";
import { createJavaScriptTrader } from "./clob-javascript.ts";
import { installJavaScript } from "./install.ts";
import type { Suite } from "./suite.ts";

const NAME = "polymarket-websocket-client";

const PARTS = {
  market: "ClobMarketClient",
  user: "ClobUserClient",
  live: "RtdsClient",
  clob: "ClobClient",
} as const;
/** Methods that the channels' clients have of the class above them. */
const COMMON = ["connect", "disconnect"];
/** Parts of a class that its declarations mark as private or protected. */
const INTERNAL =
  /^(on(Connected|Cleanup)|handle|send|addEvent|emitEvent|addSub|removeSub|getSubscriptionKey)/;

type Heard = Answer[];

export const polymarketWebsocketClient: Suite = {
  name: NAME,
  version: "0.1.1",
  language: "JavaScript",
  dialect: "polymarket",
  versions: ["v1", "v2"],
  uncalled: { "clob.connectAll": "the client has one URL for two channels" },
  install: () => installJavaScript("javascript"),
  async open({ stage, installed, record }) {
    // Its CommonJS build asks for files that it does not have.
    const build = join(installed, "node_modules", NAME, "dist", "esm", "index.js");
    const library: Answer = await import(pathToFileURL(build).href);
    const { quoted, addresses } = stage;
    const live = addresses.trading.replace(/^http/, "ws");
    const open = (part: keyof typeof PARTS, ...given: unknown[]): Answer =>
      record.record(new library[PARTS[part]](...given), `${NAME} ${part}`, NAME);
    const hear = async (client: Answer, methods: readonly string[]): Promise<Heard> => {
      const heard: Heard = [];
      for (const method of methods) await client[method]((event: Answer) => heard.push(event));
      return heard;
    };
    const trader = () => createJavaScriptTrader(LIBRARIES[1]!, stage);
    const [maker, taker] = [await trader(), await trader()];

    return {
      surfaces: Object.entries(PARTS).map(([part, name]) => ({
        name: `${NAME} ${part}`,
        methods: methodsOf(library[name])
          .concat(part === "clob" ? [] : COMMON)
          .sort(),
      })),
      describe() {
        it("hears of a market and of a wallet", async () => {
          const market = open("market", { url: `${live}/ws/market` });
          const user = open("user", maker.credentials, { url: `${live}/ws/user` });
          const told = await hear(market, [
            "onBook",
            "onPriceChange",
            "onLastTradePrice",
            "onTickSizeChange",
            "onMarketMessage",
          ]);
          const own = await hear(user, ["onOrder", "onTrade", "onUserMessage"]);
          const first = (heard: Heard, type: string): Answer =>
            heard.find((event) => event.event_type === type);
          await user.subscribe([quoted.conditionId]);
          for (const client of [market, user]) await client.connect();
          await market.subscribe([quoted.yes]);
          const { id } = await maker.limit({ token: quoted.yes, side: "BUY", price: 0.4, size: 10 });
          await until("it heard of the order", () => first(own, "order") !== undefined);
          assert.equal(first(own, "order").id, id);
          await until("it heard of the change", () => first(told, "price_change") !== undefined);
          await taker.limit({ token: quoted.no, side: "BUY", price: 0.6, size: 10 });
          await until("it heard of the trade", () => first(told, "last_trade_price") !== undefined);
          await until("its wallet heard of the trade", () => first(own, "trade") !== undefined);
          assert.equal(first(own, "trade").maker_orders[0].order_id, id);
          assert.deepEqual(await market.getSubscribedAssets(), [quoted.yes]);
          assert.deepEqual(await user.getSubscribedMarkets(), [quoted.conditionId]);
          await market.unsubscribe([quoted.yes]);
          await user.unsubscribe([quoted.conditionId]);
          for (const client of [market, user]) await client.disconnect();
        });

        it("hears live data", async () => {
          const client = open("live", { url: live });
          const heard = await hear(client, ["onActivity", "onRtdsMessage", "onComment", "onCryptoPrice"]);
          await client.connect();
          await client.subscribeActivity("trades");
          await client.subscribeComments();
          await client.subscribeCryptoPrices(["btcusdt"]);
          await client.subscribeCryptoPricesChainlink("eth/usd");
          await client.subscribeCustom({ topic: "activity", type: "orders_matched" });
          assert.equal((await client.getSubscriptions()).length, 5);
          await maker.limit({ token: quoted.yes, side: "BUY", price: 0.4, size: 10 });
          await taker.limit({ token: quoted.no, side: "BUY", price: 0.6, size: 10 });
          const trade = () =>
            heard.find(({ topic, payload }) => topic === "activity" && payload.asset === quoted.no);
          await until("it heard of the trade", () => trade() !== undefined);
          assert.equal(trade().payload.proxyWallet, taker.wallet.toLowerCase());
          await client.unsubscribeActivity("trades");
          await client.unsubscribeComments();
          await client.unsubscribeCryptoPrices();
          await client.unsubscribeCryptoPricesChainlink();
          await client.unsubscribeCustom("activity", "orders_matched");
          await client.disconnect();
        });

        it("opens either channel by the client of both", async () => {
          for (const [method, path] of [
            ["connectMarket", "market"],
            ["connectUser", "user"],
          ] as const) {
            const client = open("clob", { auth: maker.credentials, url: `${live}/ws/${path}` });
            await client[method]();
            await client.disconnect();
          }
        });
      },
      close: async () => {},
    };
  },
};

/** Methods on the prototype of a class that are for its users. */
const methodsOf = (type: { prototype: object }): string[] =>
  Object.entries(Object.getOwnPropertyDescriptors(type.prototype))
    .filter(
      ([name, { value }]) => typeof value === "function" && name !== "constructor" && !INTERNAL.test(name),
    )
    .map(([name]) => name);
