/** @nevuamarkets/poly-websockets: books, changes and trades of `/ws/market`, with a book of its own. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { it } from "node:test";
import type { Answer } from "../conformance/call-record.ts";
import { LIBRARIES } from "../conformance/libraries.ts";
import { until } from "../support/until.ts";
import { createJavaScriptTrader } from "./clob-javascript.ts";
import { installJavaScript } from "./install.ts";
import type { Suite } from "./suite.ts";

const NAME = "@nevuamarkets/poly-websockets";
const ADDRESS = "wss://ws-subscriptions-clob.polymarket.com";

/** The handlers that it calls with lists of events, each by the first word of the test about it. */
const HANDLERS = {
  onBook: "book",
  onPriceChange: "change",
  onLastTradePrice: "trade",
  onPolymarketPriceUpdate: "price",
} as const;

type Heard = Record<(typeof HANDLERS)[keyof typeof HANDLERS], Answer[]>;

export const polyWebsockets: Suite = {
  name: NAME,
  version: "1.0.2",
  language: "JavaScript",
  dialect: "polymarket",
  versions: ["v1", "v2"],
  uncalled: {},
  install: () => installJavaScript("javascript"),
  async open({ stage, installed, record }) {
    const { quoted, addresses } = stage;
    const { WSSubscriptionManager } = loadAt(installed, addresses.trading.replace(/^http/, "ws"));
    const heard: Heard = { book: [], change: [], trade: [], price: [] };
    const errors: unknown[] = [];
    const handlers = Object.fromEntries(
      Object.entries(HANDLERS).map(([name, kind]) => [
        name,
        async (events: Answer[]) => void heard[kind].push(...events),
      ]),
    );
    const options = { pendingFlushIntervalMs: 5, reconnectAndCleanupIntervalMs: 20 };
    const onError = async (error: unknown): Promise<void> => void errors.push(error);
    const manager = new WSSubscriptionManager({ ...handlers, onError }, options);
    const client = record.record(manager, NAME, NAME);
    const create = () => createJavaScriptTrader(LIBRARIES[1]!, stage);
    return {
      surfaces: [
        {
          name: NAME,
          methods: ["addSubscriptions", "clearState", "getAssetIds", "getStatistics", "removeSubscriptions"],
        },
      ],
      describe() {
        it("hears of books, changes and trades, and keeps a book", async () => {
          const [maker, taker] = [await create(), await create()];
          await client.addSubscriptions!([quoted.yes]);
          await until("it has the book", () => heard.book.length > 0);
          assert.deepEqual([heard.book[0].asset_id, heard.book[0].bids], [quoted.yes, []]);
          await maker.limit({ token: quoted.yes, side: "BUY", price: 0.48, size: 10 });
          await maker.limit({ token: quoted.no, side: "BUY", price: 0.48, size: 10 });
          const changes = () => heard.change.flatMap((change) => change.price_changes);
          await until("it heard of both orders", () => changes().some(({ price }) => price === "0.52"));
          assert.ok(
            changes().some(({ price, side, size }) => `${side} ${size} at ${price}` === "BUY 10 at 0.48"),
          );
          await until("it knows a price", () => heard.price.length > 0);
          const { midpoint, spread } = heard.price.at(-1);
          assert.deepEqual([Number(midpoint), Number(spread)], [0.5, 0.04]);
          await taker.limit({ token: quoted.yes, side: "BUY", price: 0.52, size: 4 });
          await until("it heard of the trade", () => heard.trade.length > 0);
          const [{ price, size, side, asset_id: token }] = heard.trade as [Answer];
          assert.deepEqual([price, size, side, token], ["0.52", "4", "BUY", quoted.yes]);
          await maker.cancelAll();
        });

        it("counts its subscriptions, and ends them", async () => {
          assert.deepEqual(await client.getAssetIds!(), [quoted.yes]);
          assert.equal((await client.getStatistics!()).openWebSockets, 1);
          await client.removeSubscriptions!([quoted.yes]);
          assert.deepEqual(await client.getAssetIds!(), []);
          await client.clearState!();
          assert.equal((await client.getStatistics!()).openWebSockets, 0);
          assert.deepEqual(errors, []);
        });
      },
      close: async () => {
        await manager.clearState();
      },
    };
  },
};

/** Loads the library with another address in it, since it takes none. */
function loadAt(installed: string, address: string): Answer {
  const load = createRequire(join(installed, "package.json"));
  const folder = dirname(load.resolve(NAME));
  const source = readFileSync(join(folder, "WSSubscriptionManager.js"), "utf8");
  assert.ok(source.includes(ADDRESS), `${NAME} has another address than ${ADDRESS}`);
  const moved = join(folder, "moved.cjs");
  writeFileSync(moved, source.replace(ADDRESS, address));
  return load(moved);
}
