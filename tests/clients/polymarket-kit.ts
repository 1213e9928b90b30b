/** polymarket-kit: a Python library of every interface and of the channels, with types that answers must have. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { independentSuite } from "./independent.ts";
import type { Context } from "./independent.ts";
import type { Client } from "../conformance/call-record.ts";
import { newOwner } from "./owner.ts";
import { named } from "./python.ts";
import { checkReads } from "./reads.ts";

export const polymarketKit = independentSuite({
  name: "polymarket-kit",
  version: "0.1.0",
  versions: ["v1"],
  classes: {
    gamma: "polymarket_kit:GammaClient",
    data: "polymarket_kit.data:DataClient",
    clob: "polymarket_kit:ClobClient",
    trading: "polymarket_kit:TradingClient",
    socket: "polymarket_kit:PolymarketWebSocket",
  },
  uncalled: {
    "the dialect has no such route": ["gamma.get_health"],
    "the client expects fields that Polymarket does not send": [
      "gamma.get_related_tags_relationships_by_tag_id",
      "gamma.get_related_tags_relationships_by_tag_slug",
    ],
    "the client expects an object instead of a list": ["data.get_live_volume"],
  },
  describe(context) {
    describeCatalog(context);
    describeData(context);
    describeTrading(context);
  },
});

function describeCatalog({ stage, taker, make }: Context): void {
  const { addresses, quoted, event } = stage;
  const page = { limit: 10, offset: 0 };

  it("reads the catalog", async () => {
    const gamma = await make("gamma", { base_url: addresses.catalog });
    const [tag] = await gamma.get_event_tags!(event.id);
    const [series] = await gamma.get_series!(page);
    const { id, slug } = tag;
    await checkReads(gamma, {
      get_teams: [[], page],
      get_tags: ["label", page],
      get_tag_by_id: [slug, id],
      get_tag_by_slug: [id, slug],
      get_tags_related_to_tag_id: ["slug", id],
      get_tags_related_to_tag_slug: ["slug", slug],
      get_events: [event.slug, { slug: [event.slug] }],
      get_events_paginated: ["slug", page],
      get_event_by_id: [event.slug, event.id],
      get_event_by_slug: [event.id, event.slug],
      get_markets: [quoted.conditionId, { id: [quoted.id] }],
      get_market_by_id: [quoted.slug, quoted.id],
      get_market_tags: [slug, quoted.id],
      get_market_by_slug: [quoted.conditionId, quoted.slug],
      get_series_by_id: [series.slug, series.id],
      get_comments: [[], { parent_entity_type: "Event", parent_entity_id: Number(event.id) }],
      get_comments_by_comment_id: [[], 1],
      get_comments_by_user_address: [[], taker.wallet],
      search: [event.slug, { q: stage.name, limit_per_type: 5 }],
      get_active_events: ["slug", page],
      get_closed_events: ["[", page],
      get_featured_events: ["[", page],
      get_active_markets: ["conditionId", page],
      get_closed_markets: ["[", page],
      close: [null],
    });
  });
}

function describeData({ stage, taker: { wallet }, make }: Context): void {
  const { addresses, quoted } = stage;

  it("reads data and price histories", async () => {
    const user = { user: wallet };
    const market = { market: [quoted.conditionId] };
    await checkReads(await make("data", { base_url: addresses.data }), {
      health_check: ["OK"],
      get_current_positions: [quoted.yes, user],
      get_closed_positions: [[], user],
      get_trades: [quoted.yes, { ...user, ...market, takerOnly: true }],
      get_user_activity: [quoted.conditionId, user],
      get_top_holders: [quoted.yes, market],
      get_total_value: [wallet.toLowerCase(), user],
      get_total_markets_traded: [{ user: wallet.toLowerCase(), traded: 1 }, user],
      get_open_interest: [quoted.conditionId, market],
      get_all_positions: [quoted.yes, wallet],
      get_portfolio_summary: [quoted.yes, wallet],
      close: [null],
    });
    await checkReads(await make("clob", { base_url: addresses.trading }), {
      get_price_history: ["history", quoted.yes],
      get_price_history_raw: ["history", { market: quoted.yes, interval: "1d", fidelity: 5 }],
      close: [null],
    });
  });
}

function describeTrading({ stage, python, record, make }: Context): void {
  const { addresses, quoted } = stage;

  it("trades, and hears of a market and of its own orders", async () => {
    const client = await make("trading", { private_key: newOwner().key, host: addresses.trading });
    const credentials = await client.initialize!();
    const open = async (channel: string, callback: string, given: object): Promise<Client[]> => {
      const url = `${addresses.trading.replace(/^http/, "ws")}/ws/${channel}`;
      const object = await python.call("polymarket_kit:PolymarketWebSocket", { channel, url, ...given });
      const heard = python.methodsOf(await python.call("bridge:listen", {}, object, callback));
      const socket = record("socket", object);
      await socket.connect!();
      return [socket, heard];
    };
    const [market, change] = (await open("market", "on_price_change", {})) as [Client, Client];
    const [user, event] = (await open("user", "on_order", { api_creds: credentials })) as [Client, Client];
    await market.subscribe!([quoted.yes]);
    await user.subscribe_markets!([quoted.conditionId]);

    const { success, order_id: id } = await client.place_limit_order!(quoted.yes, 0.2, 10);
    assert.equal(success, true);
    assert.equal((await event.wait!()).id, id);
    assert.equal((await change.wait!()).market, quoted.conditionId);
    await checkReads(client, {
      get_order: [id, id],
      get_open_orders: [id],
      cancel_order: [true, id],
      place_market_order: ["matched", quoted.yes, 1, named({ price: 0.51 })],
      cancel_all: [true],
    });
    assert.equal((await event.wait!()).type, "CANCELLATION");
    await user.unsubscribe_markets!([quoted.conditionId]);
    await market.unsubscribe!([quoted.yes]);
    for (const socket of [market, user]) await socket.close!();
  });
}
