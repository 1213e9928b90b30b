/** @polymarket/real-time-data-client: live data of trades, and in envelopes what the other channels tell. */
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { it } from "node:test";
import type { Answer } from "../conformance/call-record.ts";
import { LIBRARIES } from "../conformance/libraries.ts";
import { until } from "../support/until.ts";
import { createJavaScriptTrader } from "./clob-javascript.ts";
import { installJavaScript } from "./install.ts";
import type { Suite } from "./suite.ts";

const NAME = "@polymarket/real-time-data-client";

/** The events of the client's user. */
type Heard = { readonly messages: Answer[]; readonly states: string[] };

type LiveClient = {
  connect(): LiveClient;
  disconnect(): void;
  subscribe(message: object): void;
  unsubscribe(message: object): void;
};

export const realTimeDataClient: Suite = {
  name: NAME,
  version: "1.4.0",
  language: "JavaScript",
  dialect: "polymarket",
  versions: ["v1", "v2"],
  uncalled: {},
  install: () => installJavaScript("javascript"),
  async open({ stage, installed, record }) {
    const { RealTimeDataClient } = createRequire(join(installed, "package.json"))(NAME);
    const host = stage.addresses.trading.replace(/^http/, "ws");
    const heard: Heard = { messages: [], states: [] };
    const object = new RealTimeDataClient({
      host,
      autoReconnect: false,
      onMessage: (_: unknown, message: Answer) => heard.messages.push(message),
      onStatusChange: (state: string) => heard.states.push(state),
    });
    const client = record.record(object, NAME, NAME) as unknown as LiveClient;
    const create = () => createJavaScriptTrader(LIBRARIES[1]!, stage);
    const { quoted } = stage;
    return {
      surfaces: [{ name: NAME, methods: ["connect", "disconnect", "subscribe", "unsubscribe"] }],
      describe() {
        it("hears of trades, of a market and of its own orders", async () => {
          const [maker, taker] = [await create(), await create()];
          await client.connect();
          await until("it is connected", () => heard.states.includes("CONNECTED"));
          const { apiKey: key, secret, passphrase } = maker.credentials;
          const subscriptions = [
            { topic: "activity", type: "trades", filters: JSON.stringify({ market_slug: quoted.slug }) },
            { topic: "clob_market", type: "price_change", filters: JSON.stringify([quoted.yes]) },
            { topic: "clob_user", type: "*", clob_auth: { key, secret, passphrase } },
          ];
          await client.subscribe({ subscriptions });
          const { id } = await maker.limit({ token: quoted.yes, side: "BUY", price: 0.3, size: 10 });
          const first = (topic: string, fits: (payload: Answer) => boolean): Answer =>
            heard.messages.find((message) => message.topic === topic && fits(message.payload))?.payload;
          await until(
            "it heard of its order",
            () => first("clob_user", (told) => told.id === id) !== undefined,
          );
          assert.equal(first("clob_user", (told) => told.id === id).original_size, "10");
          await until("it heard of the change", () => first("clob_market", () => true) !== undefined);
          await taker.limit({ token: quoted.no, side: "BUY", price: 0.7, size: 10 });
          await until("it heard of the trade", () => first("activity", () => true) !== undefined);
          const { asset, side, size, price, proxyWallet } = first("activity", () => true);
          assert.deepEqual([asset, side, size, price], [quoted.no, "BUY", 10, 0.7]);
          assert.equal(proxyWallet, taker.wallet.toLowerCase());
          await client.unsubscribe({ subscriptions });
          await client.disconnect();
          await until("it is disconnected", () => heard.states.includes("DISCONNECTED"));
        });
      },
      close: async () => {},
    };
  },
};
